import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startServer, type ServerProcess } from './testing/process.ts'

/** Takes nothing and says that there is no room: a full disk that needs no rights. */
const fullDisk = '/dev/full'

let dir: string
let server: ServerProcess
let descriptor: number | undefined
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'iip-log-'))
})
afterEach(async () => {
  await server.end('SIGKILL')
  if (descriptor !== undefined) closeSync(descriptor)
  descriptor = undefined
  rmSync(dir, { recursive: true, force: true })
})

test('a log that finds its disk full neither stops the server nor keeps it from ending', async (context) => {
  if (!existsSync(fullDisk)) return context.skip('this system has no device that is always full')
  descriptor = openSync(fullDisk, 'w')
  server = await startServer({ DATA_DIR: dir, SEED: 'none', LOG: 'on' }, { stdout: descriptor })
  const ask = async (): Promise<number> => (await fetch(`${server.origin}/api/v1/nothing`)).status
  const round = async (): Promise<void> => expect(new Set(await Promise.all(Array.from({ length: 80 }, ask)))).toEqual(new Set([404]))
  const dropped = async (): Promise<number> => {
    const metrics = await (await fetch(`${server.origin}/metrics`)).text()
    return Number(metrics.match(/^iip_log_dropped_total (\d+)$/m)?.[1])
  }
  // What waits for the disk is held up to a bound.
  for (let rounds = 0; rounds < 100 && (await dropped()) === 0; rounds += 1) await round()
  expect(await dropped()).toBeGreaterThan(0)
  for (let rounds = 0; rounds < 5; rounds += 1) await round()
  expect(await server.end('SIGTERM')).toBe(0)
  return undefined
})

test('what was asked for is in the log when the server has ended', async () => {
  server = await startServer({ DATA_DIR: dir, SEED: 'none', LOG: 'on' })
  await fetch(`${server.origin}/api/v1/nothing`, { headers: { 'X-Request-Id': 'the-last-one' } })
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.said()).toContain('"requestId":"the-last-one"')
})
