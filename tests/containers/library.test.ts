import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pythonOf } from '../../scripts/prepare-python.ts'
import { runScript } from '../interop/python.ts'
import { describeWithEngine } from './engine.ts'
import { Player } from './player.ts'
import { ServedWorker } from './served-worker.ts'

/** The text of a tool's result (contract 1.5); the whole observation where there is none. */
function textOf(observation: { result?: { data?: unknown } } | undefined): unknown {
  return observation?.result?.data ?? observation
}

const CLIENTS = join(import.meta.dirname, 'python/box_clients.py')
const checkout = process.env.OPENENV_CHECKOUT

describeWithEngine('the environments of the box', { timeout: 120_000 }, () => {
  let worker: ServedWorker
  let player: Player
  beforeAll(async () => {
    worker = await ServedWorker.start()
  })
  afterAll(() => worker?.stop())

  async function open(name: string, reset: object = {}) {
    player = await Player.connect(worker.url, `/envs/${name}/s/test/ws`)
    return (await player.reset(reset)).data
  }
  async function call(tool_name: string, args: object) {
    const { data } = await player.step({ type: 'call_tool', tool_name, arguments: args })
    return { text: textOf(data.observation), reward: data.reward, done: data.done }
  }

  test('terminus runs commands, keeps them, and is judged by its verify commands', async () => {
    const reset = await open('terminus', { setup: 'echo ready > flag', verify: ['test -f answer', 'false'] })
    expect(reset.observation).toMatchObject({
      metadata: { status: 'ready', message: expect.stringContaining('Setup commands run: 1. Verify commands registered: 2.') },
    })
    expect((await call('terminal', { command: 'cat flag; echo no >&2; exit 3' })).text).toBe('ready\nno\nERROR:\nSystemExit: 3')
    expect((await call('terminal', { command: 'touch answer' })).text).toBe('(no output)')
    expect(await call('terminal', { final_answer: '42' })).toEqual({
      text: 'Answer submitted: 42\nVerification: 1/2 passed; reward=0.5',
      reward: 0.5,
      done: true,
    })
    expect((await player.ask('state')).data).toMatchObject({ submitted_answer: '42', last_reward: 0.5, commands: [{ success: false }, {}] })
    player.close()
  })

  test('a failed setup ends the episode', async () => {
    const reset = await open('terminus', { setup: ['false'] })
    expect(reset).toMatchObject({ done: true, observation: { metadata: { status: 'error', message: 'Setup command failed.' } } })
    player.close()
  })

  test('coding_tools edits, searches, plans and submits', async () => {
    await open('coding_tools', { verify: 'python3 -c "import mod; assert mod.f() == 2"' })
    expect((await call('write', { file_path: 'mod.py', content: 'def f():\n    return 1\n' })).text).toBe('write ok')
    expect((await call('read', { file_path: 'mod.py', offset: 4, limit: 3 })).text).toBe('f()')
    expect((await call('read', { file_path: 'none' })).text).toBe('ERROR: file not found')
    expect((await call('edit', { file_path: 'mod.py', old_string: 'return 3', new_string: '' })).text).toBe('ERROR: old_string not found')
    expect((await call('edit', { file_path: 'mod.py', old_string: 'return 1', new_string: 'return 2' })).text).toBe('edit ok')
    expect((await call('grep', { pattern: 'return \\d', include: '*.py' })).text).toBe('mod.py:2:    return 2')
    expect((await call('glob', { pattern: '*.py' })).text).toBe('mod.py')
    expect((await call('ls', { ignore: ['logs', 'input'] })).text).toContain('[dir] work')
    expect((await call('bash', { command: 'echo out; exit 4' })).text).toBe('ERROR: exit_code=4\nout')
    expect((await call('bash', { command: 'true', timeout: 0 })).text).toBe(
      "ERROR: TimeoutExpired: Command 'true' timed out after 0.0 seconds",
    )
    expect((await call('read', { file_path: 'work' })).text).toBe("ERROR: IsADirectoryError: [Errno 21] Is a directory: 'work'")
    expect((await call('write', { file_path: 'work', content: '' })).text).toBe("ERROR: write failed: [Errno 21] Is a directory: 'work'")
    const todos = [{ id: '1', content: 'x', status: 'in_progress', priority: 'high' }]
    expect((await call('todo_write', { todos })).text).toBe('stored 1 todos')
    expect(await call('submit_solution', {})).toEqual({ text: 'Verification: 1/1 passed; reward=1.0', reward: 1, done: true })
    player.close()
  })

  test('jupyter keeps names, shows values and pictures, and sums the notebook up', async () => {
    await open('jupyter', { verify: ['test -f /tmp/done'] })
    expect((await call('add_and_execute_code_cell', { code: 'x = 6 * 7\nprint("a")\nx' })).text).toBe('a\n42')
    expect((await call('add_and_execute_code_cell', { code: '1/0' })).text).toContain('ERROR:\nZeroDivisionError: division by zero')
    const code = 'import matplotlib.pyplot as plt\nplt.plot([1, x])\nplt.show()'
    expect((await call('edit_and_execute_current_cell', { code })).text).toBe('[Image output: 1 image(s) generated]')
    expect((await call('execute_shell_command', { command: 'touch /tmp/done; echo shell; exit 1' })).text).toBe('shell')
    expect((await call('get_notebook_state', {})).text).toMatch(/^\[Cell 1\] x = 6 \* 7 ↵ print\("a"\) ↵ x\n {2}→ a\n42\n\[Cell 2\]/)
    expect(await call('final_answer', { answer: 'yes' })).toMatchObject({ reward: 1, done: true })
    player.close()
  })

  test('git lists, clones and commits', async () => {
    await open('git')
    const act = async (data: object) => (await player.step(data)).data.observation
    expect(await act({ action_type: 'list_repos' })).toMatchObject({
      success: true,
      message: 'Found 2 repositories',
      repos: [{ name: 'calculator', full_name: 'openenv/calculator' }, {}],
    })
    expect(await act({ action_type: 'clone_repo', repo_name: 'calculator' })).toMatchObject({ success: true })
    expect(await act({ action_type: 'clone_repo', repo_name: 'none' })).toMatchObject({
      success: false,
      message: 'Failed to clone repository: none',
      error: expect.stringMatching(/^Clone failed: /),
    })
    expect(await act({ action_type: 'execute_git_command', command: 'status', working_dir: 'none' })).toMatchObject({
      success: false,
      message: 'Git command failed',
      error: 'Working directory does not exist: /workspace/none',
    })
    const command = (text: string) => act({ action_type: 'execute_git_command', command: text, working_dir: 'calculator' })
    expect(await command('commit --allow-empty -m "two words"')).toMatchObject({ success: true, message: 'Git command succeeded' })
    expect(await command('log --format=%s -n 2')).toMatchObject({ output: 'two words\nTest what is there\n' })
    expect(await command('frobnicate')).toMatchObject({ success: false, message: 'Git command failed' })
    expect(await command('git status')).toMatchObject({ success: false, error: expect.stringContaining("'git' is not a git command") })
    expect(await command('log "')).toMatchObject({ message: 'Failed to execute git command: log "', error: 'No closing quotation' })
    player.close()
  })

  test("git without repositories is upstream's with no Gitea in reach", async () => {
    await open('git', { repositories: 'none' })
    const act = async (data: object) => (await player.step(data)).data.observation
    const error = 'Gitea server is not ready'
    expect(await act({ action_type: 'list_repos' })).toMatchObject({
      success: false,
      message: 'Failed to list repositories',
      error,
      repos: [],
    })
    expect(await act({ action_type: 'clone_repo', repo_name: 'r' })).toMatchObject({ message: 'Failed to clone repository: r', error })
    expect(await act({ action_type: 'execute_git_command', command: 'init r' })).toMatchObject({ success: true })
    expect((await player.ask('state')).data).toMatchObject({ gitea_ready: false, step_count: 3 })
    player.close()
  })

  test('repl compares with an expected answer that is no text, as rows of data sets hold', async () => {
    await open('repl', { expected_answer: 3 })
    expect((await player.step({ code: "print('FINAL(3)')" })).data).toMatchObject({ reward: 1, done: true })
    player.close()
  })

  test('tbench2 lets the tests of the task judge', async () => {
    const reset = await open('tbench2', { task_id: 'hello-file' })
    expect(reset).toMatchObject({ reward: 0, observation: { instruction: expect.stringContaining('hello.txt'), action_type: 'reset' } })
    expect((await player.step({ command: 'echo "Hello, world!" > hello.txt; pwd' })).data.observation).toMatchObject({
      output: '/workspace/hello-file\n',
    })
    await player.step({ command: 'cat', session_id: 's', block: false })
    // What a busy machine has not echoed at once comes with the next look.
    const written = (await player.step({ action_type: 'write', session_id: 's', command: 'echoed' })).data.observation
    const seen = async () => (await player.step({ action_type: 'wait', session_id: 's', wait_seconds: 30 })).data.observation
    expect(written?.output ? written : await seen()).toMatchObject({ output: 'echoed\n' })
    expect((await player.step({ action_type: 'view' })).data.observation).toMatchObject({ success: false })
    const judged = await player.step({ action_type: 'evaluate' })
    expect(judged.data).toMatchObject({ reward: 1, done: true, observation: { info: { tests_passed: true, exit_code: 0 } } })
    expect(await player.reset({ task_id: 'no-such-task' })).toMatchObject({ type: 'error', data: { code: 'EXECUTION_ERROR' } })
    player.close()
  })

  // Their sessions' containers run already.
  test.for(['generic', 'typed'] as const)('stock Python clients play all of them: %s', async (kind, { skip }) => {
    if (kind === 'typed' && checkout === undefined) skip('no checkout of OpenEnv is named by OPENENV_CHECKOUT')
    const variables = { PYTHONPATH: join(checkout ?? '', 'envs') }
    const lines = await runScript(pythonOf('0.10.0'), CLIENTS, [worker.url.origin, 'test', kind], { variables })
    expect(lines).toEqual([
      { environment: 'coding', shown: '42' },
      { environment: 'coding_tools', shown: '42' },
      { environment: 'git', shown: 'Found 2 repositories' },
      { environment: 'jupyter', shown: '42' },
      { environment: 'repl', shown: 2 },
      { environment: 'tbench2', shown: '42\n' },
      { environment: 'terminus', shown: '42' },
    ])
  })
})
