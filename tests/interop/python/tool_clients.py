"""Plays the tools of `echo` with the stock MCPToolClient: one line of JSON for each way in which it can speak.

usage: tool_clients.py URL ROUNDS MODE
"""

import asyncio
import json
import sys

from checks import must_equal
from openenv.core.mcp_client import MCPToolClient

URL, ROUNDS, MODE = sys.argv[1], int(sys.argv[2]), sys.argv[3]
EMOJI = "é 😀 \u2028 \"q\" \\"


async def play(url: str, over_http: bool) -> int:
    """Opens, lists, calls and closes; returns how many rounds were right."""
    for round_number in range(ROUNDS):
        client = MCPToolClient(base_url=url)
        client.use_production_mode = over_http
        async with client as env:
            if MODE == "simulation":
                must_equal("the reset's reward", (await env.reset()).reward, 0.0)
            tools = await env.list_tools()
            must_equal("the tools", [tool.name for tool in tools], ["echo_message", "echo_with_length"])
            must_equal("a schema", tools[0].input_schema["required"], ["message"])
            must_equal("a string", await env.call_tool("echo_message", message=f"{EMOJI}{round_number}"), f"{EMOJI}{round_number}")
            expected = {"message": EMOJI, "length": len(EMOJI)}
            must_equal("an object", await env.call_tool("echo_with_length", message=EMOJI), expected)
            await must_fail(env.call_tool("nope"), "nope")
            await must_fail(env.call_tool("echo_message"), "message")
            if MODE == "production":
                await must_fail(env.reset(), "production mode")
    return ROUNDS


async def must_fail(call, word: str) -> None:
    try:
        result = await call
    except RuntimeError as error:
        must_equal(f"whether {error} names {word}", word in str(error), True)
    else:
        raise AssertionError(f"a call that had to fail returned {result!r}")


async def main() -> None:
    ways = [(URL, True)] if MODE == "production" else [(URL, True), (URL, False), (f"{URL}/s/tools", True), (URL.replace("http", "ws"), True)]
    for url, over_http in ways:
        print(json.dumps({"rounds": await play(url, over_http)}))


asyncio.run(main())
