/** A server as `openenv init` makes it, in one file. */
export const APP = `from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State


class MyAction(Action):
    message: str


class MyObservation(Observation):
    heard: str = ""


class Mine(Environment):
    def __init__(self):
        super().__init__()
        self._state = State(episode_id="mine", step_count=0)

    def reset(self, seed=None, episode_id=None, **kwargs):
        self._state = State(episode_id=episode_id, step_count=0)
        return MyObservation(done=False, reward=0.0)

    def step(self, action, timeout_s=None, **kwargs):
        self._state.step_count += 1
        return MyObservation(heard=action.message, done=False, reward=1.0)

    @property
    def state(self):
        return self._state


app = create_app(Mine, MyAction, MyObservation, env_name="mine")
`

/** A server that follows the shape alone: HTTP, one episode a process. */
export const SHAPE = `from fastapi import FastAPI

app = FastAPI()


@app.post("/reset")
def reset():
    return {"observation": {"heard": ""}, "reward": 0.0, "done": False}


@app.post("/step")
def step(body: dict):
    return {"observation": {"heard": body["action"]["message"]}, "reward": 1.0, "done": False}
`
export const INSTALL_SHAPE = 'RUN pip install fastapi uvicorn\n'
export const INSTALL_OPENENV = 'RUN pip install openenv==0.10.0\n'

/** One turn, of which the rubric says whether the words are reversed. */
export const VERIFIERS = `import verifiers as vf
from datasets import Dataset


def load_environment(**kwargs):
    rows = [{"question": "Reverse: abc", "answer": "cba"}]

    def is_reversed(completion, answer, **kwargs):
        return 1.0 if completion[-1]["content"] == answer else 0.0

    return vf.SingleTurnEnv(dataset=Dataset.from_list(rows), rubric=vf.Rubric(funcs=[is_reversed]))
`

/** One tool, which ends the episode. */
export const ORS = `from openreward.environments import Environment, Split, TextBlock, ToolOutput, tool
from pydantic import BaseModel


class Answer(BaseModel):
    value: int


class Sums(Environment):
    @classmethod
    def list_splits(cls):
        return [Split(name="train", type="train")]

    @classmethod
    def list_tasks(cls, split):
        return [{"a": 2, "b": 3}]

    def get_prompt(self):
        return [TextBlock(type="text", text=f"{self.task_spec['a']} + {self.task_spec['b']}")]

    @tool
    async def answer(self, params: Answer) -> ToolOutput:
        right = params.value == self.task_spec["a"] + self.task_spec["b"]
        return ToolOutput(blocks=[TextBlock(type="text", text=str(right))], reward=1.0 if right else 0.0, finished=True)
`
