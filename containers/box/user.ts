import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { certificateEnvironment } from './certificates.ts'

/** Who runs what a session asks for: a user of its own per container, so that the kernel counts its processes alone. */
export interface User {
  readonly uid: number
  readonly gid: number
  readonly home: string
}

/** Limits of one process, as the kernel enforces them. */
export interface ProcessLimits {
  /** Private writable memory of one process, in bytes. */
  readonly memoryBytes: number
  /** Processes and threads of the whole user. */
  readonly processes: number
  /** Size of one file, in bytes. */
  readonly fileBytes: number
}

export const DEFAULT_LIMITS: ProcessLimits = { memoryBytes: 1024 ** 3, processes: 256, fileBytes: 1024 ** 3 }

/**
 * The server holds three capabilities (to become the user and to end its processes). This drops them for good, sets the limits and
 * offers the process to the kernel as the first to end when memory runs out.
 */
const LAUNCH = [
  // As the user, who may have closed the folder to everyone else.
  'cd -- "$1" || exit 126',
  'echo 1000 >/proc/self/oom_score_adj',
  'ulimit -c 0; ulimit -d "$2"; ulimit -p "$3"; ulimit -f "$4"; ulimit -n 1024; shift 4',
  'exec setpriv --ambient-caps=-all --inh-caps=-all -- "$@"',
].join('\n')

/** Starts a program as the user, in a session and process group of its own. */
export function spawnAsUser(
  user: User,
  argv: readonly string[],
  options: { cwd?: string | undefined; env?: Record<string, string> | undefined; stdio: StdioOptions; limits?: ProcessLimits },
): ChildProcess {
  const { memoryBytes, processes, fileBytes } = options.limits ?? DEFAULT_LIMITS
  // ulimit counts memory in KiB and file sizes in blocks of 512 bytes.
  const numbers = [Math.ceil(memoryBytes / 1024), processes, Math.ceil(fileBytes / 512)].map(String)
  return spawn('/bin/sh', ['-c', LAUNCH, 'launch', options.cwd ?? user.home, ...numbers, ...argv], {
    cwd: '/',
    env: { ...userEnvironment(user), ...options.env },
    stdio: options.stdio,
    uid: user.uid,
    gid: user.gid,
    detached: true,
  })
}

function userEnvironment({ home }: User): Record<string, string> {
  const { PATH = '', LANG = 'C.UTF-8' } = process.env
  const python = { PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1', MPLBACKEND: 'Agg' }
  return { PATH, LANG, HOME: home, USER: 'user', LOGNAME: 'user', SHELL: '/bin/bash', TERM: 'dumb', ...python, ...certificateEnvironment() }
}
