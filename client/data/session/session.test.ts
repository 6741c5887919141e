import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localStorageOver } from '#client/data/testing/local-storage.ts'
import type { SessionUser } from './session.ts'
import { leftAloneMs } from './shared-device.ts'
import { ana } from '#client/data/testing/ana.ts'

const startMs = Date.parse('2026-03-02T10:00:00.000Z')

/** Another load of the page on the same device. */
async function aPage() {
  vi.resetModules()
  return import('./session.ts')
}

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.useFakeTimers({ now: startMs, toFake: ['Date'] })
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('localStorage', localStorageOver(kept))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('[SD1] a shared computer that was left alone opens nobody’s data, and forgets the token; before that it does', async () => {
  const { openSession } = await aPage()
  openSession(ana, 'token-1', { shared: true })
  vi.setSystemTime(startMs + leftAloneMs - 1)
  expect((await aPage()).session()).toMatchObject({ user: { _id: 'ana' }, token: 'token-1' })
  vi.setSystemTime(startMs + leftAloneMs)
  const { session } = await aPage()
  expect(session()).toMatchObject({ user: null, token: null, known: [{ user: { _id: 'ana' }, shared: true }] })
  expect([...kept.values()].join()).not.toContain('token-1')
})

test('[SD1] a computer of one’s own opens its person’s data however long it was left', async () => {
  const { openSession } = await aPage()
  openSession(ana, 'token-1')
  vi.setSystemTime(startMs + 10 * leftAloneMs)
  expect((await aPage()).session()).toMatchObject({ user: { _id: 'ana' }, token: 'token-1' })
})

test('[SD2] signing out forgets the chosen form with the token and the person', async () => {
  const { openSession, closeSession, chosenFormName } = await aPage()
  openSession(ana, 'token-1')
  kept.set(chosenFormName, 'form-2')
  await closeSession({ forget: true })
  // A count of changes, which tells nothing of anybody.
  expect([...kept.keys()]).toEqual(['iip_turn'])
})

test('[SD2] who signed out is in no copy of what is stored by the time that the page goes', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const { openSession, closeSession } = await aPage()
  const { storedCopied } = await import('#client/data/storage.ts')
  const copy = (): Promise<string> =>
    new Promise((resolve) => {
      const opening = indexedDB.open('iip_words')
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction('words').objectStore('words').get('all')
        reading.addEventListener('success', () => resolve(JSON.stringify(reading.result)))
      })
    })
  openSession(ana, 'token-1')
  await storedCopied()
  expect(await copy()).toContain(ana.email)
  await closeSession({ forget: true })
  expect(await copy()).not.toContain(ana.email)
})

test('[SD3] sealed work stays at the sign-in page, opens nobody’s data, and is deleted after its thirty days and not before', async () => {
  const { openSession, sealSession } = await aPage()
  openSession(ana, 'token-1')
  await sealSession({ unsent: 3, texts: 2 })
  const { session } = await aPage()
  expect(session()).toMatchObject({ user: null, token: null, known: [{ user: { _id: 'ana' }, unsent: 3, texts: 2 }] })
  const { expireSealed, sealedDays } = await import('./sealed.ts')
  const deleted: string[] = []
  const databases = { deleteDatabase: (name: string) => void deleted.push(name) } as unknown as IDBFactory
  expireSealed(startMs + sealedDays * 86_400_000 - 1, databases)
  expect([deleted, session().known.length]).toEqual([[], 1])
  expireSealed(startMs + sealedDays * 86_400_000, databases)
  expect([deleted, session().known.length]).toEqual([['iip-ana', 'iip-locked-ana'], 0])
})

test('[LK1] behind a PIN no token stands on the device in clear, and what was sealed opens the session again', async () => {
  const { openSession, hideToken } = await aPage()
  openSession(ana, 'token-1', { shared: true })
  hideToken('ana', 'sealed-1')
  expect([...kept.values()].join()).not.toContain('token-1')
  // However long it was left: nothing is open.
  vi.setSystemTime(startMs + 10 * leftAloneMs)
  const next = await aPage()
  expect(next.session()).toMatchObject({ user: { _id: 'ana' }, token: null, needsAuth: null })
  next.takeToken('ana', 'token-1')
  expect(next.session()).toMatchObject({ token: 'token-1', needsAuth: null })
  next.rewriteSession()
  next.openSession(ana, 'token-2', { shared: true })
  expect([...kept.values()].join()).not.toMatch(/token-[12]/)
  next.hideToken('ana', null)
  expect((await aPage()).session()).toMatchObject({ token: 'token-2' })
})

test('[LK1] another person signs in beside who has a PIN, who then comes back to their own; signing out forgets theirs', async () => {
  const page = await aPage()
  page.openSession(ana, 'token-1')
  page.hideToken('ana', 'sealed-1')
  await page.closeSession({ forget: false })
  page.openSession({ ...ana, _id: 'luis', name: 'Luis' }, 'token-luis')
  await page.closeSession({ forget: true })
  const [entry] = page.session().known
  if (!entry) throw new Error('nobody is known')
  page.openOffline(entry)
  expect(page.session()).toMatchObject({ user: { _id: 'ana' }, token: null, needsAuth: null })
  await page.closeSession({ forget: true })
  expect([...kept.values()].join()).not.toContain('sealed-1')
  expect([...kept.values()].join()).not.toContain('ana')
})

test('who signs in again has nothing sealed any more', async () => {
  const { openSession, sealSession, session } = await aPage()
  openSession(ana, 'token-1')
  await sealSession({ unsent: 3, texts: 2 })
  openSession(ana, 'token-2')
  expect(session().known).toMatchObject([{ unsent: 3, texts: 0, sealedAt: null }])
})

const norte = { _id: 'norte', name: 'Norte', formIdActive: 'form-1', role: [] }
const sur = { _id: 'sur', name: 'Sur', formIdActive: 'form-2', role: ['InstitutionalLeader' as const] }
const ofBoth: SessionUser = { ...ana, formIdActive: 'form-1', institutions: [norte, sur] }
const inSur = { institutionId: 'sur', institution: 'Sur', formIdActive: 'form-2', role: ['InstitutionalLeader'], leader: true }

test('[SM7] who belongs to several institutions is asked at sign-in; what they choose without a network stays in front until the server has heard of it', async () => {
  const { openSession, chooseInFront, session, updateUser } = await aPage()
  openSession(ofBoth, 'token-1')
  expect(session()).toMatchObject({ arrived: true, user: { institutionId: 'norte' } })
  chooseInFront('sur')
  expect(session()).toMatchObject({ arrived: false, user: { ...inSur, untold: true } })
  // What the server still says of them does not turn it back, nor does another load of the page.
  updateUser({ ...ofBoth, surname: 'Nueva' })
  expect(session().user).toMatchObject({ ...inSur, untold: true, surname: 'Nueva' })
  const later = await aPage()
  expect(later.session().user).toMatchObject({ ...inSur, untold: true })
  expect(later.session().arrived).toBeUndefined()
  later.updateUser({ ...ofBoth, ...inSur, role: ['InstitutionalLeader'] }, { told: true })
  expect(later.session().user).toMatchObject(inSur)
  expect(later.session().user?.untold).toBeUndefined()
  later.updateUser(ofBoth)
  expect(later.session().user).toMatchObject({ institutionId: 'norte', formIdActive: 'form-1' })
})

test('[SM7] an institution that is none of a person’s any more does not stay in front, and who has one is not asked', async () => {
  const { openSession, chooseInFront, session, updateUser, actorOf } = await aPage()
  openSession(ofBoth, 'token-1')
  chooseInFront('sur')
  updateUser({ ...ana, institutions: [norte] })
  expect(session().user).toMatchObject({ institutionId: 'norte', institution: 'Norte' })
  openSession({ ...ana, institutions: [norte] }, 'token-2')
  expect(session().arrived).toBe(false)
  expect(actorOf(ofBoth).institutionIds).toEqual(['norte', 'sur'])
  // What a program of before kept names none: the one in front is theirs.
  expect(actorOf(ana)).not.toHaveProperty('institutionIds')
})
