import { readdirSync, readFileSync } from 'node:fs'

/** A process that forks as fast as it can is caught within a few rounds, since it cannot fork once the signal is pending. */
const ROUNDS = 50

interface Process {
  readonly pid: number
  readonly parent: number
  readonly session: number
  readonly memoryBytes: number
}

/** The living processes of a user; zombies are left out. */
export function listProcesses(uid: number): Process[] {
  const processes: Process[] = []
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const found = readProcess(pid, uid)
    if (found !== undefined) processes.push(found)
  }
  return processes
}

/** False for a process that has ended and was not buried yet, too. */
export function isRunning(pid: number, uid: number): boolean {
  return readProcess(pid, uid) !== undefined
}

/** From the status file alone: the owner of a process's folder is root as soon as it hides itself from debuggers. */
function readProcess(pid: number, uid: number): Process | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    if (field('Uid') !== uid || /^State:\s+Z/m.test(status)) return undefined
    return { pid, parent: field('PPid'), session: field('NSsid'), memoryBytes: field('VmRSS') * 1024 }
  } catch {
    return undefined
  }
}

/** The members of a session and whatever descends from its first process. */
export function membersOf(session: number, processes: readonly Process[]): Process[] {
  const members = new Set([session])
  let size = 0
  while (size !== members.size) {
    size = members.size
    for (const { pid, parent, session: own } of processes) if (own === session || members.has(parent)) members.add(pid)
  }
  return processes.filter(({ pid }) => members.has(pid))
}

/** Ends every process of a user that belongs to none of the sessions to keep, daemons that left their own included. */
export function sweep(uid: number, keep: ReadonlySet<number>): void {
  for (let round = 0; round < ROUNDS; round++) {
    const processes = listProcesses(uid)
    const kept = new Set([...keep].flatMap((session) => membersOf(session, processes).map(({ pid }) => pid)))
    const doomed = processes.filter(({ pid }) => !kept.has(pid))
    if (doomed.length === 0) return
    for (const { pid } of doomed) end(pid)
  }
}

/** SIGKILL; a process that has ended already is as good. A negative pid means its group. */
export function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
