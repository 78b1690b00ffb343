const BASE = `ARG BASE=python:3.11-slim
FROM \${BASE}`

export interface AdapterPlan {
  readonly kind: 'verifiers' | 'ors'
  readonly name: string
  readonly hasProject: boolean
  readonly hasRequirements: boolean
}

/** OpenEnv's own importer makes the server, inside the image: nothing of the source runs on the machine that imports it. */
export function adapterDockerfile({ kind, name, hasProject, hasRequirements }: AdapterPlan): string {
  const install = [
    ...(hasRequirements ? ['RUN pip install --no-cache-dir -r /source/requirements.txt'] : []),
    ...(hasProject ? ['RUN pip install --no-cache-dir /source'] : []),
  ]
  return `${BASE}
RUN pip install --no-cache-dir "openenv==0.10.0"
COPY . /source
${install.length === 0 ? '' : `${install.join('\n')}\n`}RUN openenv import /source --type ${kind} --name ${name} --output-dir /app
RUN pip install --no-cache-dir -r /app/${name}/server/requirements.txt
WORKDIR /app
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
