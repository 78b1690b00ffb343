"""Reads splits and tasks with OpenReward's SDK, as its users do, and prints what it got as lines of JSON.

usage: openreward_tasks.py URL WAYS, where WAYS says how many of the ways to name an environment are tried
"""

import json
import os
import sys
from dataclasses import asdict

URL = sys.argv[1]
os.environ.update(OPENREWARD_DISABLE_UPDATE_CHECK="1", OPENREWARD_SESSION_URL=URL, OPENREWARD_API_URL=URL)

from openreward import OpenReward  # noqa: E402

client = OpenReward(api_key=os.environ.get("TOKEN", ""))
# By the deployment's name, which is the environment's; by variant.
for name, variant in (("sums", None), ("sums", "sums"), ("anything", "sums"))[: int(sys.argv[2])]:
    env = client.environments.get(name, variant=variant)
    tasks = env.list_tasks("test")
    one = env.get_task("test", 3)
    some = env.get_task_range("test", -2)
    assert one == tasks[3] and some == tasks[-2:], (one, some)
    assert env.get_task_range("train", 998) == env.get_task_range("train", 998, 1000)
    print(json.dumps({"splits": env.list_splits(), "count": env.num_tasks("train"), "tasks": len(tasks), "task": asdict(one)}))

env = client.environments.get("sums")
for call in (lambda: env.get_task("test", 10), lambda: env.num_tasks("nope"), lambda: client.environments.get("nope").list_splits()):
    try:
        call()
    except Exception as error:
        print(json.dumps({"error": str(error)}))
client.close()
