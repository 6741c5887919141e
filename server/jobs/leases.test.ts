import { dayMs } from '#shared/kernel/instant.ts'
import { expect, test } from 'vitest'
import type { TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { inTurn } from './leases.ts'

const heldMs = 60_000

/** A server that asks to do a job, each time as one that was started anew. Returns whether it did it. */
const asksOf =
  ({ app }: TestApp, job: string, everyMs: number) =>
  (holder: string, work: () => Promise<unknown> = async () => undefined): Promise<boolean> =>
    inTurn(app.server, { holder, job }, { everyMs, heldMs }, work)

onEachDatabase((start, kind) => {
  test('[MS2] what is done daily is not begun anew by a server that is started again, and is the next day', async () => {
    const server = await start()
    const asks = asksOf(server, 'sweep', dayMs)
    expect(await asks('first')).toBe(true)
    server.clock.advance(dayMs - 1_000)
    expect(await asks('again')).toBe(false)
    server.clock.advance(1_000)
    expect(await asks('third')).toBe(true)
  })

  test('[MS2] the day’s work that broke is tried again after ten minutes, and that of a server which died after a minute', async () => {
    const server = await start()
    const asks = asksOf(server, 'sweep', dayMs)
    await expect(asks('failing', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
    server.clock.advance(599_000)
    expect(await asks('soon')).toBe(false)
    server.clock.advance(1_000)
    await new Promise<void>((resolve) => {
      void asks('dying', () => {
        resolve()
        return new Promise<never>(() => undefined)
      })
    })
    server.clock.advance(heldMs - 1_000)
    expect(await asks('early')).toBe(false)
    server.clock.advance(1_000)
    expect(await asks('then')).toBe(true)
  })

  test('[MS2] what was done, or taken, by a clock that was ahead holds nobody up', async () => {
    const server = await start()
    const asks = asksOf(server, 'sweep', dayMs)
    server.clock.advance(400 * dayMs)
    expect(await asks('ahead')).toBe(true)
    await new Promise<void>((resolve) => {
      server.clock.advance(dayMs)
      void asks('dying ahead', () => {
        resolve()
        return new Promise<never>(() => undefined)
      })
    })
    server.clock.advance(-401 * dayMs)
    expect(await asks('right')).toBe(true)
    expect(await asks('again')).toBe(false)
  })

  test('[MS2] one server alone does what is more often than daily whenever it is asked', async () => {
    const asks = asksOf(await start(), 'stages', 30_000)
    expect(await asks('first')).toBe(true)
    expect(await asks('started anew')).toBe(kind === 'sqlite')
  })
})
