"""Sessions of the OpenSpiel games for upstream's own harness loop; what they say is what upstream's datasets say."""

from typing import Any

from openenv.core.env_server.mcp_types import Tool
from openenv.core.harness import ResourceSessionFactory, StepEnvSessionAdapter, ToolResult

from .client import GameObservation, MoveAction

SCHEMA = {"type": "object", "properties": {"action_id": {"type": "integer"}}, "required": ["action_id"]}


def draw(info_state: list[float]) -> str:
    if len(info_state) != 27:
        return ""
    marks = ["X" if info_state[9 + cell] else "O" if info_state[18 + cell] else str(cell) for cell in range(9)]
    return "\n---------\n".join(" | ".join(marks[row : row + 3]) for row in (0, 3, 6))


def prompt(game: str, observation: GameObservation) -> str:
    board = draw(observation.info_state)
    lines = [
        f"You are playing {game}.",
        "Call the play_move tool with an action_id drawn from legal_actions.",
        f"Legal actions: {observation.legal_actions}",
    ]
    return "\n".join(lines + (["", "Board:", board] if board else []))


def tell(_tool: str, arguments: dict[str, Any], result: Any, state: Any) -> ToolResult:
    seen = result.observation
    data = {
        "action_id": arguments["action_id"],
        "legal_actions": seen.legal_actions,
        "reward": result.reward,
        "done": result.done,
        "current_player_id": seen.current_player_id,
    }
    board = draw(seen.info_state)
    if board:
        data["board"] = board
    return ToolResult(data=data, done=result.done, metadata={"reward": result.reward, "state": state.model_dump()})


class OpenSpielSessionFactory(ResourceSessionFactory):
    def __init__(self, connect: Any, *, game_name: str) -> None:
        self.connect = connect
        self.game = game_name

    def create(self, task: Any = None, seed: int | None = None, episode_id: str | None = None) -> StepEnvSessionAdapter:
        return StepEnvSessionAdapter(
            client=self.connect(),
            task=task,
            seed=seed,
            episode_id=episode_id,
            tool_specs=[Tool(name="play_move", description="Play a move.", input_schema=SCHEMA)],
            action_builder=lambda _tool, arguments: MoveAction(action_id=int(arguments["action_id"]), game_name=self.game),
            initial_messages_builder=lambda result, _task: [{"role": "user", "content": prompt(self.game, result.observation)}],
            tool_result_builder=tell,
        )
