import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory of a process group in MiB; 0 where there is no `/proc`. */
export function memoryMb(group: number): number {
  const processes = list().filter((pid) => groupOf(pid) === group)
  return Math.round(processes.reduce((sum, pid) => sum + residentKb(pid), 0) / 1024)
}

function list(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** The fifth field of proc(5)'s stat; the second is a name in parentheses that may hold spaces. */
function groupOf(pid: string): number {
  const [, , group] = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  return Number(group)
}

function residentKb(pid: string): number {
  return Number(/VmRSS:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0)
}

/** Empty for a process that has ended meanwhile. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
