import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkerBundle } from '../bundle.ts'
import { CommandError } from '../command-error.ts'
import { bindingsOf, COMPATIBILITY_DATE, COMPATIBILITY_FLAGS } from '../local-runtime.ts'
import type { Tools } from '../tools.ts'
import { createScratch } from '../workerd-guard.ts'

const PORT = 8000

const DOCKERFILE = `# The worker on workerd, Cloudflare's own runtime: no account, no platform.
ARG BASE=debian:bookworm-slim
FROM \${BASE}
RUN [ -e /etc/ssl/certs/ca-certificates.crt ] \\
  || (apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*)
RUN mkdir /data && chown 65534:65534 /data
COPY workerd /usr/local/bin/workerd
COPY main.js worker.capnp start.sh /worker/
# Named sessions are kept here.
VOLUME /data
USER 65534:65534
EXPOSE ${PORT}
ENTRYPOINT ["/bin/sh", "/worker/start.sh"]
`

/** Variables that are not set must be absent, and workerd binds null for them: only those that are there are named. */
const START = `set -eu
variables=$(env | sed -n 's/^\\(OPENENV_[A-Z0-9_]*\\|ENABLE_WEB_INTERFACE\\)=.*/(name = "\\1", fromEnvironment = "\\1"), /p' | tr -d '\\n')
sed "s|VARIABLES|$variables|" /worker/worker.capnp > /tmp/worker.capnp
exec workerd serve --import-path=/ /tmp/worker.capnp
`

/** Writes what \`docker build\` needs into the folder of the built worker, main.js. */
export function writeSelfHost(folder: string, bundle: WorkerBundle, tools: Tools): void {
  writeFileSync(join(folder, 'Dockerfile'), DOCKERFILE)
  writeFileSync(join(folder, 'start.sh'), START)
  writeFileSync(join(folder, 'worker.capnp'), configurationOf(bundle))
  copyWorkerd(tools, join(folder, 'workerd'))
}

/** Of workerd's configuration; the binary brings it. */
const SCHEMA = '/workerd/workerd.capnp'

function configurationOf(bundle: WorkerBundle): string {
  const objects = Object.entries(bindingsOf(bundle))
  const namespaces = objects.map(([, name]) => `(className = "${name}", uniqueKey = "openenv-edge-${name}", enableSql = true)`)
  const bindings = objects.map(([binding, name]) => `(name = "${binding}", durableObjectNamespace = "${name}")`)
  return `using Workerd = import ${JSON.stringify(SCHEMA)};

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "data", disk = (path = "/data", writable = true)),
  ],
  sockets = [(name = "http", address = "*:${PORT}", http = (), service = "main")],
);

const main :Workerd.Worker = (
  modules = [(name = "main.js", esModule = embed "/worker/main.js")],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  compatibilityFlags = [${COMPATIBILITY_FLAGS.map((flag) => `"${flag}"`).join(', ')}],
  durableObjectNamespaces = [${namespaces.join(', ')}],
  durableObjectStorage = (localDisk = "data"),
  bindings = [VARIABLES${bindings.join(', ')}],
);
`
}

/** The runtime for Linux, of the version that the project is tried with: this machine's own, or npm's where it is another system's. */
function copyWorkerd(tools: Tools, target: string): void {
  if (process.platform === 'linux') return copyFileSync(tools.workerd, target)
  const scratch = createScratch()
  try {
    const manifest: unknown = JSON.parse(
      readFileSync(tools.workerd.replace(/([\\/]workerd)[^\\/]*[\\/]bin[\\/].*$/, '$1/package.json'), 'utf8'),
    )
    const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'latest'
    const words = ['install', '--prefix', scratch.path, '--os=linux', `--cpu=${process.arch}`, '--ignore-scripts', `workerd@${version}`]
    const { stderr } = spawnSync('npm', words, { encoding: 'utf8', shell: process.platform === 'win32' })
    const binary = join(scratch.path, `node_modules/@cloudflare/workerd-linux-${process.arch === 'arm64' ? 'arm64' : '64'}/bin/workerd`)
    if (!existsSync(binary)) throw new CommandError(`npm did not bring workerd for Linux:\n${stderr}`)
    copyFileSync(binary, target)
  } finally {
    scratch.remove()
  }
}
