"""Uses the tools of `echo` as any MCP client would, with FastMCP's: prints one line of JSON.

usage: fastmcp_client.py URL CLIENTS
"""

import asyncio
import json
import sys

from checks import must_equal
from fastmcp import Client
from fastmcp.exceptions import ToolError

URL, CLIENTS = sys.argv[1], int(sys.argv[2])


async def use(number: int) -> None:
    async with Client(URL) as client:
        must_equal("the tools", [tool.name for tool in await client.list_tools()], ["echo_message", "echo_with_length"])
        must_equal("a string", (await client.call_tool("echo_message", {"message": f"😀{number}"})).data, f"😀{number}")
        result = await client.call_tool("echo_with_length", {"message": "😀"})
        must_equal("an object", result.data, {"message": "😀", "length": 1})
        must_equal("its structured content", result.structured_content, {"message": "😀", "length": 1})
        await client.ping()
        try:
            await client.call_tool("echo_message", {})
        except ToolError as error:
            must_equal("what failed", "Missing required argument" in str(error), True)
        else:
            raise AssertionError("a call without its argument went through")


async def main() -> None:
    await asyncio.gather(*(use(number) for number in range(CLIENTS)))
    print(json.dumps({"clients": CLIENTS}))


asyncio.run(main())
