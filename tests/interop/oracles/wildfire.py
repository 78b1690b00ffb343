"""Digests of upstream's wildfire, for tests/environments/wildfire.test.ts.

    OPENENV_CHECKOUT=... python wildfire.py > ../../environments/fixtures/wildfire-episodes.json

Episode `seed` runs on Random(seed) and is played by Random(seed + 10000). Its digest covers every grid, timer and double.
"""

import hashlib
import json
import os
import random
import struct
import sys

sys.path.insert(0, os.path.join(os.environ["OPENENV_CHECKOUT"], "envs"))

from wildfire_env.models import WildfireAction  # noqa: E402
from wildfire_env.server.wildfire_environment import WildfireEnvironment  # noqa: E402

EPISODES = 2000
STEPS_AFTER_DONE = 2


def order(player, grid):
    kind = player.choice(["water", "break", "wait", "fly", "water", "break", "wait"])
    burning = [at for at, cell in enumerate(grid) if cell == 2]
    if kind in ("wait", "fly") or player.random() < 0.05:
        return {"action": kind}
    if burning and player.random() < 0.7:
        at = player.choice(burning)
        return {"action": kind, "x": at % 16, "y": at // 16}
    return {"action": kind, "x": player.randint(-1, 16), "y": player.randint(-1, 16)}


def feed(digest, seen, state):
    ints = [seen.step, seen.burning_count, seen.burned_count, seen.remaining_water, seen.remaining_breaks]
    digest.update(bytes(seen.grid) + bytes(state.burn_timers) + struct.pack(">5i", *ints))
    digest.update(struct.pack(">3d", seen.humidity, seen.reward_hint, seen.reward or 0.0) + bytes([seen.done]))
    digest.update(struct.pack(">2i", state.total_burned, state.total_extinguished) + seen.wind_dir.encode())


def episode(seed):
    environment = WildfireEnvironment(width=16, height=16, seed=seed)
    player = random.Random(seed + 10000)
    digest = hashlib.sha256()
    seen = environment.reset()
    feed(digest, seen, environment.state)
    steps = after = 0
    while after < STEPS_AFTER_DONE:
        seen = environment.step(WildfireAction(**order(player, seen.grid)))
        feed(digest, seen, environment.state)
        steps += 1
        after += seen.done
    return [steps, digest.hexdigest()[:12]]


json.dump([episode(seed) for seed in range(1, EPISODES + 1)], sys.stdout, separators=(",", ":"))
