"""A program behind a terminal: `terminal.py rows columns quiet|loud program …`. Bytes pass both ways; a line "rows columns" on descriptor 3 resizes it."""

import fcntl
import os
import pty
import selectors
import struct
import sys
import termios

CHUNK = 65536


def resize(terminal, rows, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))


def quieten(terminal):
    """No echo, and line ends as the program prints them: what a pipe would show."""
    attributes = termios.tcgetattr(terminal)
    attributes[1] &= ~termios.ONLCR
    attributes[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)


def pump(terminal):
    selector = selectors.DefaultSelector()
    for descriptor in (0, 3, terminal):
        selector.register(descriptor, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            try:
                data = os.read(key.fd, CHUNK)
            except OSError:
                # Linux says EIO once the last program of a terminal has ended.
                return
            if key.fd == terminal:
                if not data:
                    return
                os.write(1, data)
            elif not data:
                selector.unregister(key.fd)
            elif key.fd == 3:
                resize(terminal, *data.decode().splitlines()[-1].split())
            else:
                os.write(terminal, data)


def main():
    rows, columns, manner, *argv = sys.argv[1:]
    pid, terminal = pty.fork()
    if pid == 0:
        os.close(3)
        os.execvp(argv[0], argv)
    resize(terminal, rows, columns)
    if manner == "quiet":
        quieten(terminal)
    pump(terminal)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


main()
