"""The coding environment of the comparison: OpenEnv's own server around its own interpreter."""

import ast
import re
from typing import Any, Optional
from uuid import uuid4

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from openenv.core.tools.local_python_executor import PyExecutor


DANGEROUS = [r"import\s+os", r"import\s+subprocess", r"eval\(", r"exec\(", r"__import__", r"open\("]


def judge(code: str) -> float:
    """What upstream's transforms make of a step: dangerous calls, brevity, whether it parses."""
    reward = -1.0 if any(re.search(pattern, code) for pattern in DANGEROUS) else 0.0
    reward += 0.1 if len(code.strip()) <= 100 else 0.0
    try:
        ast.parse(code)
    except SyntaxError:
        reward -= 0.2
    return reward


class CodeAction(Action):
    code: str


class CodeObservation(Observation):
    stdout: str = ""
    stderr: str = ""
    exit_code: int = 0


class Coding(Environment):
    def __init__(self) -> None:
        super().__init__()
        self._begin()

    def _begin(self, episode_id: Optional[str] = None) -> None:
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        self._interpreter = PyExecutor()

    def reset(self, seed: Optional[int] = None, episode_id: Optional[str] = None, **_: Any) -> CodeObservation:
        self._begin(episode_id)
        return CodeObservation(reward=0.0, done=False)

    def step(self, action: CodeAction, timeout_s: Optional[float] = None, **_: Any) -> CodeObservation:
        self._state.step_count += 1
        ran = self._interpreter.run(action.code)
        return CodeObservation(stdout=ran.stdout, stderr=ran.stderr, exit_code=ran.exit_code, reward=judge(action.code), done=False)

    @property
    def state(self) -> State:
        return self._state


app = create_app(Coding, CodeAction, CodeObservation, env_name="coding")
