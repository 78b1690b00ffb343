import { z } from 'zod'
import { type Box, BoxError, defineEnvironment, type Turn } from '../../core/index.ts'
import { splitCommand } from './split-command.ts'

const WORKSPACE = '/workspace'
/** Bare repositories of the image; a folder `<name>.git` each. */
const REPOSITORIES = '/srv/git'
/** Whose repositories they are, as the user of upstream's Gitea is called. */
const OWNER = 'openenv'
/** Upstream waits for ever; a hung command would hold the session. */
const GIT_TIMEOUT_MS = 60_000

const observation = z
  .object({
    success: z.boolean().default(false),
    message: z.string().default(''),
    output: z.string().default(''),
    error: z.string().default(''),
    repos: z.array(z.record(z.string(), z.string())).default([]),
  })
  .meta({ title: 'GitObservation' })
type Observation = z.output<typeof observation>
const state = z.object({ gitea_ready: z.boolean(), workspace_path: z.string() })
type State = z.output<typeof state>

const READY: State = { gitea_ready: true, workspace_path: WORKSPACE }

/** Git in a workspace of the session's own, over repositories of the image: upstream's Gitea is not needed. */
export const git = defineEnvironment({
  name: 'git',
  version: '1',
  description: 'List and clone repositories, and run git in a workspace.',
  action: z
    .object({
      action_type: z.string().default('list_repos'),
      repo_name: z.string().default(''),
      target_dir: z.string().nullable().default(null),
      command: z.string().default(''),
      working_dir: z.string().default(''),
    })
    .meta({ title: 'GitAction' }),
  observation,
  state,
  view: { isUnpublished: true, schema: state.meta({ title: 'GitState' }), from: (shown) => shown, beforeReset: () => READY },
  // `none` is upstream's server with no Gitea in reach.
  options: z.object({ task_id: z.string().nullish(), repositories: z.enum(['image', 'none']).default('image') }),
  box: {},
  afterDone: 'continue',

  reset({ options }) {
    const output = `Workspace: ${WORKSPACE}\nGitea: file://${REPOSITORIES}\nUse GitAction with action_type='clone_repo' to clone repositories.`
    const state = { ...READY, gitea_ready: options.repositories === 'image' }
    return { state, ...seen({ success: true, message: 'Git task environment ready.', output }) }
  },

  async step(current, action, { box }) {
    return { state: current, ...(await act(box, action, current.gitea_ready)) }
  },

  examples: [
    { action_type: 'list_repos', repo_name: '', target_dir: null, command: '', working_dir: '' },
    { action_type: 'clone_repo', repo_name: 'calculator', target_dir: null, command: '', working_dir: '' },
  ],
})

type Action = { action_type: string; repo_name: string; target_dir: string | null; command: string; working_dir: string }
type Seen = Pick<Turn<Observation, State>, 'observation' | 'reward'>

function seen(fields: Partial<Observation>): Seen {
  return { observation: { success: false, message: '', output: '', error: '', repos: [], ...fields }, reward: null }
}

const UNREACHABLE = 'Gitea server is not ready'

function act(box: Box, action: Action, hasRepositories: boolean): Promise<Seen> | Seen {
  switch (action.action_type) {
    case 'list_repos':
      return hasRepositories ? listRepositories(box) : seen({ message: 'Failed to list repositories', error: UNREACHABLE })
    case 'clone_repo':
      return hasRepositories ? clone(box, action) : notCloned(action, UNREACHABLE)
    case 'execute_git_command':
      return runGit(box, action)
    default:
      return seen({ message: 'Action not supported in task mode: GitAction', error: 'Use shared Gitea for repository migration/creation' })
  }
}

async function listRepositories(box: Box): Promise<Seen> {
  const names = (await box.list(REPOSITORIES)).filter(({ name }) => name.endsWith('.git')).map(({ name }) => name.slice(0, -'.git'.length))
  const repos = await Promise.all(
    names.map(async (name) => {
      const description = (await box.readFile(`${REPOSITORIES}/${name}.git/description`)).trim()
      return { name, full_name: `${OWNER}/${name}`, clone_url: `file://${REPOSITORIES}/${name}.git`, description }
    }),
  )
  const lines = repos.map(
    ({ name, clone_url: url, description }) => `  - ${name}: ${url}\n${description === '' ? '' : `    ${description}\n`}`,
  )
  const output = repos.length === 0 ? 'No repositories available.' : `Available repositories:\n${lines.join('')}`
  return seen({ success: true, message: `Found ${repos.length} repositories`, output, repos })
}

function notCloned({ repo_name: name }: Action, error: string): Seen {
  return seen({ message: `Failed to clone repository: ${name}`, error })
}

/** A folder as Python joins paths: one that begins with a slash stands for itself. */
function inWorkspace(folder: string): string {
  return folder.startsWith('/') ? folder : `${WORKSPACE}/${folder}`
}

async function clone(box: Box, action: Action): Promise<Seen> {
  const { repo_name: name, target_dir: target } = action
  const folder = inWorkspace(target || name)
  const command = ['git', 'clone', '--', `file://${REPOSITORIES}/${name}.git`, folder]
  const { exitCode, stderr } = await box.exec(['/bin/sh', '-c', 'rm -rf -- "$5"; exec "$@"', 'clone', ...command], {
    timeoutMs: GIT_TIMEOUT_MS,
  })
  if (exitCode !== 0) return notCloned(action, `Clone failed: ${stderr}`)
  return seen({ success: true, message: `Successfully cloned ${name}`, output: `Cloned to: ${folder}\nCommit: main` })
}

async function runGit(box: Box, { command, working_dir: folder }: Action): Promise<Seen> {
  const cwd = folder === '' ? WORKSPACE : inWorkspace(folder)
  const failed = (error: string) => seen({ message: `Failed to execute git command: ${command}`, error })
  try {
    await box.list(cwd)
  } catch (error) {
    if (error instanceof BoxError) return seen({ message: 'Git command failed', error: `Working directory does not exist: ${cwd}` })
    throw error
  }
  const words = splitCommand(command)
  if (typeof words === 'string') return failed(words)
  const ran = await box.exec(['git', ...words], { cwd, timeoutMs: GIT_TIMEOUT_MS })
  if (ran.limit !== null) return failed(`The command ran for more than ${GIT_TIMEOUT_MS / 1000} seconds.`)
  const success = ran.exitCode === 0
  return seen({ success, message: `Git command ${success ? 'succeeded' : 'failed'}`, output: ran.stdout, error: ran.stderr })
}
