import type { JsonObject } from '../json.ts'
import { PythonModels } from './python-models.ts'
import { className, docstring, identifier, pythonLiteral } from './python-text.ts'

/** What a client is made from: of our servers what `describe` says, of any OpenEnv server its `/schema`. */
export interface ClientSource {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly action: JsonObject
  readonly observation: JsonObject
  readonly resetObservation: JsonObject
  /** Of what `state` answers. */
  readonly state: JsonObject
  /** An action, to show in the README. */
  readonly example?: unknown
}

export interface ClientPackage {
  /** Of the distribution, as pip knows it: `openenv-grid-world`. */
  readonly distribution: string
  /** Of the module: `grid_world_env`. */
  readonly module: string
  /** Contents by path, relative to the package's folder. */
  readonly files: Readonly<Record<string, string>>
}

/** A typed Python client in the manner of OpenEnv's own: pydantic models and an `EnvClient` subclass, in a package that pip installs. */
export function pythonClient(source: ClientSource): ClientPackage {
  const base = source.name.replace(/[-_]env$/, '')
  const title = className(base)
  const module = `${identifier(base.replaceAll('-', '_').toLowerCase())}_env`.replace(/^field_/, 'env_')
  const distribution = `openenv-${base.replaceAll('_', '-').toLowerCase()}`
  const models = new PythonModels()
  const action = models.add(source.action, 'Action', `${title}Action`)
  const isSame = JSON.stringify(source.observation) === JSON.stringify(source.resetObservation)
  const observation = models.add(source.observation, 'Observation', `${title}${isSame ? '' : 'Step'}Observation`)
  const resets = models.add(source.resetObservation, 'Observation', `${title}ResetObservation`)
  const state = models.add(source.state, 'State', `${title}State`)
  const observed = observation === resets ? observation : `${observation} | ${resets}`
  const kinds = { Action: action, Observation: observed, State: state }
  const aliases = Object.entries(kinds)
    .filter(([kind, type]) => type !== `${title}${kind}`)
    .map(([kind, type]) => `${title}${kind} = ${type}`)
  const names = [...new Set([...models.names(), ...Object.keys(kinds).map((kind) => title + kind)])].sort()
  const files = {
    'pyproject.toml': projectFile({ distribution, module, source }),
    'README.md': readme({ distribution, module, title, source }),
    [`${module}/__init__.py`]: initFile({ title, names, source }),
    [`${module}/models.py`]: modelsFile(models.source(), aliases),
    [`${module}/client.py`]: clientFile({ title, source }),
    [`${module}/py.typed`]: '',
  }
  return { distribution, module, files }
}

interface Named {
  readonly distribution: string
  readonly module: string
  readonly title: string
  readonly source: ClientSource
}

function projectFile({ distribution, module, source: { version, name } }: Omit<Named, 'title'>): string {
  const release = /^\d+(\.\d+)*$/.test(version) ? version : '0'
  return `[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "${distribution}"
version = "${release}"
description = ${JSON.stringify(`Typed client of the OpenEnv environment ${name}`)}
readme = "README.md"
requires-python = ">=3.10"
dependencies = ["openenv>=0.2.3", "pydantic>=2"]

[tool.setuptools]
packages = ["${module}"]

[tool.setuptools.package-data]
${module} = ["py.typed"]
`
}

function readme({ distribution, module, title, source: { name, description, example } }: Named): string {
  const step = example === undefined ? '' : `\n    result = env.step(${title}Action.model_validate(${pythonLiteral(example)}))`
  return `# ${distribution}

Typed client of the OpenEnv environment \`${name}\`: ${description}

\`\`\`python
from ${module} import ${title}Action, ${title}Env

with ${title}Env(base_url="http://127.0.0.1:8000/envs/${name}").sync() as env:
    result = env.reset(seed=7)${step}
    print(result.observation, result.reward, result.done)
\`\`\`

Made from the environment's schemas by \`openenv-edge client python\`.
`
}

function initFile({ title, names, source }: Pick<Named, 'title' | 'source'> & { names: readonly string[] }): string {
  return `${docstring(`Typed client of the OpenEnv environment ${source.name}.`)}

from .client import ${title}Env
from .models import (
${names.map((name) => `    ${name},`).join('\n')}
)

__all__ = [
${[...names, `${title}Env`].map((name) => `    "${name}",`).join('\n')}
]
`
}

function modelsFile(classes: string, aliases: readonly string[]): string {
  return `"""What the environment takes and shows."""

from __future__ import annotations

from typing import Any, Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, ConfigDict, Field

${`\n${classes}${aliases.length === 0 ? '' : `\n\n${aliases.join('\n')}\n`}`}`
}

function clientFile({ title, source: { name, description } }: Pick<Named, 'title' | 'source'>): string {
  return `"""The client."""

from __future__ import annotations

from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient
from pydantic import BaseModel, TypeAdapter

from .models import ${title}Action, ${title}Observation, ${title}State

_OBSERVATION: TypeAdapter[Any] = TypeAdapter(${title}Observation)
_STATE: TypeAdapter[Any] = TypeAdapter(${title}State)


def _said(value: Any) -> Any:
    """A value as JSON; what is None and was not said is left out, at every depth."""
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        kept = {name: getattr(value, name) for name in fields}
        return {
            fields[name].alias or name: _said(item)
            for name, item in kept.items()
            if item is not None or name in value.model_fields_set
        }
    if isinstance(value, dict):
        return {key: _said(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_said(item) for item in value]
    return value


class ${title}Env(EnvClient[${title}Action, ${title}Observation, ${title}State]):
    ${docstring(`${name}: ${description}`)}

    def _step_payload(self, action: ${title}Action) -> dict[str, Any]:
        payload = _said(action)
        if not payload.get("metadata"):
            payload.pop("metadata", None)
        return payload

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[${title}Observation]:
        reward, done = payload.get("reward"), bool(payload.get("done", False))
        observation = _OBSERVATION.validate_python({**payload.get("observation", {}), "reward": reward, "done": done})
        return StepResult(observation=observation, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> ${title}State:
        return _STATE.validate_python(payload)
`
}
