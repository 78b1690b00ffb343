"""Many clients at once where there is room for few: each plays an episode, or says how it was refused.

python crowd.py <base_url> <clients> <seconds> [kill]

They come a hundredth of a second apart, and each plays for some seconds.

With `kill` the clients that play are still open when the process ends itself by SIGKILL.
"""

import asyncio
import json
import os
import signal
import sys
import time

from openenv.core import GenericEnvClient


async def play(base_url: str, number: int, seconds: float) -> dict:
    """A client's line in the report: when it came and when it was let in, or the class and text of its exception."""
    env = GenericEnvClient(base_url=base_url, connect_timeout_s=60, message_timeout_s=300)
    try:
        await asyncio.sleep(number / 100)
        await env.connect()
        came = time.monotonic()
        await env.reset()
        admitted = time.monotonic()
        await env.step({"note": str(number), "wait_ms": int(seconds * 1000)})
        await env.close()
        return {"client": number, "came": came, "admitted": admitted}
    except Exception as error:
        return {"client": number, "refused": f"{type(error).__name__}: {error}"}


async def hold(base_url: str) -> None:
    env = GenericEnvClient(base_url=base_url)
    await env.connect()
    await env.reset()
    await env.step({"note": "held"})


async def main(base_url: str, clients: int, seconds: float, *kill: str) -> None:
    if kill:
        await asyncio.gather(*(hold(base_url) for _ in range(clients)))
        print(json.dumps({"held": clients}), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    for line in await asyncio.gather(*(play(base_url, number, seconds) for number in range(clients))):
        print(json.dumps(line))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), *sys.argv[4:]))
