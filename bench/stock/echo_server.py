"""The echo environment of the comparison, written for OpenEnv's own server."""

import os
from typing import Any, Optional
from uuid import uuid4

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State


class EchoAction(Action):
    message: str


class EchoObservation(Observation):
    echoed_message: str
    message_length: int = 0


class Echo(Environment):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=str(uuid4()), step_count=0)

    def reset(self, seed: Optional[int] = None, episode_id: Optional[str] = None, **_: Any) -> EchoObservation:
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        return EchoObservation(echoed_message="Echo environment ready!", message_length=0, reward=0.0, done=False)

    def step(self, action: EchoAction, timeout_s: Optional[float] = None, **_: Any) -> EchoObservation:
        self._state.step_count += 1
        length = len(action.message)
        return EchoObservation(
            echoed_message=action.message,
            message_length=length,
            reward=0.1 * length,
            done=False,
            metadata={"original_message": action.message, "step": self._state.step_count},
        )

    @property
    def state(self) -> State:
        return self._state


app = create_app(
    Echo,
    EchoAction,
    EchoObservation,
    env_name="echo_legacy",
    max_concurrent_envs=int(os.environ["MAX_CONCURRENT_ENVS"]),
)
