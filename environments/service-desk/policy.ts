import type { Request } from './requests.ts'
import { orderOf, productOf, type Shop } from './shop.ts'

const RETURN_DAYS = 30
const ELECTRONICS_RETURN_DAYS = 14
const LATE_AFTER_DAYS = 7
const LATE_CREDIT = { standard: 500, gold: 1000 } as const

/** Why a request is declined, as the policy names it. */
export const REASONS = ['not_theirs', 'already_shipped', 'too_late', 'final_sale', 'out_of_stock', 'not_late', 'specialist'] as const
export type Reason = (typeof REASONS)[number]

/** What the agent is told, and what the reward goes by. */
export const POLICY = `Policy of the service desk
1. Verify the customer with verify_customer (e-mail and postcode) before you look at an order, change anything or decline anything.
2. Work on the orders of that customer only. Do not look at other people's. A request about an order of someone else: decline, not_theirs.
3. Before each change name the order to the customer, say what you are going to do and ask them to confirm. Change nothing without a yes.
   Declining needs no yes.
4. Cancelling an order, and changing its address: only while it is pending; else decline, already_shipped.
5. Returns and exchanges: within ${RETURN_DAYS} days after delivery, electronics within ${ELECTRONICS_RETURN_DAYS}; later: decline, too_late. A final-sale product, whenever it is: decline, final_sale.
6. A return is paid back as the customer wishes: to the payment method or as store credit. An exchange is for another variant of the same
   product that is in stock; none in stock: decline, out_of_stock.
7. Late parcels: an order delivered more than ${LATE_AFTER_DAYS} days after it was placed earns store credit once, ${LATE_CREDIT.standard} cents, for gold members ${LATE_CREDIT.gold}. Not late: decline, not_late.
8. Injury, fire, smoke: change nothing, decline with the reason specialist; somebody will call back.
9. Customers ask one thing at a time. When it is settled, ask whether there is anything else; close the case when there is not.
Money is in cents. Days are counted from the shop's opening.`

/** What the policy says to a request: the leaves of the database that change, by path. */
export function settle(shop: Shop, request: Request, customer: string): Record<string, string | number> {
  const reason = reasonAgainst(shop, request, customer)
  return reason === undefined ? grant(shop, request, customer) : { [`declined.${request.order}`]: reason }
}

function reasonAgainst(shop: Shop, { kind, order: id, option }: Request, customer: string): Reason | undefined {
  const order = orderOf(shop, id)
  const product = productOf(shop, order.product)
  if (order.customer !== customer) return 'not_theirs'
  if (kind === 'injury') return 'specialist'
  if (kind === 'cancel' || kind === 'address') return order.status === 'pending' ? undefined : 'already_shipped'
  const delivered = order.delivered_on_day ?? shop.today
  if (kind === 'late') return delivered - order.placed_on_day > LATE_AFTER_DAYS ? undefined : 'not_late'
  if (product.final_sale) return 'final_sale'
  if (shop.today - delivered > (product.category === 'electronics' ? ELECTRONICS_RETURN_DAYS : RETURN_DAYS)) return 'too_late'
  return kind === 'exchange' && product.variants[option ?? '']?.stock === 0 ? 'out_of_stock' : undefined
}

function grant(shop: Shop, { kind, order: id, option, address, refund }: Request, customer: string): Record<string, string | number> {
  const order = orderOf(shop, id)
  if (kind === 'cancel') return cancelling(id, order.price)
  if (kind === 'address') return { [`orders.${id}.address`]: address ?? '' }
  if (kind === 'exchange') return exchanging(shop, id, option ?? '')
  if (kind === 'late') return crediting(shop, id, customer, LATE_CREDIT[shop.customers[customer]?.membership ?? 'standard'])
  return returning(shop, id, refund ?? 'payment')
}

export function cancelling(id: string, price: number): Record<string, string | number> {
  return { [`orders.${id}.status`]: 'cancelled', [`orders.${id}.refunded`]: price }
}

export function returning(shop: Shop, id: string, refund: 'payment' | 'credit'): Record<string, string | number> {
  const { price, customer } = orderOf(shop, id)
  const item = { [`orders.${id}.item`]: 'returned' }
  if (refund === 'payment') return { ...item, [`orders.${id}.refunded`]: price }
  return { ...item, [`customers.${customer}.credit`]: (shop.customers[customer]?.credit ?? 0) + price }
}

export function exchanging(shop: Shop, id: string, option: string): Record<string, string | number> {
  const { product, variant } = orderOf(shop, id)
  const { variants } = productOf(shop, product)
  return {
    [`orders.${id}.item`]: 'exchanged',
    [`orders.${id}.variant`]: option,
    [`products.${product}.variants.${option}.stock`]: (variants[option]?.stock ?? 0) - 1,
    [`products.${product}.variants.${variant}.stock`]: (variants[variant]?.stock ?? 0) + 1,
  }
}

export function crediting(shop: Shop, id: string, customer: string, amount: number): Record<string, string | number> {
  const { credit = 0 } = shop.customers[customer] ?? {}
  return { [`orders.${id}.late_credit`]: amount, [`customers.${customer}.credit`]: credit + amount }
}
