import { APP, INSTALL_OPENENV, INSTALL_SHAPE, ORS, SHAPE, VERIFIERS } from './python-sources.ts'

export type Files = Readonly<Record<string, string>>

export interface Layout {
  readonly title: string
  readonly files: Files
  readonly found: { readonly kind: string; readonly port: number; readonly dockerfile: string; readonly context: string }
  /** Lines of the Dockerfile that is built. */
  readonly says: readonly string[]
  /** How it is played, where that is not a message on a socket that is said back. */
  readonly played?: { readonly over?: 'http'; readonly action?: object; readonly turn?: object }
}

const YAML = 'spec_version: 1\nname: mine\nruntime: fastapi\napp: server.app:app\nport: 8000\n'
const PROJECT = '[project]\nname = "openenv-mine"\nversion = "0.1.0"\ndependencies = ["openenv>=0.2"]\n'
const UVICORN = 'ENV PATH="/app/.venv/bin:$PATH"\nCMD ["sh", "-c", "cd /app/env && uvicorn server.app:app --host 0.0.0.0 --port 8000"]\n'

/** The stages of the template of `openenv init`, by what they copy. */
function initDockerfile(base: string, copies: string, extra = ''): string {
  return `ARG BASE_IMAGE=${base}\nFROM \${BASE_IMAGE} AS builder\nCOPY . /app/env\nWORKDIR /app/env\nRUN uv sync --no-editable\n${extra}\nFROM \${BASE_IMAGE}\n${copies}\n${UVICORN}`
}

const TWICE = 'COPY --from=builder /app/env/.venv /app/.venv\nCOPY --from=builder /app/env /app/env'
const ONCE = 'COPY --from=builder /app/.venv /app/.venv\nCOPY --from=builder /app/env /app/env\nRUN ln -s /app/.venv /app/env/.venv'
const MENDED = ['RUN mv /app/env/.venv /.openenv-venv', 'COPY --from=builder /.openenv-venv /app/.venv', 'ln -s /app/.venv /app/env/.venv']

function initFiles(dockerfile: string): Files {
  return { 'openenv.yaml': YAML, 'pyproject.toml': PROJECT, 'models.py': '', 'server/app.py': APP, 'server/Dockerfile': dockerfile }
}

const inServer = { kind: 'openenv', port: 8000, dockerfile: 'server/Dockerfile', context: '.' }

/** One for each layout of the wild, and the kinds that are no OpenEnv servers. */
export const LAYOUTS: readonly [Layout, ...Layout[]] = [
  {
    title: 'openenv init 0.10',
    files: initFiles(initDockerfile('ghcr.io/huggingface/openenv-base:latest', ONCE, 'RUN mv /app/env/.venv /app/.venv\n')),
    found: inServer,
    says: ['COPY --from=builder /app/.venv /app/.venv'],
  },
  {
    title: 'openenv init 0.4, which copies its virtual environment twice',
    files: initFiles(initDockerfile('ghcr.io/huggingface/openenv-base:latest', TWICE)),
    found: inServer,
    says: MENDED,
  },
  {
    title: 'openenv init 0.2, with another base',
    files: initFiles(initDockerfile('ghcr.io/meta-pytorch/openenv-base:latest', TWICE)),
    found: inServer,
    says: MENDED,
  },
  {
    title: 'app.main:app on a port that only the command names, with a yaml that names another and does not parse',
    files: {
      Dockerfile:
        'FROM python:3.11-slim\nCOPY requirements.txt .\nRUN pip install -r requirements.txt\nCOPY app app\nCMD uvicorn app.main:app --host 0.0.0.0 --port 7860\n',
      'requirements.txt': 'fastapi\nuvicorn\n',
      'app/main.py': SHAPE,
      'openenv.yaml': 'name: "odd one\n\tport: [8000\nport: 8000\n',
    },
    found: { kind: 'openenv', port: 7860, dockerfile: 'Dockerfile', context: '.' },
    says: ['app.main:app'],
    played: { over: 'http' },
  },
  {
    title: 'python -m, with the port in the code',
    files: {
      Dockerfile: `FROM python:3.12-slim\n${INSTALL_SHAPE}COPY . .\nEXPOSE 8000\nCMD ["python", "-m", "server.app"]\n`,
      'server/app.py': `${SHAPE}\n\nif __name__ == "__main__":\n    import uvicorn\n\n    uvicorn.run(app, host="0.0.0.0", port=9000)\n`,
    },
    found: { kind: 'server', port: 9000, dockerfile: 'Dockerfile', context: '.' },
    says: ['"server.app"'],
    played: { over: 'http' },
  },
  {
    title: 'an entrypoint script',
    files: {
      Dockerfile: `FROM python:3.10\n${INSTALL_SHAPE}COPY . /srv\nWORKDIR /srv\nENTRYPOINT ["/srv/entrypoint.sh"]\n`,
      'entrypoint.sh': '#!/bin/sh\nexec uvicorn --host 0.0.0.0 --port 8080 app:app\n',
      'app.py': SHAPE,
    },
    found: { kind: 'server', port: 8080, dockerfile: 'Dockerfile', context: '.' },
    says: ['entrypoint.sh'],
    played: { over: 'http' },
  },
  {
    title: 'a Space of Hugging Face whose README alone names the port',
    files: {
      Dockerfile: `FROM python:3.11\n${INSTALL_OPENENV}WORKDIR /app\nCOPY . .\nCMD ["./run"]\n`,
      run: '#!/bin/sh\nexec uvicorn app:app --host 0.0.0.0 --port "$((7800 + 70))"\n',
      'app.py': APP,
      'README.md': '---\ntitle: Mine\nsdk: docker\napp_port: 7870\n---\n# Mine\n',
      'openenv.yaml': 'name: mine\n',
    },
    found: { kind: 'openenv', port: 7870, dockerfile: 'Dockerfile', context: '.' },
    says: ['./run'],
  },
  {
    title: 'a subfolder of a monorepo, copied from its root',
    files: {
      'envs/mine/Dockerfile': `FROM python:3.11\n${INSTALL_OPENENV}COPY shared/ /app/shared/\nCOPY envs/mine/ /app/\nWORKDIR /app\nENV PORT=8100\nCMD uvicorn main:app --host 0.0.0.0 --port $PORT\n`,
      'envs/mine/main.py': `import shared.tools\n${APP}`,
      'shared/tools.py': '',
    },
    found: { kind: 'openenv', port: 8100, dockerfile: 'envs/mine/Dockerfile', context: '.' },
    says: ['COPY shared/ /app/shared/'],
  },
  {
    title: 'a subfolder that is a project of its own',
    files: {
      'env/openenv.yaml': YAML,
      'env/server/Dockerfile': `FROM python:3.11\n${INSTALL_OPENENV}COPY . /app\nWORKDIR /app\nCMD uvicorn server.app:app --host 0.0.0.0 --port \${PORT:-7861}\n`,
      'env/server/app.py': APP,
      'notes.md': '',
    },
    found: { kind: 'openenv', port: 7861, dockerfile: 'env/server/Dockerfile', context: 'env' },
    says: ['COPY . /app'],
  },
  {
    title: 'src/ without a Dockerfile',
    files: {
      'pyproject.toml': PROJECT,
      'src/mine/server.py': APP,
    },
    found: { kind: 'openenv', port: 8000, dockerfile: 'Dockerfile', context: '.' },
    says: ['pip install --no-cache-dir .', '"mine.server:app"', 'PYTHONPATH=/app:/app/src'],
  },
  {
    title: 'a verifiers environment',
    files: {
      'pyproject.toml': '[project]\nname = "reverse-words"\nversion = "0.1.0"\ndependencies = ["verifiers"]\n',
      'reverse_words.py': VERIFIERS,
    },
    found: { kind: 'verifiers', port: 8000, dockerfile: 'Dockerfile', context: '.' },
    says: ['openenv import /source --type verifiers --name reverse_words', 'reverse_words.server.app:app', '> /app/sitecustomize.py'],
    played: { action: { type: 'call_tool', tool_name: 'submit', arguments: { completion: 'cba' } }, turn: { reward: 1, done: true } },
  },
  {
    title: 'an ORS environment',
    files: {
      'requirements.txt': 'openreward\n',
      'sums.py': ORS,
    },
    found: { kind: 'ors', port: 8000, dockerfile: 'Dockerfile', context: '.' },
    says: ['pip install --no-cache-dir "openenv==0.10.0" -r /source/requirements.txt', 'openenv import /source --type ors --name some_env'],
    played: { action: { type: 'call_tool', tool_name: 'answer', arguments: { value: 5 } }, turn: { reward: 1, done: true } },
  },
]
