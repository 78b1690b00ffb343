"""Digests of upstream's TextArena server, for tests/environments/textarena.test.ts.

    pip install textarena==0.7.4 nltk openenv==0.10.0      NLTK_DATA with `words` and `averaged_perceptron_tagger_eng`
    node textarena-games.ts | OPENENV_CHECKOUT=... python textarena_episodes.py > ../../environments/fixtures/textarena-episodes.json

The games are those of our seeds; Random(seed) plays. A digest covers every frame and the state after every frame, as text.
"""

import hashlib
import json
import os
import random
import sys

sys.path.insert(0, os.path.join(os.environ["OPENENV_CHECKOUT"], "envs"))

import nltk  # noqa: E402

nltk.download = lambda *names, **options: True
from textarena_env.models import TextArenaAction  # noqa: E402
from textarena_env.server.environment import TextArenaEnvironment  # noqa: E402

STEPS_AFTER_DONE = 2
environments = {}


def upstream(game):
    if game["id"] not in environments:
        environments[game["id"]] = TextArenaEnvironment(env_id=game["id"], download_nltk=False)
    environment = environments[game["id"]]
    environment._last_reward_signals = {}
    return environment


def engine(environment):
    inner = environment._ta_env
    while hasattr(inner, "env"):
        inner = inner.env
    return inner


def rows(cells):
    return [cells[at : at + 9] for at in range(0, 81, 9)]


def set_up(environment, game):
    inner = engine(environment)
    if "secret" in game:
        inner.word_list = [game["secret"]]
    else:
        inner._generate_board = lambda: (rows(game["solution"]), rows(game["puzzle"]))
    return environment.reset(episode_id="e")


def wordle_message(player, words, secret, before):
    word = player.choice(words)
    messages = ["[zzzzz]", "[abc]", "hello there", f"I say [GAME] [{word}]", before, f"[{word.upper()}]",
                f"think\nGGGGG\n[Player] [{word}]", f"[{secret}]", word, "no"]  # fmt: skip
    kind = player.randrange(20)
    return messages[kind] if kind < len(messages) else f"[{word}]"


def sudoku_message(player, board, solution, before):
    cell = player.randrange(81)
    empty = [at for at in range(81) if board[at] == 0]
    free = player.choice(empty) if empty else cell
    name = lambda at: f"{at // 9 + 1} {at % 9 + 1}"  # noqa: E731
    messages = ["no move", f"[{name(cell)} 0]", f"[10 3 0{solution[cell]}]", f"[{name(cell)} {solution[cell]}]",
                f"[{name(free)} {player.randint(1, 9)}]", before, "[GAME] [99999999999999999999 1 2]"]  # fmt: skip
    kind = player.randrange(60)
    return messages[kind] if kind < len(messages) else f"I choose [{name(free)} {solution[free]}] [Player]"


def text(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def feed(digest, environment, seen):
    observation = seen.model_dump(mode="json", exclude={"reward", "done"})
    digest.update(text({"observation": observation, "reward": seen.reward, "done": seen.done, "metadata": seen.metadata}))
    digest.update(environment.state.model_dump_json().encode())


def episode(game, words):
    environment = upstream(game)
    player = random.Random(game["seed"])
    digest = hashlib.sha256()
    seen = set_up(environment, game)
    feed(digest, environment, seen)
    steps, after, before = 0, 0, "[zzzzz]"
    while after < STEPS_AFTER_DONE:
        if "secret" in game:
            before = wordle_message(player, words, game["secret"], before)
        else:
            board = [cell for row in engine(environment).state.game_state["board"] for cell in row]
            before = sudoku_message(player, board, game["solution"], before)
        seen = environment.step(TextArenaAction(message=before))
        feed(digest, environment, seen)
        steps += 1
        after += seen.done
    return [game["id"], game["seed"], steps, digest.hexdigest()[:12]]


games = [json.loads(line) for line in sys.stdin]
lengths = {len(game["secret"]) for game in games if "secret" in game}
words = {length: sorted({game["secret"] for game in games if len(game.get("secret", "")) == length}) for length in lengths}
json.dump([episode(game, words.get(len(game.get("secret", "")))) for game in games], sys.stdout, separators=(",", ":"))
