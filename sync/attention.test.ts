import { expect, test } from 'vitest'
import type { Rows } from '#shared/world.ts'
import { attentionOf, decisionsIn } from './attention.ts'
import type { StoredOutcome, Upload } from './storage/storage.ts'

const at = '2026-03-02T10:00:00.000Z'

const aCard = (id: string, change: Partial<Rows['conflict']> = {}): Rows['conflict'] => ({
  id,
  institutionId: 'norte',
  formId: 'f1',
  unit: 'q1',
  ownerId: 'ana',
  side: 'author',
  code: 'not_assignee',
  params: {},
  mutation: 'answer.set',
  mine: null,
  theirs: null,
  chain: [],
  state: 'open',
  openedAt: at,
  closedAt: null,
  ...change,
})

const anOutcome = (mid: string, change: Partial<StoredOutcome> = {}): StoredOutcome => ({
  mid,
  s: 'inst:norte:f1',
  n: 'answer.set',
  a: { unit: 'q1', value: 'x' },
  entity: 'q1',
  t: at,
  d: 'refused',
  code: 'forbidden',
  params: {},
  seq: 1,
  storedAt: at,
  dismissed: false,
  ...change,
})

const aFile = (id: string): Upload => ({
  id,
  scope: 'inst:norte:f1',
  unit: 'q1',
  name: 'a.pdf',
  mime: 'application/pdf',
  sizeBytes: 1,
  sha256: 'x',
  addedAt: at,
  state: 'parked',
  sentBytes: 0,
  attempts: 1,
  lastError: 'file_content',
})

test('[ST15] what asks for a decision is told once each: a card speaks for its mutations, a stopped file for its refusal', () => {
  const mine = { mid: 'm1', authorId: 'ana', at, value: 'x' }
  const attention = attentionOf({
    ownerId: 'ana',
    cards: [
      aCard('c1', { mine }),
      aCard('c2', { side: 'other' }),
      aCard('c3', { side: 'notice' }),
      aCard('c4', { state: 'kept', mine: { ...mine, mid: 'm2' } }),
      aCard('c5', { ownerId: 'luis' }),
    ],
    outcomes: [
      anOutcome('m1'),
      anOutcome('m2'),
      anOutcome('m3'),
      anOutcome('m4', { n: 'attachment.add', a: { id: 'f1' } }),
      anOutcome('m5', { dismissed: true }),
      anOutcome('m6', { d: 'applied' }),
    ],
    files: [aFile('f1')],
  })
  expect(attention.cards.map(({ id }) => id)).toEqual(['c1'])
  expect(attention.suggestions.map(({ id }) => id)).toEqual(['c2'])
  expect(attention.notices.map(({ id }) => id)).toEqual(['c3'])
  expect(attention.outcomes.map(({ mid }) => mid)).toEqual(['m3'])
  expect(decisionsIn(attention)).toBe(4)
})
