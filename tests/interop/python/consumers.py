"""What trainers' scripts ask of an environment, call by call, with a scripted policy in the place of a model (consumers.md 1).

    consumers.py URL CLIENTS          CLIENTS: a checkout of OpenEnv whose typed clients are used, or '-' for clients of the same shape
"""

import json
import re
import sys
import time
from pathlib import Path

url, checkout = sys.argv[1:3]
sys.path.insert(0, f"{checkout}/envs" if checkout != "-" else str(Path(__file__).parent / "collect"))

if checkout == "-":
    from consumers_textarena import TextArenaAction, TextArenaEnv
    from openspiel_env.client import MoveAction as OpenSpielAction
    from openspiel_env.client import OpenSpielEnv
else:
    from openspiel_env import OpenSpielAction, OpenSpielEnv
    from textarena_env.client import TextArenaEnv
    from textarena_env.models import TextArenaAction

WORDS = ["crane", "sloth", "plumb", "fight", "doubt", "windy"]


def marks(guess: str, secret: str) -> str:
    out = ["G" if a == b else "X" for a, b in zip(guess, secret)]
    left = [b for a, b in zip(guess, secret) if a != b]
    for at, letter in enumerate(guess):
        if out[at] == "X" and letter in left:
            out[at] = "Y"
            left.remove(letter)
    return " ".join(out)


def wordle(episodes: int) -> dict:
    """TRL's wordle.py: one client, an episode after the other; feedback is what the conversation has grown by."""
    env = TextArenaEnv(base_url=f"{url}/envs/wordle")
    turns = losses = 0
    for _ in range(episodes):
        result = env.reset()
        seen = result.observation.messages[0].content
        assert result.observation.prompt.startswith("[GAME] You are Playing Wordle.") and not result.done
        told = []
        for word in WORDS:
            if result.done:
                break
            result = env.step(TextArenaAction(message=f"[{word}]"))
            content = result.observation.messages[0].content
            assert content.startswith(seen), "the conversation only grows"
            feedback, seen = content[len(seen) :], content
            told.append((word, re.findall(r"^[GYX](?: [GYX]){4}$", feedback, re.M), float(result.reward or 0.0)))
            turns += 1
        secret = env.state().raw_state["game_state"]["secret_word"]
        for at, (word, lines, reward) in enumerate(told):
            right = marks(word, secret)
            assert lines == ([] if word == secret else [right]), (secret, word, lines)
            is_last = at == len(told) - 1
            share = (right.count("G") + right.count("Y") / 2) / 5
            assert reward == (share if is_last else 0.0), (secret, word, reward)
        assert result.done
        losses += secret not in WORDS
    env.close()
    return {"script": "wordle", "episodes": episodes, "turns": turns, "losses": losses}


def read_board(content: str) -> list[list[int]]:
    """The last board of a conversation."""
    rows = re.findall(r"^R(\d)(.*)$", content, re.M)[-9:]
    return [[int(cell) if cell != "." else 0 for cell in re.findall(r"[\d.]", row)] for _, row in rows]


def candidates(board: list[list[int]], row: int, column: int) -> set[int]:
    box = [board[r][c] for r in range(row // 3 * 3, row // 3 * 3 + 3) for c in range(column // 3 * 3, column // 3 * 3 + 3)]
    return set(range(1, 10)) - set(board[row]) - {line[column] for line in board} - set(box)


def solve(board: list[list[int]]) -> list[list[int]] | None:
    open_cells = [(len(candidates(board, r, c)), r, c) for r in range(9) for c in range(9) if not board[r][c]]
    if not open_cells:
        return board
    _, row, column = min(open_cells)
    tried = ([[digit if (r, c) == (row, column) else board[r][c] for c in range(9)] for r in range(9)] for digit in candidates(board, row, column))
    return next((found for found in map(solve, tried) if found), None)


def sudoku(episodes: int) -> dict:
    """TRL's sudoku.py: the last board is read out of the conversation; here it is solved, after one move that is wrong."""
    env = TextArenaEnv(base_url=f"{url}/envs/sudoku")
    moves = 0
    for _ in range(episodes):
        result = env.reset()
        content = result.observation.messages[0].content
        board = read_board(content)
        filled = sum(map(bool, sum(board, [])))
        solution = solve(board)
        row, column = next((r, c) for r in range(9) for c in range(9) if board[r][c])
        result = env.step(TextArenaAction(message=f"[{row + 1} {column + 1} {board[row][column]}]"))
        warning = result.observation.messages[0].content[len(content) :]
        assert "overwrite a pre-filled cell" in warning and "Please resubmit" in warning and not result.done
        for _turn in range(100):
            if result.done:
                break
            board = read_board(result.observation.messages[0].content)
            row, column = next((r, c) for r in range(9) for c in range(9) if not board[r][c])
            result = env.step(TextArenaAction(message=f"[{row + 1} {column + 1} {solution[row][column]}]"))
            moves += 1
            assert float(result.reward or 0.0) == (1.0 if result.done else 0.0)
            filled += 1
        assert result.done and filled == 81
    env.close()
    return {"script": "sudoku", "episodes": episodes, "moves": moves}


def catch(episodes: int) -> dict:
    """TRL's catch.py, whose loop ends on the observation's own done. The policy goes under the ball in every other episode."""
    env = OpenSpielEnv(base_url=f"{url}/envs/catch")
    rewards = []
    for episode in range(episodes):
        observation = env.reset().observation
        total = 0.0
        steps = 0
        ball = observation.info_state.index(1.0)
        while not observation.done:
            assert len(observation.info_state) == 50 and observation.legal_actions == [0, 1, 2]
            paddle = max(at for at, cell in enumerate(observation.info_state) if cell) - 45
            to = ball if episode % 2 == 0 else (4 if ball < 2 else 0)
            result = env.step(OpenSpielAction(action_id=1 + (to > paddle) - (to < paddle), game_name="catch"))
            total += result.reward or 0.0
            observation = result.observation
            steps += 1
        assert steps == 9 and total == (1.0 if episode % 2 == 0 else -1.0), (steps, total)
        rewards.append(total)
    env.close()
    return {"script": "catch", "episodes": episodes, "total": sum(rewards)}


def blackjack(games: int) -> dict:
    """torchforge's loop: a client a game, closed in `finally`; at most ten steps; the last reward is the game's."""
    outcomes = {1.0: 0, 0.0: 0, -1.0: 0}
    for game in range(games):
        env = OpenSpielEnv(base_url=f"{url}/envs/blackjack")
        try:
            result = env.reset()
            observation, done, steps = result.observation, False, 0
            while not done and steps < 10:
                assert observation.legal_actions == [0, 1]
                thermometer = observation.info_state[3:33]
                assert thermometer == sorted(thermometer, reverse=True)
                total = int(sum(thermometer)) - 1
                action = 0 if total < 12 + game % 8 else 1
                result = env.step(OpenSpielAction(action_id=action, game_name="blackjack"))
                observation, done = result.observation, result.done
                steps += 1
                if not done:
                    assert result.reward == 0.0 and action == 0
            assert done and observation.legal_actions == [] and observation.info_state[:3] == [0.0, 0.0, 1.0]
            if action == 0:
                assert result.reward == -1.0, "nothing but going over 21 ends a game on a hit"
            outcomes[result.reward] += 1
        finally:
            env.close()
    return {"script": "blackjack", "games": games, "won": outcomes[1.0] > 0, "lost": outcomes[-1.0] > 0}


def merge(line: list[int]) -> tuple[list[int], int]:
    tiles = [tile for tile in line if tile]
    out, paid = [], 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tiles.pop(0)
            tile *= 2
            paid += tile
        out.append(tile)
    return out + [0] * (4 - len(out)), paid


def slide(board: list[list[int]], action: int) -> tuple[list[list[int]], int]:
    columns = action in (0, 2)
    lines = [list(line) for line in zip(*board)] if columns else board
    turned = [line[::-1] for line in lines] if action in (1, 2) else lines
    merged = [merge(line) for line in turned]
    back = [line[::-1] for line, _ in merged] if action in (1, 2) else [line for line, _ in merged]
    return ([list(line) for line in zip(*back)] if columns else back), sum(paid for _, paid in merged)


def unsloth_2048(games: int) -> dict:
    """Unsloth's notebook: one client for all; the four moves it shows, then strategies that play until they stop being legal, in two seconds."""
    env = OpenSpielEnv(base_url=f"{url}/envs/2048")
    state = env.reset().observation
    for action in range(4):
        state = env.step(OpenSpielAction(action_id=action, game_name="2048")).observation
    moves = 0
    for game in range(games):
        state = env.reset().observation
        started = time.monotonic()
        while not state.done and time.monotonic() - started < 2:
            values = [int(value) for value in state.info_state]
            assert len(values) == 16
            board = [values[row : row + 4] for row in range(0, 16, 4)]
            action = 3 if game == 0 else next((each for each in (3, 2, 1, 0) if each in state.legal_actions))
            if action not in state.legal_actions:
                break
            result = env.step(OpenSpielAction(action_id=action, game_name="2048"))
            state = result.observation
            moves += 1
            after, paid = slide(board, action)
            flat = sum(after, [])
            fresh = [(a, int(b)) for a, b in zip(flat, state.info_state) if a != int(b)]
            assert result.reward == float(paid), (board, action, result.reward, paid)
            assert len(fresh) == 1 and fresh[0][0] == 0 and fresh[0][1] in (2, 4), (board, action, state.info_state)
    env.close()
    return {"script": "2048", "games": games, "isLong": moves > games * 20}


for line in (wordle(40), sudoku(4), catch(20), blackjack(60), unsloth_2048(4)):
    print(json.dumps(line))
