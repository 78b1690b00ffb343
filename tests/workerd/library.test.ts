import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'

test('the bundled worker answers inside workerd, with its bindings of wrangler.toml', async () => {
  const response = await exports.default.fetch('http://host/health')
  expect(await response.json()).toEqual({ status: 'healthy' })
})
