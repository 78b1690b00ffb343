"""A typed client of the OpenSpiel games, by the wire's fields."""

from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient
from openenv.core.env_server.types import Action, Observation, State


class MoveAction(Action):
    action_id: int
    game_name: str
    game_params: dict[str, Any] = {}


class GameObservation(Observation):
    info_state: list[float]
    legal_actions: list[int]
    game_phase: str
    current_player_id: int
    opponent_last_action: int | None


class GameState(State):
    game_name: str
    agent_player: int
    opponent_policy: str
    game_params: dict[str, Any]
    num_players: int


class OpenSpielEnv(EnvClient[MoveAction, GameObservation, GameState]):
    def _step_payload(self, action: MoveAction) -> dict[str, Any]:
        return action.model_dump(exclude={"metadata"})

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[GameObservation]:
        observation = GameObservation(**payload["observation"], reward=payload["reward"], done=payload["done"])
        return StepResult(observation=observation, reward=payload["reward"], done=payload["done"])

    def _parse_state(self, payload: dict[str, Any]) -> GameState:
        return GameState(**payload)
