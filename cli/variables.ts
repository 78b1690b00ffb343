import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Variables of OpenEnv's and of ours that mean the same in a deployment. */
const OPENENV_VARIABLE = /^(OPENENV_|ENABLE_WEB_INTERFACE$)/

/** What a local worker finds in its environment: this process's OPENENV_ variables, and secrets from wrangler's `.dev.vars`. */
export function readVariables(): Record<string, string> {
  const secrets = existsSync('.dev.vars') ? parseEnv(readFileSync('.dev.vars', 'utf8')) : {}
  const own = Object.entries(process.env).filter(([name]) => OPENENV_VARIABLE.test(name))
  return Object.fromEntries([...Object.entries(secrets), ...own].flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
