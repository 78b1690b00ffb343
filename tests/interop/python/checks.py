"""Compares what a client returned with what the rules say: every value, its type and the order of keys."""

import json
from typing import Any

from rules import Turn


class Mismatch(Exception):
    """An answer differs from the rules."""


def as_text(value: Any) -> str:
    """JSON keeps what Python's == loses: 1, 1.0 and True differ, and so do two orders of the same keys."""
    return json.dumps(value, ensure_ascii=False)


def must_equal(what: str, found: Any, expected: Any) -> None:
    if as_text(found) != as_text(expected):
        raise Mismatch(f"{what} is {as_text(found)} and must be {as_text(expected)}")


def check_result(result: Any, turn: Turn) -> None:
    """Checks a StepResult of a generic client (dicts) or of a typed one (pydantic models)."""
    metadata = {"metadata": turn.metadata}
    if isinstance(result.observation, dict):
        must_equal("the observation", result.observation, {**metadata, **turn.observation})
        if hasattr(result, "metadata"):
            must_equal("the result's metadata", result.metadata, turn.metadata or None)
    else:
        found = result.observation.model_dump()
        must_equal("the observation", found, {"done": turn.done, "reward": turn.reward, **metadata, **turn.observation})
    must_equal("the reward", result.reward, turn.reward)
    must_equal("done", result.done, turn.done)


def check_state(state: Any, episode_id: str, rules: Any) -> None:
    found = state if isinstance(state, dict) else state.model_dump()
    must_equal("the state", found, {"episode_id": episode_id, "step_count": rules.step_count, **rules.state()})
