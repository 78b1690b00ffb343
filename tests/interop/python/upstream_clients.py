"""Plays with upstream's own typed client of connect4, from a checkout of OpenEnv: its models, its parsing.

python upstream_clients.py <origin> <episodes> <seed> with <checkout>/envs on PYTHONPATH
"""

import asyncio
import json
import sys
from random import Random

from checks import check_result, check_state
from connect4_env import Connect4Action, Connect4Env
from rules import Connect4


async def play(client: Connect4Env, episodes: int, seed: int) -> None:
    random = Random(seed)
    rules = Connect4()
    async with client as env:
        for _ in range(episodes):
            check_result(await env.reset(), rules.reset())
            for _ in range(rules.max_steps):
                action = rules.draw(random)
                turn = rules.step(action)
                check_result(await env.step(Connect4Action(**action)), turn)
                if turn.done:
                    break
            state = await env.state()
            check_state(state, state.episode_id, rules)


if __name__ == "__main__":
    asyncio.run(play(Connect4Env(base_url=f"{sys.argv[1]}/envs/connect4"), int(sys.argv[2]), int(sys.argv[3])))
    print(json.dumps({"episodes": int(sys.argv[2])}))
