/// <reference types="@cloudflare/vitest-plugin/types" />

/** What `cloudflare:workers` and `cloudflare:test` give the tests in workerd: the worker of wrangler.toml and its bindings. */
declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import('./worker.ts')
    durableNamespaces: 'Sessions' | 'SessionRegistry'
  }
  interface Env {
    SESSIONS: DurableObjectNamespace<import('./worker.ts').Sessions>
    REGISTRY: DurableObjectNamespace<import('./worker.ts').SessionRegistry>
  }
}
