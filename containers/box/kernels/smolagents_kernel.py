"""smolagents' own interpreter, kept between calls. Reads a line of JSON from descriptor 3, answers with one on descriptor 4."""

import ast
import json
import os
import time
import traceback

from smolagents import LocalPythonExecutor

REPR_LIMIT = 500


def parses(code):
    try:
        ast.parse(code)
    except SyntaxError:
        return False
    return True


def print_value(value):
    """JSON where the value has one, else Python's own spelling."""
    try:
        return json.dumps(value)
    except Exception:
        return repr(value)


def show(value):
    try:
        text = repr(value)
    except Exception:
        return "<unrepresentable>"
    return text if len(text) <= REPR_LIMIT else text[:REPR_LIMIT] + "..."


class Interpreter:
    def __init__(self, imports, variables, prelude):
        self.executor = LocalPythonExecutor(additional_authorized_imports=imports)
        self.tools = {
            "format_exc": traceback.format_exc,
            "safe_json_dumps": lambda value: json.dumps(value, default=repr),
        }
        # The prelude defines functions that the code may call; it runs as plain Python and sees the interpreter.
        scope = {"interpreter": self}
        exec(compile(prelude, "<prelude>", "exec"), scope)
        self.tools.update(scope.get("TOOLS", {}))
        self.given = set(variables)
        self.executor.send_tools(self.tools)
        self.executor.send_variables(variables)

    def names(self):
        own = {name for name in self.executor.state if not name.startswith("_")}
        return sorted(own | self.given | set(self.tools))

    def get(self, name):
        return self.executor.state.get(name)

    def run(self, code):
        before = set(self.executor.state)
        started = time.time()
        logs, output, failure = "", None, None
        try:
            result = self.executor(code)
            logs = str(result.logs or "")
            output = None if result.output is None else print_value(result.output)
        except Exception as error:
            failure = {"type": type(error).__name__, "message": str(error), "traceback": traceback.format_exc()}
        seconds = time.time() - started
        made = [name for name in self.executor.state if name not in before and not name.startswith("_")]
        return {
            "logs": logs,
            "output": output,
            "failure": failure,
            "seconds": seconds,
            "parses": parses(code),
            "made": {name: show(self.executor.state[name]) for name in made},
            "names": self.names(),
        }


def answer(request, interpreter):
    if request["op"] == "hello":
        return {}, interpreter
    if request["op"] == "start":
        made = Interpreter(request.get("imports", []), request.get("variables", {}), request.get("prelude", ""))
        return {"names": made.names()}, made
    if interpreter is None:
        return {"missing": True}, None
    if request["op"] == "run":
        return interpreter.run(request["code"]), interpreter
    value = interpreter.get(request["name"])
    return {"value": value if isinstance(value, (dict, str, int, float, bool, type(None))) else str(value)}, interpreter


def main():
    interpreter = None
    with os.fdopen(3, "r", encoding="utf-8") as questions, os.fdopen(4, "w", encoding="utf-8", errors="backslashreplace") as answers:
        for line in questions:
            try:
                reply, interpreter = answer(json.loads(line), interpreter)
                text = json.dumps(reply, default=str)
            except KeyboardInterrupt:
                text = json.dumps({"interrupted": True})
            print(text, file=answers, flush=True)


main()
