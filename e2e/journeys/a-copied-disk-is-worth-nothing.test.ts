import { expect, goOffline, goOnline, test } from '../fixtures.ts'
import type { Device } from '../device.ts'
import { filesThatHold } from '../profile-files.ts'
import type { ServerProcess } from '../server.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, talent } from '#server/testing/questions.ts'
import { atWork } from '../screens/at-work.ts'
import { askForPin, openAt, setPin } from '../screens/pin.ts'
import { keptOffline, settled } from '../screens/sync-panel.ts'

const { professional } = peopleOf('norte')
const pin = '480 271 95'

/** Adds every token that a browser's pages call with from now on. */
function noteTokens(device: Device, found: Set<string>): void {
  device.context.on('request', (request) => {
    const [, token] = /^Bearer (.+)$/.exec(request.headers()['authorization'] ?? '') ?? []
    if (token !== undefined) found.add(token)
  })
}

const statusWith = async (server: ServerProcess, token: string): Promise<number> =>
  (await fetch(`${server.url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status

/** Tokens, of those that were used, which are in the files of a browser that does not run, each with what it opens. */
async function copied(device: Device, server: ServerProcess, tokens: ReadonlySet<string>): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const token of tokens)
    if ((await filesThatHold(device.profile, [token])).length > 0) found.set(token, await statusWith(server, token))
  return found
}

test('who copies the files of a browser with a PIN finds no session that opens, and nothing that was written behind it @nightly', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(240_000)
  const device = await newDevice(ownServer.url)
  const tokens = new Set<string>()
  noteTokens(device, tokens)
  const questionnaire = await atWork(device, professional, talent)
  let { page } = questionnaire

  await test.step('without a PIN they find both: what is looked for would be found', async () => {
    await questionnaire.question(coordination).write('Antes quetrumahue')
    await settled(page)
    await device.kill()
    expect(await filesThatHold(device.profile, ['quetrumahue'])).not.toEqual([])
    expect([...(await copied(device, ownServer, tokens)).values()]).toEqual([200])
    page = await device.open()
    noteTokens(device, tokens)
  })

  await test.step('once it is said to be set, every token that stood there is refused', async () => {
    await setPin(page, pin)
    const again = await openAt(page, pin)
    await settled(page)
    await again.question(coordination).write('Después lafkenmapu')
    await settled(page)
    await goOffline(device.context)
    await again.question(coordination).write('Sin conexión pillanruka')
    await keptOffline(page, 1)
    await device.kill()
    const found = await copied(device, ownServer, tokens)
    expect(found.size).toBeGreaterThan(0)
    expect(new Set(found.values())).toEqual(new Set([401]))
    // The one that opens is in use, and is not there.
    const opens = await Promise.all([...tokens].map((token) => statusWith(ownServer, token)))
    expect(opens.filter((status) => status === 200)).toHaveLength(1)
    expect(await filesThatHold(device.profile, ['lafkenmapu', 'pillanruka'])).toEqual([])
  })
})

test('a PIN that is set without a network says that the session waits, and ends what stood there at the first contact @nightly', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(240_000)
  const device = await newDevice(ownServer.url)
  const tokens = new Set<string>()
  noteTokens(device, tokens)
  const { page } = await atWork(device, professional, talent)
  await page.goto('/dashboard/user-settings')
  await goOffline(device.context)
  const waits = page.getByText('conéctese antes de dejar el equipo', { exact: false })
  await askForPin(page, pin)
  await expect(waits.first()).toBeVisible()
  const [former = ''] = tokens
  expect(await statusWith(ownServer, former)).toBe(200)
  await goOnline(device.context)
  await expect(waits).toHaveCount(0)
  expect(await statusWith(ownServer, former)).toBe(401)
  await settled(page)
})
