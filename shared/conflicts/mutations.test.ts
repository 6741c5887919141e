import { describe, expect, test } from 'vitest'
import { aConflict, aContext, actors, aWorld, noon } from '../forms/fixtures.ts'
import { errors } from '../errors.ts'
import { quarantineRaw, resolveConflict } from './mutations.ts'
import { noticeCodes } from './model.ts'
import { briefly } from './rules.ts'

const said = (outcome: { disposition: string; code: string }): string => `${outcome.disposition}:${outcome.code}`

describe('cards', () => {
  test('[CF28] the owner closes a card as given up, written again, or read; it keeps what it holds', () => {
    const world = aWorld({ conflicts: [aConflict('card-1')] })
    const states = (['keep', 'reapply', 'dismiss'] as const).map((choice) => {
      const [change] = resolveConflict.decide(world, { id: 'card-1', choice }, aContext()).changes
      return change?.table === 'conflict' ? [change.scope, change.row.state, change.row.closedAt] : []
    })
    expect(states).toEqual([
      ['user:professional', 'kept', noon],
      ['user:professional', 'reapplied', noon],
      ['user:professional', 'dismissed', noon],
    ])
  })

  test('[CF28] nobody closes another’s card, and a closed one stays as it was closed', () => {
    const world = aWorld({ conflicts: [aConflict('card-1'), aConflict('card-2', { state: 'kept' })] })
    expect(said(resolveConflict.decide(world, { id: 'card-1', choice: 'keep' }, aContext({ actor: actors.leader })))).toBe(
      'refused:conflict_missing',
    )
    expect(said(resolveConflict.decide(world, { id: 'card-2', choice: 'dismiss' }, aContext()))).toBe('noop:ok')
    expect(said(resolveConflict.decide(world, { id: 'nada', choice: 'keep' }, aContext()))).toBe('refused:conflict_missing')
  })

  test('[CF29] work that a device could not write in any form is entered whole, and changes nothing', () => {
    const outcome = quarantineRaw.decide(aWorld(), { raw: '{' }, aContext())
    expect([said(outcome), outcome.changes]).toEqual(['refused:quarantined', []])
  })

  test('[CF29] no notice has the code of an error', () => {
    expect(noticeCodes.filter((code) => Object.hasOwn(errors, code))).toEqual([])
  })

  test('[CF29] a value is read briefly by its kind', () => {
    expect(
      [
        null,
        'x',
        3,
        true,
        { choice: { value: 'a', extra: 'b' } },
        { choices: [{ value: 'a' }, { value: 'c', extra: 'd' }] },
        { rows: ['r1', 'r2'] },
      ].map((value) => briefly(value)),
    ).toEqual(['', 'x', '3', 'true', 'a: b', 'a, c: d', '2'])
  })
})
