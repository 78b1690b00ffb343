"""Upstream's chess environment for many sessions; OPENENV_CHECKOUT names an OpenEnv checkout."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["OPENENV_CHECKOUT"], "envs"))

from chess_env.models import ChessAction, ChessObservation  # noqa: E402
from chess_env.server.chess_environment import ChessEnvironment  # noqa: E402
from openenv.core.env_server.http_server import create_app  # noqa: E402


class ConcurrentChess(ChessEnvironment):
    """Each session has a board of its own; upstream's class only lacks the mark that says so."""

    SUPPORTS_CONCURRENT_SESSIONS = True


app = create_app(
    ConcurrentChess,
    ChessAction,
    ChessObservation,
    env_name="chess_env",
    max_concurrent_envs=int(os.environ["MAX_CONCURRENT_ENVS"]),
)
