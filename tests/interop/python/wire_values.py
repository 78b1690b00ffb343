"""What a stock client makes of values that JavaScript would print otherwise. Usage: wire_values.py <url>; prints a line for each kind."""

import json
import sys
import urllib.request

from openenv.core import GenericEnvClient

KINDS = ["nan", "infinity", "minus_infinity", "zero", "one", "minus_one", "minus_zero", "huge"]


def described(value: object) -> str:
    return f"{type(value).__name__} {value!r}"


def over_http(url: str, kind: str) -> dict:
    body = json.dumps({"action": {"kind": kind}}).encode()
    request = urllib.request.Request(f"{url}/envs/values/step", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return {"status": answer.status, "body": json.loads(answer.read())}


def main() -> None:
    url = sys.argv[1]
    with GenericEnvClient(base_url=f"{url}/envs/values").sync() as client:
        client.reset()
        for kind in KINDS:
            result = client.step({"kind": kind})
            http = over_http(url, kind)
            line = {
                "kind": kind,
                "reward": described(result.reward),
                "value": described(result.observation["value"]),
                "count": described(result.observation["count"]),
                "inside": sorted(result.observation),
                "metadata": [getattr(result, "metadata", None), result.observation["metadata"]],
                "http": [http["status"], described(http["body"]["reward"]), described(http["body"]["observation"]["value"])],
            }
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
