import { html } from 'hono/html'
import { type AnyEnvironment, describe, type Mode, type ToolDescription } from '../core/internal.ts'
import { operationsOf } from './openapi.ts'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d2330}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #dde;vertical-align:top}
pre{background:#f4f5f8;padding:.8rem;overflow:auto;border-radius:6px}code{font-family:ui-monospace,monospace;font-size:.9em}`

/** A page that tells how to use an environment at `url`: its routes, what it takes and returns. It loads nothing from elsewhere. */
export function docsPage(environment: AnyEnvironment, mode: Mode, url: string) {
  const { name, version, description, schemas, examples, tools } = describe(environment)
  const [example = {}] = examples
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${name} — OpenEnv</title>
        <style>${STYLE}</style>
      </head>
      <body>
        <h1>${name}</h1>
        <p>${description} Version ${version}, ${mode} mode. <a href="${url}/openapi.json">openapi.json</a></p>
        <h2>Connect</h2>
        <pre><code>from openenv import GenericEnvClient
with GenericEnvClient(base_url="${url}").sync() as env:
    env.reset()
    env.step(${JSON.stringify(example)})</code></pre>
        <h2>Routes</h2>
        <table>
          <tr><th>Route</th><th>What it does</th></tr>
          ${operationsOf(environment, mode).map(({ method, path, summary }) => html`<tr><td><code>${method.toUpperCase()} ${path}</code></td><td>${summary}</td></tr>`)}
          <tr><td><code>WS /ws</code></td><td>A session: reset, step, state, close and mcp frames.</td></tr>
          <tr><td><code>WS /mcp</code></td><td>A session of bare JSON-RPC.</td></tr>
        </table>
        ${tools === null ? '' : toolTable(tools[mode])}
        ${schemaBlock('Action', schemas.action)} ${schemaBlock('Observation', schemas.observation)}
      </body>
    </html>`
}

function toolTable(tools: readonly ToolDescription[]) {
  return html`<h2>Tools</h2>
    <table>
      <tr><th>Tool</th><th>What it does</th><th>Arguments</th></tr>
      ${tools.map(
        ({ name, description, inputSchema }) =>
          html`<tr><td><code>${name}</code></td><td>${description}</td><td><code>${JSON.stringify(inputSchema.properties)}</code></td></tr>`,
      )}
    </table>`
}

function schemaBlock(title: string, schema: object) {
  return html`<h2>${title}</h2><pre><code>${JSON.stringify(schema, null, 2)}</code></pre>`
}
