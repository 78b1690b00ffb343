import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ArgsDef, defineCommand } from 'citty'
import { CommandError } from './command-error.ts'
import { packageVersion } from './package-root.ts'

const MARK = '<!-- Written by: openenv-edge skills add -->'

export default defineCommand({
  meta: { name: 'skills', description: 'Teach coding agents this command line: write its SKILL.md into a project' },
  args: {
    action: { type: 'positional', required: true, description: 'add' },
    dir: { type: 'string', default: '.claude/skills', description: 'Folder of the agent’s skills' },
  },
  async run({ args: { action, dir } }) {
    if (action !== 'add') throw new CommandError(`"skills" has no action "${action}". Known: add.`, { exitCode: 2 })
    const file = join(dir, 'openenv-edge/SKILL.md')
    if (existsSync(file) && !readFileSync(file, 'utf8').includes(MARK)) {
      throw new CommandError(`${file} is not of this command’s making, and stays. Choose another folder with --dir.`)
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, await skillText())
    console.log(`openenv-edge: wrote ${file}.`)
  },
})

/** The skill: what an agent needs to know that `--help` does not say, then every command as it is defined. */
async function skillText(): Promise<string> {
  // This command is one of them: imported here, not above.
  const { commands } = await import('./main.ts')
  const sections: string[] = []
  for (const [name, load] of Object.entries(commands)) {
    const { meta, args } = await load()
    const description = (meta as { description?: string }).description ?? ''
    sections.push(`### ${name}\n${description}.\n${toUsage(name, args as ArgsDef)}`)
  }
  return `${INTRODUCTION}\n## Commands of version ${packageVersion()}\n\n${sections.join('\n\n')}\n`
}

function toUsage(name: string, args: ArgsDef): string {
  const entries = Object.entries(args)
  const positionals = entries.filter(([, { type }]) => type === 'positional')
  const words = positionals.map(([word, { required }]) => (required === false ? `[${word}]` : `<${word}>`))
  const lines = entries.map(([word, { type, description, default: value }]) => {
    const flag = type === 'positional' ? word : type === 'boolean' && value === true ? `--no-${word}` : `--${word}`
    return `- \`${flag}\` ${description}${typeof value === 'string' && value !== '' ? ` (default ${value})` : ''}`
  })
  return [`\`npx openenv-edge ${[name, ...words].join(' ')}\``, ...lines].join('\n')
}

const INTRODUCTION = `---
name: openenv-edge
description: Write, check, serve and deploy OpenEnv reinforcement-learning environments with the openenv-edge command line. Use when a project depends on openenv-edge, or when asked to make, test, play, measure or deploy an environment.
---
${MARK}

# openenv-edge

An environment is one TypeScript file: plain functions from state and action to the next state. The runtime keeps the state.

1. \`npx openenv-edge init my_env --no-install\`, then \`npm install\` in it: a project with an environment, a test and a worker.
2. Edit \`environment.ts\`. No clock, no \`Math.random\`, no \`crypto\`, no module state: draw from \`rng\`, keep everything in the state, as JSON.
3. \`npm test\`, then \`npx openenv-edge validate environment.ts --json\`: fix every result whose status is \`fail\`; warnings are for a person to weigh.
4. \`npx openenv-edge serve worker.ts --port 0 --memory\`: the line with \`openenv-edge: http\` on standard output says where it listens.
5. \`npx openenv-edge play <url> --random --json\` shows an episode; \`play\` also reads one JSON action a line from a pipe.
6. \`npx openenv-edge deploy --dry-run\` before \`deploy\`. Deploying, deleting and setting secrets act on a person's account and bill: ask first.

Exit codes: 0 done, 1 failed, 2 called wrongly, 130 interrupted. Without a terminal nothing is ever asked. \`--json\` is for programs. Add \`/s/<key>\` to an
environment's URL to keep its session when a socket is lost.
`
