"""smolagents' own interpreter, kept between calls. Reads a line of JSON from descriptor 3, answers with one on descriptor 4."""

import ast
import ctypes
import json
import os
import signal
import socket
import time
import traceback

from smolagents import LocalPythonExecutor

REPR_LIMIT = 500
PR_SET_DUMPABLE = 4


def parses(code):
    try:
        ast.parse(code)
    except Exception:  # a ValueError for a null character before Python 3.11.4, a MemoryError for what is nested too deep
        return False
    return True


def print_value(value):
    """JSON where the value has one, else Python's own spelling; None for a value that has neither, such as 10**5000."""
    if value is None:
        return None
    for spell in (json.dumps, repr):
        try:
            return spell(value)
        except Exception:
            continue
    return None


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
            output = print_value(result.output)
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
    if request["op"] == "start":
        made = Interpreter(request.get("imports", []), request.get("variables", {}), request.get("prelude", ""))
        return {"names": made.names()}, made
    if request["op"] == "run":
        return interpreter.run(request["code"]), interpreter
    value = interpreter.get(request["name"])
    return {"value": value if isinstance(value, (dict, str, int, float, bool, type(None))) else str(value)}, interpreter


def serve_episode(channel):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    interpreter = None
    for line in channel:
        try:
            reply, interpreter = answer(json.loads(line), interpreter)
            text = json.dumps(reply, default=str)
        except KeyboardInterrupt:
            text = json.dumps({"interrupted": True})
        channel.write(text + "\n")
        channel.flush()


class Episode:
    """One episode's interpreter, in a process of its own that starts from a copy of this one: nothing is imported twice."""

    def __init__(self):
        ours, theirs = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            ours.close()
            os.close(3)
            os.close(4)
            os.setsid()
            serve_episode(theirs.makefile("rw", encoding="utf-8", errors="backslashreplace"))
            os._exit(0)
        theirs.close()
        self.channel = ours.makefile("rw", encoding="utf-8", errors="backslashreplace")

    def ask(self, line):
        """The episode's line for a line, empty when it has ended."""
        try:
            self.channel.write(line)
            self.channel.flush()
            return self.channel.readline()
        except OSError:
            return ""

    def interrupt(self):
        os.kill(self.pid, signal.SIGINT)

    def end(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def main():
    episode = None
    # Code of an episode runs as the same user, and must not change the process that the next one is copied from.
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0)
    signal.signal(signal.SIGINT, lambda _number, _frame: episode is not None and episode.interrupt())
    with os.fdopen(3, "r", encoding="utf-8") as questions, os.fdopen(4, "w", encoding="utf-8", errors="backslashreplace") as answers:
        for line in questions:
            operation = json.loads(line)["op"]
            if operation in ("start", "drop") and episode is not None:
                episode.end()
                episode = None
            if operation == "start":
                episode = Episode()
            reply = "" if episode is None else episode.ask(line)
            print(reply.strip() or '{"missing": true}', file=answers, flush=True)


main()
