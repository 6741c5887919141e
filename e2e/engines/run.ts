import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerProcess } from '../server.ts'
import { firefox } from './firefox.ts'
import { Line } from './line.ts'
import { stories, type Story } from './stories.ts'
import type { Computer, Engine } from './tab.ts'
import { webkit } from './webkit.ts'

/**
 * Journeys in other engines than Chromium: `npm run e2e:engines`, or with names of engines and letters of journeys,
 * `npm run e2e:engines -- firefox a h`. Ends with 1 when one fails, and when an engine that was asked for is not there.
 */
const engines: readonly Engine[] = [firefox, webkit]
const asked = process.argv.slice(2)
const unknown = asked.filter((word) => !engines.some(({ name }) => name === word) && !stories.some(({ letter }) => letter === word))
const chosen = <T>(all: readonly T[], wordOf: (one: T) => string): readonly T[] => {
  const named = all.filter((one) => asked.includes(wordOf(one)))
  return named.length > 0 ? named : all
}

process.exitCode = await runAll()

async function runAll(): Promise<0 | 1> {
  if (unknown.length > 0) {
    const names = [...engines.map(({ name }) => name), ...stories.map(({ letter }) => letter)]
    console.log(`neither an engine nor a journey: ${unknown.join(', ')}; there are ${names.join(', ')}`)
    return 1
  }
  const counts = { passed: 0, failed: 0 }
  const chosenStories = chosen(stories, ({ letter }) => letter)
  const there = chosen(engines, ({ name }) => name).filter((engine) => {
    const lacking = engine.missing()
    if (lacking === undefined) return true
    console.log(`${engine.name}: not run. ${lacking}`)
    counts.failed += chosenStories.length
    return false
  })
  if (there.length > 0 && !existsSync(join(import.meta.dirname, '../../client/dist/index.html'))) {
    console.log('build the client first: npm run build')
    return 1
  }
  await inTemporaryFolder(async (seeded) => {
    if (there.length > 0) await (await ServerProcess.launch({ dataDir: seeded })).stop()
    for (const engine of there) {
      console.log(
        `${engine.name}: ${engine.restarts === 'browser' ? 'a restart is one of the whole browser' : 'a restart is one of its tab'}`,
      )
      for (const story of chosenStories) counts[await verdictOn(engine, story, seeded)] += 1
    }
  })
  console.log(`engines: ${counts.passed} passed, ${counts.failed} failed`)
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1
}

async function verdictOn(engine: Engine, story: Story, seeded: string): Promise<'passed' | 'failed'> {
  const startedMs = performance.now()
  try {
    await inTemporaryFolder((folder) => play(engine, story, seeded, folder))
    console.log(`  ok     ${story.letter}: ${story.title} (${seconds(startedMs)})`)
    return 'passed'
  } catch (error) {
    console.log(
      `  FAILED ${story.letter}: ${story.title} (${seconds(startedMs)})\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    return 'failed'
  }
}

async function play(engine: Engine, story: Story, seeded: string, folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  await cp(seeded, dataDir, { recursive: true })
  const server = await ServerProcess.launch({ dataDir })
  const started: { readonly computer: Computer; readonly line: Line }[] = []
  try {
    await story.play({
      server,
      folder,
      computer: async () => {
        const line = await Line.to(server.url)
        const computer = await engine.start({ folder: join(folder, `computer-${started.length}`), url: line.url })
        started.push({ computer, line })
        return { computer, line }
      },
    })
  } finally {
    for (const { computer, line } of started) {
      await computer.end()
      await line.end()
    }
    await server.stop()
  }
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'iip-engines-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`
}
