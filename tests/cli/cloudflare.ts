import { onTestFinished } from 'vitest'
import { type Cloudflare, createCloudflare } from './cloudflare-server.ts'

/** A stand-in of the platform's API that ends with the test. */
export async function startCloudflare(): Promise<Cloudflare> {
  const started = await createCloudflare()
  onTestFinished(() => started.stop())
  return started
}
