import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithEngine } from './engine.ts'
import { StartedBox } from './started-box.ts'

describeWithEngine('smolagents’ interpreter in a box', { timeout: 120_000 }, () => {
  let box: StartedBox
  beforeAll(async () => {
    box = await StartedBox.start()
  })
  afterAll(() => box?.remove())

  test('smolagents keeps names between calls and reports failures', async () => {
    await box.kernel('smolagents', { op: 'start' })
    await box.kernel('smolagents', { op: 'run', code: 'x = 5' })
    expect(await box.kernel('smolagents', { op: 'run', code: 'print(x)\nx * 2' })).toMatchObject({
      answer: { logs: '5\n', output: '10', failure: null, names: expect.arrayContaining(['x']) },
    })
    expect(await box.kernel('smolagents', { op: 'run', code: '1/0' })).toMatchObject({ answer: { failure: { type: 'InterpreterError' } } })
  })

  test('code of smolagents that runs for too long stops, whatever it tidies up, and its names are kept', async () => {
    await box.kernel('smolagents', { op: 'start', prelude: 'interpreter.executor.timeout_seconds = 1' })
    const code = 'import time\nx = 5\ntry:\n    time.sleep(20)\nexcept Exception:\n    pass\nfinally:\n    time.sleep(20)'
    const startedAt = performance.now()
    expect(await box.kernel('smolagents', { op: 'run', code })).toMatchObject({
      answer: { failure: { type: 'ExecutionTimeoutError', message: expect.stringContaining('1 seconds') } },
    })
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    expect(await box.kernel('smolagents', { op: 'run', code: 'x' })).toMatchObject({ answer: { output: '5' } })
  })

  test('an interpreter that has ended says so, and the next question starts another', async () => {
    await box.kernel('smolagents', { op: 'start', prelude: "import os\nTOOLS = {'leave': os._exit}" })
    expect(await box.kernel('smolagents', { op: 'run', code: 'leave(0)' })).toEqual({ limit: 'died' })
    expect(await box.kernel('smolagents', { op: 'run', code: '1' })).toMatchObject({ answer: { missing: true } })
    await box.kernel('smolagents', { op: 'start' })
    expect(await box.kernel('smolagents', { op: 'run', code: '1' })).toMatchObject({ answer: { output: '1' } })
  })

  test('what an episode leaves on its socket, and whom it leaves behind, never meet the next', async () => {
    const prelude =
      'import os\ndef leave():\n    for n in range(3, 64):\n        try:\n            os.set_blocking(n, False)\n            os.write(n, b"{}\\n" * 3)\n        except OSError:\n            pass\n    if os.fork():\n        return os.getpid()\n    import time; time.sleep(60)\nTOOLS = {"leave": leave}'
    await box.kernel('smolagents', { op: 'start', prelude })
    await box.kernel('smolagents', { op: 'run', code: 'leave()' })
    await box.ask('/reset', {})
    expect((await box.exec('pgrep -fc smolagents_kernel')).stdout).toBe('1\n')
    expect(await box.kernel('smolagents', { op: 'start' })).toMatchObject({ answer: { names: expect.any(Array) } })
    for (const sum of [4, 6]) {
      expect(await box.kernel('smolagents', { op: 'run', code: `${sum / 2} + ${sum / 2}` })).toMatchObject({
        answer: { output: String(sum) },
      })
    }
  })

  test('code that forks and leaves is found dead at once, and code that raises what ends a program is not', async () => {
    const prelude =
      'import os\ndef part():\n    if os.fork():\n        os._exit(0)\n    import time; time.sleep(60)\nTOOLS = {"part": part}'
    await box.kernel('smolagents', { op: 'start', prelude })
    for (const name of ['KeyboardInterrupt', 'SystemExit', 'GeneratorExit']) {
      const raised = await box.kernel('smolagents', { op: 'run', code: `x = 1\nraise ${name}` })
      expect(raised).toMatchObject({ answer: { failure: { type: name }, names: expect.arrayContaining(['x']) } })
    }
    const startedAt = performance.now()
    expect(await box.kernel('smolagents', { op: 'run', code: 'part()' })).toEqual({ limit: 'died' })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  test('a reset ends an interpreter in the middle of a run, and the next one starts', async () => {
    await box.kernel('smolagents', { op: 'start' })
    const run = box.kernel('smolagents', { op: 'run', code: 'import time\ntime.sleep(20)' })
    await box.exec('sleep 0.3')
    const startedAt = performance.now()
    await box.ask('/reset', {})
    expect(await run).toEqual({ limit: 'died' })
    await box.kernel('smolagents', { op: 'start' })
    expect(await box.kernel('smolagents', { op: 'run', code: '1' })).toMatchObject({ answer: { output: '1' } })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})
