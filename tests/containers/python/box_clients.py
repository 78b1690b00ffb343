"""Plays the environments of the box with stock clients: the generic one, the one for tools and, where a checkout of OpenEnv is on
PYTHONPATH (its `envs`), upstream's own typed ones. One line of JSON an environment: what its last step showed.

python box_clients.py <origin> <key> generic|typed
"""

import asyncio
import importlib.util
import json
import sys
from typing import Any

from openenv.core import GenericEnvClient
from openenv.core.mcp_client import MCPToolClient

ORIGIN, KEY, KIND = sys.argv[1:]
CELL = "add_and_execute_code_cell"

# By environment: options of its reset, the steps of an episode, and what to take from the last one's observation.
STEPS = {
    "coding": ({}, [{"code": "x = 6"}, {"code": "x * 7"}], "stdout"),
    "git": ({}, [{"action_type": "list_repos"}], "message"),
    "repl": ({"context": "ab"}, [{"code": "n = len(context)"}, {"code": "print(f'FINAL({n})')"}], "iteration"),
    "tbench2": ({"task_id": "hello-file"}, [{"action_type": "exec", "command": "echo $((6 * 7))"}], "output"),
}
TOOLS = {
    "coding_tools": ("bash", {"command": "echo $((6 * 7))"}),
    "jupyter": (CELL, {"code": "6 * 7"}),
    "terminus": ("terminal", {"command": "echo $((6 * 7))"}),
}
TYPED = {
    "coding": ("coding_env", "CodingEnv", "CodeAction"),
    "git": ("git_env", "GitEnv", "GitAction"),
    "repl": ("repl_env", "REPLEnv", "REPLAction"),
    "tbench2": ("tbench2_env", "Tbench2Env", "Tbench2Action"),
    "coding_tools": ("coding_tools_env", "CodingToolsEnv", None),
    "jupyter": ("jupyter_env", "JupyterEnv", None),
    "terminus": ("terminus_env", "TerminusEnv", None),
}


def kinds(name: str) -> tuple[Any, Any]:
    """The client's class and its action's."""
    if KIND == "generic":
        return (MCPToolClient, None) if name in TOOLS else (GenericEnvClient, dict)
    package, client, action = TYPED[name]
    # The package without what its __init__ imports for its server.
    sys.modules[package] = importlib.util.module_from_spec(importlib.util.find_spec(package))
    models = action and getattr(importlib.import_module(f"{package}.models"), action)
    return getattr(importlib.import_module(f"{package}.client"), client), models


def field(observation: Any, name: str) -> Any:
    return observation[name] if isinstance(observation, dict) else getattr(observation, name)


async def play(name: str) -> dict:
    client, action = kinds(name)
    async with client(base_url=f"{ORIGIN}/envs/{name}/s/{KEY}") as env:
        if name in TOOLS:
            await env.reset()
            tool, given = TOOLS[name]
            assert tool in [described.name for described in await env.list_tools()]
            shown = await env.call_tool(tool, **given)
            return {"environment": name, "shown": shown if isinstance(shown, str) else shown.get("text", shown)}
        options, steps, key = STEPS[name]
        await env.reset(**options)
        for step in steps:
            result = await env.step(action(**step))
        state = await env.state()
        assert field(state, "step_count") == len(steps), state
        return {"environment": name, "shown": field(result.observation, key)}


async def main() -> None:
    for name in sorted(TYPED):
        print(json.dumps(await play(name)))


asyncio.run(main())
