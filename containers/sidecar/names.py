"""Answers a container's questions for names. None is asked of the outside: what it connects to goes by name through workerd anyway."""

import asyncio
from fnmatch import fnmatchcase

# Stands for every host that is open. It lies outside the networks that the rules leave alone, as the public image's own does.
PLACEHOLDER = bytes([11, 0, 0, 1])
NAME_ERROR = 3
TYPE_A = 1


def read_question(packet):
    """The name asked for, its type, and where the question ends (RFC 1035, 4.1.2)."""
    labels, at = [], 12
    while length := packet[at]:
        labels.append(packet[at + 1 : at + 1 + length].decode("latin-1").lower())
        at += 1 + length
    return ".".join(labels), int.from_bytes(packet[at + 1 : at + 3], "big"), at + 5


def answer(packet, settings):
    name, kind, end = read_question(packet)
    is_open = settings.internet or any(fnmatchcase(name, pattern) for pattern in settings.allowed_names)
    addresses = [PLACEHOLDER] if is_open and kind == TYPE_A else []
    flags = 0x8400 | (0 if is_open else NAME_ERROR)
    counts = [1, len(addresses), 0, 0]
    header = packet[:2] + flags.to_bytes(2, "big") + b"".join(count.to_bytes(2, "big") for count in counts)
    records = b"".join(b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x3c\x00\x04" + address for address in addresses)
    return header + packet[12:end] + records


class Names(asyncio.DatagramProtocol):
    def __init__(self, settings):
        self.settings = settings

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, packet, sender):
        try:
            self.transport.sendto(answer(packet, self.settings), sender)
        except IndexError:
            pass


async def serve_names(port, settings):
    # On the loopback address alone: the kernel takes an answer for one to a question that it has turned here only if it comes from there.
    await asyncio.get_running_loop().create_datagram_endpoint(lambda: Names(settings), local_addr=("127.0.0.1", port))
