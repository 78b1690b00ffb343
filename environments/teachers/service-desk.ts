interface Seen {
  /** Of a reset, where there is one. */
  readonly greeting?: string | undefined
  readonly today?: number | undefined
  /** What the last tool returned. */
  readonly data?: unknown
}

interface Call {
  tool_name: string
  arguments: Record<string, string | number>
}

interface OrderSeen {
  readonly product_id: string
  readonly status: string
  readonly placed_on_day: number
  readonly delivered_on_day: number | null
}

interface ProductSeen {
  readonly product_id: string
  readonly category: string
  readonly final_sale: boolean
  readonly variants: readonly { readonly option: string; readonly stock: number }[]
}

interface CustomerSeen {
  readonly membership: 'standard' | 'gold'
  readonly orders: readonly string[]
}

type Kind = 'cancel' | 'address' | 'return' | 'exchange' | 'late' | 'injury'

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['injury', /smoke|burned/],
  ['cancel', /cancel/],
  ['address', /address/],
  ['return', /return/],
  ['exchange', /exchange/],
  ['late', /late/],
]

const ASK_IDENTITY = 'Good day. Please tell me your e-mail, your postcode and the order number.'
const ASK_DETAIL: Readonly<Partial<Record<Kind, string>>> = {
  address: 'What is the new address?',
  exchange: 'Which variant would you like instead?',
  return: 'Would you like the refund to your payment method or as store credit?',
}

function call(tool_name: string, given: Record<string, string | number> = {}): Call {
  return { tool_name, arguments: given }
}

/** Serves a customer by the policy, from what the tools say alone: a generator that is sent what was seen and yields calls. */
function* serve(greeting: string, today: number): Generator<Call, void, unknown> {
  let opening = greeting
  let customer: CustomerSeen | undefined
  while (opening !== '') {
    const answer = String(yield call('reply', { message: customer === undefined ? ASK_IDENTITY : 'What is the order number?' }))
    const id = /order (R\d+)/.exec(answer)?.[1] ?? ''
    if (customer === undefined) {
      const [, email = '', postcode = ''] = /e-mail is (\S+) and my postcode is (\d+)/.exec(answer) ?? []
      customer = (yield call('verify_customer', { email, postcode })) as CustomerSeen
    }
    yield* settle(opening, id, customer, today)
    const next = String(yield call('reply', { message: 'That is settled. Is there anything else?' }))
    opening = next.startsWith('Yes.') ? next : ''
  }
  yield call('close_case')
}

function* settle(opening: string, id: string, customer: CustomerSeen, today: number): Generator<Call, void, unknown> {
  const kind = KINDS.find(([, words]) => words.test(opening))?.[0] ?? 'late'
  const decline = (reason: string) => call('decline_request', { order_id: id, reason })
  if (!customer.orders.includes(id)) return void (yield decline('not_theirs'))
  if (kind === 'injury') return void (yield decline('specialist'))
  const order = (yield call('get_order', { order_id: id })) as OrderSeen
  const { products } = (yield call('find_products', { query: order.product_id })) as { products: readonly ProductSeen[] }
  const question = ASK_DETAIL[kind]
  const detail = question === undefined ? '' : String(yield call('reply', { message: question }))
  const option = /I would like: (.*)\./.exec(detail)?.[1] ?? ''
  const reason = refusal(kind, order, products[0], { today, option })
  if (reason !== undefined) return void (yield decline(reason))
  yield call('reply', { message: `I am going to take care of order ${id} as you asked. Do you confirm?` })
  yield act(kind, id, { option, detail, membership: customer.membership })
}

function refusal(
  kind: Kind,
  { status, placed_on_day, delivered_on_day }: OrderSeen,
  product: ProductSeen | undefined,
  { today, option }: { today: number; option: string },
): string | undefined {
  if (kind === 'cancel' || kind === 'address') return status === 'pending' ? undefined : 'already_shipped'
  const delivered = delivered_on_day ?? today
  if (kind === 'late') return delivered - placed_on_day > 7 ? undefined : 'not_late'
  if (product?.final_sale === true) return 'final_sale'
  if (today - delivered > (product?.category === 'electronics' ? 14 : 30)) return 'too_late'
  const isGone = product?.variants.find((variant) => variant.option === option)?.stock === 0
  return kind === 'exchange' && isGone ? 'out_of_stock' : undefined
}

interface Details {
  readonly option: string
  readonly detail: string
  readonly membership: CustomerSeen['membership']
}

function act(kind: Kind, order_id: string, { option, detail, membership }: Details): Call {
  if (kind === 'cancel') return call('cancel_order', { order_id })
  if (kind === 'address') return call('change_address', { order_id, address: /address is: (.*)\./.exec(detail)?.[1] ?? '' })
  if (kind === 'exchange') return call('exchange_item', { order_id, variant: option })
  if (kind === 'late') return call('give_late_credit', { order_id, amount: membership === 'gold' ? 1000 : 500 })
  return call('return_item', { order_id, refund: detail.includes('store credit') ? 'credit' : 'payment' })
}

/** A teacher for one episode: tell it what was seen, it says which tool to call; nothing when it is through. */
export function createServiceDeskTeacher(): (seen: Seen) => Call {
  let work: Generator<Call, void, unknown> | undefined
  return ({ greeting = '', today = 0, data }) => {
    const isFirst = work === undefined
    work ??= serve(greeting, today)
    const next = isFirst ? work.next() : work.next(data)
    return next.done === true ? call('close_case') : next.value
  }
}
