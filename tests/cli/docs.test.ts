import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from './cli.ts'

test('docs/cli.md has a section for each command, and names each of its flags', async () => {
  const sections = readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8')
    .split('\n## ')
    .slice(1)
  const { stdout } = await runCli([])
  const commands = [...(/COMMANDS\n\n([\s\S]*?)\n\n/.exec(stdout)?.[1] ?? '').matchAll(/^ +([a-z]+) /gm)].map(([, name = '']) => name)
  expect(sections.map((section) => /^`([a-z]+)/.exec(section)?.[1]).sort()).toEqual([...commands].sort())
  for (const command of commands) {
    const { stdout: help } = await runCli([command, '--help'])
    const section = sections.find((text) => text.startsWith(`\`${command}`))
    for (const [flag] of help.matchAll(/--[a-z-]+/g)) expect(section).toContain(flag)
    expect(help.split('\n').length).toBeLessThan(24)
  }
}, 60_000)
