"""Loads an environment as TRL's GRPOTrainer does: a pool of clients, called without await, that is reused batch after batch, reset and
stepped one after the other, idle in between while the model generates and learns, never closed. Each reply is checked against the rules.

Prints a line of JSON for each batch; then waits, its sockets open, until it is killed.

usage: trl_load.py URL CLIENTS BATCHES TURNS GENERATING_SECONDS LEARNING_SECONDS SEED
"""

import json
import sys
import time
from random import Random

from checks import Mismatch, check_result
from openenv.core import GenericEnvClient
from rules import GridWorld

URL, CLIENTS, BATCHES, TURNS = sys.argv[1], *map(int, sys.argv[2:5])
GENERATING_SECONDS, LEARNING_SECONDS, SEED = float(sys.argv[5]), float(sys.argv[6]), int(sys.argv[7])


class Rollout:
    """One of the pool: what TRL's environment_factory makes, with the rules beside the client."""

    def __init__(self) -> None:
        self.env = GenericEnvClient(base_url=URL)
        self.rules = GridWorld()

    def reset(self, **row) -> None:
        check_result(self.env.reset(**row), self.rules.reset())

    def step(self, random: Random) -> None:
        action = self.rules.draw(random)
        check_result(self.env.step(action), self.rules.step(action))


def play_batch(pool: list[Rollout], random: Random, batch: int) -> int:
    """Returns how many rollouts were right from reset to the last turn. TRL resets all, then steps each in every turn."""
    wrong = set()

    def attempt(index: int, play) -> None:
        try:
            play()
        except (Mismatch, RuntimeError, ConnectionError, TimeoutError) as error:
            print(f"batch {batch}, rollout {index}: {error!r}", file=sys.stderr)
            wrong.add(index)

    for index, rollout in enumerate(pool):
        # Every column of the data set's row comes along.
        attempt(index, lambda: rollout.reset(seed=batch, prompt="Walk to the goal.", episode_id=f"{batch}-{index}"))
    for _ in range(TURNS):
        time.sleep(GENERATING_SECONDS)
        for index, rollout in enumerate(pool):
            attempt(index, lambda: rollout.step(random))
    return len(pool) - len(wrong)


def main() -> None:
    random = Random(SEED)
    pool = [Rollout()]
    pool[0].reset()  # TRL's probe when the trainer is made
    pool += [Rollout() for _ in range(CLIENTS - 1)]
    for batch in range(BATCHES):
        print(json.dumps({"batch": batch, "right": play_batch(pool, random, batch)}), flush=True)
        # Some updates take long enough for every session to hibernate.
        time.sleep(LEARNING_SECONDS if batch % 5 == 0 else GENERATING_SECONDS)
    sys.stdin.read()


main()
