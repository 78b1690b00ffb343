"""What strangers' environments do that a proxy must leave alone. One route or socket a kind."""

import asyncio
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse

app = FastAPI(openapi_url=None)
episode = {"count": 0}


@app.get("/ping")
def ping():
    return {"pong": True}


@app.api_route("/", methods=["GET", "POST"])
def root():
    return PlainTextResponse("no such page", 404)


@app.api_route("/reset", methods=["GET", "POST"])
async def reset(request: Request):
    episode["count"] = 0
    return {"observation": {}, "reward": None, "done": None, "query": dict(request.query_params)}


@app.post("/step")
async def step(request: Request):
    """A bare action, a reward that is an object, numbers as Python prints them."""
    episode["count"] += 1
    body = await request.body()
    return Response(b'{"action":%s,"reward":{"score":1.0,"big":12345678901234567890},"n":%d}' % (body or b"null", episode["count"]), 200)


@app.get("/state")
def state():
    return PlainTextResponse("Internal Server Error: no episode", 500)


@app.api_route("/grader", methods=["PUT", "DELETE", "PATCH"])
async def grader(request: Request):
    body = await request.body()
    return Response(bytes(reversed(body)), 299, {"X-Session-ID": request.headers.get("x-session-id", ""), "X-Method": request.method})


@app.get("/docs-by-hand")
def docs_by_hand():
    return RedirectResponse("/ping")


@app.get("/where")
def where(request: Request):
    return {name: request.headers.get(name) for name in ("x-forwarded-prefix", "x-forwarded-proto", "authorization")}


@app.get("/events")
def events():
    async def lines():
        for i in range(3):
            yield f"data: {i}\n\n"
            await asyncio.sleep(0.2)

    return StreamingResponse(lines(), media_type="text/event-stream")


@app.get("/disk")
def disk():
    path = Path("/tmp/leak")
    was_there = path.exists()
    path.write_text("left by a session")
    return {"leaked": was_there}


@app.post("/mcp")
def mcp():
    return JSONResponse({"jsonrpc": "2.0", "id": 1, "result": {}})


@app.websocket("/ws")
async def dialect(socket: WebSocket):
    """Another dialect, binary frames, a long step, an error frame and then the end."""
    await socket.accept()
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if message.get("bytes") is not None:
            await socket.send_bytes(message["bytes"][::-1])
        elif message["text"] == "slow":
            await asyncio.sleep(1)
            await socket.send_text('{"done":null}')
        elif message["text"] == "fail":
            await socket.send_text('{"type":"error","data":{"message":"one session only"}}')
            return await socket.close(1000)
        else:
            await socket.send_text('{"event":"reply","payload":%s}' % message["text"])


@app.websocket("/live/feed")
async def feed(socket: WebSocket):
    await socket.accept()
    await socket.send_text("hello")
    await socket.close(4321, "enough")


@app.websocket("/refused")
async def refused(socket: WebSocket):
    await socket.close()
