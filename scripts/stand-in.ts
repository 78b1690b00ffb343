import { once } from 'node:events'
import { createCloudflare } from '../tests/cli/cloudflare-server.ts'

// The stand-in of Cloudflare's API on its own, to try `deploy` by hand without an account: node scripts/stand-in.ts
const { env, url, stop } = await createCloudflare()
console.log(
  Object.entries(env)
    .map(([name, value]) => `export ${name}=${value}`)
    .join('\n'),
)
console.log(`# then: npx openenv-edge deploy --url ${url}`)
await once(process, 'SIGINT')
await stop()
