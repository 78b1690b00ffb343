import { describe } from 'vitest'
import { docker } from './docker.ts'

/** Why tests with containers cannot run here; undefined when they can. */
function missing(): string | undefined {
  for (const image of ['openenv-edge-box', 'openenv-edge-sidecar', 'openenv-edge-stock', 'openenv-edge-wild']) {
    try {
      docker('image', 'inspect', image)
    } catch {
      return `no image ${image}, or no Docker engine: run scripts/prepare-containers.sh`
    }
  }
  return undefined
}

const problem = missing()
if (problem !== undefined && process.env.CI === undefined) console.warn(`Skipped tests with containers: ${problem}.`)

/** Tests that need a real engine: skipped where there is none, but not in CI, where one is missing by mistake. */
export const describeWithEngine = describe.skipIf(problem !== undefined && process.env.CI === undefined)
