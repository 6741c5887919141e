import { describe, expect, test } from 'vitest'
import { actors, aContext, anAnswer, anAttachment, aWorld, noon, noonIn } from '../forms/fixtures.ts'
import type { Outcome } from '../contract/mutation.ts'
import { must } from '../kernel/assert.ts'
import type { World } from '../world.ts'
import { adoptUnsent } from './mutations.ts'
import { placeOfDraft } from './rules.ts'

const before = '2025-01-02T10:00:00.000Z'
const branch = { d2: 'dimension', s21: 'capacity', proof: 'professional' }
const admin = aContext({ actor: actors.administrator })

const adopt = (world: World, n: string, a: unknown, { authorId = 'other', context = admin, at = before } = {}): Outcome =>
  adoptUnsent.decide(world, { mid: 'run-1', authorId, n, v: 1, a, at }, context)
const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const yes = { choice: { value: 'si' } }
const no = { choice: { value: 'no' } }

describe('work that its author could not send any more', () => {
  test('[UW1] an answer becomes a card of who is responsible now, with what stands, whose it is and of when; nothing that stands changes', () => {
    const standing = anAnswer('proof', no, { authorId: 'professional' })
    const outcome = adopt(aWorld({ assignments: branch, answers: [standing] }), 'answer.set', { unit: 'proof', value: yes })
    expect([said(outcome), outcome.changes]).toEqual(['applied:ok', []])
    expect(outcome.cards).toMatchObject([
      {
        ownerId: 'professional',
        unit: 'proof',
        code: 'recovered',
        side: 'other',
        mine: { authorId: 'professional', value: no },
        theirs: { mid: 'run-1', authorId: 'other', at: before, value: yes },
        params: { name: 'Óscar Otro' },
      },
    ])
  })

  test('[UW1] where nobody is responsible the leader decides', () => {
    expect(adopt(aWorld(), 'answer.set', { unit: 'proof', value: yes }).cards.map((card) => card.ownerId)).toEqual(['leader'])
  })

  test('[UW1] its author, and who cannot come any more, decides on nothing: the next above does', () => {
    const owners = (world: World, authorId: string) =>
      adopt(world, 'answer.set', { unit: 'proof', value: yes }, { authorId }).cards.map((card) => card.ownerId)
    const world = aWorld({ assignments: branch })
    expect(owners(world, 'professional')).toEqual(['capacity'])
    const capacity = must(world.person('capacity'), 'no such person')
    world.set('person', 'capacity', { ...capacity, active: false })
    expect(owners(world, 'professional')).toEqual(['dimension'])
    expect(owners(aWorld(), 'leader')).toEqual(['delegate'])
  })

  test('[UW1] comments, replies and reasons are kept as words, apart from values', () => {
    const world = aWorld({ assignments: branch })
    for (const [name, args] of [
      ['comment.add', { id: 'comment-9', unit: 'proof', threadId: 'thread-9', body: 'Falta el acta' }],
      ['comment.reply', { id: 'reply-009', unit: 'proof', threadId: 'thread-9', body: 'Falta el acta', updateAnswer: true }],
      ['answer.keep', { unit: 'proof', justification: 'Falta el acta' }],
      ['replica.justify', { unit: 'proof', justification: 'Falta el acta' }],
    ] as const)
      expect(adopt(world, name, args).cards).toMatchObject([
        { ownerId: 'professional', code: 'recovered_text', theirs: { text: 'Falta el acta' } },
      ])
  })

  test('[UW1] a decision becomes a card of the institution’s evaluator, who is not shown what was answered by it', () => {
    const world = aWorld({ answers: [anAnswer('proof', yes)] })
    const args = { unit: 'proof', decision: 'Observed', comment: 'Falta', answerRev: 1 }
    const outcome = adopt(world, 'evaluation.decide', args, { authorId: 'evaluator-2' })
    expect(outcome.cards).toMatchObject([
      { ownerId: 'evaluator', code: 'recovered_text', mine: null, theirs: { decision: 'Observed', text: 'Falta' } },
    ])
    for (const evaluatorId of [null, 'evaluator-2'])
      expect(said(adopt(aWorld({ participant: { evaluatorId } }), 'evaluation.decide', args, { authorId: 'evaluator-2' }))).toBe(
        'refused:no_recipient',
      )
  })

  test('[UW2] it is on record in the administrator’s name, with the author’s and the time of writing; a decision is in no history', () => {
    const world = aWorld({ assignments: branch })
    expect(adopt(world, 'answer.set', { unit: 'proof', value: yes }).history).toEqual([
      { unit: 'proof', action: 'Recupera', value: yes, role: 'Administrator', text: 'Óscar Otro, 2025-01-02 07:00' },
    ])
    expect(adopt(world, 'comment.add', { unit: 'proof', body: 'Falta' }).history).toMatchObject([
      { text: 'Óscar Otro, 2025-01-02 07:00: Falta' },
    ])
    expect(adopt(world, 'evaluation.decide', { unit: 'proof', decision: 'Accepted' }, { authorId: 'evaluator-2' }).history).toEqual([])
  })

  test('[UW2] only an administrator who may act for the institution now takes it in', () => {
    const args = { unit: 'proof', value: yes }
    for (const name of ['leader', 'professional', 'evaluator', 'outsider'] as const)
      expect(said(adopt(aWorld(), 'answer.set', args, { context: aContext({ actor: actors[name] }) }))).toBe('refused:administrators_only')
    const results = { ...admin, now: noonIn('ShowResults') }
    expect(said(adopt(aWorld({ phase: 'ShowResults' }), 'answer.set', args, { context: results }))).toBe('refused:stage_closed')
    const revision = { ...admin, now: noonIn('SecondRevision') }
    expect(said(adopt(aWorld({ phase: 'SecondRevision' }), 'answer.set', args, { context: revision }))).toBe('applied:ok')
  })

  test('[UW2] a time that has not come yet is now', () => {
    const [card] = adopt(aWorld(), 'answer.set', { unit: 'proof', value: yes }, { at: '2090-01-01T00:00:00.000Z' }).cards
    expect(card?.theirs?.at).toBe(noon)
  })

  test('[UW3] what stands already is nothing new', () => {
    const world = aWorld({ answers: [anAnswer('proof', yes)] })
    expect(said(adopt(world, 'answer.set', { unit: 'proof', value: yes }))).toBe('noop:ok')
    expect(said(adopt(aWorld(), 'answer.clear', { unit: 'proof' }))).toBe('noop:ok')
  })

  test('[UW4] what cannot be taken in says why', () => {
    const world = aWorld({ assignments: branch })
    const refusals = [
      adopt(world, 'answers.send', { reviewed: null }),
      adopt(world, 'assignment.set', { elements: [], who: null }),
      adopt(world, 'comment.edit', { id: 'comment-9', body: 'Falta' }),
      adopt(world, 'comment.add', { unit: 'proof', body: '  ' }),
      adopt(world, 'answer.set', { unit: 'gone', value: yes }),
      adopt(world, 'answer.set', { unit: 'proof', value: 'not a choice' }),
      adopt(world, 'answer.set', { unit: 'proof' }),
      adopt(world, 'answer.set', { unit: 'proof', value: yes }, { authorId: 'stranger' }),
      adopt(world, 'evaluation.decide', { unit: 'proof', decision: 'Accepted' }),
      adopt(world, 'answer.set', { unit: 'proof', value: yes }, { authorId: 'evaluator' }),
    ]
    expect(refusals.map(said)).toEqual([
      'refused:nothing_to_recover',
      'refused:nothing_to_recover',
      'refused:nothing_to_recover',
      'refused:nothing_to_recover',
      'refused:question_retired',
      'refused:needs_review',
      'refused:malformed',
      'refused:no_role',
      'refused:no_role',
      'refused:no_role',
    ])
    for (const { changes, cards, history } of refusals) expect([changes, cards, history]).toEqual([[], [], []])
  })

  test('[UW4] who belongs to another institution by now has no part in this one', () => {
    const world = aWorld({ assignments: branch })
    world.set('person', 'other', { ...must(world.person('other'), 'no such person'), institutionId: 'south' })
    expect(said(adopt(world, 'answer.set', { unit: 'proof', value: yes }))).toBe('refused:no_role')
  })

  test('[UW5] a file is kept out of force beside its question, its bytes to come, and its card names it', () => {
    const file = { id: 'file-0009', unit: 'proof', name: 'a/acta.pdf', sizeBytes: 10, mime: 'application/pdf', sha256: 'c'.repeat(64) }
    const world = aWorld({ assignments: branch, attachments: [anAttachment('file-0001', 'proof')] })
    const outcome = adopt(world, 'attachment.add', file)
    expect(outcome.changes).toMatchObject([
      { table: 'attachment', id: 'r-file-0009', row: { state: 'awaiting_blob', applied: false, authorId: 'other', name: 'acta.pdf' } },
    ])
    expect(outcome.cards).toMatchObject([{ ownerId: 'professional', theirs: { text: 'acta.pdf', attachmentId: 'r-file-0009' } }])
    for (const change of outcome.changes) world.set(change.table, change.id, change.row)
    expect(world.attachment('proof')?.id).toBe('file-0001')
    expect(said(adopt(world, 'attachment.add', file))).toBe('noop:ok')
    expect(said(adopt(world, 'attachment.add', { ...file, id: 'file-0010', unit: 'name' }))).toBe('refused:file_not_allowed')
    expect(said(adopt(world, 'attachment.add', { ...file, id: 'file-0011', name: 'a.exe' }))).toBe('refused:malformed')
  })

  test('[UW6] what was half written is told as words where it is no answer yet, and offered where it is one', () => {
    const world = aWorld({ assignments: branch })
    const theirs = (a: object, authorId = 'other') =>
      adopt(world, 'draft', a, { authorId }).cards.map(({ code, theirs: side }) => [code, side?.value, side?.text])
    expect(theirs({ kind: 'answer', unit: 'proof', value: yes })).toEqual([['recovered', yes, null]])
    expect(theirs({ kind: 'answer', unit: 'proof', value: 'casi' })).toEqual([['recovered_text', undefined, 'casi']])
    expect(theirs({ kind: 'answer', unit: 'proof', value: null, text: 'unas novecientas' })).toEqual([
      ['recovered_text', undefined, 'unas novecientas'],
    ])
    expect(theirs({ kind: 'comment', unit: 'proof', value: 'Falta' })).toEqual([['recovered_text', undefined, 'Falta']])
    expect(said(adopt(world, 'draft', { kind: 'comment', unit: 'proof', value: { no: 'words' } }))).toBe('refused:nothing_to_recover')
    expect(theirs({ kind: 'decision', unit: 'proof', value: 'Falta' }, 'evaluator-2')).toEqual([['recovered_text', undefined, 'Falta']])
  })

  test('[UW6] where a half-written text belongs, its key says', () => {
    expect(placeOfDraft('answer:inst:norte:f1:q1@r1#w1')).toEqual({ kind: 'answer', scope: 'inst:norte:f1', unit: 'q1@r1' })
    expect(placeOfDraft('reply:inst:norte:f1:q1~thread-1#w1')).toEqual({ kind: 'reply', scope: 'inst:norte:f1', unit: 'q1' })
    expect(placeOfDraft('nothing of ours')).toBeUndefined()
  })
})
