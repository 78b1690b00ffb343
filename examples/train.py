"""Learns the grid by Q-learning, over as many sessions at once as it is told, with OpenEnv's stock client.

    pip install openenv
    python train.py http://127.0.0.1:8000/envs/grid_world
"""

import argparse
import asyncio
import random
from collections import defaultdict

from openenv.core import GenericEnvClient

ACTIONS = ["UP", "DOWN", "LEFT", "RIGHT"]
MAX_STEPS = 40
EXPLORATION = 0.2
LEARNING_RATE = 0.5
# Better than anything the grid pays: what was never tried looks best.
FIRST_GUESS = 1.0


def best_action(values, place):
    return max(ACTIONS, key=lambda action: values[place, action])


async def play(env, values, seed, exploration):
    """One episode: its transitions, and what it earned."""
    chance = random.Random(seed)
    turn = await env.reset(seed=seed)
    place = (turn.observation["x"], turn.observation["y"])
    transitions = []
    for _ in range(MAX_STEPS):
        explores = chance.random() < exploration
        action = chance.choice(ACTIONS) if explores else best_action(values, place)
        turn = await env.step({"action": action})
        after = (turn.observation["x"], turn.observation["y"])
        transitions.append((place, action, turn.reward, after, turn.done))
        place = after
        if turn.done:
            break
    return transitions, sum(reward for _, _, reward, _, _ in transitions)


def learn(values, transitions):
    # Backwards, so that what the end paid reaches the start at once.
    for place, action, reward, after, done in reversed(transitions):
        future = 0.0 if done else values[after, best_action(values, after)]
        values[place, action] += LEARNING_RATE * (reward + future - values[place, action])


async def train(base_url, sessions, rounds):
    values = defaultdict(lambda: FIRST_GUESS)
    envs = [GenericEnvClient(base_url=base_url) for _ in range(sessions)]
    try:
        await asyncio.gather(*(env.connect() for env in envs))
        for number in range(rounds):
            seeds = range(number * sessions, (number + 1) * sessions)
            episodes = await asyncio.gather(*(play(env, values, seed, EXPLORATION) for env, seed in zip(envs, seeds)))
            for transitions, _ in episodes:
                learn(values, transitions)
            mean = sum(earned for _, earned in episodes) / sessions
            print(f"round {number + 1}: mean return {mean:.2f}")
        path, earned = await play(envs[0], values, seed=0, exploration=0.0)
        print(f"learned: return {earned:.2f} in {len(path)} steps")
    finally:
        await asyncio.gather(*(env.close() for env in envs))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url")
    parser.add_argument("--sessions", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=20)
    arguments = parser.parse_args()
    asyncio.run(train(arguments.base_url, arguments.sessions, arguments.rounds))
