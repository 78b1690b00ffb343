import { z } from 'zod'
import type { Rng } from '../../core/index.ts'
import { settle } from './policy.ts'
import { createAddress, openShop, orderOf, productOf, Shop } from './shop.ts'

/** What a customer wants of one order. */
const Request = z.object({
  kind: z.enum(['cancel', 'address', 'return', 'exchange', 'late', 'injury']),
  order: z.string(),
  /** What the customer calls the thing. */
  product: z.string(),
  address: z.string().optional(),
  option: z.string().optional(),
  refund: z.enum(['payment', 'credit']).optional(),
})
export type Request = z.output<typeof Request>

/** A task: a shop, who writes, what they want, and what the policy makes of each request. */
export const Case = z.object({
  shop: Shop,
  customer: z.string(),
  requests: z.array(Request),
  /** By request: leaves of the database by path, as they should be in the end. */
  goal: z.array(z.record(z.string(), z.union([z.string(), z.int()]))),
})
export type Case = z.output<typeof Case>

const FOREIGN_SHARE = 0.12
const INJURY_SHARE = 0.08

/** A case of one to three requests, each about another order. At most one of them touches the store credit. */
export function createCase(rng: Rng): Case {
  const shop = openShop(rng)
  const [customer = ''] = Object.keys(shop.customers)
  const own = Object.keys(shop.orders).filter((id) => orderOf(shop, id).customer === customer)
  const foreign = Object.keys(shop.orders).filter((id) => !own.includes(id))
  const requests: Request[] = []
  for (const order of rng.shuffle(own).slice(0, rng.choice([1, 2, 2, 3]))) {
    const isForeign = rng.random() < FOREIGN_SHARE && requests.every(({ order: other }) => !foreign.includes(other))
    const mayTouchCredit = !requests.some(({ kind, refund }) => kind === 'late' || refund === 'credit')
    requests.push(createRequest(shop, isForeign ? rng.choice(foreign) : order, mayTouchCredit, rng))
  }
  return { shop, customer, requests, goal: requests.map((request) => settle(shop, request, customer)) }
}

function createRequest(shop: Shop, id: string, mayTouchCredit: boolean, rng: Rng): Request {
  const order = orderOf(shop, id)
  const { name, variants } = productOf(shop, order.product)
  const about = { order: id, product: name }
  if (order.status !== 'delivered') {
    return rng.random() < 0.5 ? { ...about, kind: 'cancel' } : { ...about, kind: 'address', address: createAddress(rng) }
  }
  if (rng.random() < INJURY_SHARE) return { ...about, kind: 'injury' }
  const kind = rng.choice(mayTouchCredit ? (['return', 'exchange', 'late'] as const) : (['return', 'exchange'] as const))
  if (kind === 'exchange') return { ...about, kind, option: rng.choice(Object.keys(variants).filter((each) => each !== order.variant)) }
  if (kind === 'return') return { ...about, kind, refund: mayTouchCredit && rng.random() < 0.4 ? 'credit' : 'payment' }
  return { ...about, kind }
}
