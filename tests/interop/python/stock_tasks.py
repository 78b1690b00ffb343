"""Asks a stock server's Task API and ours the same, and prints each difference as a line of JSON, then how much was asked.

usage: stock_tasks.py URL, where URL serves the environment `words` of tests/interop/fixtures/tasks.ts
"""

import json
import sys
from typing import Any

from differential import ask, report
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from stock_tools import run

TASKS = {
    split: [{"id": f"{split}-{index}", "split": split, "index": index, "word": word} for index, word in enumerate(words)]
    for split, words in {"train": ["crane", "slate", "été"], "test": ["a", "b", "c", "d", "e"], "hard": []}.items()
}


class Words(Environment[Action, Observation, State]):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def list_splits(self) -> list[str]:
        return list(TASKS)

    def list_tasks(self, split: str) -> list[dict]:
        return TASKS[split]

    def num_tasks(self, split: str) -> int:
        return len(TASKS[split])

    def get_task(self, split: str, index: int) -> dict:
        if index < 0:
            raise IndexError
        return TASKS[split][index]

    def get_task_range(self, split: str, start: int | None = None, stop: int | None = None) -> list[dict]:
        return TASKS[split][start:stop]

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any) -> Observation:
        return Observation()

    def step(self, action: Action, timeout_s: float | None = None, **kwargs: Any) -> Observation:
        return Observation()

    @property
    def state(self) -> State:
        return State()


SPLITS = ["train", "test", "hard", "nope", "", 5, None, ["train"], True]
INDICES = [0, 2, 3, -1, "1", "x", 1.0, 1.5, True, None, [], 10**30]
BOUNDS = [None, 0, 1, 2, -1, -2, 5, 100, -100, "1", 1.0, True]

REQUESTS: list[tuple[str, str, Any]] = [
    *(("GET", f"/{name}/splits", None) for name in ("words", "WORDS", "other")),
    ("POST", "/words/splits", {}), ("GET", "/words/splits/", None), ("GET", "/list_environments", None), ("POST", "/list_environments", None),
    *(("GET", f"/words/{route}", None) for route in ("tasks", "num_tasks", "task", "task_range")),
    *(("POST", f"/{name}/{route}", {"split": "train", "index": 0}) for name in ("words", "other") for route in ("tasks", "task", "task_range")),
    *(("POST", f"/words/{route}", body) for route in ("tasks", "num_tasks", "task", "task_range") for body in (None, {}, [], "nope", '"s"', "null", '{"a":')),
    *(("POST", f"/words/{route}", {"split": split}) for route in ("tasks", "num_tasks", "task_range") for split in SPLITS),
    *(("POST", "/words/task", {"split": split, "index": 0}) for split in SPLITS),
    *(("POST", "/words/task", {"split": "train", "index": index}) for index in INDICES),
    *(("POST", "/words/task_range", {"split": "test", "start": start}) for start in BOUNDS),
    *(("POST", "/words/task_range", {"split": "test", "stop": stop}) for stop in BOUNDS),
    *(("POST", "/words/task_range", {"split": "test", "start": start, "stop": stop}) for start in (1, -2, 7) for stop in (0, 2, -1, 9)),
    ("POST", "/words/task_range", {"split": "test", "start": "x", "stop": []}), ("POST", "/words/task_range", {"split": "test", "step": 2}),
]


def main(ours: str) -> None:
    stock = run(create_app(Words, Action, Observation, env_name="words", max_concurrent_envs=100))
    for method, path, body in REQUESTS:
        report(f"{method} {path} {json.dumps(body)}", ask(stock, method, path, body), ask(ours, method, path, body))
    print(json.dumps({"asked": len(REQUESTS)}))


main(sys.argv[1])
