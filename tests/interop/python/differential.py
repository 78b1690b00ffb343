"""Asks a stock server and ours the same, and prints each difference as a line of JSON, then how much was asked.

usage: differential.py URL
"""

import asyncio
import json
import re
import sys
from typing import Any

import requests
import stock_tools
import websockets
from traffic import CONVERSATIONS, EXCHANGES

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|[0-9a-f]{64}")
MISSING = "<missing>"


def plain(value: Any) -> Any:
    """Without the ids that each server makes for itself."""
    return json.loads(ID.sub("<id>", json.dumps(value)))


def differences(found: Any, expected: Any, path: str = "") -> list[tuple[str, Any, Any]]:
    if isinstance(found, dict) and isinstance(expected, dict):
        keys = sorted({*found, *expected})
        return [each for key in keys for each in differences(found.get(key, MISSING), expected.get(key, MISSING), f"{path}.{key}")]
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        return [each for index in range(len(found)) for each in differences(found[index], expected[index], f"{path}.{index}")]
    is_same = found == expected and isinstance(found, bool) == isinstance(expected, bool)
    return [] if is_same else [(path, found, expected)]


def ask(base: str, method: str, path: str, body: Any) -> dict:
    data = body if isinstance(body, str) else None if body is None else json.dumps(body)
    answer = requests.request(method, base + path, data=data, headers={"content-type": "application/json"}, allow_redirects=False)
    try:
        content = plain(answer.json())
    except ValueError:
        content = answer.text
    kind = answer.headers.get("content-type", "").split(";")[0]
    return {"status": answer.status_code, "type": kind, "allow": answer.headers.get("allow"), "body": content}


async def converse(base: str, path: str, frames: list) -> list:
    answers: list = []
    try:
        async with websockets.connect(base.replace("http", "ws") + path) as socket:
            for frame in frames:
                await socket.send(frame if isinstance(frame, (str, bytes)) else json.dumps(frame))
                answers.append(plain(json.loads(await asyncio.wait_for(socket.recv(), 30))))
    except websockets.ConnectionClosed as closed:
        answers.append({"closed": closed.rcvd.code if closed.rcvd else None})
    except websockets.InvalidStatus as refused:
        answers.append({"refused": refused.response.status_code})
    # A socket that closed early answers less.
    return answers + [MISSING] * (len(frames) - len(answers))


def report(request: str, stock: Any, ours: Any) -> None:
    for path, expected, found in differences(stock, ours):
        print(json.dumps({"request": request, "path": path, "stock": expected, "ours": found}))


async def main(ours: str) -> None:
    stock = stock_tools.serve("simulation")
    for method, path, body in EXCHANGES:
        report(f"{method} {path} {json.dumps(body)}", ask(stock, method, path, body), ask(ours, method, path, body))
    for path, frames in CONVERSATIONS:
        request = f"WS {path} {json.dumps([str(frame) if isinstance(frame, bytes) else frame for frame in frames])}"
        report(request, *await asyncio.gather(converse(stock, path, frames), converse(ours, path, frames)))
    print(json.dumps({"asked": len(EXCHANGES) + sum(len(frames) for _, frames in CONVERSATIONS)}))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
