"""
smolagents' own interpreter. Reads a line of JSON from descriptor 3, answers with one on descriptor 4: `fork` starts an episode's, which
then answers lines on a socket of its own, and `drop` ends it.
"""

import ast
import ctypes
import functools
import json
import os
import signal
import socket
import time
import traceback
from concurrent.futures import TimeoutError as FutureTimeout

from smolagents import LocalPythonExecutor, local_python_executor

REPR_LIMIT = 500
PR_SET_DUMPABLE = 4


class TimeIsUp(BaseException):
    """Not an Exception: code may not catch it."""


class InPlace:
    """
    Runs what smolagents would give to a thread: starting one, taking turns with it and joining it costs twice what a line of code does.
    The limit is kept by an alarm, so code that overruns it stops there; a thread would run on to its end first.
    """

    is_armed = False

    def __init__(self, max_workers):
        self.work = None

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        return False

    def submit(self, function, *arguments, **named):
        self.work = functools.partial(function, *arguments, **named)
        return self

    def result(self, timeout):
        InPlace.is_armed = True
        # It rings again: code may be in a `finally` that takes long.
        signal.setitimer(signal.ITIMER_REAL, timeout, 1)
        try:
            return self.work()
        except TimeIsUp:
            raise FutureTimeout from None
        finally:
            self.disarm()

    @staticmethod
    def disarm():
        InPlace.is_armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    @staticmethod
    def ring(_number, _frame):
        if InPlace.is_armed:
            raise TimeIsUp


local_python_executor.ThreadPoolExecutor = InPlace


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
        except BaseException as error:  # also what code raises to leave: it ends the run, not the interpreter
            failure = {"type": type(error).__name__, "message": str(error), "traceback": traceback.format_exc()}
        finally:
            # Once more: the alarm may have rung while it was being put away.
            InPlace.disarm()
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
    signal.signal(signal.SIGALRM, InPlace.ring)
    interpreter = None
    for line in channel:
        reply, interpreter = answer(json.loads(line), interpreter)
        channel.write(json.dumps(reply, default=str) + "\n")
        channel.flush()


def fork_episode(path):
    """
    Starts an episode's interpreter, in a process of its own that is a copy of this one: nothing is imported twice. It has a socket of
    its own, too: a process in between would have to wake for each line, and what an episode leaves on a channel would meet the next.
    """
    pid = os.fork()
    if pid != 0:
        return pid
    os.close(3)
    os.close(4)
    os.setsid()
    with socket.socket(socket.AF_UNIX) as channel:
        channel.connect(path)
        serve_episode(channel.makefile("rw", encoding="utf-8", errors="backslashreplace"))
    os._exit(0)


def main():
    pid = None
    # Code of an episode runs as the same user, and must not change the process that the next one is copied from.
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0)
    signal.signal(signal.SIGINT, lambda _number, _frame: pid is not None and os.kill(pid, signal.SIGINT))
    with os.fdopen(3, "r", encoding="utf-8") as questions, os.fdopen(4, "w", encoding="utf-8") as answers:
        for line in questions:
            request = json.loads(line)
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                pid = None
            if request["op"] == "fork":
                pid = fork_episode(request["path"])
            print(json.dumps({"pid": pid}), file=answers, flush=True)


main()
