"""Where a container's connections end: each is carried to workerd, which asks the worker whether its host is open."""

import asyncio
import re
import socket
import struct

from authority import name_in_hello

SO_ORIGINAL_DST = 80
OWN_MARK = 100
# How long a client may take to say whom it wants; one that waits for the other side is carried without a name.
FIRST_WORDS_S = 0.5


def wanted(writer):
    """Where the connection was going before the rules turned it here."""
    _, port, address = struct.unpack("!HH4s8x", writer.get_extra_info("socket").getsockopt(socket.SOL_IP, SO_ORIGINAL_DST, 16))
    return f"{socket.inet_ntoa(address)}:{port}"


async def first_words(reader):
    try:
        return await asyncio.wait_for(reader.read(4096), FIRST_WORDS_S)
    except TimeoutError:
        return b""


def names_in(data):
    """Headers for workerd: whom the first bytes name, as HTTP or as TLS."""
    hello = name_in_hello(data)
    if hello is not None:
        return {"X-Tls-Sni": hello}
    if re.match(rb"[A-Z]+ \S+ HTTP/1", data):
        host = re.search(rb"^host:[ \t]*([^\s:]+)", data, re.IGNORECASE | re.MULTILINE)
        return {} if host is None else {"X-Hostname": host[1].decode("latin-1")}
    return {}


async def ask_workerd(settings, target, headers):
    """A tunnel to workerd and the status that it gave it: 200 means that it wants HTTP in the clear, 202 the bytes as they are."""
    raw = socket.socket()
    raw.setblocking(False)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_MARK, OWN_MARK)
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    await asyncio.get_running_loop().sock_connect(raw, (settings.gateway, settings.port))
    reader, writer = await asyncio.open_connection(sock=raw)
    lines = [f"CONNECT {target} HTTP/1.1", f"Host: {target}", *(f"{name}: {value}" for name, value in headers.items())]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
    head = await reader.readuntil(b"\r\n\r\n")
    return int(head.split(b" ")[1]), reader, writer


class Replayed:
    """A stream whose first bytes were read already."""

    def __init__(self, data, reader):
        self.data, self.reader = data, reader

    async def read(self, size):
        data, self.data = self.data, b""
        return data or await self.reader.read(size)


async def leave(reader, writer, settings, authority, join):
    words = await first_words(reader)
    names = names_in(words)
    status, inner, outer = await ask_workerd(settings, wanted(writer), names)
    if status >= 300:
        outer.close()
        return writer.transport.abort()
    if status == 200 and "X-Tls-Sni" in names:
        return await authority.unwrap(words, (reader, writer), names["X-Tls-Sni"], (inner, outer), join)
    await join((Replayed(words, reader), writer), (inner, outer))


async def serve_egress(port, settings, authority, join):
    async def on_connection(reader, writer):
        try:
            await leave(reader, writer, settings, authority, join)
        except (OSError, asyncio.IncompleteReadError):
            writer.transport.abort()

    await asyncio.start_server(on_connection, "0.0.0.0", port)
