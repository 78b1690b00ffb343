"""The sidecar through which workerd reaches a container, and through which all leaves it, for machines without an image registry.

It stands in for the public image of cloudflare/proxy-everything and takes the same options; workerd:
src/workerd/server/container-client.c++ is who asks.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass, field

from authority import Authority
from egress import serve_egress
from ingress import Ingress
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


def host_address():
    """Of the machine, by the name that workerd asks the engine for, or by Podman's own, which leaves the first one out."""
    for name in ("host.docker.internal", "host.containers.internal"):
        try:
            return socket.gethostbyname(name)
        except socket.gaierror:
            continue
    raise SystemExit("The engine gives the machine no name.")


def option(name):
    return sys.argv[sys.argv.index(name) + 1]


async def run(ingress):
    settings = Settings(host_address(), int(option("--http-egress-port")))
    authority = Authority()
    subprocess.run(["sh", os.path.join(os.path.dirname(__file__), "rules.sh"), str(EGRESS_PORT), str(NAMES_PORT)], check=True)
    await serve_names(NAMES_PORT, settings)
    await serve_egress(EGRESS_PORT, settings, authority, join)

    server = await asyncio.get_running_loop().create_server(lambda: Ingress(settings, authority), sock=ingress)
    ended = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, ended.set)
    async with server:
        await ended.wait()
    os._exit(0)


def main(ingress):
    asyncio.run(run(ingress))
