import { readdirSync, readFileSync } from 'node:fs'

/** What a server's processes have used: CPU since they started, resident memory now. */
export interface Usage {
  readonly cpuMicroseconds: number
  readonly residentBytes: number
}

/** Kernel clock ticks and pages as Linux on x86-64 and arm64 has them (`getconf CLK_TCK`, `getconf PAGESIZE`). */
const TICK_MICROSECONDS = 10_000
const PAGE_BYTES = 4096

interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly usage: Usage
}

/**
 * CPU and memory of a server that leads the process group `group`, with everything it started: a runtime's
 * work happens in workerd or in uvicorn's workers, not in the process that was started.
 */
export function usageOf(group: number): Usage {
  const members = membersOf(group, readProcesses())
  return {
    cpuMicroseconds: sum(members.map((row) => row.usage.cpuMicroseconds)),
    residentBytes: sum(members.map((row) => row.usage.residentBytes)),
  }
}

/** The processes of a group that are still there. */
export function pidsOf(group: number): number[] {
  return membersOf(group, readProcesses()).map((row) => row.pid)
}

function membersOf(group: number, rows: readonly ProcessRow[]): ProcessRow[] {
  const pids = new Set<number>()
  let found = -1
  while (found !== pids.size) {
    found = pids.size
    for (const row of rows) if (row.group === group || pids.has(row.parent)) pids.add(row.pid)
  }
  return rows.filter((row) => pids.has(row.pid))
}

function readProcesses(): ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(name))
    .filter((row) => row !== undefined)
}

/** Fields as proc_pid_stat(5) numbers them; the name in parentheses may hold spaces, so the count starts behind it. */
function readProcess(name: string): ProcessRow | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${name}/stat`, 'utf8')
  } catch {
    return undefined // ended between the listing and the read
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (number: number): number => Number(fields[number - 3] ?? 0)
  if (fields[0] === 'Z') return undefined
  return {
    pid: Number(name),
    parent: field(4),
    group: field(5),
    usage: { cpuMicroseconds: (field(14) + field(15)) * TICK_MICROSECONDS, residentBytes: field(24) * PAGE_BYTES },
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
