"""Kills clients in the middle of an episode and lets the next one go on: nothing that a client saw may be lost or happen twice.

python killed_clients.py <base_url> <kills> <seed>
"""

import asyncio
import json
import os
import signal
import sys
import time
from random import Random

from checks import Mismatch, check_result, check_state
from openenv.core import GenericEnvClient
from rules import Connect4


def actions(seed: int, start: int):
    """The scripted episode from a step on: the same for every client that plays a part of it."""
    random = Random(seed)
    for index in range(1_000_000):
        action = {"column": random.randint(-1, 7) if random.random() < 0.1 else random.randint(0, 6)}
        if index >= start:
            yield action


def rules_at(seed: int, steps: int) -> Connect4:
    rules = Connect4()
    rules.reset()
    for _, action in zip(range(steps), actions(seed, 0)):
        rules.step(action)
    return rules


async def play(base_url: str, seed: int, seen: int, journal: int) -> None:
    """One client: asks where the episode is, goes on, and writes a byte to the journal for each answer."""
    async with GenericEnvClient(base_url=base_url) as env:
        state = await env.state()
        steps = state["step_count"]
        if steps not in (seen, seen + 1):
            raise Mismatch(f"{seen} steps were answered, {steps} are there")
        rules = rules_at(seed, steps)
        check_state(state, "killed", rules)
        os.write(journal, b"+" * (steps - seen) + b"!")
        for action in actions(seed, steps):
            check_result(await env.step(action), rules.step(action))
            os.write(journal, b"+")


def client_process(*args) -> None:
    try:
        asyncio.run(play(*args))
    except BaseException as error:
        os.write(args[-1], f"\n{error!r}"[:2000].encode())
    finally:
        os._exit(0)


def play_until_killed(base_url: str, seed: int, seen: int, delay: float) -> int:
    """Forks a client, waits until it has had its state, and kills it a moment later. Returns the steps answered by then."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        client_process(base_url, seed, seen, writing)
    os.close(writing)
    journal = b""
    while b"!" not in journal and b"\n" not in journal:
        journal += os.read(reading, 65536)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while rest := os.read(reading, 65536):
        journal += rest
    os.close(reading)
    if b"\n" in journal:
        raise Mismatch(journal.partition(b"\n")[2].decode())
    return seen + journal.count(b"+")


async def begin(base_url: str) -> None:
    async with GenericEnvClient(base_url=base_url) as env:
        await env.reset(episode_id="killed")


def main(base_url: str, kills: int, seed: int) -> None:
    random = Random(seed)
    asyncio.run(begin(base_url))
    seen = 0
    for _ in range(kills):
        seen = play_until_killed(base_url, seed, seen, random.random() / 20)
    print(json.dumps({"kills": kills, "steps": seen}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
