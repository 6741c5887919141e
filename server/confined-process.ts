import type { ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * What a confined process may read: the programs that it runs, wherever a link of theirs leads, and nothing that anybody wrote. It may
 * write nothing and start nothing.
 */
const readable = [
  ...new Set(['../server/', '../shared/', '../node_modules/', '../package.json'].flatMap((path) => [at(path), realpathSync(at(path))])),
].map((path) => `--allow-fs-read=${path}`)

export interface Confinement {
  readonly execArgv: string[]
  readonly env: Record<string, string>
}

/** What is held back from a process that works on what somebody wrote. No secret of the server's is its business. `heapMb`: of old objects. */
export const confinedTo = (heapMb: number): Confinement => ({
  execArgv: [`--max-old-space-size=${heapMb}`, '--permission', ...readable],
  env: {},
})

/** How often its memory is looked at. */
const everyMs = 25
/** What a shell calls a process that its heap limit ended. */
const abortedCode = 134

/** What a process may take: all its memory, and time. What lies outside its heap counts too. */
export interface ProcessLimits {
  readonly memoryBytes: number
  readonly ms: number
}

/** How a process ended: heavy when it took more than it may, and by what code otherwise. */
export interface Ended {
  readonly isHeavy: boolean
  readonly code: number | null
}

/** Waits for a process to end, or ends it when it takes too much memory or time. */
export async function endOf(child: ChildProcess, { memoryBytes, ms }: ProcessLimits): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>()
  let isHeavy = false
  const kill = (): void => {
    isHeavy = true
    child.kill('SIGKILL')
  }
  const deadline = setTimeout(kill, ms)
  const watch = setInterval(() => {
    void memoryOf(child).then((bytes) => bytes > memoryBytes && kill())
  }, everyMs)
  child.once('error', reject)
  // Its own heap limit ends a process by a signal, too.
  child.once('close', (code, signal) => resolve({ isHeavy: isHeavy || signal !== null || code === abortedCode, code }))
  try {
    return await promise
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
  }
}

/** Memory that a process holds; 0 where the system does not tell, and its heap's limit and the deadline are what bounds it. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    // Ended meanwhile, or no such system.
    return 0
  }
}
