/**
 * The answer that the compared environment gives, without an environment: parse the frame, print an equal reply.
 * What the plain servers spend is the price of carrying JSON frames alone.
 */
export function echoReply(text: string, steps: number): string {
  const frame: { type: string; data?: { message?: string } } = JSON.parse(text)
  const message = frame.type === 'reset' ? 'Echo environment ready!' : (frame.data?.message ?? '')
  const metadata = frame.type === 'reset' ? {} : { original_message: message, step: steps }
  const observation = { metadata, echoed_message: message, message_length: message.length }
  return JSON.stringify({ type: 'observation', data: { observation, reward: 0.1 * message.length, done: false, metadata } })
}
