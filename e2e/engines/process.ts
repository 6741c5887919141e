import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** Guards against what hangs: a machine may be busy. */
const patienceMs = 90_000

/** Waits until something holds. Fails with what was waited for. */
export async function until(holds: () => Promise<boolean>, what: string | (() => string)): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    if (await holds()) return
    if (performance.now() > deadline)
      throw new Error(`in ${patienceMs / 1000} s it did not come true that ${typeof what === 'string' ? what : what()}`)
    await wait(100)
  }
}

export function environment(more: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...Object.fromEntries(inherited), ...more }
}

/** Resolves when a process has ended. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Ends a process, or it with all that it started. */
export async function endProcess(child: ChildProcess, which: 'itself' | 'group' = 'itself'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  process.kill(which === 'group' ? -child.pid : child.pid, 'SIGTERM')
  await ended(child)
}
