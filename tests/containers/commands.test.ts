import { on } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { START_HEADER, TOKEN_HEADER } from '../../core/box/protocol.ts'
import { docker } from './docker.ts'
import { describeWithEngine } from './engine.ts'
import { StartedBox, TOKEN } from './started-box.ts'

describeWithEngine('commands in a box', { timeout: 120_000 }, () => {
  let box: StartedBox
  beforeAll(async () => {
    box = await StartedBox.start()
  })
  afterAll(() => box?.remove())

  test('a command runs as a user without capabilities, who cannot gain any', async () => {
    const { stdout } = await box.exec('id -un; grep -E "Cap|NoNew" /proc/self/status; grep CapBnd /proc/1/status')
    expect(stdout.split('\n')).toEqual([
      'user',
      ...['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].map((set) => `Cap${set}:\t0000000000000000`),
      'NoNewPrivs:\t1',
      'CapBnd:\t0000000000000000',
      '',
    ])
  })

  test('no process of the container is root', () => {
    const users = docker('top', box.name, '-eo', 'pid,uid').split('\n').slice(1)
    expect(users.map((line) => line.trim().split(/\s+/)[1])).not.toContain('0')
  })

  test('stdin, environment, folder and exit code are the command’s own', async () => {
    const result = await box.exec('cat; echo "$NAME $PWD"; echo oops >&2; exit 3', { stdin: 'in\n', env: { NAME: 'x' }, cwd: '/workspace' })
    expect(result).toMatchObject({ stdout: 'in\nx /workspace\n', stderr: 'oops\n', exitCode: 3, limit: null, truncated: false })
  })

  test('what a command prints is streamed as it comes, its result last', async () => {
    const command = 'echo one; until [ -e go ]; do sleep 0.05; done; echo two'
    const response = await box.ask('/exec-stream', { command, cwd: '/tmp' })
    const pieces: string[] = []
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      pieces.push(piece)
      // Only who has read the first line lets the second be written.
      if (pieces.length === 1) await box.exec('touch go', { cwd: '/tmp' })
    }
    const lines = pieces
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.slice(0, 2)).toEqual(['one\n', 'two\n'].map((text) => ({ stream: 'stdout', text })))
    expect(lines[2]).toMatchObject({ result: { stdout: 'one\ntwo\n', exitCode: 0 } })
  })

  test('a folder that is not there is an exit code, not a failure of the box', async () => {
    expect((await box.exec('true', { cwd: '/nowhere' })).exitCode).toBe(126)
  })

  test('an endless command ends at its time limit with what it printed', async () => {
    const result = await box.exec('echo start; while :; do :; done', { timeoutMs: 300 })
    expect(result).toMatchObject({ stdout: 'start\n', limit: 'time', exitCode: 137 })
  })

  test('output past its limit is dropped and the command runs on', async () => {
    const result = await box.exec('head -c 100000000 /dev/zero | tr "\\0" x; echo done >&2', { maxOutputBytes: 10 })
    expect(result).toMatchObject({ stdout: 'xxxxxxxxxx', stderr: 'done\n', truncated: true, exitCode: 0 })
  })

  test('bytes that are no text become replacement characters', async () => {
    expect((await box.exec('printf "a\\377b\\033[0m"')).stdout).toBe('a\uFFFDb\u001b[0m')
  })

  test('children that together take more memory than allowed are ended', async () => {
    const hog = 'import time; x = bytearray(10**8); time.sleep(60)'
    const result = await box.exec(`for i in 1 2 3; do python3 -c '${hog}' & done; wait`, { maxMemoryBytes: 200 * 1024 ** 2 })
    expect(result.limit).toBe('memory')
  })

  test('a command that fills the disk is ended, and the next one can make room', async () => {
    const fill = 'for i in 1 2 3 4 5; do fallocate -l 700M /workspace/$i || exit 1; done; sleep 60'
    expect((await box.exec(fill)).limit).toBe('disk')
    expect((await box.exec('rm /workspace/*; ls /workspace')).stdout).toBe('')
  })

  test('processes that left their group die with the command', async () => {
    await box.exec('sleep 1000 & setsid sleep 1000 & (setsid sh -c "sleep 1000 & sleep 1000" &)')
    expect((await box.exec('pgrep -c sleep')).stdout).toBe('0\n')
  })

  test('a process that hides from debuggers dies like any other', async () => {
    const hide = 'import ctypes, time; ctypes.CDLL(None).prctl(4, 0); open("/tmp/hidden", "w"); time.sleep(1000)'
    await box.exec(`setsid python3 -c '${hide}' & until [ -e /tmp/hidden ]; do sleep 0.01; done`)
    expect((await box.exec('pgrep -c python3')).stdout).toBe('0\n')
  })

  test('processes that are meant to stay do', async () => {
    await box.exec('sleep 1000 & setsid sleep 1000 &', { keepBackground: true })
    await box.exec('true')
    expect((await box.exec('pgrep -c sleep')).stdout).toBe('1\n')
  })

  test('a fork bomb ends with its command and the box answers on', async () => {
    await box.exec(':(){ :|:& };: ; sleep 60', { timeoutMs: 500 })
    expect((await box.exec('echo here')).stdout).toBe('here\n')
  })

  test('signals to everything reach neither the server nor the init process', async () => {
    await box.exec('kill -9 -1')
    await box.exec('kill -9 1 $(pgrep -u box)')
    expect((await box.exec('echo here')).stdout).toBe('here\n')
  })

  test('a socket is refused to who lacks the token or means another start, and answers calls as they are done', async () => {
    const start = (await box.ask('/health', {})).headers.get(START_HEADER) ?? ''
    expect(await box.connect({})).toEqual({ status: 400, start })
    expect(await box.connect({ [TOKEN_HEADER]: TOKEN, [START_HEADER]: 'another' })).toEqual({ status: 409, start })
    const socket = await box.connect({ [TOKEN_HEADER]: TOKEN, [START_HEADER]: start })
    if (!('send' in socket)) throw new Error('The socket was refused.')
    const answers = on(socket, 'message')
    for (const [id, command] of [
      ['slow', 'sleep 0.3'],
      ['quick', 'true'],
    ] as const)
      socket.send(`${id} /exec {"command":"${command}"}`)
    socket.send('odd /exec {')
    const ids: string[] = []
    for await (const [frame] of answers) if (ids.push(String(frame).split(' ')[0] ?? '') === 3) break
    expect(ids).toEqual(['odd', 'quick', 'slow'])
    // Who goes is not waited for.
    socket.send('left /exec {"command":"touch begun; sleep 1000"}')
    await expect.poll(() => box.exec('ls begun && pgrep -c sleep'), { timeout: 20_000 }).toMatchObject({ exitCode: 0 })
    socket.close()
    await expect.poll(async () => (await box.exec('pgrep -c sleep')).stdout, { timeout: 20_000 }).toBe('0\n')
  })
})
