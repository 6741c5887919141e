import { apiBase } from '#shared/contract/route.ts'
import { scriptedFetch, type Fetch, type Fortune } from '#sync/transport/scripted.ts'
import { seeded } from '#sync/testing/browser.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EngineDevice, type Owner } from './engine-device.ts'
import { cast, formId, startMs, type PersonId } from './ground.ts'
import { LightDevice } from './light-device.ts'
import { kept, type Promised } from './promises.ts'
import { SimServer } from './server.ts'

let server: SimServer
beforeEach(async () => {
  server = new SimServer(() => startMs)
  await server.create()
})
afterEach(() => server.remove())

const ownerOf = async (personId: PersonId): Promise<Owner> => ({
  actor: cast[personId],
  token: await server.signIn(personId),
  institutionId: 'norte',
  formId,
})

/** The server in this process, of which every so manyth push has that luck. */
function network(every: number, luck: Fortune): Fetch {
  let pushes = 0
  return scriptedFetch((path, init) => server.fetch(apiBase + path, init), {
    fortune: (path) => (path === '/sync/push' && (pushes += 1) % every === 0 ? luck : 'deliver'),
    later: () => Promise.resolve(),
  })
}

async function played(fetch: Fetch): Promise<Promised[]> {
  const broken: string[] = []
  const light = new LightDevice({
    name: 'light-ana',
    owner: await ownerOf('ana'),
    fetch,
    random: seeded(1),
    broke: (what) => void broken.push(what),
  })
  const engine = new EngineDevice({ name: 'engine-berta', owner: await ownerOf('berta'), fetch, random: seeded(2) })
  await light.listen()
  await engine.engine.start()
  await engine.opened()
  for (let at = 0; at < 4; at += 1) {
    light.answer('q1', `de Ana ${at}`)
    await engine.answer('q5', `de Berta ${at}`)
    await Promise.all([light.walk(), engine.settle()])
  }
  const promises = [light.promised(), engine.promised()]
  light.stop()
  engine.close()
  expect([...broken, ...engine.broke(), ...server.logged]).toEqual([])
  return promises
}

for (const luck of ['deliver', 'drop', 'reply-lost', 'twice'] as const) {
  test(`a device by hand and one with the engine each have what they were promised at one server: ${luck}`, async () => {
    expect(await kept(server.db, '', await played(network(2, luck)))).toMatchObject({ devices: 2, mutations: 8, wrong: [] })
  })
}

test('[IN3] a push that is called taken and never came is found lost, whichever device made it', async () => {
  const swallowing: Fetch = async (path, init) => {
    if (path !== '/sync/push') return server.fetch(apiBase + path, init)
    const { mutations }: { mutations: { seq: number }[] } = JSON.parse(typeof init.body === 'string' ? init.body : '')
    return Response.json({
      success: true,
      data: { epoch: 'e', lastSeq: mutations.at(-1)?.seq ?? 0, serverTime: '2026-03-10T12:00:00.000Z', results: [], minSchema: 1 },
    })
  }
  const light = new LightDevice({
    name: 'light-ana',
    owner: await ownerOf('ana'),
    fetch: swallowing,
    random: seeded(1),
    broke: () => undefined,
  })
  light.answer('q1', 'de Ana')
  await light.push()
  expect((await kept(server.db, '', [light.promised()])).lost).toBe(2)
})
