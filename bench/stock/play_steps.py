"""One stock synchronous client that steps for a number of seconds, as a training notebook's reward function does."""

import json
import sys
import time

from openenv import GenericEnvClient


def choose(play: dict, step: int, result):
    """The next action, or None when the episode is over; the same rule as the load generator's."""
    if result.done:
        return None
    if "script" in play:
        return play["script"][step] if step < len(play["script"]) else None
    choices = result.observation[play["from"]]
    return {**play["rest"], play["to"]: choices[step * 7 % len(choices)]} if choices else None


def count_steps(base_url: str, seconds: float, reset: dict, play: dict) -> dict:
    with GenericEnvClient(base_url=base_url).sync() as env:
        result = env.reset(**reset)
        steps = step = 0
        started = time.monotonic()
        while time.monotonic() - started < seconds:
            action = choose(play, step, result)
            if action is None:
                step = 0
                result = env.reset(**reset)
                continue
            result = env.step(action)
            step += 1
            steps += 1
        return {"steps": steps, "seconds": time.monotonic() - started}


print(json.dumps(count_steps(**json.loads(sys.argv[1]))))
