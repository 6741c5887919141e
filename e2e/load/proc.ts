// What Linux says of processes, read from /proc: nothing of it is asked of the processes themselves.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface Usage {
  /** CPU that it has taken since it began, seconds. */
  readonly cpuSeconds: number
  readonly rssBytes: number
}

const none: Usage = { cpuSeconds: 0, rssBytes: 0 }

let ticks: number | undefined
const ticksPerSecond = (): number => (ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })))

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It has ended, or is another user's.
    return undefined
  }
}

/** Fields of `stat` behind the program's name, which may hold anything. */
const statOf = (pid: number): readonly string[] | undefined => {
  const text = textOf(`/proc/${pid}/stat`)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** A process by itself, or with its children; those that have ended count in what their parent waited for. */
export function usageOf(pid: number, { children = false } = {}): Usage {
  const stat = statOf(pid)
  if (!stat) return none
  const field = (at: number): number => Number(stat[at] ?? 0)
  const own: Usage = {
    cpuSeconds: (field(11) + field(12) + (children ? field(13) + field(14) : 0)) / ticksPerSecond(),
    rssBytes: memoryOf(pid),
  }
  if (!children) return own
  return childrenOf(pid)
    .map((child) => usageOf(child))
    .reduce(
      (sum, each) => ({
        cpuSeconds: sum.cpuSeconds + each.cpuSeconds,
        rssBytes: sum.rssBytes + each.rssBytes,
      }),
      own,
    )
}

/** Its share of what it has in memory: processes that share pages do not each count them, where the kernel says so. */
function memoryOf(pid: number): number {
  const shared = /^Pss:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/smaps_rollup`) ?? '')?.[1]
  const whole = /^VmRSS:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/status`) ?? '')?.[1]
  return Number(shared ?? whole ?? 0) * 1024
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => Number(statOf(each)?.[1]) === pid)
}

/** Most files and sockets that a process of this machine may have open: Node raises itself to the hard limit. */
export function mostOpenFiles(): number {
  const found = /^Max open files\s+\S+\s+(\d+)/m.exec(textOf('/proc/self/limits') ?? '')?.[1]
  return found === undefined ? Number.POSITIVE_INFINITY : Number(found)
}
