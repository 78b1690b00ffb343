import { confirm } from '@clack/prompts'
import { defineCommand } from 'citty'
import { CommandError } from './command-error.ts'
import { deploymentArguments, onDeployment } from './deployment.ts'
import { startProgress } from './progress.ts'
import { runWrangler } from './wrangler.ts'

export default defineCommand({
  meta: { name: 'delete', description: 'Take a deployment down, with every session that it keeps' },
  args: {
    ...deploymentArguments,
    yes: { type: 'boolean', default: false, description: 'Do not ask' },
  },
  async run({ args }) {
    if (!args.yes && !process.stdin.isTTY) throw new CommandError('Without a terminal to ask in, "delete" needs --yes.', { exitCode: 2 })
    await onDeployment(args, async ({ tools, scratch, cwd, worker }) => {
      const isMeant =
        args.yes || (await confirm({ message: 'Delete the worker and all its sessions? This cannot be undone.', initialValue: false }))
      if (isMeant !== true) return console.log('openenv-edge: nothing was deleted.')
      const progress = startProgress()
      try {
        progress.say('Deleting')
        await runWrangler(tools, scratch, { cwd, words: ['delete', ...worker, '--force'] })
        progress.end('deleted, with its sessions.')
      } finally {
        progress.stop()
      }
    })
  },
})
