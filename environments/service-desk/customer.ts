import type { Desk } from './desk.ts'
import type { Request } from './requests.ts'

/** How a customer brings up a request; details come when they are asked for. */
export function openRequest({ kind, product }: Request): string {
  const words: Record<Request['kind'], string> = {
    cancel: `I ordered a ${product} and no longer want it. Please cancel the order.`,
    address: `I have moved. My ${product} should go to my new address.`,
    return: `I would like to return my ${product} and get the money back.`,
    exchange: `My ${product} is not quite right. I would like to exchange it for another variant.`,
    late: `My ${product} came late. I think I should get something for that.`,
    injury: `My ${product} gave off smoke and burned my hand. I want my money back.`,
  }
  return words[kind]
}

function tellDetail({ address, option, refund }: Request, message: string): string[] {
  if (address !== undefined && /address/i.test(message)) return [`The new address is: ${address}.`]
  if (option !== undefined && /variant|option|size|colou?r|instead|which/i.test(message)) return [`I would like: ${option}.`]
  if (refund !== undefined && /refund|credit|payment|paid|pay |money back/i.test(message)) {
    return [refund === 'credit' ? 'I would like store credit.' : 'Please refund the payment method I used.']
  }
  return []
}

/** Words in which an agent asks for a yes. */
const ASKS_FOR_CONSENT =
  /confirm|shall i|should i|may i|agree|(like|want) me to|go ahead\?|proceed|is th(at|is) (all )?(right|correct|ok|fine)|okay\?|yes or no|permission|consent|approv/i

/**
 * The customer's answer: a script that knows what it wants and gives what it is asked for. It hears key words, not meaning, and
 * consents only where the order is named.
 */
export function hear(desk: Desk, message: string): { text: string; desk: Desk } {
  const { requests, shop, customer } = desk.case
  const request = requests[desk.at]
  if (request === undefined) return { text: 'No, that is all. Thank you.', desk }
  if (/(anything|something|what) (else|more|further)|any other/i.test(message)) {
    const next = requests[desk.at + 1]
    return { text: next === undefined ? 'No, that is all. Thank you.' : `Yes. ${openRequest(next)}`, desk: { ...desk, at: desk.at + 1 } }
  }
  const { email, postcode } = shop.customers[customer] ?? {}
  const said: string[] = []
  if (/e-?mail|postcode|zip|verify|identity|who you are/i.test(message)) said.push(`My e-mail is ${email} and my postcode is ${postcode}.`)
  if (/order (number|id|no\b|#|reference)|number of|which order/i.test(message)) said.push(`It is order ${request.order}.`)
  said.push(...tellDetail(request, message))
  if (!ASKS_FOR_CONSENT.test(message)) return { text: said.length > 0 ? said.join(' ') : openRequest(request), desk }
  if (!message.includes(request.order)) return { text: [...said, 'Which order do you mean to change?'].join(' '), desk }
  return { text: [...said, 'Yes, please do.'].join(' '), desk: { ...desk, confirmed: [...new Set([...desk.confirmed, request.order])] } }
}
