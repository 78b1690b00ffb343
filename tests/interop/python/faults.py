"""Sessions of an environment that fails in 5 % of its steps: each failure must raise, and no turn may be made up in its place.

python faults.py <origin> <sessions> <steps> <seed>
"""

import asyncio
import json
import sys
from random import Random

from checks import must_equal
from openenv.core import GenericEnvClient


async def play(origin: str, steps: int, seed: int) -> dict[str, int]:
    random = Random(seed)
    counts = {"injected": 0, "raised": 0, "answered": 0}
    async with GenericEnvClient(base_url=f"{origin}/envs/faulty", connect_timeout_s=60) as env:
        await env.reset()
        for _ in range(steps):
            fails = random.random() < 0.05
            counts["injected"] += fails
            try:
                result = await env.step({"fails": fails})
            except RuntimeError as error:
                must_equal("the error", str(error), "Server error: The disk is full. (code: EXECUTION_ERROR)")
                counts["raised"] += 1
                continue
            counts["answered"] += 1
            must_equal("the turn", [result.observation["steps"], result.reward, result.done], [counts["answered"], 0.5, False])
        must_equal("the steps", (await env.state())["step_count"], counts["answered"])
    return counts


async def main(origin: str, sessions: int, steps: int, seed: int) -> None:
    played = await asyncio.gather(*(play(origin, steps, seed + index) for index in range(sessions)))
    print(json.dumps({key: sum(counts[key] for counts in played) for key in ("injected", "raised", "answered")}))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
