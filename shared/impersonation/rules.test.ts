import { expect, test } from 'vitest'
import { covers, endOf, goesOn, isOnBehalf, wasOnBehalf } from './rules.ts'

const noon = '2026-03-10T12:00:00.000Z'
const acting = { formId: 'f', institutionId: 'i', startedAt: noon, lastAt: noon, endedAt: null }

test('[IM3] it lasts an hour from the last thing that was done in it, or until it was ended', () => {
  expect(endOf(acting)).toBe('2026-03-10T13:00:00.000Z')
  expect(endOf({ ...acting, lastAt: '2026-03-10T12:40:00.000Z' })).toBe('2026-03-10T13:40:00.000Z')
  expect(endOf({ ...acting, endedAt: '2026-03-10T12:10:00.000Z' })).toBe('2026-03-10T12:10:00.000Z')
  expect(endOf({ ...acting, endedAt: '2026-03-10T15:00:00.000Z' })).toBe('2026-03-10T13:00:00.000Z')
})

test('[IM4] what was done counts by when it was done, its bounds included', () => {
  const times = ['2026-03-10T11:59:59.999Z', noon, '2026-03-10T13:00:00.000Z', '2026-03-10T13:00:00.001Z']
  expect(times.map((at) => covers(acting, { at, now: noon, contactAt: null }))).toEqual([false, true, true, false])
})

test('[IM4] once it is over only a device that was in contact during it brings work of it, for seven days', () => {
  const ended = { ...acting, endedAt: '2026-03-10T12:30:00.000Z' }
  const at = '2026-03-10T12:20:00.000Z'
  const brings = (contactAt: string | null, now: string) => covers(ended, { at, now, contactAt })
  expect(brings(null, '2026-03-10T12:30:00.000Z')).toBe(true)
  expect(brings(null, '2026-03-10T12:30:00.001Z')).toBe(false)
  expect(brings('2026-03-10T11:59:59.999Z', '2026-03-10T13:00:00.000Z')).toBe(false)
  expect(brings(noon, '2026-03-10T13:00:00.000Z')).toBe(true)
  expect(brings(noon, '2026-03-17T12:30:00.000Z')).toBe(true)
  expect(brings(noon, '2026-03-17T12:30:00.001Z')).toBe(false)
  expect(goesOn(ended, '2026-03-10T12:30:00.001Z')).toBe(false)
})

test('[IM1] answering, attaching, assigning and sending are an institution’s; deciding, the survey and work on a form are not', () => {
  expect(['answer.set', 'attachment.add', 'assignment.set', 'answers.send'].map(isOnBehalf)).toEqual([true, true, true, true])
  expect(['evaluation.decide', 'survey.send', 'form.edit', 'participant.reopen', 'unsent.adopt'].map(isOnBehalf)).not.toContain(true)
})

test('[IM1] a line of a history names the institution beside the administrator who acted for it, and not beside what they did as themselves', () => {
  expect([
    wasOnBehalf('Administrator', 'Responde'),
    wasOnBehalf('Administrator', 'Retira envío'),
    wasOnBehalf('Administrator', 'Reabre'),
    wasOnBehalf('Professional', 'Responde'),
  ]).toEqual([true, true, false, false])
})
