import { defineEnvironment } from 'openenv-edge'
import { z } from 'zod'

const BROKEN = 'def add(a, b):\n    return a - b\n'
const CHECK = 'from program import add\nassert add(2, 3) == 5\nprint("passed")\n'

/** A shell in a container: mend `program.py` until `python3 check.py` passes. */
export const environment = defineEnvironment({
  name: '__NAME__',
  version: '1',
  description: 'Mend a Python program in a container, by shell commands.',
  action: z.object({ command: z.string() }),
  observation: z.object({ output: z.string(), exit_code: z.int() }),
  // What the container holds is not in here: when it is lost, the episode is, and the next step says so.
  state: z.object({ isMended: z.boolean() }),
  // The container's network is closed; `allow` names the hosts that are open.
  box: { allow: [] },
  maxSteps: 30,
  examples: [{ command: 'cat program.py' }, { command: 'python3 check.py' }],

  async reset({ box }) {
    await box.writeFile('program.py', BROKEN)
    return { state: { isMended: false }, observation: { output: 'Mend program.py so that check.py passes.', exit_code: 0 } }
  },

  async step(_state, { command }, { box }) {
    const { stdout, stderr, exitCode } = await box.exec(command, { timeoutMs: 30_000 })
    // Written anew before each look, so that a changed check earns nothing.
    await box.writeFile('check.py', CHECK)
    const check = await box.exec('python3 check.py', { timeoutMs: 10_000 })
    return {
      state: { isMended: isMended(check) },
      observation: { output: stdout + stderr, exit_code: exitCode },
      reward: isMended(check) ? 1 : 0,
      done: isMended(check),
    }
  },
})

/** Both: a program that ends early with 0 has passed nothing. */
export function isMended({ exitCode, stdout }: { exitCode: number; stdout: string }): boolean {
  return exitCode === 0 && stdout.trim() === 'passed'
}
