"""Prints the catalogue that OpenEnv makes of a repository: `build.py REPOSITORY`."""

import sys

from openenv.discovery import build_catalog

print(build_catalog(sys.argv[1], repository_uri="https://github.com/example/environments.git", publisher="example.org").model_dump_json())
