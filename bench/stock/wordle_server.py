"""Upstream's TextArena environment, playing Wordle; OPENENV_CHECKOUT names an OpenEnv checkout.

NLTK's data comes from no package registry: a list of words stands in for it, and every word is a noun. Neither is asked in a step that
the comparison times. Sessions share the dictionary, which upstream's constructor reads anew for each.
"""

import functools
import os
import sys

import nltk

sys.path.insert(0, os.path.join(os.environ["OPENENV_CHECKOUT"], "envs"))

SECRETS = "apple bread chair dance earth field glass house judge knife".split()


class Words:
    def words(self, _=None):
        return SECRETS


nltk.corpus.words = Words()
nltk.pos_tag = lambda words: [(word, "NN") for word in words]
nltk.download = lambda *_, **__: True

from openenv.core.env_server.http_server import create_app  # noqa: E402
from textarena.envs.utils import word_lists  # noqa: E402

word_lists.EnglishDictionary = functools.cache(word_lists.EnglishDictionary)

from textarena_env.models import TextArenaAction, TextArenaObservation  # noqa: E402
from textarena_env.server.environment import TextArenaEnvironment  # noqa: E402

# The process reads the dictionary before it listens, so that the first session does not wait for it.
TextArenaEnvironment("Wordle-v0", download_nltk=False)

app = create_app(
    functools.partial(TextArenaEnvironment, "Wordle-v0", download_nltk=False),
    TextArenaAction,
    TextArenaObservation,
    env_name="textarena_env",
    max_concurrent_envs=int(os.environ["MAX_CONCURRENT_ENVS"]),
)
