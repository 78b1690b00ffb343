"""Reads an environment's tasks with `HarborEnv`, the one client of openenv 0.10.0 that has task functions, and prints what it got.

usage: harbor_tasks.py URL
"""

import json
import sys

from openenv.harbor.client import HarborEnv

env = HarborEnv(base_url=sys.argv[1])
print(json.dumps({
    "splits": [split["name"] for split in env.splits()],
    "count": env.num_tasks("train"),
    "task": env.get_task("train", 1).model_dump(),
    "range": [task.task_name for task in env.get_task_range("train", 1, 3)],
}))
