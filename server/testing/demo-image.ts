import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createApp } from '../app.ts'
import { openSqlite } from '../db/open.ts'
import { migrate } from '../migrations/run.ts'
import { seedSiteWhenEmpty } from '../seeds/first-site.ts'
import { seedWhenEmpty } from '../seeds/first-start.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of the demonstration: to be copied, never served from. */
    demo: string
  }
}

const root = join(import.meta.dirname, '../..')
const images = join(root, 'node_modules/.cache/demo')
const dayMs = 86_400_000

export async function setup(project: TestProject): Promise<void> {
  project.provide('demo', await demoImage())
}

/**
 * Data folder with the demonstration as its program makes it today: a SQLite database and files. It is made once for the sources of server
 * and shared as they are, and kept for later runs.
 */
export async function demoImage(): Promise<string> {
  const image = join(images, keyOf(['server', 'shared', 'package-lock.json']))
  if (existsSync(image)) return image
  mkdirSync(images, { recursive: true })
  forgetOld()
  const making = mkdtempSync(join(images, 'making-'))
  await makeDemo(making)
  try {
    renameSync(making, image)
  } catch (error) {
    // Another run made the same one meanwhile.
    if (!existsSync(image)) throw error
    rmSync(making, { recursive: true })
  }
  return image
}

/** Seeds the demonstration into a folder. Passwords cost little there: nobody's secret is in it. */
async function makeDemo(dataDir: string): Promise<void> {
  const db = openSqlite(join(dataDir, 'iip.sqlite'))
  await migrate(db)
  const log = { info: () => undefined, error: (told: object) => process.stderr.write(`${JSON.stringify(told)}\n`) }
  const passwordCost = { memoryKib: 8, passes: 1 }
  const app = await createApp({ config: { dataDir, publicUrl: 'http://localhost', rehearsal: true }, db, log, passwordCost })
  const { files, passwords, now } = app.server
  await seedWhenEmpty({ db, files, passwords, log, now: now() })
  await seedSiteWhenEmpty(app.server)
  app.drain()
  await app.settled()
  // What stays in the log of SQLite would have to be copied, too.
  await db.tidy()
  await db.close()
}

/** The demonstration's dates follow from the day on which it is made. */
function keyOf(sources: readonly string[]): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  for (const path of sources.flatMap((source) => filesAt(join(root, source)))) hash.update(relative(root, path)).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

/** Files that a seed can depend on, in order: tests and their aids are none. */
function filesAt(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.') && !entry.parentPath.includes('/testing'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** Images that no run can be using any more. */
function forgetOld(): void {
  for (const name of readdirSync(images)) {
    const path = join(images, name)
    if (Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path, { recursive: true, force: true })
  }
}
