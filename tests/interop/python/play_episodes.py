"""Plays episodes on each environment with every kind of client and compares each answer with the rules.

python play_episodes.py <origin> <episodes> <seed>
"""

import asyncio
import json
import sys
from random import Random
from typing import Any, Iterator

from checks import Mismatch, check_result, check_state, must_equal
from openenv.core import GenericEnvClient
from rules import RULES
from typed_clients import TYPED_CLIENTS


def calls(name: str, typed: bool, episodes: int, seed: int) -> Iterator[tuple[str, tuple, dict]]:
    """Yields calls to make on a client, is sent their results, and checks them: the same for sync and async clients."""
    random = Random(seed)
    rules = RULES[name]()
    seen = set()
    for episode in range(episodes):
        wanted = {"episode_id": f"{name}-{episode}"} if random.random() < 0.5 else {}
        check_result((yield "reset", (), {"seed": random.getrandbits(32), **wanted}), rules.reset())
        state = yield "state", (), {}
        episode_id = state["episode_id"] if isinstance(state, dict) else state.episode_id
        must_equal("the episode's id is new, and its being so", episode_id in seen, False)
        must_equal("the episode's id", episode_id, wanted.get("episode_id", episode_id))
        seen.add(episode_id)
        check_state(state, episode_id, rules)
        for _ in range(rules.max_steps):
            action = rules.draw(random)
            turn = rules.step(action)
            check_result((yield "step", (TYPED_CLIENTS[name].action(**action) if typed else action,), {}), turn)
            if turn.done and random.random() < 0.7:
                break
        check_state((yield "state", (), {}), episode_id, rules)
    return rules


def make_client(origin: str, name: str, typed: bool) -> Any:
    kind = TYPED_CLIENTS[name] if typed else GenericEnvClient
    return kind(base_url=f"{origin}/envs/{name}")


def play_sync(client: Any, plan: Iterator) -> int:
    count = 0
    with client.sync() as env:
        method, args, kwargs = next(plan)
        while True:
            count += 1
            try:
                method, args, kwargs = plan.send(getattr(env, method)(*args, **kwargs))
            except StopIteration:
                return count


async def play_async(client: Any, plan: Iterator) -> int:
    count = 0
    async with client as env:
        method, args, kwargs = next(plan)
        while True:
            count += 1
            try:
                method, args, kwargs = plan.send(await getattr(env, method)(*args, **kwargs))
            except StopIteration:
                return count


def main(origin: str, episodes: int, seed: int) -> None:
    for name in RULES:
        for typed in (False, True):
            for mode in ("sync", "async"):
                plan = calls(name, typed, episodes, seed)
                client = make_client(origin, name, typed)
                fault = None
                count = 0
                try:
                    count = play_sync(client, plan) if mode == "sync" else asyncio.run(play_async(client, plan))
                except Mismatch as mismatch:
                    fault = str(mismatch)
                who = f"{mode} {'typed' if typed else 'generic'}"
                print(json.dumps({"environment": name, "client": who, "calls": count, "fault": fault}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
