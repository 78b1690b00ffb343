import type { Box } from '../../core/index.ts'
import type { ActionResult, State } from './tbench2.ts'

/** As upstream's fallback for a task that names no limit of its own. */
const TESTS_TIMEOUT_MS = 900_000

/** Runs the task's tests in its folder: those of the image, which the agent cannot have changed. */
export async function evaluate(box: Box, { task_path: folder, source }: State): Promise<ActionResult> {
  const command = ['python', '-m', 'pytest', '-q', `${source}/tests`, '-rA', '-p', 'no:cacheprovider']
  const { stdout, stderr, exitCode, limit } = await box.exec(command, { cwd: folder, timeoutMs: TESTS_TIMEOUT_MS })
  const isPassed = exitCode === 0 && limit === null
  const output = `${stdout}${stderr}__TB2_EXIT_CODE__:${exitCode}\n`
  return { output, info: { tests_passed: isPassed, exit_code: exitCode }, reward: isPassed ? 1 : 0, done: true }
}
