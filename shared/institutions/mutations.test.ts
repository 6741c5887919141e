import { describe, expect, test } from 'vitest'
import { formCounters } from '../answers/rules.ts'
import type { Outcome } from '../contract/mutation.ts'
import { actors, aContext, aThread, aWorld, fullAnswers, noonIn } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import type { Phase } from '../stages/model.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { reopenParticipant } from './mutations.ts'

const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const locked = { locked: true, lockReason: 'sent' } as const

describe('reopening', () => {
  const reopen = (world: World, by: ActorName, reason = 'Faltó un anexo', phase: Phase = 'NormalInput'): Outcome =>
    reopenParticipant.decide(world, { reason }, aContext({ actor: actors[by], now: noonIn(phase) }))
  const sent = (): World =>
    aWorld({ participant: { ...locked, sendCount: 1, receipt: 'IIP-2025-NORTE-1' }, answers: fullAnswers({ level: 0, sent: true }) })

  test('[SE11] an administrator opens a sent institution again, with a reason; nobody else does', () => {
    expect((['administrator', 'leader', 'evaluator'] as const).map((by) => said(reopen(sent(), by)))).toEqual([
      'applied:ok',
      'refused:administrators_only',
      'refused:administrators_only',
    ])
    expect(said(reopen(sent(), 'administrator', ''))).toBe('refused:justification_missing')
    expect(said(reopen(aWorld(), 'administrator'))).toBe('noop:ok')
    expect(said(reopen(sent(), 'administrator', 'x', 'FirstRevision'))).toBe('refused:stage_closed')
    expect(said(reopen(sent(), 'administrator', 'x', 'Gap'))).toBe('refused:stage_closed')
  })

  test('[SE11] the answers go back to who is responsible, unchanged and not pending, who leads is told why, and they can be sent again', () => {
    const world = sent()
    const outcome = reopen(world, 'administrator')
    apply(world, outcome.changes)
    expect(outcome.history).toMatchObject([
      { unit: null, action: 'Devuelve', text: 'Faltó un anexo', role: 'Administrator' },
      { form: world.formId, element: world.institutionId, action: 'Reabre institución' },
    ])
    expect(outcome.letters.slice(0, 2).map(({ template, to }) => [template, to])).toEqual([
      ['reopened', 'leader'],
      ['reopened', 'delegate'],
    ])
    expect(outcome.letters[0]?.data).toMatchObject({ reason: 'Faltó un anexo' })
    expect(
      [world.answer('name'), world.answer('has'), world.answer('day')].map((answer) => [answer?.level, answer?.sent, answer?.rev]),
    ).toEqual([
      [4, false, 1],
      [2, false, 1],
      [1, false, 1],
    ])
    expect(formCounters(world).pendent).toBe(0)
    expect(world.participant).toMatchObject({ locked: false, lockReason: null, sendCount: 1 })
  })

  test('[LE6] whoever gets complete answers back and has to send them again is told, too, once, and nobody else', () => {
    const { letters } = reopen(sent(), 'administrator')
    const readers = letters.map(({ to }) => to)
    expect(readers).toEqual(expect.arrayContaining(['leader', 'delegate', 'dimension', 'capacity', 'professional']))
    expect([new Set(readers).size, readers.includes('idle'), readers.includes('evaluator')]).toEqual([readers.length, false, false])
    expect(new Set(letters.map(({ template }) => template))).toEqual(new Set(['reopened']))
  })

  test('[LE6] who gets an answer back that waits for somebody else first is told, too', () => {
    const world = sent()
    for (const { unit } of world.list('answer')) world.set('thread', unit, aThread(unit, { authorId: 'leader', state: 'replied' }))
    expect(reopen(world, 'administrator').letters.map(({ to }) => to)).toContain('professional')
  })
})
