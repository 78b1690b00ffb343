import { z } from 'zod'
import type { Json, ToolTurn } from '../../core/index.ts'
import { hear } from './customer.ts'
import { blame, change, currentShop, type Desk, pointsOf } from './desk.ts'
import { cancelling, crediting, exchanging, POLICY, REASONS, returning } from './policy.ts'
import { type Order, orderOf, productOf, type Shop } from './shop.ts'

const order_id = z.string().describe('An order, such as R1234')

/** A turn whose reward is the change of the score. Nothing is done at a desk that is closed. */
function turn(before: Desk, after: Desk, result: Json): ToolTurn<Desk> {
  if (before.closed) throw new Error('The case is closed: reset to take another.')
  return { state: after, result, reward: (pointsOf(after) - pointsOf(before)) / 100, done: after.closed }
}

function isOwn(desk: Desk, order: Order): boolean {
  return order.customer === desk.case.customer
}

/** The desk with what a look at an order, or a word on it, breaches. */
function overseen(desk: Desk, order: Order | undefined): Desk {
  const known = desk.verified ? desk : blame(desk, 'unverified')
  return order === undefined || isOwn(desk, order) ? known : blame(known, 'privacy')
}

/** A change of an order, made whether or not the policy allows it: that it does is the agent's to know. */
function changeOrder(
  desk: Desk,
  id: string,
  work: (shop: Shop, order: Order) => Readonly<Record<string, string | number>>,
): ToolTurn<Desk> {
  const shop = currentShop(desk)
  const order = orderOf(shop, id)
  if (order.status === 'cancelled' || order.item !== 'kept') throw new Error(`Order ${id} is settled: nothing of it can be changed.`)
  const seen = overseen(desk, order)
  const agreed = desk.confirmed.includes(id) ? seen : blame(seen, 'unconfirmed')
  return turn(desk, change(agreed, work(shop, order)), 'Done.')
}

export const talkTools = {
  reply: {
    description: 'Say something to the customer and hear the answer.',
    input: z.object({ message: z.string().max(2000) }),
    output: z.string(),
    call(desk: Desk, { message }: { message: string }) {
      const { text, desk: after } = hear(desk, message)
      return turn(desk, after, text)
    },
  },
  verify_customer: {
    description: 'Find the customer whose e-mail and postcode these are.',
    input: z.object({ email: z.string(), postcode: z.string() }),
    call(desk: Desk, { email, postcode }: { email: string; postcode: string }) {
      const shop = currentShop(desk)
      const found = Object.entries(shop.customers).find(
        ([, each]) => each.email === email.trim().toLowerCase() && each.postcode === postcode.trim(),
      )
      if (found === undefined) throw new Error('No customer has this e-mail and this postcode.')
      const [customer_id, { name, membership, credit }] = found
      const orders = Object.keys(shop.orders).filter((id) => orderOf(shop, id).customer === customer_id)
      return turn(desk, { ...desk, verified: customer_id === desk.case.customer }, { customer_id, name, membership, credit, orders })
    },
  },
  close_case: {
    description: 'Close the case, when the customer wants nothing else. Nothing can be done afterwards.',
    input: z.object({}),
    call: (desk: Desk) => turn(desk, { ...desk, closed: true }, 'The case is closed.'),
  },
}

export const lookTools = {
  read_policy: {
    description: 'Read the policy of the desk, and which day it is. Both come with a reset too.',
    input: z.object({}),
    call: (desk: Desk) => turn(desk, desk, { policy: POLICY, today: desk.case.shop.today }),
  },
  get_order: {
    description: 'Look at an order.',
    input: z.object({ order_id }),
    call(desk: Desk, { order_id: id }: { order_id: string }) {
      const shop = currentShop(desk)
      const order = orderOf(shop, id)
      const { customer: _, product, ...rest } = order
      return turn(desk, overseen(desk, order), { order_id: id, product_id: product, product: productOf(shop, product).name, ...rest })
    },
  },
  find_products: {
    description: 'Find products by name or category, with their variants, prices and stock. An empty query lists all.',
    input: z.object({ query: z.string() }),
    call(desk: Desk, { query }: { query: string }) {
      const { products } = currentShop(desk)
      const asked = query.trim().toLowerCase()
      const found = Object.entries(products).filter(([id, { name, category }]) =>
        [id.toLowerCase(), name, category].some((text) => text.includes(asked)),
      )
      const listed = found.map(([product_id, { variants, ...rest }]) => ({ product_id, ...rest, variants: Object.values(variants) }))
      return turn(desk, desk, { today: desk.case.shop.today, products: listed })
    },
  },
}

export const changeTools = {
  cancel_order: {
    description: 'Cancel an order and refund its price.',
    input: z.object({ order_id }),
    call: (desk: Desk, { order_id: id }: { order_id: string }) => changeOrder(desk, id, (_, { price }) => cancelling(id, price)),
  },
  change_address: {
    description: 'Send an order to another address.',
    input: z.object({ order_id, address: z.string() }),
    call: (desk: Desk, { order_id: id, address }: { order_id: string; address: string }) =>
      changeOrder(desk, id, () => ({ [`orders.${id}.address`]: address.trim().replace(/\.$/, '') })),
  },
  return_item: {
    description: 'Take the item of an order back, paid to the payment method or as store credit.',
    input: z.object({ order_id, refund: z.enum(['payment', 'credit']) }),
    call: (desk: Desk, { order_id: id, refund }: { order_id: string; refund: 'payment' | 'credit' }) =>
      changeOrder(desk, id, (shop) => returning(shop, id, refund)),
  },
  exchange_item: {
    description: 'Exchange the item of an order for another variant of the same product.',
    input: z.object({ order_id, variant: z.string().describe('Its option, such as "blue"') }),
    call: (desk: Desk, { order_id: id, variant }: { order_id: string; variant: string }) =>
      changeOrder(desk, id, (shop, { product }) => {
        if (!Object.hasOwn(productOf(shop, product).variants, variant)) throw new Error(`There is no variant "${variant}".`)
        return exchanging(shop, id, variant)
      }),
  },
  give_late_credit: {
    description: 'Give the customer of an order store credit because it came late.',
    input: z.object({ order_id, amount: z.int().min(1).max(10_000).describe('Cents') }),
    call: (desk: Desk, { order_id: id, amount }: { order_id: string; amount: number }) =>
      changeOrder(desk, id, (shop, { customer, late_credit }) => {
        if (late_credit > 0) throw new Error(`Order ${id} has its credit already.`)
        return crediting(shop, id, customer, amount)
      }),
  },
  decline_request: {
    description: 'Note that the request about an order is declined, and why.',
    input: z.object({ order_id, reason: z.enum(REASONS) }),
    call(desk: Desk, { order_id: id, reason }: { order_id: string; reason: string }) {
      const { declined } = currentShop(desk)
      orderOf(desk.case.shop, id)
      if (Object.hasOwn(declined, id)) throw new Error(`The request about ${id} is declined already.`)
      return turn(desk, change(overseen(desk, undefined), { [`declined.${id}`]: reason }), 'Noted.')
    },
  },
}
