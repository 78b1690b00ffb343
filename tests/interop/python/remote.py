"""Stock clients by remote control: a line of JSON in asks for a call on one of them, a line out has its result or the error that it raised.

in: {"id", "client", "method", "args", "kwargs"}, where the method `open` makes the client; out: {"id", "result" or "error"}.
The line with id 0 says that it is ready.
"""

import asyncio
import json
import sys
import threading
from typing import Any

from openenv.core import GenericEnvClient


def plain(value: Any) -> Any:
    """A StepResult as a dict; `metadata` is absent in versions that have none."""
    if not hasattr(value, "observation"):
        return value if isinstance(value, dict) else None
    return {key: getattr(value, key) for key in ("observation", "reward", "done", "metadata") if hasattr(value, key)}


async def answer(request: dict, clients: dict[int, GenericEnvClient]) -> None:
    number, method = request["client"], request["method"]
    try:
        if method == "open":
            clients[number] = GenericEnvClient(**request["kwargs"])
            result = None
        else:
            result = plain(await getattr(clients[number], method)(*request["args"], **request["kwargs"]))
        reply = {"result": result}
    except Exception as error:
        reply = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps({"id": request["id"], **reply}), flush=True)


async def main() -> None:
    loop = asyncio.get_running_loop()
    requests: asyncio.Queue = asyncio.Queue()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(requests.put_nowait, json.loads(line))
        loop.call_soon_threadsafe(requests.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    print(json.dumps({"id": 0, "result": None}), flush=True)
    clients: dict[int, GenericEnvClient] = {}
    tasks = set()
    while (request := await requests.get()) is not None:
        task = asyncio.create_task(answer(request, clients))
        tasks.add(task)
        task.add_done_callback(tasks.discard)


if __name__ == "__main__":
    asyncio.run(main())
