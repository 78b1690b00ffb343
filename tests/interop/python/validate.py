"""Runs the checks of `openenv validate --url` on each environment of a deployment: prints one line of JSON for each.

usage: validate.py URL
"""

import json
import sys

import requests
from openenv.cli._validation import validate_running_environment

URL = sys.argv[1]
for name in ["", *(f"/envs/{environment['name']}" for environment in requests.get(f"{URL}/envs").json())]:
    report = validate_running_environment(f"{URL}{name}", timeout_s=30)
    failed = report["summary"]["failed_criteria"]
    print(json.dumps({"name": name, "passed": report["passed"], "mode": report["mode"], "failed": failed}))
