import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openSocket } from './socket.ts'

const SUMS = '/envs/sums'

async function ask(path: string, body?: unknown): Promise<[status: number, answer: unknown]> {
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await exports.default.fetch(`http://host${path}`, init)
  return [response.status, await response.json()]
}

function taskOf(split: string, index: number) {
  return { id: `${split}-${index}`, split, index, question: expect.stringMatching(/^\d+ \+ \d+$/) }
}

test('splits, counts and tasks are told under the name, under the alias and without one, the solution never', async () => {
  for (const base of [`${SUMS}/sums`, `${SUMS}/SUMS_ENV`, SUMS, '/sums', `${SUMS}/s/key`]) {
    expect(await ask(`${base}/splits`)).toEqual([
      200,
      [
        { name: 'train', type: 'train' },
        { name: 'test', type: 'test' },
        { name: 'hard', type: 'validation' },
      ],
    ])
    expect(await ask(`${base}/num_tasks`, { split: 'train' })).toEqual([200, { num_tasks: 1000 }])
    expect(await ask(`${base}/task`, { split: 'train', index: 999 })).toEqual([200, { task: taskOf('train', 999), env_name: 'sums' }])
  }
  const [, all] = await ask(`${SUMS}/tasks`, { split: 'hard' })
  expect(all).toEqual({ tasks: [0, 1, 2].map((index) => taskOf('hard', index)), env_name: 'sums' })
})

test.for([
  [{}, 0, 10],
  [{ start: 8 }, 8, 10],
  [{ start: null, stop: 2 }, 0, 2],
  [{ start: -3, stop: -1 }, 7, 9],
  [{ start: 4, stop: 400 }, 4, 10],
  [{ start: 5, stop: 3 }, 0, 0],
  [{ start: -100, stop: 1 }, 0, 1],
] as const)('task_range with %o is a slice from %i to %i', async ([bounds, start, stop]) => {
  const [status, answer] = await ask(`${SUMS}/task_range`, { split: 'test', ...bounds })
  const expected = Array.from({ length: stop - start }, (_, at) => taskOf('test', start + at))
  expect([status, answer]).toEqual([200, { tasks: expected, env_name: 'sums' }])
})

test('what cannot be met is refused by name, the body first, then the environment, then the split', async () => {
  expect(await ask(`${SUMS}/task`, { split: 'test', index: 10 })).toEqual([400, { detail: 'Invalid task index' }])
  expect(await ask(`${SUMS}/task`, { split: 'test', index: -1 })).toEqual([400, { detail: 'Invalid task index' }])
  expect(await ask(`${SUMS}/tasks`, { split: 'tset' })).toEqual([400, { detail: 'No split named "tset". Known: train, test, hard.' }])
  expect(await ask(`${SUMS}/tasks`, { split: 'toString' })).toMatchObject([400, {}])
  expect(await ask(`${SUMS}/other/splits`)).toEqual([404, { detail: "unknown environment 'other'" }])
  expect(await ask(`${SUMS}/ledger/splits`)).toEqual([404, { detail: "unknown environment 'ledger'" }])
  expect(await ask('/envs/ledger/splits')).toEqual([501, { detail: 'list_splits is not supported for this environment' }])
  expect(await ask('/envs/ledger/ledger/task', { split: 'a', index: 0 })).toEqual([
    501,
    { detail: 'get_task is not supported for this environment' },
  ])
  const forbidden = { type: 'extra_forbidden', loc: ['body', 'x'], msg: 'Extra inputs are not permitted', input: 1 }
  expect(await ask('/envs/ledger/other/task', { split: 'a', index: 0, x: 1 })).toEqual([422, { detail: [forbidden] }])
  const missing = { type: 'missing', loc: ['body', 'split'], msg: 'Field required', input: {} }
  expect(await ask('/envs/ledger/tasks', {})).toEqual([422, { detail: [missing] }])
})

test('the deployment lists its environments, the default first; an environment lists itself', async () => {
  const [, names] = await ask('/list_environments')
  expect(names).toEqual(expect.arrayContaining(['sums', 'ledger']))
  expect((names as string[])[0]).toBe('echo_legacy')
  expect(await ask(`${SUMS}/list_environments`)).toEqual([200, ['sums']])
})

test('a listed task, its place and its spec start the same episode, over HTTP and on a socket', async () => {
  const [, listed] = await ask(`${SUMS}/task`, { split: 'test', index: 4 })
  const { task } = listed as { task: { question: string } }
  const expected = { observation: { question: task.question } }
  const socket = await openSocket(`${SUMS}/ws`)
  for (const keys of [{ split: 'test', index: 4 }, { task_spec: task }, { task_spec: { split: 'test', index: 4 } }]) {
    expect(await ask(`${SUMS}/reset`, keys)).toMatchObject([200, expected])
    expect(await socket.ask({ type: 'reset', data: keys })).toMatchObject({ type: 'observation', data: expected })
  }
  const [a = 0, b = 0] = task.question.split(' + ').map(Number)
  expect(await socket.step({ sum: a + b })).toMatchObject({ data: { reward: 1, done: true } })
})

test('a bad choice is 422 over HTTP and VALIDATION_ERROR on a socket, whose episode goes on', async () => {
  const socket = await openSocket(`${SUMS}/ws`)
  await socket.ask({ type: 'reset', data: { split: 'test', index: 1 } })
  for (const keys of [{ split: 'nope' }, { split: 'test', index: 10 }, { task_spec: 5 }, { task_spec: {}, split: 'test' }]) {
    expect(await ask(`${SUMS}/reset`, keys)).toMatchObject([422, { detail: [{ loc: expect.anything(), msg: expect.any(String) }] }])
    expect(await socket.ask({ type: 'reset', data: keys })).toMatchObject({ type: 'error', data: { code: 'VALIDATION_ERROR' } })
  }
  expect(await socket.step({ sum: -1 })).toMatchObject({ data: { reward: 0, done: true } })
})

test('the OpenAPI document tells the tasks of an environment that has some', async () => {
  const [, withTasks] = await ask(`${SUMS}/openapi.json`)
  expect(withTasks).toMatchObject({ paths: { '/sums/splits': {}, '/sums/task': {} }, components: { schemas: { Task: { title: 'Task' } } } })
  const [, without] = await ask('/envs/ledger/openapi.json')
  const paths = Object.keys((without as { paths: object }).paths)
  expect(paths).toContain('/list_environments')
  expect(paths.filter((path) => path.includes('split'))).toEqual([])
})

test('an agent may read tasks', async () => {
  const { permissionOf } = await import('../../workers/access/permissions.ts')
  expect(['sums/splits', 'tasks', 'sums/task_range', 'a/b/task', 'reset'].map(permissionOf)).toEqual([
    'catalogue',
    'catalogue',
    'catalogue',
    'play',
    'play',
  ])
})
