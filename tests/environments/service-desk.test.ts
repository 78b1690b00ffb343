import { expect, test } from 'vitest'
import { createRng, type Rng } from '../../core/index.ts'
import { serviceDesk } from '../../environments/index.ts'
import { createCase } from '../../environments/service-desk/requests.ts'
import { createServiceDeskTeacher } from '../../environments/teachers/service-desk.ts'
import { type Answer, openSession, type Played } from './driver.ts'

interface Call {
  readonly tool_name: string
  readonly arguments: object
}

type Policy = (answer: Answer) => Call

const SLOW = { timeout: 120_000 }
const SEEDS = Array.from({ length: 120 }, (_, seed) => seed)

/** The data of a tool's result; undefined of a reset and of a failed call. */
function dataOf({ observation }: Answer): unknown {
  return observation.result?.data
}

function createTeacher(): Policy {
  const teach = createServiceDeskTeacher()
  return (answer) => teach({ greeting: answer.metadata?.customer, today: answer.metadata?.today, data: dataOf(answer) })
}

/** Any tool with arguments of which it has read somewhere, or the words that the customer hears. */
function createWanderer(rng: Rng): Policy {
  const seen = { orders: ['R0'], variants: ['blue'], email: '', postcode: '', address: '' }
  const learn = (text: string) => {
    seen.orders.push(...(text.match(/R\d{4}/g) ?? []))
    seen.variants.push(...[...text.matchAll(/"option":"(.*?)"|I would like: (.*?)\./g)].map(([, a, b]) => a ?? b ?? ''))
    seen.email = /e-mail is (\S+)/.exec(text)?.[1] ?? seen.email
    seen.postcode = /postcode is (\d+)/.exec(text)?.[1] ?? seen.postcode
    seen.address = /address is: (.*?)\./.exec(text)?.[1] ?? seen.address
  }
  return (answer) => {
    learn(JSON.stringify(answer.observation))
    const order_id = rng.choice(seen.orders)
    const message = rng.choice([
      'Your e-mail and postcode, please, and the order number.',
      'Which variant, which address, refund or credit?',
      `I am going to do that with order ${order_id}. Do you confirm?`,
      'Anything else?',
    ])
    const calls: readonly (readonly [string, object])[] = [
      ['reply', { message }],
      ['reply', { message }],
      ['verify_customer', { email: seen.email, postcode: seen.postcode }],
      ['close_case', {}],
      ['get_order', { order_id }],
      ['find_products', { query: '' }],
      ['cancel_order', { order_id }],
      ['change_address', { order_id, address: seen.address }],
      ['return_item', { order_id, refund: rng.choice(['payment', 'credit']) }],
      ['exchange_item', { order_id, variant: rng.choice(seen.variants) }],
      ['give_late_credit', { order_id, amount: rng.choice([500, 1000]) }],
      ['decline_request', { order_id, reason: rng.choice(['not_theirs', 'already_shipped', 'too_late', 'final_sale', 'not_late']) }],
    ]
    const [tool_name, given] = rng.choice(calls)
    return { tool_name, arguments: given }
  }
}

/** Follows the teacher, but one time in eight does something else of which it has read first. */
function createLearner(rng: Rng): Policy {
  const [teach, wander] = [createTeacher(), createWanderer(rng)]
  let planned: Call | undefined
  return (answer) => {
    const other = wander(answer)
    planned ??= teach(answer)
    if (rng.random() < 0.125) return other
    const call = planned
    planned = undefined
    return call
  }
}

/** Looks at nothing and declines, for the reason that is likeliest for what the customer asks. */
function createDecliner(): Policy {
  const reasons = [
    [/smoke/, 'specialist'],
    [/cancel|address/, 'already_shipped'],
    [/return|exchange/, 'too_late'],
  ] as const
  function* decline(greeting: string): Generator<Call, void, string> {
    const ask = { tool_name: 'reply', arguments: { message: 'Your e-mail, your postcode and the order number, please.' } }
    for (let asked = greeting; asked !== ''; ) {
      const told: string = yield ask
      const [, email, postcode] = /e-mail is (\S+) and my postcode is (\d+)/.exec(told) ?? []
      yield { tool_name: 'verify_customer', arguments: { email, postcode } }
      const order_id = /order (R\d+)/.exec(told)?.[1]
      const reason = reasons.find(([words]) => words.test(asked))?.[1] ?? 'not_late'
      yield { tool_name: 'decline_request', arguments: { order_id, reason } }
      const next: string = yield { tool_name: 'reply', arguments: { message: 'Anything else?' } }
      asked = next.startsWith('Yes.') ? next : ''
    }
    yield { tool_name: 'close_case', arguments: {} }
  }
  let work: Generator<Call, void, string> | undefined
  return (answer) => {
    const isFirst = work === undefined
    work ??= decline(String(answer.metadata?.customer))
    const next = isFirst ? work.next() : work.next(String(dataOf(answer)))
    return next.value ?? { tool_name: 'close_case', arguments: {} }
  }
}

async function play(seed: number, policy: Policy, session: Played = openSession(serviceDesk)) {
  let answer = await session.reset({ seed })
  let [total, steps] = [0, 0]
  while (!answer.done) {
    answer = await session.step({ type: 'call_tool', ...policy(answer) })
    total += answer.reward ?? 0
    steps += 1
  }
  expect(total).toBeCloseTo((await session.state()).score, 9)
  return { total, steps }
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}

test('the ceiling: a teacher that follows the policy by what the tools tell scores 1 in every case', SLOW, async () => {
  for (const seed of SEEDS) expect({ seed, ...(await play(seed, createTeacher())) }).toMatchObject({ seed, total: expect.closeTo(1, 9) })
})

test('the floor: who calls tools at random scores next to nothing', SLOW, async () => {
  const played = await Promise.all(SEEDS.map((seed) => play(seed, createWanderer(createRng(seed)))))
  expect(mean(played.map(({ total }) => total))).toBeLessThan(0.05)
})

test('who looks at nothing and declines everything gets little', SLOW, async () => {
  const played = await Promise.all(SEEDS.map((seed) => play(seed, createDecliner())))
  expect(mean(played.map(({ total }) => total))).toBeLessThan(0.2)
})

test('sixteen learners of one seed differ in what they reach: a group has something to learn from', SLOW, async () => {
  for (const seed of [3, 4, 5]) {
    const totals = await Promise.all(Array.from({ length: 16 }, async (_, at) => (await play(seed, createLearner(createRng(at)))).total))
    const deviation = Math.sqrt(mean(totals.map((total) => (total - mean(totals)) ** 2)))
    expect(deviation).toBeGreaterThan(0.05)
    expect(mean(totals)).toBeGreaterThan(0.05)
    expect(mean(totals)).toBeLessThan(0.95)
  }
})

test('every kind of request occurs, granted and declined', () => {
  const kinds = new Set<string>()
  const reasons = new Set<unknown>()
  for (const seed of SEEDS) {
    const { requests, goal } = createCase(createRng(seed))
    for (const [at, { kind }] of requests.entries()) {
      const leaves = goal[at] ?? {}
      const isDeclined = Object.keys(leaves).some((path) => path.startsWith('declined.'))
      kinds.add(`${kind} ${isDeclined ? 'declined' : 'granted'}`)
      if (isDeclined) reasons.add(Object.values(leaves)[0])
    }
  }
  expect(reasons.size).toBe(7)
  expect([...kinds].toSorted()).toEqual([
    'address declined',
    'address granted',
    'cancel declined',
    'cancel granted',
    'exchange declined',
    'exchange granted',
    'injury declined',
    'late declined',
    'late granted',
    'return declined',
    'return granted',
  ])
})

test('what the customer has not said and no tool was asked for is in no frame', async () => {
  for (const seed of SEEDS.slice(0, 50)) {
    const session = openSession(serviceDesk)
    const frames = (await session.raw({ type: 'reset', data: { seed } })) + (await session.raw({ type: 'state' }))
    expect(frames).not.toMatch(/@|R\d{4}|C\d{4}|goal/)
    const { observation } = await session.step({ tool_name: 'reply', arguments: { message: 'Which order is it?' } })
    expect(JSON.stringify(observation)).not.toContain('@')
  }
})

test('who never resets, as a client of MCP, can read the policy', async () => {
  const session = openSession(serviceDesk)
  const { observation, reward } = await session.step({ tool_name: 'read_policy', arguments: {} })
  const { metadata } = await openSession(serviceDesk).reset({ seed: 1 })
  expect(observation.result.data).toEqual({ policy: metadata.policy, today: expect.any(Number) })
  expect(reward).toBe(0)
})

test('a breach of the policy costs, and a change that nobody asked for undoes what was settled', async () => {
  const session = openSession(serviceDesk)
  await session.reset({ seed: 1 })
  const { observation } = await session.step({ tool_name: 'reply', arguments: { message: 'Which order number?' } })
  const [order_id] = /R\d{4}/.exec(JSON.stringify(observation)) ?? []
  const teach = createTeacher()
  await play(1, teach)
  await session.step({ tool_name: 'get_order', arguments: { order_id } })
  const { score } = await session.state()
  expect(score).toBe(0)
  const served = openSession(serviceDesk)
  const teacher = createTeacher()
  let answer = await served.reset({ seed: 1 })
  let call = teacher(answer)
  while (call.tool_name !== 'close_case') {
    answer = await served.step(call)
    call = teacher(answer)
  }
  expect((await served.state()).score).toBeCloseTo(0.8, 9)
  const spoiled = await served.step({
    tool_name: 'change_address',
    arguments: { order_id: await spareOrder(served), address: '1 Wrong Way' },
  })
  expect(spoiled.reward).toBeLessThan(0)
})

/** An order of the customer that no request is about. */
async function spareOrder(session: Played): Promise<string> {
  const { observation } = await session.step({ tool_name: 'reply', arguments: { message: 'Your e-mail and postcode?' } })
  expect(observation.error).toBeNull()
  const { requests, shop, customer } = createCase(createRng(1, 0, -1))
  const own = Object.entries(shop.orders).filter(([, order]) => order.customer === customer)
  return own.find(([id]) => requests.every(({ order }) => order !== id))?.[0] ?? ''
}

test('a closed case takes no more calls, and a task of the set is the same each time', async () => {
  const session = openSession(serviceDesk)
  const first = await session.reset({ split: 'test', index: 7 })
  expect((await session.step({ tool_name: 'close_case', arguments: {} })).done).toBe(true)
  await expect(session.step({ tool_name: 'close_case', arguments: {} })).rejects.toThrow('done')
  expect(await session.reset({ split: 'test', index: 7 })).toEqual(first)
  expect(await session.reset({ split: 'train', index: 7 })).not.toEqual(first)
})
