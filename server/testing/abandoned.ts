import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Takes away what runs left in a folder that were killed: its name is a prefix and the id of the process that was to do it. */
export function removeAbandoned(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    const [, owner] = new RegExp(`^${prefix}(\\d+)(?:-|$)`).exec(name) ?? []
    if (owner !== undefined && !isRunning(Number(owner))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's, which this one may not signal, is running.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
