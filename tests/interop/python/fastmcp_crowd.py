"""As many FastMCP clients as asked for, all at once: each initialises, lists, calls, waits until its session has been evicted, and calls
again. Prints {"called": n} before the wait and after it.

usage: fastmcp_crowd.py URL CLIENTS WAIT_SECONDS
"""

import asyncio
import json
import sys
from contextlib import AsyncExitStack

from checks import must_equal
from fastmcp import Client

URL, CLIENTS, WAIT_SECONDS = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])


async def begin(client: Client) -> None:
    names = [tool.name for tool in await client.list_tools()]
    must_equal("whether it is listed", "count" in names, True)
    await count(client, 1)


async def count(client: Client, expected: int) -> None:
    must_equal("the count", (await client.call_tool("count", {})).data, expected)


async def main() -> None:
    async with AsyncExitStack() as stack:
        clients = await asyncio.gather(*(stack.enter_async_context(Client(URL, timeout=120)) for _ in range(CLIENTS)))
        await asyncio.gather(*(begin(client) for client in clients))
        print(json.dumps({"called": CLIENTS}), flush=True)
        await asyncio.sleep(WAIT_SECONDS)
        await asyncio.gather(*(count(client, 2) for client in clients))
        print(json.dumps({"called": CLIENTS}), flush=True)


asyncio.run(main())
