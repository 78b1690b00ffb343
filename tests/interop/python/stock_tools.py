"""A stock OpenEnv server whose environment is `echo`, written anew on upstream's classes: what ours is compared with."""

import socket
import threading
import time
from uuid import uuid4

import uvicorn
from fastapi import FastAPI
from fastmcp import FastMCP
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.mcp_environment import MCPEnvironment
from openenv.core.env_server.mcp_types import CallToolAction, CallToolObservation
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field
from typing_extensions import Annotated

Message = Annotated[str, Field(description="The message to echo back")]


class Echo(MCPEnvironment):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        mcp = FastMCP("echo")

        @mcp.tool
        def echo_message(message: Message) -> str:
            """Echo back the provided message."""
            return message

        @mcp.tool
        def echo_with_length(message: Message) -> dict:
            """Echo back the message with its length."""
            return {"message": message, "length": len(message)}

        super().__init__(mcp)
        self._state = State(episode_id=str(uuid4()), step_count=0)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: object) -> Observation:
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        metadata = {"status": "ready", "message": "Echo environment ready!"}
        return Observation(done=False, reward=0.0, metadata=metadata)

    def _step_impl(self, action: Action, timeout_s: float | None = None, **kwargs: object) -> Observation:
        raise ValueError(f"Unknown action: {type(action).__name__}")

    def step(self, action: Action, timeout_s: float | None = None, **kwargs: object) -> Observation:
        self._state.step_count += 1
        return super().step(action, timeout_s=timeout_s, **kwargs)

    async def step_async(self, action: Action, timeout_s: float | None = None, **kwargs: object) -> Observation:
        self._state.step_count += 1
        return await super().step_async(action, timeout_s=timeout_s, **kwargs)

    @property
    def state(self) -> State:
        return self._state


def serve(mode: str) -> str:
    """Starts the server and returns its URL once it answers."""
    return run(create_app(Echo, CallToolAction, CallToolObservation, env_name="echo", max_concurrent_envs=1000, mode=mode))


def run(app: FastAPI) -> str:
    """Serves an app in a thread, on a port of its own, and returns its URL once it answers."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
    threading.Thread(target=server.run, args=([listener],), daemon=True).start()
    while not server.started:
        time.sleep(0.01)
    return f"http://127.0.0.1:{listener.getsockname()[1]}"
