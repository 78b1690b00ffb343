"""Typed clients as environments ship them: pydantic models that forbid further keys, and an EnvClient subclass."""

from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient
from openenv.core.env_server.types import Action, Observation, State


class EchoAction(Action):
    message: str


class EchoObservation(Observation):
    echoed_message: str
    message_length: int


class MoveAction(Action):
    action: str


class GridObservation(Observation):
    x: int
    y: int
    message: str


class ColumnAction(Action):
    column: int


class BoardObservation(Observation):
    board: list[list[int]]
    legal_actions: list[int]


class PlainState(State):
    model_config = {"extra": "forbid"}


class BoardState(PlainState):
    board: list[list[int]]
    next_player: int


class TypedClient(EnvClient):
    """Splats the observation into its model, as upstream's clients do: one undeclared key and it raises."""

    action: type[Action]
    observation: type[Observation]
    state_model: type[State] = PlainState

    def _step_payload(self, action: Action) -> dict[str, Any]:
        return action.model_dump(exclude={"metadata"})

    def _parse_result(self, payload: dict[str, Any]) -> StepResult:
        observation = self.observation(**payload["observation"], reward=payload["reward"], done=payload["done"])
        return StepResult(observation=observation, reward=payload["reward"], done=payload["done"])

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return self.state_model(**payload)


class EchoClient(TypedClient):
    action, observation = EchoAction, EchoObservation


class GridClient(TypedClient):
    action, observation = MoveAction, GridObservation


class BoardClient(TypedClient):
    action, observation, state_model = ColumnAction, BoardObservation, BoardState


TYPED_CLIENTS = {"echo_legacy": EchoClient, "grid_world": GridClient, "connect4": BoardClient}
