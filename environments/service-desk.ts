import { z } from 'zod'
import { defineToolEnvironment, generatedTasks } from '../core/index.ts'
import { openRequest } from './service-desk/customer.ts'
import { Desk, openDesk, pointsOf } from './service-desk/desk.ts'
import { POLICY } from './service-desk/policy.ts'
import { createCase, type Request } from './service-desk/requests.ts'
import { changeTools, lookTools, talkTools } from './service-desk/tools.ts'

const MAX_STEPS = 40
/** Tasks by split; their numbers are the set's own, so that no seed of a training run makes a test task. */
const COUNTS = { train: 2000, validation: 200, test: 200 }

function greet(request: Request | undefined): string {
  return request === undefined ? '' : `Hello. ${openRequest(request)}`
}

/**
 * A shop's service desk in the manner of τ-bench: a customer writes, tools read and change the database, a written policy says what may
 * be done. The score goes from 0 to 1 by the database as it should be and by the policy kept; each reward is its change.
 */
export const serviceDesk = defineToolEnvironment({
  name: 'service_desk',
  version: '1',
  description: "Serve a shop's customer by tools and a written policy; scored by the database and the policy.",
  state: Desk,
  // Told at the start alone.
  metadata: z.object({ status: z.string(), policy: z.string(), today: z.int(), customer: z.string() }).partial(),
  view: {
    schema: z.object({ score: z.number(), closed: z.boolean(), verified: z.boolean() }).meta({ title: 'ServiceDeskState' }),
    from: (desk) => ({ score: pointsOf(desk) / 100, closed: desk.closed, verified: desk.verified }),
  },
  maxSteps: MAX_STEPS,
  afterDone: 'refuse',
  tasks: generatedTasks(COUNTS, ({ rng }) => createCase(rng)),

  start({ rng, task }) {
    const opened = task?.data ?? createCase(rng)
    const { shop, requests } = opened
    return {
      state: openDesk(opened),
      reward: 0,
      metadata: { status: 'ready', policy: POLICY, today: shop.today, customer: greet(requests[0]) },
    }
  },

  tools: { ...talkTools, ...lookTools, ...changeTools },

  examples: [
    { type: 'call_tool', tool_name: 'reply', arguments: { message: 'Please tell me your e-mail, your postcode and the order number.' } },
    { type: 'call_tool', tool_name: 'find_products', arguments: { query: '' } },
  ],

  render({ case: { shop, requests }, at, verified, changes, breaches, closed }) {
    const request = requests[at]
    return {
      text: [
        `day ${shop.today}, request ${Math.min(at + 1, requests.length)} of ${requests.length}${closed ? ', closed' : ''}`,
        request === undefined ? 'The customer wants nothing else.' : `Customer: ${openRequest(request)}`,
        verified ? 'verified' : 'not verified',
        ...Object.entries(changes).map(([path, value]) => `${path} = ${value}`),
        ...breaches.map((breach) => `breach of the policy: ${breach}`),
      ].join('\n'),
    }
  },
})
