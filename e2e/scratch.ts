import { chmodSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { removeAbandoned } from '#server/testing/abandoned.ts'

const memory = '/dev/shm'
/** Magic number of a tmpfs, as statfs tells it (linux/magic.h). */
const tmpfs = 0x0102_1994
/** What two browsers' profiles, servers' data and a PostgreSQL take at the most, several times over. */
const leastBytes = 6 * 2 ** 30
const prefix = 'iip-tests-'

/**
 * Does work whose temporary files, and those of its processes, are in memory where the system has room for them; where whoever runs it says
 * that they go, they go. Tests make and remove files by the hundred thousand, browsers most of all: on a disk's file system the kernel works
 * longer on those than the tests on what they test.
 */
export async function inScratch<T>(work: () => Promise<T>): Promise<T> {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return work()
  removeAbandoned(memory, prefix)
  const path = join(memory, `${prefix}${process.pid}`)
  mkdirSync(path)
  // PostgreSQL runs as a user of its own where this is run as root, and must reach its folder.
  chmodSync(path, 0o755)
  process.env['TMPDIR'] = path
  const close = (): void => rmSync(path, { recursive: true, force: true })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      close()
      process.exit(128 + constants.signals[signal])
    })
  try {
    return await work()
  } finally {
    close()
  }
}

function hasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(memory)
    return type === tmpfs && bavail * bsize >= leastBytes
  } catch {
    // No such place on this system.
    return false
  }
}
