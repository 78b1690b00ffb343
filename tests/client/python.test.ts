import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { CLIENT_VERSIONS, pythonOf } from '../../scripts/prepare-python.ts'

const ADD_ON = 'client/python'

/** Whatever depends on no client is tried with the first alone. */
test.for(CLIENT_VERSIONS)('the Python add-on passes its own tests under openenv %s', { timeout: 180_000 }, async (version) => {
  const wanted = version === CLIENT_VERSIONS[0] ? [] : ['-k', 'Client']
  const command = process.env.OPENENV_EDGE_COMMAND ?? 'dist/cli/bin.js'
  const child = spawn(pythonOf(version), ['-m', 'unittest', 'discover', '-s', `${ADD_ON}/tests`, ...wanted], {
    env: {
      ...process.env,
      PYTHONPATH: `${ADD_ON}/src`,
      PYTHONDONTWRITEBYTECODE: '1',
      OPENENV_EDGE_COMMAND: `${process.execPath}\n${command}`,
    },
  })
  let report = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (report += text))
  const [code] = await once(child, 'close')
  expect(code, report).toBe(0)
})
