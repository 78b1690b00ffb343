"""One stock synchronous client that steps for a number of seconds, as a training notebook's reward function does."""

import json
import sys
import time

from openenv import GenericEnvClient


def play(base_url: str, seconds: float, reset: dict, actions: list) -> dict:
    with GenericEnvClient(base_url=base_url).sync() as env:
        env.reset(**reset)
        steps = 0
        started = time.monotonic()
        while time.monotonic() - started < seconds:
            action = actions[steps % len(actions)]
            if steps > 0 and steps % len(actions) == 0:
                env.reset(**reset)
            env.step(action)
            steps += 1
        return {"steps": steps, "seconds": time.monotonic() - started}


plan = json.loads(sys.argv[1])
print(json.dumps(play(plan["base_url"], plan["seconds"], plan["reset"], plan["actions"])))
