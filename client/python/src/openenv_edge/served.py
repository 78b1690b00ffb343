"""``openenv-edge serve`` as a child process."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence

# The one line that the command prints when it listens.
_READY = re.compile(r"^openenv-edge: (http://\S+)")
_START_TIMEOUT_S = 60.0
_STOP_TIMEOUT_S = 10.0
_POLL_S = 0.02


def find_command() -> list[str]:
    """The command on the path, else through npx, which looks into the project first."""
    if shutil.which("openenv-edge"):
        return ["openenv-edge"]
    if shutil.which("npx"):
        return ["npx", "--yes", "openenv-edge"]
    raise RuntimeError("openenv-edge was not found. Install Node.js 22.12 or newer, then: npm install openenv-edge")


class ServedRuntime:
    """A runtime on this machine. It ends with :meth:`stop`, and at the latest with this program."""

    def __init__(self, command: Sequence[str], env_vars: Mapping[str, str]) -> None:
        self._lines: deque[str] = deque(maxlen=50)
        self._url: str | None = None
        self._told = threading.Event()
        # A process group of its own: npx and the runtime have children.
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, **env_vars},
            text=True,
            start_new_session=True,
        )
        self._finalizer = weakref.finalize(self, _end, self._process)
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def output(self) -> str:
        """The last lines that it printed."""
        return "".join(self._lines)

    def wait_for_url(self) -> str:
        """The URL that it listens on. Raises RuntimeError when it ends instead, or says nothing."""
        self._told.wait(_START_TIMEOUT_S)
        if self._url is None:
            self.stop()
            raise RuntimeError(f"openenv-edge did not start.\n{self.output}")
        return self._url

    def stop(self) -> None:
        self._finalizer()

    def _read(self) -> None:
        """Reads to the end, so that the pipe never fills up."""
        with self._process.stdout as lines:
            for line in lines:
                self._lines.append(line)
                ready = _READY.match(line)
                if ready:
                    self._url = ready[1]
                    self._told.set()
        self._told.set()


def _end(process: subprocess.Popen[str]) -> None:
    """In good order, else by force; returns when nothing of the group is left."""
    for sent in (signal.SIGTERM, signal.SIGKILL):
        deadline = time.monotonic() + _STOP_TIMEOUT_S
        while time.monotonic() < deadline:
            try:
                os.killpg(process.pid, sent)
            except ProcessLookupError:
                return
            sent = 0  # Once is enough; from here on the call only asks whether the group is there.
            process.poll()
            time.sleep(_POLL_S)
