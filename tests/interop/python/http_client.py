"""Clients of openenv-core 0.1.0, which speak HTTP and keep cookies: each must have an episode of its own.

python http_client.py <base_url> <clients> <steps>
"""

import json
import sys
from concurrent.futures import ThreadPoolExecutor

from openenv_core import HTTPEnvClient, StepResult


class Client(HTTPEnvClient):
    def _step_payload(self, action: dict) -> dict:
        return action

    def _parse_result(self, payload: dict) -> StepResult:
        return StepResult(observation=payload["observation"], reward=payload["reward"], done=payload["done"])

    def _parse_state(self, payload: dict) -> dict:
        return payload


def play(base_url: str, number: int, steps: int) -> dict:
    """Plays two episodes; returns what the last observation and the state say."""
    client = Client(base_url)
    for _ in range(2):
        client.reset()
        for step in range(steps):
            result = client.step({"note": f"{number}.{step}"})
    state = client.state()
    return {"client": number, "notes": result.observation["notes"], "step_count": state["step_count"]}


def main(base_url: str, clients: int, steps: int) -> None:
    with ThreadPoolExecutor(clients) as pool:
        for line in pool.map(lambda number: play(base_url, number, steps), range(clients)):
            print(json.dumps(line))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
