import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 90_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/workerd/**', 'tests/interop-long/**'],
          globalSetup: ['tests/build.setup.ts', 'tests/interop/python.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'interop',
          include: ['tests/interop-long/**/*.test.ts'],
          testTimeout: 600_000,
          globalSetup: ['tests/build.setup.ts', 'tests/interop/python.setup.ts'],
        },
      },
      {
        extends: true,
        plugins: [cloudflareTest({ main: './tests/workerd/worker.ts', wrangler: { configPath: './wrangler.toml' } })],
        test: { name: 'workerd', include: ['tests/workerd/**/*.test.ts'] },
      },
    ],
  },
})
