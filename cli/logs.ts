import { defineCommand } from 'citty'
import { deploymentArguments, flag, onDeployment } from './deployment.ts'
import { followWrangler } from './wrangler.ts'

export default defineCommand({
  meta: { name: 'logs', description: 'Follow what a deployment logs, until Ctrl-C' },
  args: {
    ...deploymentArguments,
    errors: { type: 'boolean', default: false, description: 'Failed requests alone' },
    search: { type: 'string', valueHint: 'text', description: 'Lines with this text alone' },
    json: { type: 'boolean', default: false, description: 'Each event as JSON, one after the other' },
  },
  async run({ args }) {
    await onDeployment(args, async ({ tools, cwd }) => {
      console.error('openenv-edge: waiting for log lines; Ctrl-C ends this.')
      // Its name is a word of its own here, no flag.
      const words = [
        'tail',
        ...(args.name === undefined ? [] : [args.name]),
        ...flag('--env', args.env),
        '--format',
        args.json ? 'json' : 'pretty',
      ]
      if (args.errors) words.push('--status', 'error')
      if (args.search !== undefined) words.push('--search', args.search)
      await followWrangler(tools, cwd, words)
    })
  },
})
