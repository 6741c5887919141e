import { expect, test } from 'vitest'
import { deviceChecks, isReady } from './device-checks.ts'

type Found = Parameters<typeof deviceChecks>[0]
const good: Found = {
  files: { kind: 'whole', of: 201 },
  examined: { keeps: true, hasRows: true, lackingForms: 0, clockOffsetMs: 1_000 },
  report: {
    persisted: true,
    usageBytes: 5_000_000,
    quotaBytes: 5_000_000_000,
    syncedAt: 0,
    rows: 3,
  },
  remembered: true,
}
const { examined, report } = good

test('[NV6] a device to which nothing is lacking is ready, and each thing is told', () => {
  const checks = deviceChecks(good)
  expect(isReady(checks)).toBe(true)
  expect(checks.map(({ what, state }) => `${what} ${state}`)).toEqual(
    ['files', 'disk', 'rows', 'forms', 'kept', 'room', 'clock'].map((what) => `${what} good`),
  )
})

const wrong: readonly (readonly [what: string, found: Partial<Found>])[] = [
  ['files', { files: { kind: 'lacking', lacking: 1, of: 201 } }],
  ['files', { files: { kind: 'none' } }],
  ['files', { files: { kind: 'silent' } }],
  ['disk', { examined: { ...examined, keeps: false } }],
  ['session', { remembered: false }],
  ['rows', { examined: { ...examined, hasRows: false } }],
  ['forms', { examined: { ...examined, lackingForms: 2 } }],
]
test('[NV6] each thing without which there is no start alone, and any two, make the device not ready, and are told first', () => {
  for (const [what, one] of wrong) {
    expect(deviceChecks({ ...good, ...one })[0]).toMatchObject({ what, state: 'bad' })
    for (const [, other] of wrong) expect(isReady(deviceChecks({ ...good, ...one, ...other }))).toBe(false)
  }
})

const weak: readonly (readonly [what: string, found: Partial<Found>])[] = [
  ['kept', { report: { ...report, persisted: false } }],
  ['room', { report: { ...report, usageBytes: 4_950_000_000 } }],
  ['clock', { examined: { ...examined, clockOffsetMs: 180_000 } }],
  ['clock', { examined: { ...examined, clockOffsetMs: -180_000 } }],
]
test('[NV6] what may not last is told and keeps nobody from leaving', () => {
  for (const [what, found] of weak) {
    const checks = deviceChecks({ ...good, ...found })
    expect(checks[0]).toMatchObject({ what, state: 'weak' })
    expect(isReady(checks)).toBe(true)
  }
})

test('[NV6] nothing is said of what nobody knows: the clock before the first contact, the room where the browser does not tell', () => {
  const checks = deviceChecks({
    ...good,
    examined: { ...examined, clockOffsetMs: null },
    report: { ...report, usageBytes: 0, quotaBytes: 0 },
  })
  expect(checks.map(({ what }) => what)).toEqual(['files', 'disk', 'rows', 'forms', 'kept'])
})
