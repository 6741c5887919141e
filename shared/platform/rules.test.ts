import { expect, test } from 'vitest'
import { letterData, type LetterTemplate } from '../contract/letter.ts'
import { dayMs, epochMs, instantOf } from '../kernel/instant.ts'
import { jobNames } from './model.ts'
import {
  concernsOf,
  errorOf,
  hindranceOf,
  isGone,
  isLate,
  isLeftLong,
  topicOf,
  type FailedLetter,
  type JobState,
  type Standing,
} from './rules.ts'

const now = '2026-03-10T15:00:00.000Z'
const ago = (ms: number): string => instantOf(epochMs(now) - ms)
const job = (rest: Partial<JobState>): JobState => ({ name: 'letters', lastSuccessAt: now, failures: 0, runningSince: null, ...rest })
const letter = (template: LetterTemplate, rest: Partial<FailedLetter> = {}): FailedLetter => ({
  template,
  data: {},
  createdAt: ago(3_600_000),
  hasNewer: false,
  ...rest,
})
const reader = { reachable: true, joined: true }

test('[HP1] a process has gone after a minute without a sign, and not before', () => {
  expect([60_000, 60_001].map((ms) => isGone({ seenAt: ago(ms) }, now))).toEqual([false, true])
})

test('[HP5] a job is late at three times its interval, one that runs often at two minutes; one that runs, or never ran, is not', () => {
  expect([120_000, 120_001].map((ms) => isLate(job({ lastSuccessAt: ago(ms) }), now))).toEqual([false, true])
  expect([180_000, 180_001].map((ms) => isLate(job({ name: 'reminders', lastSuccessAt: ago(ms) }), now))).toEqual([false, true])
  expect([3 * dayMs, 3 * dayMs + 1].map((ms) => isLate(job({ name: 'sweep', lastSuccessAt: ago(ms) }), now))).toEqual([false, true])
  expect(isLate(job({ lastSuccessAt: ago(dayMs), runningSince: ago(dayMs) }), now)).toBe(false)
  expect(isLate(job({ lastSuccessAt: null }), now)).toBe(false)
})

test('[HP7] what waits on a device is pointed out after a day', () => {
  expect([dayMs, dayMs + 1].map((ms) => isLeftLong({ lastSeenAt: ago(ms) }, now))).toEqual([false, true])
})

test('[HP4] a link that somebody asked for is never sent again, an invitation only to who has not joined', () => {
  for (const template of ['recovery', 'signInClosed'] as const) expect(hindranceOf(letter(template), reader, now)).toBe('askAnew')
  expect(hindranceOf(letter('invited'), reader, now)).toBe('joined')
  expect(hindranceOf(letter('invited'), { ...reader, joined: false }, now)).toBeNull()
})

test('[HP4] a reminder is of its day in Chile, and whatever tells of a stage until its last day is over there', () => {
  const reminder = (createdAt: string) =>
    hindranceOf(letter('reminder', { createdAt, data: { end: '2026-03-20', items: [] } }), reader, now)
  // Midnight in Santiago is three hours after that of the clock.
  expect([reminder('2026-03-10T03:00:00.000Z'), reminder('2026-03-10T02:59:59.000Z')]).toEqual([null, 'day'])
  const opened = (end: string, at = now) =>
    hindranceOf(letter('stageOpened', { data: { form: 'F', stage: 'E', end, pending: 1, page: '/x' } }), reader, at)
  expect([opened('2026-03-10'), opened('2026-03-09'), opened('2026-03-10', '2026-03-11T03:00:00.000Z')]).toEqual([null, 'over', 'over'])
})

test('[HP4] what tells how things stand is old after a week, what tells what happened after thirty days', () => {
  const at = (template: LetterTemplate, days: number, past = 0) =>
    hindranceOf(letter(template, { createdAt: ago(days * dayMs + past) }), reader, now)
  expect([at('leads', 7), at('leads', 7, 1)]).toEqual([null, 'old'])
  expect([at('passwordChanged', 30), at('passwordChanged', 30, 1)]).toEqual([null, 'old'])
})

test('[HP4] nothing is sent again to who is not there, nor what a later letter tells otherwise', () => {
  expect(hindranceOf(letter('passwordChanged'), null, now)).toBe('reader')
  expect(hindranceOf(letter('passwordChanged'), { ...reader, reachable: false }, now)).toBe('reader')
  expect(hindranceOf(letter('leads', { hasNewer: true }), reader, now)).toBe('newer')
})

test('[HP4] letters that say the opposite of one thing are about the same, those of two things are not', () => {
  const about = { institution: 'Norte', form: 'F', count: 1, notes: 0, evaluator: 'E' }
  expect(topicOf('evaluates', about)).toBe(topicOf('evaluatesNoMore', about))
  expect(topicOf('evaluates', about)).not.toBe(topicOf('evaluates', { ...about, institution: 'Sur' }))
  expect(topicOf('invited', { institution: 'Norte' })).toBe(topicOf('invited', {}))
  expect(topicOf('factorOn', {})).toBe(topicOf('factorReset', {}))
  expect(topicOf('commented', { number: '1', question: '¿?' })).toBeNull()
})

test('[HP4] every letter of the platform is one that is sent again or not for a reason', () => {
  const templates = Object.keys(letterData) as LetterTemplate[]
  const told = templates.map((template) => hindranceOf(letter(template), reader, now))
  expect(told.filter((each) => each !== null)).toEqual(['joined', 'askAnew', 'askAnew'])
})

test('[HP4] of an error its kind is told and a mail server’s code, and none of its words', () => {
  expect(errorOf('550 No such mailbox: ana@norte.example')).toEqual({ errorClass: 'answered', code: 550 })
  expect(errorOf('connect ECONNREFUSED 10.0.0.9:25')).toEqual({ errorClass: 'unreachable', code: null })
  expect(errorOf('the address was changed meanwhile')).toEqual({ errorClass: 'program', code: null })
})

test('[HP9] where all is well nothing is pointed out; each thing that is not well is, and the worst first', () => {
  const process = { seenAt: now, version: '2026.11.0', figures: { reason: null, diskFreeBytes: 5e9 } }
  const good: Standing = {
    at: now,
    processes: [process],
    jobs: jobNames.map((name) => job({ name })),
    letters: { failed: 0, dueSince: ago(60_000) },
    backup: { backupAt: ago(dayMs), drillAt: ago(30 * dayMs) },
    storage: { nearQuota: 0 },
    devices: { leftLong: 0 },
  }
  expect(concernsOf(good)).toEqual([])
  const silent = { ...process, seenAt: ago(90_000), version: '2026.10.0', figures: { reason: 'database', diskFreeBytes: 1 } }
  const bad: Standing = {
    ...good,
    processes: [
      process,
      { ...process, version: '2026.12.0', figures: { reason: 'database', diskFreeBytes: 1e9 } },
      // What has gone says nothing any more, but that it has gone.
      silent,
    ],
    jobs: [job({ failures: 1 }), job({ name: 'stages', lastSuccessAt: ago(dayMs) }), job({ name: 'sweep' })],
    letters: { failed: 4, dueSince: ago(16 * 60_000) },
    backup: { backupAt: null, drillAt: ago(101 * dayMs) },
    storage: { nearQuota: 2 },
    devices: { leftLong: 5 },
  }
  expect(concernsOf(bad).map(({ kind, n }) => `${kind} ${n}`)).toEqual([
    'notReady 1',
    'diskShort 1',
    'mailStuck 1',
    'jobs 2',
    'failedLetters 4',
    'backupNever 1',
    'nearQuota 2',
    'leftWork 5',
    'gone 1',
    'mixedVersions 1',
    'drillOld 1',
  ])
  expect(concernsOf({ ...good, backup: { backupAt: ago(3 * dayMs), drillAt: null } }).map(({ kind }) => kind)).toEqual([
    'backupOld',
    'drillNever',
  ])
})
