"""The rules of three environments, from their description (environments.md): no code of the runtime is read or run here."""

from random import Random
from typing import Any, NamedTuple


class Turn(NamedTuple):
    """What a reset or a step must answer."""

    observation: dict[str, Any]
    reward: Any
    done: bool
    metadata: dict[str, Any]


class EchoLegacy:
    name = "echo_legacy"
    max_steps = 5

    def reset(self) -> Turn:
        self.step_count = 0
        return Turn({"echoed_message": "Echo environment ready!", "message_length": 0}, 0.0, False, {})

    def step(self, action: dict[str, Any]) -> Turn:
        self.step_count += 1
        message = action["message"]
        metadata = {"original_message": message, "step": self.step_count}
        return Turn({"echoed_message": message, "message_length": len(message)}, 0.1 * len(message), False, metadata)

    def state(self) -> dict[str, Any]:
        return {}

    def draw(self, random: Random) -> dict[str, Any]:
        alphabet = 'abc XYZ"\\/\n\t\x00\u2028é€😀\U0010ffff\ufeff'
        return {"message": "".join(random.choices(alphabet, k=random.randint(1, 40)))}


class GridWorld:
    name = "grid_world"
    max_steps = 14
    moves = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}

    def reset(self) -> Turn:
        self.step_count = 0
        self.x = self.y = 0
        return Turn({"x": 0, "y": 0, "message": "Welcome to Grid World! Goal is at [4, 4]."}, 0.0, False, {})

    def step(self, action: dict[str, Any]) -> Turn:
        self.step_count += 1
        down, right = self.moves[action["action"]]
        self.x = min(max(self.x + down, 0), 4)
        self.y = min(max(self.y + right, 0), 4)
        done = self.x == 4 and self.y == 4
        message = "You found the goal!" if done else "Keep going..."
        return Turn({"x": self.x, "y": self.y, "message": message}, 1.0 if done else -0.1, done, {})

    def state(self) -> dict[str, Any]:
        return {}

    def draw(self, random: Random) -> dict[str, Any]:
        return {"action": random.choice(["DOWN", "RIGHT", "DOWN", "RIGHT", "UP", "LEFT"])}


class Connect4:
    name = "connect4"
    max_steps = 60

    def reset(self) -> Turn:
        self.step_count = 0
        self.board = [[0] * 7 for _ in range(6)]
        self.player = 1
        return self._turn(0.0, False)

    def step(self, action: dict[str, Any]) -> Turn:
        self.step_count += 1
        mover, self.player = self.player, -self.player
        column = action["column"]
        if column not in self._legal():
            return self._turn(-1, True)
        row = max(row for row in range(6) if self.board[row][column] == 0)
        self.board[row][column] = mover
        if self._completes_four(row, column):
            return self._turn(1.0, True)
        return self._turn(0.0, not self._legal())

    def state(self) -> dict[str, Any]:
        return {"board": self.board, "next_player": self.player}

    def draw(self, random: Random) -> dict[str, Any]:
        return {"column": random.randint(-1, 7) if random.random() < 0.1 else random.randint(0, 6)}

    def _turn(self, reward: Any, done: bool) -> Turn:
        board = [list(row) for row in self.board]
        return Turn({"board": board, "legal_actions": self._legal()}, reward, done, {"next_player": self.player})

    def _legal(self) -> list[int]:
        return [column for column in range(7) if self.board[0][column] == 0]

    def _completes_four(self, row: int, column: int) -> bool:
        """Whether four of a colour lie in a line through the stone that was dropped: an older line wins nothing again."""
        player = self.board[row][column]

        def is_line(row: int, column: int, down: int, right: int) -> bool:
            cells = [(row + i * down, column + i * right) for i in range(4)]
            return all(0 <= r < 6 and 0 <= c < 7 and self.board[r][c] == player for r, c in cells)

        directions = [(0, 1), (1, 0), (1, 1), (1, -1)]
        return any(is_line(row - i * d, column - i * r, d, r) for d, r in directions for i in range(4))


RULES = {rules.name: rules for rules in (EchoLegacy, GridWorld, Connect4)}
