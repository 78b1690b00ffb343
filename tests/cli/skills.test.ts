import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../cli/main.ts'
import { runCli, temporaryFolder } from './cli.ts'

const SKILL = '.claude/skills/openenv-edge/SKILL.md'

test('the skill has every command, and is written anew by a later version', async () => {
  const cwd = temporaryFolder()
  for (let round = 0; round < 2; round++) {
    expect(await runCli(['skills', 'add'], { cwd })).toEqual({ code: 0, stdout: `openenv-edge: wrote ${SKILL}.\n`, stderr: '' })
  }
  const text = readFileSync(join(cwd, SKILL), 'utf8')
  expect(text).toMatch(/^---\nname: openenv-edge\ndescription: .*\n---\n/)
  for (const name of Object.keys(commands)) expect(text).toMatch(new RegExp(`^### ${name}\\n.+\\n\`npx openenv-edge ${name}`, 'm'))
})

test('a skill of somebody else’s is left as it is', async () => {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'agents/openenv-edge'), { recursive: true })
  writeFileSync(join(cwd, 'agents/openenv-edge/SKILL.md'), 'mine')
  const { code, stderr } = await runCli(['skills', 'add', '--dir', 'agents'], { cwd })
  expect(stderr).toContain('agents/openenv-edge/SKILL.md is not of this command’s making, and stays.')
  expect(code).toBe(1)
  expect(readFileSync(join(cwd, 'agents/openenv-edge/SKILL.md'), 'utf8')).toBe('mine')
})
