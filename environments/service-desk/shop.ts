import { z } from 'zod'
import type { Rng } from '../../core/index.ts'
import { CATALOGUE, CITIES, FIRST_NAMES, LAST_NAMES, STREETS } from './words.ts'

/** The customer who writes has as many; the others are there to be left alone. */
const OWN_ORDERS = 4
const OTHER_CUSTOMERS = 2
const PRODUCTS = 6
/** Days a parcel takes: up to the first in time, up to the second late. */
const QUICK_DAYS = 6
const SLOW_DAYS = 15
/** Delivered orders were placed at most so long ago: most can still be returned, so that declining at random pays little. */
const OLDEST_DAYS = 36

/** Money is in cents; days are counted from the shop's opening. */
const Variant = z.object({ option: z.string(), price: z.int(), stock: z.int() })
const Product = z.object({ name: z.string(), category: z.string(), final_sale: z.boolean(), variants: z.record(z.string(), Variant) })
const Order = z.object({
  customer: z.string(),
  status: z.enum(['pending', 'shipped', 'delivered', 'cancelled']),
  placed_on_day: z.int(),
  delivered_on_day: z.int().nullable(),
  address: z.string(),
  product: z.string(),
  variant: z.string(),
  price: z.int(),
  item: z.enum(['kept', 'returned', 'exchanged']),
  refunded: z.int(),
  late_credit: z.int(),
})
const Customer = z.object({
  name: z.string(),
  email: z.string(),
  postcode: z.string(),
  membership: z.enum(['standard', 'gold']),
  credit: z.int(),
})

/** The shop's whole database. */
export const Shop = z.object({
  today: z.int(),
  customers: z.record(z.string(), Customer),
  orders: z.record(z.string(), Order),
  products: z.record(z.string(), Product),
  /** Reasons by order for which a request was declined. */
  declined: z.record(z.string(), z.string()),
})
export type Shop = z.output<typeof Shop>
export type Order = z.output<typeof Order>
export type Product = z.output<typeof Product>

type Customer = z.output<typeof Customer>

export function orderOf(shop: Shop, id: string): Order {
  const order = Object.hasOwn(shop.orders, id) ? shop.orders[id] : undefined
  if (order === undefined) throw new Error(`There is no order ${id}.`)
  return order
}

export function productOf(shop: Shop, id: string): Product {
  const product = shop.products[id]
  if (product === undefined) throw new Error(`There is no product ${id}.`)
  return product
}

/** A shop with a customer who has four orders of four products, and others. The first customer is the one who writes. */
export function openShop(rng: Rng): Shop {
  const today = rng.integer(200, 900)
  const products = stockProducts(rng)
  const names = rng.shuffle(FIRST_NAMES)
  const customers = Array.from({ length: 1 + OTHER_CUSTOMERS }, (_, at) => createCustomer(names[at] ?? '', rng))
  const ids = freshIds('C', customers.length, rng)
  const owners = [...Array.from({ length: OWN_ORDERS }, () => ids[0] ?? ''), ...ids.slice(1)]
  const kinds = rng.shuffle(Object.keys(products))
  const numbers = freshIds('R', owners.length, rng)
  const orders = owners.map((owner, at) => placeOrder({ owner, product: kinds[at % kinds.length] ?? '', products, today }, rng))
  return {
    today,
    customers: Object.fromEntries(customers.map((customer, at) => [ids[at] ?? '', customer])),
    orders: Object.fromEntries(orders.map((order, at) => [numbers[at] ?? '', order])),
    products,
    declined: {},
  }
}

/** Ids that tell nothing: no two alike, in no order. */
function freshIds(letter: string, count: number, rng: Rng): string[] {
  const numbers = new Set<number>()
  while (numbers.size < count) numbers.add(rng.integer(1000, 9999))
  return [...numbers].map((number) => letter + number)
}

function createCustomer(first: string, rng: Rng): Customer {
  const last = rng.choice(LAST_NAMES)
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}@${rng.choice(['mail', 'post', 'inbox'])}.example`.toLowerCase(),
    postcode: String(rng.integer(10_000, 99_999)),
    membership: rng.choice(['standard', 'standard', 'gold']),
    credit: 0,
  }
}

function stockProducts(rng: Rng): Record<string, Product> {
  const ids = freshIds('P', PRODUCTS, rng)
  const chosen = rng.shuffle(CATALOGUE).slice(0, PRODUCTS)
  return Object.fromEntries(
    chosen.map(({ name, category, options }, at) => {
      const price = rng.integer(8, 120) * 100
      const variants = options.map((option) => [option, { option, price: price + rng.integer(0, 3) * 100, stock: rng.integer(0, 4) }])
      return [ids[at] ?? '', { name, category, final_sale: rng.random() < 0.12, variants: Object.fromEntries(variants) }]
    }),
  )
}

interface Placing {
  readonly owner: string
  readonly product: string
  readonly products: Readonly<Record<string, Product>>
  readonly today: number
}

function placeOrder({ owner, product, products, today }: Placing, rng: Rng): Order {
  const variants = products[product]?.variants ?? {}
  const variant = rng.choice(Object.keys(variants))
  const status = rng.choice(['pending', 'pending', 'shipped', 'delivered', 'delivered', 'delivered', 'delivered'] as const)
  const placed_on_day = today - (status === 'delivered' ? rng.integer(SLOW_DAYS + 1, OLDEST_DAYS) : rng.integer(0, QUICK_DAYS))
  const days = rng.random() < 0.4 ? rng.integer(1, QUICK_DAYS) : rng.integer(QUICK_DAYS + 1, SLOW_DAYS)
  return {
    customer: owner,
    status,
    placed_on_day,
    delivered_on_day: status === 'delivered' ? placed_on_day + days : null,
    address: createAddress(rng),
    product,
    variant,
    price: variants[variant]?.price ?? 0,
    item: 'kept',
    refunded: 0,
    late_credit: 0,
  }
}

export function createAddress(rng: Rng): string {
  return `${rng.integer(1, 99)} ${rng.choice(STREETS)}, ${rng.choice(CITIES)}`
}
