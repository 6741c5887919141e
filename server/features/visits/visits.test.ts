import { expect, test } from 'vitest'
import type { Visit } from '#shared/visits/model.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import type { TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

onEachDatabase((start) => {
  const hoursBefore = (server: TestApp, hours: number) => instantOf(Date.parse(server.clock.now()) - hours * 3_600_000)
  const tell = async (server: TestApp, who: string, body: Visit): Promise<Visit> => {
    const { data, error } = await server.call('POST', 'user/visit', { token: await server.token(who), body })
    expect(error).toBeUndefined()
    return data as Visit
  }

  test('[VS2] when somebody was here is known on their other devices, and on nobody else’s', async () => {
    const server = await start()
    const desk: Visit = { at: hoursBefore(server, 20), since: null, seenAt: hoursBefore(server, 18), dismissed: true }
    expect(await tell(server, 'ana', desk)).toEqual(desk)
    const now = hoursBefore(server, 0)
    const fresh: Visit = { at: now, since: null, seenAt: now, dismissed: false }
    expect(await tell(server, 'ana', fresh)).toEqual({ ...fresh, since: desk.seenAt })
    expect(await tell(server, 'berta', fresh)).toEqual(fresh)
    // Put away on one device it is on the other.
    await tell(server, 'ana', { ...fresh, dismissed: true })
    expect(await tell(server, 'ana', fresh)).toMatchObject({ since: desk.seenAt, dismissed: true })
  })

  test('[VS2] two devices that tell at one moment come to the same, and a clock that is ahead moves nothing into the future', async () => {
    const server = await start()
    const [at, later] = [hoursBefore(server, 2), hoursBefore(server, 1)]
    await Promise.all([
      tell(server, 'ana', { at, since: hoursBefore(server, 30), seenAt: at, dismissed: false }),
      tell(server, 'ana', { at: later, since: null, seenAt: later, dismissed: true }),
    ])
    const ahead = hoursBefore(server, -50)
    const both = await tell(server, 'ana', { at: ahead, since: ahead, seenAt: ahead, dismissed: false })
    expect(both).toMatchObject({ at, dismissed: true })
    expect(both.seenAt <= server.clock.now()).toBe(true)
    expect(both.since !== null && both.since < at).toBe(true)
  })
})
