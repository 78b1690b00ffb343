"""Survivors of one client version, one a base_url, until standard input closes. A line says that one has recovered; the last lines report.

python survive.py <reconnects|renews> <seed> <base_url>…
"""

import asyncio
import json
import sys
import threading

from checks import Mismatch
from survivor import Survivor


async def survive(survivor: Survivor, index: int, is_over: threading.Event) -> None:
    def say(event: str, **more: object) -> None:
        print(json.dumps({"event": event, "survivor": index, **more}))

    fault = None
    try:
        await survivor.begin()
        say("recovered")
        await survivor.play(is_over.is_set, lambda: say("recovered"))
    except Mismatch as mismatch:
        fault = str(mismatch)
    say("end", fault=fault, **survivor.report)


async def main(mode: str, seed: int, urls: list[str]) -> None:
    is_over = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), is_over.set()), daemon=True).start()
    survivors = [Survivor(url, seed + index, mode == "reconnects") for index, url in enumerate(urls)]
    await asyncio.gather(*(survive(survivor, index, is_over) for index, survivor in enumerate(survivors)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
