import { reopenParticipant } from '#shared/institutions/mutations.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { Result } from '#shared/kernel/result.ts'
import { ManualClock } from '#sync/testing/manual-clock.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Sightings } from './coverage.ts'
import { formId, startMs, type PersonId } from '../simulators/ground.ts'
import { SimDevice } from './sim-device.ts'
import { SimServer } from '../simulators/server.ts'
import { calm } from './terms.ts'

const terms = { ...calm, live: true }

let clock: ManualClock
let server: SimServer
const asked: { readonly path: string; readonly status: number }[] = []
const taken: string[] = []

beforeEach(async () => {
  asked.length = 0
  taken.length = 0
  clock = new ManualClock(startMs, () => server.settle(20))
  server = new SimServer(() => clock.now())
  await server.create()
})
afterEach(() => server.remove())

async function device(personId: PersonId): Promise<SimDevice> {
  const made = new SimDevice(
    personId,
    personId,
    {
      server,
      clock,
      watch: {
        replied: (_, { path, status }) => Promise.resolve(void asked.push({ path, status })),
        wrote: (_, storage) => storage,
        opened: () => undefined,
        enqueued: (_, __, ___, name) => Promise.resolve(void taken.push(name)),
      },
      seen: new Sightings(),
      terms,
      bug: { name: 'every reply is late while the line is rough', late: 1 },
      skewMs: 0,
    },
    7,
  )
  made.rough = false
  made.token = await server.signIn(personId)
  await made.openTab()
  // The stream's first word may be followed by a pull some seconds later.
  await clock.advance(20_000)
  return made
}

const place = (institutionId: string) => ({ institutionId, formId })
/** Which of these are on the device. */
const here = (of: SimDevice, ...ids: string[]) => ids.filter((id) => tab(of).scopes().includes(instScope(id, formId)))
const tab = (of: SimDevice, at = 0) => {
  const found = of.tabs[at]
  if (!found) throw new Error('there is no such tab')
  return found.engine
}

/** What a call comes to while time passes. */
async function timely<T>(work: Promise<Result<T>>, ms = 25_000): Promise<string> {
  let outcome: string | null = null
  void work.then((result) => (outcome = result.ok ? 'ok' : result.failure.code))
  for (let at = 0; at < ms && outcome === null; at += 500) await clock.advance(500)
  return outcome ?? 'nothing'
}

/** Time passes until something is so, or long enough that it never will be. */
async function passes(isSo: () => boolean): Promise<void> {
  for (let at = 0; at < 60 && !isSo(); at += 1) await clock.advance(500)
}

const writeIn = (institutionId: string, userId: string, mid: string) =>
  server.execute(userId, mid, 'answer.set', instScope(institutionId, formId), { unit: 'q1', value: mid })

test('[PL21] an administrator’s device holds what was opened there and nothing else of any institution, and goes on hearing of it', async () => {
  const root = await device('root')
  expect(here(root, 'norte', 'sur')).toEqual([])
  expect(await timely(tab(root).world('norte', formId))).toBe('not_found')
  expect(await timely(tab(root).bring([place('norte')]))).toBe('ok')
  expect(here(root, 'norte', 'sur')).toEqual(['norte'])
  const opened = await tab(root).world('norte', formId)
  if (!opened.ok) throw new Error('it is not open')
  await writeIn('norte', 'ana', 'of-ana-1')
  await passes(() => opened.value.world.answer('q1') !== undefined)
  expect(opened.value.world.answer('q1')?.value).toBe('of-ana-1')
})

test('[PL21] what goes on in an institution that is not open here makes no device ask', async () => {
  await device('root')
  // How many answers there are is told in the overview; what they say is not.
  await writeIn('norte', 'ana', 'of-ana-1')
  await clock.advance(20_000)
  const before = asked.length
  await writeIn('norte', 'ana', 'of-ana-2')
  await clock.advance(5_000)
  expect(asked.slice(before)).toEqual([])
})

test('[PL22] what another tab opens comes through the one that leads; off line, and for what is nobody’s, it is said at once', async () => {
  const root = await device('root')
  await root.openTab()
  await clock.advance(2_000)
  expect([tab(root).leading, tab(root, 1).leading]).toEqual([true, false])
  expect(await timely(tab(root, 1).bring([place('sur')]))).toBe('ok')
  expect(here(root, 'norte', 'sur')).toEqual(['sur'])
  expect(await timely(tab(root).bring([place('nowhere')]))).toBe('not_found')
  root.setOnline(false)
  await clock.advance(5_000)
  expect(await timely(tab(root).bring([place('norte')]))).toBe('unavailable')
  expect(await timely(tab(root, 1).bring([place('norte')]))).toBe('unavailable')
  expect(await timely(tab(root).bring([place('sur')]))).toBe('ok')
})

test('[PL22] what a tab waits for while the leading one dies is asked for by the tab that leads next', async () => {
  const root = await device('root')
  await root.openTab()
  await clock.advance(2_000)
  const wanted = tab(root, 1).bring([place('norte')])
  root.tabs[0]?.kill()
  expect(await timely(wanted)).toBe('ok')
  expect(tab(root, 1).leading).toBe(true)
  expect(tab(root, 1).scopes()).toContain(instScope('norte', formId))
})

test('[PL22] what the server does not give is asked for once, whoever tries again at each pull, until something moves there', async () => {
  const root = await device('root')
  await root.openTab()
  await clock.advance(2_000)
  const pulls = () => asked.filter(({ path }) => path.includes('pull')).length
  const nowhere = [place('nowhere')]
  const [first, second] = [tab(root), tab(root, 1)]
  first.subscribe('position', () => void first.bring(nowhere))
  second.subscribe('position', () => void second.bring(nowhere))
  const before = pulls()
  expect(await timely(second.bring(nowhere), 5_000)).toBe('not_found')
  expect(await timely(first.bring(nowhere), 5_000)).toBe('not_found')
  await clock.advance(5_000)
  expect(pulls() - before).toBeLessThanOrEqual(4)
  expect(await timely(first.bring([place('norte'), place('nowhere')]))).toBe('not_found')
  expect(here(root, 'norte')).toEqual(['norte'])
})

test('[PL23] a server that no longer knows what the device holds is told what is open there, and nothing of it goes', async () => {
  const root = await device('root')
  expect(await timely(tab(root).bring([place('norte')]))).toBe('ok')
  await server.db.q.deleteFrom('sync_view').execute()
  await writeIn('norte', 'ana', 'of-ana-1')
  await passes(() => asked.some(({ status }) => status === 409))
  await clock.advance(5_000)
  expect(asked.map(({ status }) => status)).toContain(409)
  expect(here(root, 'norte', 'sur')).toEqual(['norte'])
  const opened = await tab(root).world('norte', formId)
  expect(opened.ok && opened.value.world.answer('q1')?.value).toBe('of-ana-1')
  expect(tab(root).status.kind).toBe('up-to-date')
})

test('[PL21] an evaluator of a few institutions has them all without asking', async () => {
  const eva = await device('eva')
  expect(here(eva, 'norte', 'sur')).toEqual(['norte', 'sur'])
})

test('[PL22] whoever prepares to work without a network has every institution of theirs then, and whatever is asked of one that is not here says why', async () => {
  const root = await device('root')
  root.setOnline(false)
  await clock.advance(2_000)
  const reopened = tab(root).dispatch(reopenParticipant, instScope('norte', formId), { reason: 'hay que corregir' })
  expect(await timely(reopened)).toBe('not_on_device')
  root.setOnline(true)
  await clock.advance(20_000)
  const steps: string[] = []
  expect(await timely(tab(root).prepareOffline(({ step, done, total }) => steps.push(`${step} ${done}/${total}`)))).toBe('ok')
  expect(here(root, 'norte', 'sur')).toEqual(['norte', 'sur'])
  expect(steps.at(-1)).toBe('done 1/1')
})

test('somebody who asks for what has to come over the network first does not stop time, and it is done when it is there', async () => {
  const root = await device('root')
  const open = root.tabs[0]
  if (!open) throw new Error('there is no such tab')
  // Every reply comes only when time moves.
  root.rough = true
  expect(await root.dispatch(open, instScope('norte', formId), 'answer.set', { unit: 'q1', value: 'de root' })).toMatch(/ waits$/)
  expect(taken).toEqual([])
  root.rough = false
  await clock.advance(30_000)
  expect(taken).toEqual(['answer.set'])
})

test('[PL22] whoever prepares some institutions for a journey has these, and of the others the overviews alone', async () => {
  const root = await device('root')
  const before = here(root, 'norte', 'sur')
  expect(before).toEqual([])
  const steps: string[] = []
  const prepared = tab(root).prepareOffline(
    ({ step, done, total }) => steps.push(`${step} ${done}/${total}`),
    [{ institutionId: 'sur', formId }],
  )
  expect(await timely(prepared)).toBe('ok')
  expect(here(root, 'norte', 'sur')).toEqual(['sur'])
  expect(steps).toContain('rows 0/1')
  expect((await tab(root).table('overview')).rows().map((each) => each.institutionId)).toContain('norte')
})
