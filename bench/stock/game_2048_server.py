"""Upstream's OpenSpiel environment, playing 2048; OPENENV_CHECKOUT names an OpenEnv checkout."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["OPENENV_CHECKOUT"], "envs"))

from openenv.core.env_server.http_server import create_app  # noqa: E402
from openspiel_env.models import OpenSpielAction, OpenSpielObservation  # noqa: E402
from openspiel_env.server.openspiel_environment import OpenSpielEnvironment  # noqa: E402


class Game2048(OpenSpielEnvironment):
    def __init__(self) -> None:
        super().__init__(game_name="2048")


app = create_app(
    Game2048,
    OpenSpielAction,
    OpenSpielObservation,
    env_name="openspiel_env",
    max_concurrent_envs=int(os.environ["MAX_CONCURRENT_ENVS"]),
)
