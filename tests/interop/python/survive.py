"""Survivors of one client version, one a base_url. Each line of standard input asks all of them to tell of their next answer; when it
closes, they end. Lines of JSON tell of an answer, and at the end report.

python survive.py <reconnects|renews> <seed> <base_url>…
"""

import asyncio
import json
import sys
import threading

from checks import Mismatch
from survivor import Survivor


class Director:
    """What the test has asked for so far."""

    def __init__(self) -> None:
        self.asked = 0
        self.is_over = False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for _ in sys.stdin:
            self.asked += 1
        self.is_over = True


async def survive(survivor: Survivor, index: int, director: Director) -> None:
    told = 0

    def on_answer() -> None:
        nonlocal told
        if told < director.asked:
            told = director.asked
            print(json.dumps({"event": "answer", "survivor": index, "asked": told}))

    fault = None
    try:
        await survivor.play(lambda: director.is_over, on_answer)
    except Mismatch as mismatch:
        fault = str(mismatch)
    print(json.dumps({"event": "end", "survivor": index, "fault": fault, **survivor.report}))


async def main(mode: str, seed: int, urls: list[str]) -> None:
    director = Director()
    survivors = [Survivor(url, seed + index, mode == "reconnects") for index, url in enumerate(urls)]
    await asyncio.gather(*(survive(survivor, index, director) for index, survivor in enumerate(survivors)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
