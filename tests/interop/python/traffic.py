"""Requests, right and wrong, that a tool environment's server is asked: over HTTP, on /ws and on /mcp."""

from typing import Any

STEP = "step"


def call(name: Any, arguments: Any = ..., **params: Any) -> dict:
    given = {} if arguments is ... else {"arguments": arguments}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, **given, **params}}


def rpc(method: Any, params: Any = ..., request_id: Any = 1, **others: Any) -> dict:
    given = {} if params is ... else {"params": params}
    return {"jsonrpc": "2.0", "id": request_id, "method": method, **given, **others}


ROUTES = [
    ("GET", "/health"), ("POST", "/health"), ("HEAD", "/health"), ("GET", "/health/"), ("GET", "/metadata"), ("POST", "/metadata"),
    ("GET", "/schema"), ("POST", "/schema"), ("GET", "/reset"), ("PUT", "/reset"), ("GET", "/step"), ("DELETE", "/step"), ("POST", "/state"),
    ("GET", "/state"), ("GET", "/nope"), ("GET", "/"), ("POST", "/reset/"), ("POST", "/mcp/"), ("GET", "/mcp"), ("PUT", "/mcp"), ("DELETE", "/mcp"), ("GET", "/ws"),
]

RESETS = [
    None, {}, {"seed": 7}, {"seed": -1}, {"seed": "7"}, {"seed": "x"}, {"seed": True}, {"seed": 7.5}, {"seed": 7.0}, {"seed": None}, {"seed": []},
    {"seed": {}}, {"seed": 10**30}, {"episode_id": "a"}, {"episode_id": ""}, {"episode_id": 5}, {"episode_id": "x" * 256}, {"episode_id": None},
    {"x": 1}, {"request_id": "a"}, [], "nope", '"s"', "5", "null", '{"a":',
]

ACTIONS = [
    {"type": "list_tools"}, {"type": "list_tools", "x": 1}, {"type": "call_tool"}, {"type": "call_tool", "tool_name": "echo_message"},
    {"type": "call_tool", "tool_name": "echo_message", "arguments": {"message": "a"}}, {"tool_name": "echo_message", "arguments": {"message": 1.5}},
    {"tool_name": "echo_message", "arguments": {"message": None}}, {"tool_name": "echo_message", "arguments": {"message": []}},
    {"tool_name": "echo_message", "arguments": {"message": {"a": [1, None, True, 1.5, "it's"]}}}, {"tool_name": "echo_message", "arguments": []},
    {"tool_name": "echo_message", "arguments": None}, {"tool_name": "echo_message", "arguments": "{}"}, {"tool_name": 5}, {"tool_name": None},
    {"tool_name": ""}, {"tool_name": "it's"}, {"type": "other"}, {"type": 5}, {"type": None}, {}, {"message": "legacy"},
    {"metadata": {"a": 1}, "tool_name": "echo_message", "arguments": {"message": "a"}}, {"tool_name": "nope", "arguments": {"message": "a" * 200}},
    {"metadata": 5, "tool_name": "echo_message", "arguments": {"message": "a"}}, {"tool_name": "echo_message", "arguments": {"message": "a"}, "x": 1},
    {"tool_name": "echo_with_length", "arguments": {"message": "é😀"}}, {"tool_name": "echo_message", "arguments": {"message": "a", "b": 1, "c": 2}},
]

STEPS = [
    None, {}, {"action": 5}, {"action": None}, {"action": []}, {"action": {"type": "list_tools"}, "timeout_s": 0}, [], "nope",
    {"action": {"type": "list_tools"}, "timeout_s": "x"}, {"action": {"type": "list_tools"}, "timeout_s": 5},
    {"action": {"type": "list_tools"}, "request_id": 5}, {"action": {"type": "list_tools"}, "extra": 5},
]

RPCS = [
    call("echo_message", {"message": "a"}), call("echo_message", {"message": 5}), call("echo_message", {"message": "x", "y": "z" * 100}),
    call("echo_message"), call("echo_message", []), call("echo_message", None), call("nope"), call(""), call(None), call(5),
    call("echo_with_length", {"message": '"\\\n\u2028'}), rpc("tools/list"), rpc("tools/list", request_id="x"), rpc("tools/list", request_id=None),
    rpc("tools/list", request_id=5.5), rpc("tools/list", request_id=True), rpc("tools/list", request_id=[]), rpc("tools/list", request_id=10**20),
    rpc("tools/list", None), rpc("tools/list", []), rpc("tools/list", {}), rpc("tools/list", {"cursor": "x"}), rpc("tools/list", extra=1),
    {"jsonrpc": "1.0", "method": "tools/list"}, {"method": "tools/list"}, {"jsonrpc": "2.0"}, rpc(5), rpc("initialize", {}), rpc("ping"),
    rpc("openenv/session/create"), rpc("openenv/session/create", {"x": 1}), rpc("openenv/session/close"),
    rpc("openenv/session/close", {"session_id": ""}), rpc("openenv/session/close", {"session_id": 5}),
    rpc("openenv/session/close", {"session_id": "nope"}), call("echo_message", {"message": "a"}, session_id="nope"),
    call("echo_message", {"message": "a"}, session_id=""), call("echo_message", {"message": "a"}, session_id=None),
    call("echo_message", {"message": "a"}, session_id=5), {}, [], "nope", "null", "5", '""', "",
]

FRAMES = [
    {"type": "state"}, {"type": "reset"}, {"type": "reset", "data": {"seed": -1}}, {"type": "reset", "data": {"seed": "x"}},
    {"type": "reset", "data": 5}, {"type": "reset", "data": None}, {"type": "reset", "data": {"episode_id": "x" * 300}}, {"type": "reset", "x": 1},
    {"type": "reset", "request_id": "a"}, {"type": "state", "data": {}}, {"type": "state", "data": {"a": 1}}, {"type": "step"},
    {"type": "step", "data": 5}, {"type": "close", "x": 1}, {"type": "close"}, "nope", "[]", "null", "5", '"a"', "", b'{"type":"reset"}', {},
    '{"type":"reset","data":{"x":NaN}}', {"type": 5}, {"type": None}, {"type": "nope"}, {"type": ["reset"]}, {"type": "mcp"},
    {"type": "mcp", "data": 5}, {"type": "mcp", "data": {}},
]

EXCHANGES = [
    *((method, path, None) for method, path in ROUTES),
    *(("POST", "/reset", body) for body in RESETS),
    *(("POST", "/step", {"action": action}) for action in ACTIONS),
    *(("POST", "/step", body) for body in STEPS),
    *(("POST", "/mcp", body) for body in RPCS),
]

_STARTED = {"type": "reset", "data": {"episode_id": "e"}}
_STATE = {"type": "state"}

CONVERSATIONS = [
    ("/ws", [{"type": STEP, "data": {"type": "list_tools"}}, _STATE]),
    *(("/ws", [_STARTED, frame, _STATE]) for frame in FRAMES),
    *(("/ws", [_STARTED, {"type": STEP, "data": action}, _STATE]) for action in ACTIONS),
    *(("/ws", [_STARTED, {"type": "mcp", "data": body}, _STATE]) for body in RPCS if isinstance(body, dict)),
    *(("/mcp", [body, rpc("tools/list")]) for body in RPCS),
    *((path, [_STATE]) for path in ("/nope", "/ws/")),
]
