import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Visit } from '#shared/visits/model.ts'

const replies: Visit[] = []
const said: Visit[] = []
vi.mock('./server/call.ts', () => ({
  callRoute: async (_: unknown, { body }: { body: Visit }) => {
    said.push(body)
    const reply = replies.shift()
    return reply ? { ok: true, value: reply } : { ok: false, failure: { code: 'offline' } }
  },
}))

vi.mock('./session/session.ts', () => ({ visitName: 'visit' }))

const kept = new Map<string, string>()
beforeEach(() => {
  vi.resetModules()
  kept.clear()
  said.length = 0
  replies.length = 0
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

const visitOf = (): Visit => JSON.parse(kept.get('visit') ?? '{}').visit
const [monday, mondayNoon, tuesday] = ['2026-03-09T12:00:00.000Z', '2026-03-09T14:00:00.000Z', '2026-03-10T12:00:00.000Z'] as const

test('[VS1] without a network a device goes by what it kept, also after the browser was closed', async () => {
  const before = await import('./visits.ts')
  before.noteVisit('ana', monday)
  before.noteVisit('ana', mondayNoon)
  vi.resetModules()
  const { noteVisit } = await import('./visits.ts')
  noteVisit('ana', tuesday)
  expect(visitOf()).toEqual({ at: tuesday, since: mondayNoon, seenAt: tuesday, dismissed: false })
})

test('[VS2] what the server knows of other devices is taken over, and putting away is told', async () => {
  const { noteVisit, dismissVisit, tellVisit } = await import('./visits.ts')
  replies.push({ at: tuesday, since: mondayNoon, seenAt: tuesday, dismissed: false })
  noteVisit('ana', tuesday)
  await vi.waitFor(() => expect(visitOf().since).toBe(mondayNoon))
  dismissVisit('ana')
  expect(visitOf().dismissed).toBe(true)
  expect(said.at(-1)).toMatchObject({ dismissed: true })
  // What could not be told is told with the next occasion.
  replies.push(visitOf())
  await tellVisit('ana')
  expect(said).toHaveLength(3)
})

test('[VS2] nobody takes over what another person left, or what does not read', async () => {
  const { noteVisit } = await import('./visits.ts')
  noteVisit('ana', monday)
  noteVisit('berta', tuesday)
  expect(visitOf()).toMatchObject({ at: tuesday, since: null })
  kept.set('visit', '{"userId":"berta"')
  const later = '2026-03-10T12:01:00.000Z'
  noteVisit('berta', later)
  expect(visitOf()).toMatchObject({ at: tuesday, since: null, seenAt: later })
})
