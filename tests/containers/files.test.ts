import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithEngine } from './engine.ts'
import { StartedBox } from './started-box.ts'

describeWithEngine('files, kernels and terminals in a box', { timeout: 120_000 }, () => {
  let box: StartedBox
  beforeAll(async () => {
    box = await StartedBox.start()
  })
  afterAll(() => box?.remove())

  test('a file is written with its folders, read, edited and listed', async () => {
    const path = '/home/user/work/a/b.txt'
    expect(await box.file({ op: 'write', path, content: 'hällo' })).toBe(null)
    expect(await box.file({ op: 'edit', path, edits: [{ oldText: 'l', newText: '$&', all: true }] })).toBe(null)
    expect(await box.file({ op: 'read', path })).toBe('hä$&$&o')
    expect(await box.file({ op: 'list', path: '/home/user/work/a' })).toEqual([{ name: 'b.txt', kind: 'file', size: 8 }])
  })

  test('all edits are made or none', async () => {
    const path = '/home/user/work/c.txt'
    await box.file({ op: 'write', path, content: 'one two' })
    const edits = [
      { oldText: 'one', newText: '1' },
      { oldText: 'three', newText: '3' },
    ]
    expect(await box.file({ op: 'edit', path, edits })).toBe('NOT_FOUND_IN_FILE')
    expect(await box.file({ op: 'read', path })).toBe('one two')
  })

  test('what the user may not read, or what never ends, is refused', async () => {
    await box.exec('mkfifo /home/user/pipe; ln -s /etc/shadow /home/user/link')
    expect(await box.file({ op: 'read', path: '/home/user/link' })).toBe('EACCES')
    expect(await box.file({ op: 'read', path: '/home/user/pipe' })).toBe('EINVAL')
    expect(await box.file({ op: 'read', path: '/dev/zero' })).toBe('EINVAL')
    expect(await box.file({ op: 'read', path: '/proc/1/environ' })).toBe('EACCES')
    expect(await box.file({ op: 'write', path: '/opt/box/server.mjs', content: '' })).toBe('EACCES')
  })

  test('files are served on after their worker was killed', async () => {
    await box.exec('kill -9 -1')
    expect(await box.file({ op: 'read', path: '/home/user/work/c.txt' })).toBe('one two')
  })

  test('a token is needed and a start that is over is refused', async () => {
    expect((await box.ask('/exec', { command: 'true' }, { 'x-box-token': 'guess' })).status).toBe(400)
    expect((await box.ask('/exec', { command: 'true' }, { 'x-box-start': 'another' })).status).toBe(409)
  })

  test('IPython keeps names, draws pictures, and survives an interrupt', async () => {
    const code = 'import matplotlib.pyplot as plt\nx = 3\nplt.plot([1, 2])\nplt.show()\nprint(x)'
    const drawn = await box.kernel('ipython', { op: 'run', code })
    expect(drawn).toMatchObject({ answer: { stdout: '3\n', images: [expect.stringMatching(/^iVBOR/)], error: null } })
    const endless = await box.kernel('ipython', { op: 'run', code: 'while True: pass' }, 500)
    expect(endless).toMatchObject({ answer: { error: { name: 'KeyboardInterrupt' } } })
    expect(await box.kernel('ipython', { op: 'run', code: 'x' })).toMatchObject({ answer: { results: ['3'] } })
  })

  test('a kernel that its code has killed says so and starts afresh', async () => {
    expect(await box.kernel('ipython', { op: 'run', code: 'import os; os.kill(os.getpid(), 9)' })).toEqual({ limit: 'died' })
    expect(await box.kernel('ipython', { op: 'run', code: '1 + 1' })).toMatchObject({ answer: { results: ['2'] } })
  })

  test('a terminal has a size, takes input and ends', async () => {
    const opened = await (await box.ask('/pty', { op: 'open', rows: 30, cols: 100, command: ['/bin/bash', '--norc'] })).json()
    const { id } = (opened as { result: { id: string } }).result
    await box.ask('/pty', { op: 'write', id, data: 'stty size; exit\n' })
    let screen = ''
    let ended = false
    while (!ended) {
      const read = (await (await box.ask('/pty', { op: 'read', id, waitMs: 5000 })).json()) as { result: { data: string; ended: boolean } }
      screen += read.result.data
      ended = read.result.ended
    }
    expect(screen).toContain('30 100')
  })

  test('a reset leaves no file, no process and no name', async () => {
    await box.exec('mkdir -p /workspace/x; touch /tmp/t /dev/shm/s; chmod 0 /workspace/x; sleep 1000 &', { keepBackground: true })
    await box.ask('/reset', {})
    const { stdout } = await box.exec('ls /workspace /tmp /dev/shm /home/user/work; pgrep -c sleep')
    expect(stdout).toBe('/dev/shm:\n\n/home/user/work:\n\n/tmp:\n\n/workspace:\n0\n')
    expect(await box.kernel('smolagents', { op: 'run', code: 'x' })).toMatchObject({ answer: { missing: true } })
  })
})
