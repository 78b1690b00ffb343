"""A player of connect4 on a named session who loses its connection again and again, and accepts no answer that the rules do not allow."""

import asyncio
import copy
import re
import time
from random import Random
from typing import Any, Callable, Optional

from checks import Mismatch, check_result, check_state
from openenv.core import GenericEnvClient
from rules import Connect4
from websockets.exceptions import ConnectionClosed

LOST = (ConnectionClosed, ConnectionError, asyncio.TimeoutError, TimeoutError, OSError)
ROLLED_BACK = re.compile(r"back at step (\d+);.*EPISODE_ROLLED_BACK")
RETRIES = 1200
RETRY_SECONDS = 0.05


class Survivor:
    """Keeps every state that the episode may be in: after a loss with a step unanswered these are two, after the next answer one."""

    def __init__(self, base_url: str, seed: int, reconnects: bool) -> None:
        self.base_url = base_url
        self.random = Random(seed)
        self.reconnects = reconnects
        self.possible = [Connect4()]
        self.history: dict[int, Connect4] = {}
        self.report = {"answered": 0, "losses": 0, "unanswered": 0, "applied": 0, "rolled_back": 0, "lost_steps": 0}

    async def play(self, is_over: Callable[[], bool], on_answer: Callable[[], None]) -> None:
        self._connect()
        check_result(await self.client.reset(episode_id="survivor"), self.possible[0].reset())
        self._remember()
        while not is_over():
            began = time.monotonic()
            try:
                await self._step()
            except LOST:
                await self._recover()
            on_answer()
            # About as long between two steps as in one: a loss falls into either.
            await asyncio.sleep(min(time.monotonic() - began, 0.2) * 2 * self.random.random())
        await self._state()
        await self.client.close()

    def _connect(self) -> None:
        self.client = GenericEnvClient(base_url=self.base_url, message_timeout_s=20)

    async def _recover(self) -> None:
        """What comes first is a step, or a question for the state when only that can tell whether the unanswered step was applied."""
        self.report["losses"] += 1
        before, *after = (rules.step_count for rules in self.possible)
        self.report["unanswered"] += len(after) > 0
        for _ in range(RETRIES):
            if not self.reconnects:
                self._connect()
            is_clear = len(self.possible) == 1
            try:
                await (self._step() if is_clear and self.random.random() < 0.5 else self._state())
                self.report["applied"] += self.possible[0].step_count in after
                return
            except LOST:
                await asyncio.sleep(RETRY_SECONDS)
        raise Mismatch(f"no answer in {RETRIES} tries; {before} steps were answered")

    async def _state(self) -> None:
        state = await self._ask(self.client.state)
        if state is not None:
            self._keep_those(self.possible, lambda rules: check_state(state, "survivor", rules))

    async def _step(self) -> None:
        action = self.possible[0].draw(self.random)
        before = copy.deepcopy(self.possible)
        self.possible += [after_step(rules, action) for rules in before]
        self._remember()
        try:
            result = await self._ask(lambda: self.client.step(action))
        except ConnectionError as error:
            if "Failed to connect" in str(error):
                self.possible = before
            raise
        if result is not None:
            self._keep_those(before, lambda rules: check_result(result, rules.step(action)))
            self.report["answered"] += 1

    async def _ask(self, call: Callable[[], Any]) -> Optional[Any]:
        """None when the server says that a crash took steps which were only promised to a checkpoint."""
        try:
            return await call()
        except RuntimeError as error:
            rolled_back = ROLLED_BACK.search(str(error))
            if rolled_back is None or int(rolled_back[1]) not in self.history:
                raise Mismatch(str(error)) from error
            count = int(rolled_back[1])
            self.report["rolled_back"] += 1
            self.report["lost_steps"] += max(self.possible[0].step_count - count, 0)
            self.possible = [copy.deepcopy(self.history[count])]
            self.history = {k: v for k, v in self.history.items() if k <= count}
            return None

    def _keep_those(self, candidates: list[Connect4], check: Callable[[Connect4], None]) -> None:
        faults = []
        kept = []
        for rules in candidates:
            was = rules.step_count
            try:
                check(rules)
                kept.append(rules)
            except Mismatch as mismatch:
                faults.append(f"after {was} steps {mismatch}")
        if not kept:
            raise Mismatch("; or ".join(faults))
        self.possible = kept
        self._remember()

    def _remember(self) -> None:
        for rules in self.possible:
            self.history[rules.step_count] = copy.deepcopy(rules)


def after_step(rules: Connect4, action: dict) -> Connect4:
    after = copy.deepcopy(rules)
    after.step(action)
    return after
