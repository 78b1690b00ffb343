#!/usr/bin/env node
// Nothing is imported before this check: what follows does not even parse on an old Node.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(
    `openenv-edge needs Node 22.12 or newer; this is ${process.versions.node}. Try: npm install --save-dev node@24, then npx openenv-edge.`,
  )
  process.exit(1)
}
const { enableCompileCache } = await import('node:module')
// The local runtime's tools are one file of 140,000 lines: their compiled form is kept between starts.
enableCompileCache()
const { main } = await import('./main.ts')
await main(process.argv.slice(2))
