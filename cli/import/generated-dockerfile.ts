const BASE = `ARG BASE=python:3.11-slim
FROM \${BASE}`
const OPENENV = 'openenv==0.10.0'

/** verifiers sets signal handlers where an environment is made; the adapter makes it in a thread, where Python refuses that. */
const ALLOW_SIGNALS = `RUN printf '%s\\n' 'import signal, threading' 'set_handler = signal.signal' \\
  'def set_in_main_thread(*call):' \\
  '    return set_handler(*call) if threading.current_thread() is threading.main_thread() else None' \\
  'signal.signal = set_in_main_thread' > /app/sitecustomize.py
`

export interface AdapterPlan {
  readonly kind: 'verifiers' | 'ors'
  readonly name: string
  readonly hasProject: boolean
  readonly hasRequirements: boolean
}

/**
 * OpenEnv's own importer makes the server, inside the image: nothing of the source runs on the machine that imports it. OpenEnv is named
 * again in each installation, or pip would break it: the newest verifiers wants mcp 2, with which OpenEnv does not start.
 */
export function adapterDockerfile({ kind, name, hasProject, hasRequirements }: AdapterPlan): string {
  const install = `RUN pip install --no-cache-dir "${OPENENV}"`
  const wanted = [...(hasRequirements ? ['-r /source/requirements.txt'] : []), ...(hasProject ? ['/source'] : [])]
  return `${BASE}
${install}
COPY . /source
${wanted.length === 0 ? '' : `${[install, ...wanted].join(' ')}\n`}RUN openenv import /source --type ${kind} --name ${name} --output-dir /app
${install} -r /app/${name}/server/requirements.txt
${kind === 'verifiers' ? ALLOW_SIGNALS : ''}WORKDIR /app
ENV PYTHONPATH=/app
EXPOSE 8000
CMD ["uvicorn", "${name}.server.app:app", "--host", "0.0.0.0", "--port", "8000"]
`
}

export interface ServerPlan {
  readonly app: string
  readonly port: number
  readonly hasProject: boolean
  readonly requirements: readonly string[]
}

/** For a server without a Dockerfile. Nothing is pinned or upgraded that the source does not name. */
export function serverDockerfile({ app, port, hasProject, requirements }: ServerPlan): string {
  return `${BASE}
WORKDIR /app
COPY . /app
${requirements.map((path) => `RUN pip install --no-cache-dir -r ${path}\n`).join('')}${hasProject ? 'RUN pip install --no-cache-dir .\n' : ''}RUN python -c "import uvicorn" || pip install --no-cache-dir uvicorn
ENV PYTHONPATH=/app:/app/src
EXPOSE ${port}
CMD ["uvicorn", "${app}", "--host", "0.0.0.0", "--port", "${port}"]
`
}
