import type { Source } from './read-source.ts'

const DEFAULT_PORT = 8000
/** Where Hugging Face expects a Docker Space that says nothing. */
const SPACE_PORT = 7860

/** Where the server listens: what its command says comes before what is only declared. */
export function findPort(source: Source, dockerfile: string | undefined): { port: number; from: string } {
  const commands = [...(dockerfile?.matchAll(/^\s*(?:CMD|ENTRYPOINT)\s+(.*(?:\\\n.*)*)/gm) ?? [])].map(([, text = '']) => text).join(' ')
  const scripts = source.paths.filter((path) => path.endsWith('.sh') && commands.includes(path.split('/').at(-1) ?? path))
  const readme = source.paths.find((path) => path.toLowerCase() === 'readme.md')
  const front = readme === undefined ? undefined : /^---\n([\s\S]*?)\n---/.exec(source.read(readme))?.[1]
  const yaml = source.paths.find((path) => path === 'openenv.yaml')
  const places: readonly (readonly [string, number | undefined])[] = [
    ['the Dockerfile’s command', portIn(commands)],
    ['the script that it runs', portIn(scripts.map((path) => source.read(path)).join('\n'))],
    ['the Dockerfile’s ENV PORT', numberIn(dockerfile, /^\s*ENV\s+(?:.*\s)?PORT[= ]"?(\d+)/m)],
    ['the server’s code', dockerfile === undefined ? undefined : portInCode(source, commands)],
    ['the Dockerfile’s EXPOSE', numberIn(dockerfile, /^\s*EXPOSE\s+(\d+)/m)],
    ['the README’s app_port', numberIn(front, /^app_port:\s*(\d+)/m)],
    ['openenv.yaml', yaml === undefined ? undefined : numberIn(source.read(yaml), /^port:\s*["']?(\d+)/m)],
  ]
  const [from, port] = places.find(([, found]) => found !== undefined) ?? []
  if (port !== undefined && from !== undefined) return { port, from }
  return /^sdk:\s*docker/m.test(front ?? '')
    ? { port: SPACE_PORT, from: 'the default of a Space' }
    : { port: DEFAULT_PORT, from: 'OpenEnv’s default' }
}

/** `--port 8000`, `"--port", "8000"`, `-p 8000`, `--bind 0.0.0.0:8000`, `${PORT:-7860}`. */
function portIn(text: string): number | undefined {
  return (
    numberIn(text, /--port[\s=",']+(?:\$\{PORT:-)?(\d+)/) ??
    numberIn(text, /(?:--bind|-b)[\s=",']+[\w.[\]]*:(\d+)/) ??
    numberIn(text, /\s-p[\s",']+(\d+)/) ??
    numberIn(text, /\$\{PORT:-(\d+)\}/)
  )
}

/** Of a command that runs Python: the module it names, or any file that starts the server by itself. */
function portInCode(source: Source, commands: string): number | undefined {
  const module = /python3?[\s",']+-m[\s",']+([\w.]+)/.exec(commands)?.[1]?.replaceAll('.', '/')
  const file = /([\w./-]+\.py)/.exec(commands)?.[1]
  const wanted = [module === undefined ? undefined : `${module}.py`, file].filter((path) => path !== undefined)
  for (const [path, text] of source.python()) {
    if (
      !wanted.some((each) =>
        path.endsWith(
          each
            .replace(/^\.?\//, '')
            .split('/')
            .at(-1) ?? each,
        ),
      )
    )
      continue
    const found = numberIn(text, /uvicorn\.run\([\s\S]*?port\s*=\s*(?:int\()?(?:os\.(?:environ\.get|getenv)\([^,]*,\s*["']?)?(\d+)/)
    if (found !== undefined) return found
  }
  return undefined
}

function numberIn(text: string | undefined, pattern: RegExp): number | undefined {
  const found = text === undefined ? undefined : pattern.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
