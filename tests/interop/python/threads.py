"""Sync clients driven from a pool of threads: each session must see its own episode only, whichever thread plays it.

python threads.py <origin> <clients> <threads> <episodes> <seed>
"""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

from checks import check_result, check_state
from openenv.core import GenericEnvClient
from rules import GridWorld


def play_episode(env, episode: int, seed: int) -> None:
    random = Random(seed)
    rules = GridWorld()
    episode_id = f"{seed}-{episode}"
    check_result(env.reset(episode_id=episode_id), rules.reset())
    for _ in range(4):
        action = rules.draw(random)
        check_result(env.step(action), rules.step(action))
    check_state(env.state(), episode_id, rules)


def main(origin: str, clients: int, threads: int, episodes: int, seed: int) -> None:
    envs = [GenericEnvClient(base_url=f"{origin}/envs/grid_world").sync() for _ in range(clients)]
    with ThreadPoolExecutor(threads) as pool:
        for episode in range(episodes):
            plays = [pool.submit(play_episode, env, episode, seed + index) for index, env in enumerate(envs)]
            for play in plays:
                play.result()
        list(pool.map(lambda env: env.close(), envs))
    print(json.dumps({"episodes": clients * episodes}))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
