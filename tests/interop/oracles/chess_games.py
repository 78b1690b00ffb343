"""Digests of random games on python-chess, with moonfish's evaluation, for tests/environments/chess/rules.test.ts.

    python chess_games.py games   > ../../environments/fixtures/chess-games.json      needs chess, moonfish
    python chess_games.py replies > ../../environments/fixtures/chess-replies.json    minutes

Game `seed` is played by Random(seed) from the start `seed % len(STARTS)`. Its digest covers every position: FEN, legal moves, check,
how the game stands, and the evaluation's double.
"""

import hashlib
import json
import random
import struct
import sys

import chess
from moonfish.config import Config
from moonfish.engines.alpha_beta import AlphaBeta
from moonfish.psqt import board_evaluation

GAMES = 2000
PLIES = 60
REPLIES = 40
STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/8/4k3/8/8/3K4/8/R7 w - - 70 80",
    "8/8/8/4k3/8/8/3p4/3K4 w - - 0 1",
    "7k/7r/8/8/8/8/R7/K7 w - - 0 1",
    "k7/8/2n5/8/8/2B5/8/K7 b - - 4 40",
]


def standing(board):
    if board.is_checkmate():
        return "mate"
    over = board.is_stalemate() or board.is_insufficient_material() or board.is_fifty_moves() or board.is_repetition(3)
    return "draw" if over else "on"


def game(seed):
    rng = random.Random(seed)
    board = chess.Board(STARTS[seed % len(STARTS)])
    digest = hashlib.sha256()
    plies = 0
    while True:
        moves = sorted(move.uci() for move in board.legal_moves)
        stands = standing(board)
        digest.update(f"{board.fen()}|{','.join(moves)}|{board.is_check()}|{stands}\n".encode())
        digest.update(struct.pack(">d", board_evaluation(board)))
        if stands != "on" or plies == PLIES:
            return [plies, digest.hexdigest()[:12]]
        board.push_uci(rng.choice(moves))
        plies += 1


def reply(seed):
    """A middle of a random game, and the score of moonfish's reply to it."""
    rng = random.Random(seed)
    board = chess.Board()
    for _ in range(rng.randrange(4, 50)):
        if board.is_game_over():
            break
        board.push(rng.choice(sorted(board.legal_moves, key=lambda move: move.uci())))
    engine = AlphaBeta(Config("", "alpha_beta", 2, False, 2, 3, None, 5))
    return {"fen": board.fen(), "score": float(engine.negamax(board, 2, False, {})[0])}


if __name__ == "__main__":
    what, count = (game, GAMES) if sys.argv[1] == "games" else (reply, REPLIES)
    print("[\n" + ",\n".join(json.dumps(what(seed)) for seed in range(count)) + "\n]")
