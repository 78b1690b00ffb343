import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../cli/main.ts'
import { runCli } from './cli.ts'

test('docs/cli.md has a section for each command, and names each of its flags', async () => {
  const sections = readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8')
    .split('\n## ')
    .slice(1)
  expect(sections.map((section) => /^`([a-z]+)/.exec(section)?.[1]).sort()).toEqual(Object.keys(commands).sort())
  for (const command of Object.keys(commands)) {
    const { stdout: help } = await runCli([command, '--help'])
    const section = sections.find((text) => text.startsWith(`\`${command}`))
    for (const [flag] of help.matchAll(/--[a-z-]+/g)) expect(section).toContain(flag)
  }
}, 60_000)
