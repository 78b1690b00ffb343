"""``CloudflareProvider``: where an OpenEnv client gets its environment from."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlsplit

from openenv.core.containers.runtime.providers import ContainerProvider

from .served import ServedRuntime, find_command

_POLL_S = 0.25
_REQUEST_TIMEOUT_S = 5.0


class CloudflareProvider(ContainerProvider):
    """Environments of a deployment on Cloudflare, or of a runtime that it starts on this machine.

    An "image" is the name of an environment; absent, the default one is meant::

        env = GenericEnvClient.from_docker_image("grid_world", provider=CloudflareProvider())
        env = GenericEnvClient(provider=CloudflareProvider("https://envs.example.workers.dev", token=token, key="run-7"))

    ``url``
        A deployment. Absent: ``openenv-edge serve`` is started on a free port, and stopped with the client.
    ``token``
        Access token of the deployment; it travels in the URL.
    ``key``
        Names the session, which then survives a lost socket. One key, one client.
    ``file``
        An environment or worker file to serve instead of the bundled library.
    ``data``
        Folder in which named sessions are kept; absent: in memory.
    ``command``
        The command line of openenv-edge; default: the one on the path, else through npx.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        token: str | None = None,
        key: str | None = None,
        file: str | None = None,
        data: str | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        if url is not None and (file is not None or data is not None or command is not None):
            raise TypeError("A deployment has a url; file, data and command are for a runtime on this machine.")
        self._url = url
        self._token = token
        self._key = key
        self._file = file
        self._data = data
        self._command = command
        self._served: ServedRuntime | None = None

    def start_container(
        self,
        image: str | None = None,
        port: int | None = None,
        env_vars: dict[str, str] | None = None,
        **kwargs: Any,
    ) -> str:
        """The environment's base URL. Starts a runtime where no deployment was named; `env_vars` are its secrets."""
        self.stop_container()
        url = self._url or self._serve(port, env_vars or {})
        # A tag means nothing here: versions of an environment are the deployment's.
        name = (image or "").rpartition("/")[2].partition(":")[0]
        parts = [("t", self._token), ("envs", name or None), ("s", self._key)]
        return url.rstrip("/") + "".join(f"/{mark}/{quote(value, safe='')}" for mark, value in parts if value is not None)

    def wait_for_ready(self, base_url: str, timeout_s: float = 30.0) -> None:
        """Waits until `/health` answers 200. Raises TimeoutError when it does not, RuntimeError when the runtime has ended."""
        answer = "nothing"
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            if self._served is not None and not self._served.is_running:
                raise RuntimeError(f"openenv-edge has ended.\n{self._served.output}")
            answer = _ask_health(base_url)
            if answer == "200":
                return
            time.sleep(_POLL_S)
        raise TimeoutError(f"No environment answers at {urlsplit(base_url).netloc} after {timeout_s} s; /health answered: {answer}.")

    def stop_container(self) -> None:
        """Ends the runtime that this provider started; a deployment stays."""
        if self._served is not None:
            self._served.stop()
            self._served = None

    def close(self) -> None:
        self.stop_container()

    def _serve(self, port: int | None, env_vars: dict[str, str]) -> str:
        storage = ["--memory"] if self._data is None else ["--data", self._data]
        files = [] if self._file is None else [self._file]
        self._served = ServedRuntime(
            [*(self._command or find_command()), "serve", *files, "--port", str(port or 0), *storage],
            env_vars,
        )
        return self._served.wait_for_url()


def _ask_health(base_url: str) -> str:
    """The status of `/health`, or why there is none."""
    # A proxy of the machine's environment is for the network, not for a runtime on this machine.
    is_local = urlsplit(base_url).hostname in ("127.0.0.1", "localhost", "::1")
    opener = urllib.request.build_opener(*([urllib.request.ProxyHandler({})] if is_local else []))
    try:
        with opener.open(f"{base_url}/health", timeout=_REQUEST_TIMEOUT_S) as response:
            return str(response.status)
    except urllib.error.HTTPError as error:
        return str(error.code)
    except OSError as error:
        return str(error)
