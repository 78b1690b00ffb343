"""Digests of upstream's reasoning_gym server, for tests/environments/reasoning-gym.test.ts.

    pip install reasoning_gym==0.1.25 openenv==0.10.0
    OPENENV_CHECKOUT=... python reasoning_gym_episodes.py < ../../environments/fixtures/reasoning-gym-resets.json \\
        > ../../environments/fixtures/reasoning-gym-episodes.json

Each entry of the input is a reset; its `size` items are played with the answers of `answers()`. A digest covers every frame.
"""

import hashlib
import json
import os
import sys

sys.path.insert(0, os.path.join(os.environ["OPENENV_CHECKOUT"], "envs"))

from reasoning_gym_env.models import ReasoningGymAction  # noqa: E402
from reasoning_gym_env.server.reasoning_gym_environment import ReasoningGymEnvironment  # noqa: E402


def answers(answer):
    spaced = "[" + ", ".join(answer.split(" ")) + "]"
    rows = "[" + ", ".join("[" + ", ".join(row.split(" ")) + "]" for row in answer.split("\n")) + "]"
    return [answer, f" {answer} ", f"It is {answer}.", "", "wrong", "7", "3/4", "0.25", "2 × 2 × 3", "[1, 2]", answer[::-1],
            answer.upper(), f"+0{answer}.0", f"{answer[:1]},{answer[1:]}", spaced, rows, answer[:-1], "0x1F", "-12e3",
            "P", "(P ∨ ¬P)", "¬P", "Q ∧ P → P", "(P) ∧ (Q)", "P ↔ Z", "p ∧", "¬¬Q"]  # fmt: skip


def frame(seen):
    observation = seen.model_dump_json(exclude={"reward", "done"})
    return f'{{"observation":{observation},"reward":{json.dumps(seen.reward)},"done":{json.dumps(seen.done)}}}'


def step(environment, answer):
    try:
        return frame(environment.step(ReasoningGymAction(answer=answer)))
    except Exception as error:
        return str(error)


def play(request):
    environment = ReasoningGymEnvironment()
    digest = hashlib.sha256()
    for index in range(request["size"]):
        digest.update(frame(environment.reset(**(request if index == 0 else {}))).encode())
        entry = environment._current_entry
        oracle = entry["metadata"]["example_answer"] if entry["answer"] is None else entry["answer"]
        for answer in answers(oracle):
            digest.update(step(environment, answer).encode())
    return digest.hexdigest()[:12]


json.dump([play(request) for request in json.load(sys.stdin)], sys.stdout, separators=(",", ":"))
