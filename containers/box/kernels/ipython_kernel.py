"""A real IPython kernel, kept between calls. Reads a line of JSON from descriptor 3, answers with one on descriptor 4."""

import json
import os
import signal
from queue import Empty

from jupyter_client.manager import start_new_kernel

OUTPUT_LIMIT = 1024 * 1024
# The library's own limit of a minute is what a busy machine takes.
STARTUP_LIMIT_S = 110


class Died(Exception):
    """The kernel's process has ended."""


class Notebook:
    def __init__(self):
        self.manager, self.client = start_new_kernel(STARTUP_LIMIT_S, kernel_name="python3", cwd=os.path.expanduser("~"))
        self.run("%matplotlib inline")
        self.is_new = True

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def run(self, code):
        self.is_new = False
        self.answer = {"stdout": "", "stderr": "", "results": [], "images": [], "error": None, "truncated": False}
        question = self.client.execute(code, allow_stdin=False)
        while True:
            message = self.next_message()
            if message["parent_header"].get("msg_id") != question:
                continue
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return self.answer
            self.collect(message["msg_type"], message["content"])

    def next_message(self):
        while True:
            try:
                return self.client.get_iopub_msg(timeout=0.5)
            except Empty:
                if not self.manager.is_alive():
                    raise Died from None

    def collect(self, kind, content):
        if kind == "stream":
            self.add_text(content["name"], content["text"])
        elif kind in ("execute_result", "display_data"):
            data = content["data"]
            if "image/png" in data:
                self.answer["images"].append(data["image/png"])
            elif "text/plain" in data:
                self.answer["results"].append(data["text/plain"])
        elif kind == "error":
            self.answer["error"] = {"name": content["ename"], "value": content["evalue"], "traceback": content["traceback"]}

    def add_text(self, stream, text):
        room = max(OUTPUT_LIMIT - len(self.answer[stream]), 0)
        self.answer["truncated"] |= len(text) > room
        self.answer[stream] += text[:room]


def main():
    notebook = Notebook()
    signal.signal(signal.SIGINT, lambda _number, _frame: notebook.manager.interrupt_kernel())
    with os.fdopen(3, "r", encoding="utf-8") as questions, os.fdopen(4, "w", encoding="utf-8", errors="backslashreplace") as answers:
        for line in questions:
            request = json.loads(line)
            if request["op"] == "run":
                print(json.dumps(notebook.run(request["code"])), file=answers, flush=True)
                continue
            if request["op"] == "start" and not notebook.is_new:
                notebook.close()
                notebook = Notebook()
            print("{}", file=answers, flush=True)


main()
