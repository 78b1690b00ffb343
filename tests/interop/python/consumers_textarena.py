"""A typed client of TextArena's games, by the wire's fields."""

from typing import Any

from pydantic import BaseModel
from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient
from openenv.core.env_server.types import Action, Observation, State


class TextArenaAction(Action):
    message: str


class TextArenaMessage(BaseModel):
    sender_id: int
    content: str
    category: str


class TextArenaObservation(Observation):
    prompt: str
    messages: list[TextArenaMessage]
    current_player_id: int
    legal_players: list[int]
    info: dict[str, Any]


class TextArenaState(State):
    env_id: str
    turn: int
    last_reward: float
    raw_state: dict[str, Any]


class TextArenaEnv(EnvClient[TextArenaAction, TextArenaObservation, TextArenaState]):
    def _step_payload(self, action: TextArenaAction) -> dict[str, Any]:
        return {"message": action.message}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[TextArenaObservation]:
        observation = TextArenaObservation(**payload["observation"], reward=payload["reward"], done=payload["done"])
        return StepResult(observation=observation, reward=payload["reward"], done=payload["done"])

    def _parse_state(self, payload: dict[str, Any]) -> TextArenaState:
        return TextArenaState(**payload)
