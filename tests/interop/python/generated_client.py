"""Plays with a generated client: python generated_client.py <module> <base URL> <action as JSON>; prints what it met."""

import importlib
import json
import sys

from pydantic import BaseModel, TypeAdapter

module, base_url, action = importlib.import_module(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])
title = next(name for name in module.__all__ if name.endswith("Env"))[:-3]

with getattr(module, f"{title}Env")(base_url=base_url).sync() as env:
    first = env.reset(seed=7)
    typed = TypeAdapter(getattr(module, f"{title}Action")).validate_python(action)
    turn = env.step(typed)
    state = env.state()

for shown in (first.observation, typed, turn.observation, state):
    assert isinstance(shown, BaseModel), type(shown)
assert not (state.model_extra or {}), state.model_extra
try:
    TypeAdapter(getattr(module, f"{title}Action")).validate_python({**action, "no_such_field": 1})
    refused = False
except ValueError:
    refused = True
print(
    json.dumps(
        {
            "observation": turn.observation.model_dump(mode="json", exclude={"metadata"}),
            "types": [type(shown).__name__ for shown in (first.observation, typed, turn.observation, state)],
            "step_count": state.step_count,
            "refused": refused,
        }
    )
)
