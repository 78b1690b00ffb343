"""A certificate authority of this image's own, so that HTTPS to a host that is open can be shown to the worker."""

import os
import ssl
import subprocess
import tempfile

CERTIFICATE, KEY = "/ca/ca.crt", "/ca/ca.key"
HANDSHAKE, CLIENT_HELLO, SERVER_NAME = 22, 1, 0


def name_in_hello(data):
    """The server's name in a TLS client's first record (RFC 8446, 4.1.2; RFC 6066, 3); None for anything else."""
    try:
        if data[0] != HANDSHAKE or data[5] != CLIENT_HELLO:
            return None
        at = 43
        at += 1 + data[at]
        at += 2 + int.from_bytes(data[at : at + 2], "big")
        at += 1 + data[at]
        end = at + 2 + int.from_bytes(data[at : at + 2], "big")
        at += 2
        while at < end:
            kind, size = int.from_bytes(data[at : at + 2], "big"), int.from_bytes(data[at + 2 : at + 4], "big")
            if kind == SERVER_NAME:
                return data[at + 9 : at + 4 + size].decode("ascii")
            at += 4 + size
    except IndexError:
        pass
    return None


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, capture_output=True)


class Authority:
    def __init__(self):
        self.folder = tempfile.mkdtemp()
        self.contexts = {}
        with open(CERTIFICATE, "rb") as file:
            self.certificate = file.read()

    def path(self, name):
        return os.path.join(self.folder, name)

    def context(self, host):
        """What a client needs to believe that this is the host."""
        if host in self.contexts:
            return self.contexts[host]
        pair = self.path(f"{len(self.contexts)}.pem")
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
                "-CA", CERTIFICATE, "-CAkey", KEY, "-subj", "/CN=host", "-addext", f"subjectAltName=DNS:{host}",
                "-addext", "basicConstraints=critical,CA:FALSE", "-keyout", pair + ".key", "-out", pair)  # fmt: skip
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pair, pair + ".key")
        self.contexts[host] = context
        return context

    async def unwrap(self, words, client, host, gateway, join):
        """Ends the client's TLS here, and carries what is inside."""
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        session = self.context(host).wrap_bio(incoming, outgoing, server_side=True)
        incoming.write(words)
        reader, writer = client

        async def step(action):
            while True:
                try:
                    return action()
                except ssl.SSLWantReadError:
                    writer.write(outgoing.read())
                    data = await reader.read(65536)
                    if not data:
                        raise ConnectionResetError from None
                    incoming.write(data)
                finally:
                    writer.write(outgoing.read())

        await step(session.do_handshake)
        await join((Decrypted(session, step), Encrypted(session, writer, outgoing)), gateway)


class Decrypted:
    def __init__(self, session, step):
        self.session, self.step = session, step

    async def read(self, size):
        try:
            return await self.step(lambda: self.session.read(size))
        except (ssl.SSLError, ConnectionResetError):
            return b""


class Encrypted:
    def __init__(self, session, writer, outgoing):
        self.session, self.writer, self.outgoing = session, writer, outgoing

    def write(self, data):
        self.session.write(data)
        self.writer.write(self.outgoing.read())

    async def drain(self):
        await self.writer.drain()

    def can_write_eof(self):
        return False

    def close(self):
        self.writer.close()
