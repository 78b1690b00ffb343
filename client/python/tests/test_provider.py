"""Run against the real command: OPENENV_EDGE_COMMAND is its command line, one word a line."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from openenv.core import GenericEnvClient
from openenv_edge import CloudflareProvider

COMMAND = os.environ["OPENENV_EDGE_COMMAND"].splitlines()
OWNS_PROVIDER = inspect.signature(GenericEnvClient.__init__).parameters["base_url"].default is None


async def play(env: GenericEnvClient) -> list[object]:
    """Two steps down on the grid, and the client's end."""
    try:
        await env.connect()
        await env.reset()
        turns = [await env.step({"action": "DOWN"}) for _ in range(2)]
        return [turn.observation["x"] for turn in turns]
    finally:
        await env.close()


async def play_from_image(provider: CloudflareProvider, image: str) -> list[object]:
    return await play(await GenericEnvClient.from_docker_image(image, provider=provider))


def process_of(provider: CloudflareProvider) -> int:
    served = provider._served
    assert served is not None
    return served._process.pid


def is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


class Client(unittest.TestCase):
    """What depends on the client: tried with each version of it."""

    def test_a_client_plays_an_environment_by_its_name_and_leaves_nothing_behind(self) -> None:
        provider = CloudflareProvider(command=COMMAND)
        self.assertEqual(asyncio.run(play_from_image(provider, "registry.example/grid-world:latest")), [1, 2])
        self.assertIsNone(provider._served)

    @unittest.skipUnless(OWNS_PROVIDER, "this client owns no provider")
    def test_a_client_that_owns_its_provider_starts_and_stops_it(self) -> None:
        provider = CloudflareProvider(command=COMMAND)
        with GenericEnvClient(provider=provider).sync() as env:
            env.reset()
            group = process_of(provider)
            self.assertTrue(is_alive(group))
        self.assertFalse(is_alive(group))


class ServedHere(unittest.TestCase):
    def test_named_sessions_are_kept_in_the_folder_of_data(self) -> None:
        with tempfile.TemporaryDirectory() as data:
            for expected in ([1, 2], [1, 2]):
                provider = CloudflareProvider(command=COMMAND, data=data, key="kept")
                self.assertEqual(asyncio.run(play_from_image(provider, "grid_world")), expected)
            self.assertTrue(os.listdir(data))

    def test_environment_variables_reach_the_runtime(self) -> None:
        provider = CloudflareProvider(command=["sh", "-c", 'echo "openenv-edge: http://$PLACE"; sleep 60'])
        try:
            self.assertEqual(provider.start_container(env_vars={"PLACE": "here:1"}), "http://here:1")
        finally:
            provider.stop_container()

    def test_a_command_that_fails_is_told_with_its_output(self) -> None:
        provider = CloudflareProvider(command=["sh", "-c", "echo no such flag >&2; exit 2"])
        with self.assertRaisesRegex(RuntimeError, "no such flag"):
            provider.start_container("grid_world")

    def test_a_runtime_that_ends_while_it_is_waited_for_is_told(self) -> None:
        provider = CloudflareProvider(command=COMMAND)
        url = provider.start_container("grid_world")
        os.killpg(process_of(provider), signal.SIGKILL)
        provider._served._process.wait()
        with self.assertRaisesRegex(RuntimeError, "has ended"):
            provider.wait_for_ready(url)
        provider.stop_container()


class Deployed(unittest.TestCase):
    def test_the_base_url_names_token_environment_and_session(self) -> None:
        provider = CloudflareProvider("https://host.example/", token="a/b", key="run-7")
        self.assertEqual(provider.start_container("chess"), "https://host.example/t/a%2Fb/envs/chess/s/run-7")
        self.assertEqual(CloudflareProvider("https://host.example").start_container(), "https://host.example")

    def test_a_name_is_found_in_the_name_of_an_image(self) -> None:
        for image in ("grid_world", "grid-world:latest", "registry.example/grid_world"):
            url = CloudflareProvider("https://host.example").start_container(image)
            self.assertEqual(url.replace("-", "_"), "https://host.example/envs/grid_world")

    def test_a_deployment_has_no_file_of_this_machine(self) -> None:
        with self.assertRaises(TypeError):
            CloudflareProvider("https://host.example", file="environment.ts")

    def test_a_deployment_that_is_not_ready_is_waited_for(self) -> None:
        statuses = [503, 404, 200]
        asked: list[str] = []

        class Health(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(statuses[len(asked) - 1])
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        with HTTPServer(("127.0.0.1", 0), Health) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            provider = CloudflareProvider(f"http://127.0.0.1:{server.server_port}")
            provider.wait_for_ready(provider.start_container("chess"))
            server.shutdown()
        self.assertEqual(asked, ["/envs/chess/health"] * 3)

    def test_nothing_there_is_a_timeout_that_says_what_was_seen_and_no_token(self) -> None:
        provider = CloudflareProvider("http://127.0.0.1:1", token="secret")
        with self.assertRaisesRegex(TimeoutError, "127.0.0.1:1 .*refused") as raised:
            provider.wait_for_ready(provider.start_container("chess"), timeout_s=0.1)
        self.assertNotIn("secret", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
