"""The sidecar through which workerd reaches a container, and through which all leaves it, for machines without an image registry.

It stands in for the public image of cloudflare/proxy-everything and takes the same options. workerd asks it (workerd:
src/workerd/server/container-client.c++) for `CONNECT` to a port of the container, whose network it shares, for `PUT /egress` with what
is open, and for `GET /ca`.
"""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass, field

from authority import Authority
from egress import serve_egress
from names import serve_names

EGRESS_PORT = 41209
NAMES_PORT = 5353


@dataclass
class Settings:
    """What is open, as workerd last said it."""

    gateway: str
    port: int
    internet: bool = True
    allowed_names: list[str] = field(default_factory=lambda: ["*"])

    def update(self, body):
        self.port = body.get("port", self.port)
        self.internet = body.get("internet", {}).get("enabled", self.internet)
        self.allowed_names = body.get("dns", {}).get("allowHostnames", self.allowed_names)


async def pump(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
    except OSError:
        writer.close()


async def join(one, other):
    """Carries bytes both ways until both sides have ended."""
    try:
        await asyncio.gather(pump(one[0], other[1]), pump(other[0], one[1]))
    finally:
        one[1].close()
        other[1].close()


def without_delay(writer):
    """Without it small frames wait for each other's acknowledgement: 46 ms instead of 5."""
    writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


async def answer(client, settings, authority):
    reader, writer = client
    without_delay(writer)
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    request, *lines = head.strip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    method, path, _ = request.split(" ")
    if method == "CONNECT":
        return await enter(client, headers.get("x-dst-addr", path))
    body = b""
    if method == "PUT":
        settings.update(json.loads(await reader.readexactly(int(headers["content-length"]))))
    elif path == "/ca":
        body = authority.certificate
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(body) + body)
    await writer.drain()
    writer.close()


async def enter(client, address):
    """A connection from workerd to a port of the container; 400 says that nothing listens there."""
    try:
        upstream = await asyncio.open_connection("127.0.0.1", int(address.rsplit(":", 1)[1]))
    except OSError:
        client[1].write(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n")
        client[1].close()
        return
    without_delay(upstream[1])
    client[1].write(b"HTTP/1.1 200 OK\r\n\r\n")
    await join(client, upstream)


def option(name):
    return sys.argv[sys.argv.index(name) + 1]


async def run(ingress):
    settings = Settings(socket.gethostbyname("host.docker.internal"), int(option("--http-egress-port")))
    authority = Authority()
    subprocess.run(["sh", os.path.join(os.path.dirname(__file__), "rules.sh"), str(EGRESS_PORT), str(NAMES_PORT)], check=True)
    await serve_names(NAMES_PORT, settings)
    await serve_egress(EGRESS_PORT, settings, authority, join)

    async def on_client(reader, writer):
        try:
            await answer((reader, writer), settings, authority)
        except (OSError, asyncio.IncompleteReadError, ValueError):
            writer.close()

    server = await asyncio.start_server(on_client, sock=ingress)
    ended = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, ended.set)
    async with server:
        await ended.wait()
    os._exit(0)


def main(ingress):
    asyncio.run(run(ingress))
