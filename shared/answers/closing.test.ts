import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../contract/mutation.ts'
import { aContext, actors, anAnswer, anAttachment, aWorld, noon } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Unit } from '../kernel/ids.ts'
import { instantOf } from '../kernel/instant.ts'
import { assertProperty } from '../testing/properties.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { closedDependents, closesOf, removedRows } from './closing.ts'
import type { AnswerValue } from './model.ts'
import { clearAnswer, setAnswer } from './mutations.ts'
import { isOpen } from './rules.ts'

const rows = (...ids: string[]): AnswerValue => ({ rows: ids })
const choice = (value: string): AnswerValue => ({ choice: { value, extra: 'otra' } })
const later = instantOf(Date.parse(noon) + 3_600_000)
const latest = instantOf(Date.parse(noon) + 7_200_000)

interface Case {
  readonly a: string
  readonly b: string
  readonly order: 'A, B' | 'B, A'
  readonly by: { readonly a: ActorName; readonly b: ActorName }
  readonly structural: { readonly unit: Unit; readonly value: AnswerValue | null }
  readonly other: (world: World, mid: string) => Outcome | null
  /** Asked by a program of the release before, whose last contact was then. */
  readonly lease?: string
}

/** The professional answers for rows and dependents; the sub-dimension's leader and the institution's are above. */
const begun = (): World =>
  aWorld({
    assignments: { s21: 'capacity', s12: 'capacity', team: 'professional', has: 'professional' },
    answers: [
      anAnswer('team', rows('r1', 'r2')),
      anAnswer('person@r1', 'Ana'),
      anAnswer('person@r2', 'Berta'),
      anAnswer('does@r2', true),
      anAnswer('task@r2', 'Coordina'),
      anAnswer('has', true),
      anAnswer('which', choice('y')),
      anAnswer('count', 2),
    ],
  })
const writes =
  (unit: Unit, value: AnswerValue, by: ActorName) =>
  (world: World, mid: string): Outcome =>
    setAnswer.decide(world, { unit, value }, aContext({ actor: actors[by], base: world.answer(unit)?.mid ?? null, mid, now: later }))
const dropsRow = { unit: 'team', value: rows('r1') }
const saysNo = { unit: 'has', value: false }
const otherOption = { unit: 'which', value: choice('x') }
const middle = { a: 'leader', b: 'subdimensionLeader' } as const
const responsible = { a: 'subdimensionLeader', b: 'professional' } as const
const above = { a: 'professional', b: 'leader' } as const

const cases: readonly Case[] = [
  { a: 'takes a row out', b: 'nothing', order: 'B, A', by: middle, structural: dropsRow, other: () => null },
  {
    a: 'takes a row out',
    b: 'renames it, between A and who is responsible',
    order: 'B, A',
    by: middle,
    structural: dropsRow,
    other: writes('person@r2', 'Bea', 'subdimensionLeader'),
  },
  {
    a: 'takes a row out',
    b: 'renames it, responsible',
    order: 'B, A',
    by: responsible,
    structural: dropsRow,
    other: writes('person@r2', 'Bea', 'professional'),
  },
  {
    a: 'takes a row out',
    b: 'renames it, above A',
    order: 'B, A',
    by: above,
    structural: dropsRow,
    other: writes('person@r2', 'Bea', 'leader'),
  },
  {
    a: 'takes a row out',
    b: 'renames it',
    order: 'A, B',
    by: responsible,
    structural: dropsRow,
    other: writes('person@r2', 'Bea', 'professional'),
  },
  {
    a: 'takes all rows out (“Ninguna”)',
    b: 'renames one, between A and who is responsible',
    order: 'B, A',
    by: middle,
    structural: { unit: 'team', value: rows() },
    other: writes('person@r2', 'Bea', 'subdimensionLeader'),
  },
  {
    a: 'takes all rows out (“Ninguna”)',
    b: 'renames one, responsible',
    order: 'B, A',
    by: responsible,
    structural: { unit: 'team', value: rows() },
    other: writes('person@r2', 'Bea', 'professional'),
  },
  {
    a: 'says No',
    b: 'writes a dependent, between A and who is responsible',
    order: 'B, A',
    by: middle,
    structural: saysNo,
    other: writes('count', 4, 'subdimensionLeader'),
  },
  {
    a: 'says No',
    b: 'writes a dependent, responsible',
    order: 'B, A',
    by: responsible,
    structural: saysNo,
    other: writes('count', 4, 'professional'),
  },
  { a: 'says No', b: 'writes a dependent, above A', order: 'B, A', by: above, structural: saysNo, other: writes('count', 4, 'leader') },
  { a: 'says No', b: 'writes a dependent', order: 'A, B', by: responsible, structural: saysNo, other: writes('count', 4, 'professional') },
  {
    a: 'chooses another option',
    b: 'writes a dependent, between A and who is responsible',
    order: 'B, A',
    by: middle,
    structural: otherOption,
    other: writes('count', 4, 'subdimensionLeader'),
  },
  {
    a: 'chooses another option',
    b: 'writes a dependent, responsible',
    order: 'B, A',
    by: responsible,
    structural: otherOption,
    other: writes('count', 4, 'professional'),
  },
  {
    a: 'empties the answer above',
    b: 'writes a dependent, between A and who is responsible',
    order: 'B, A',
    by: middle,
    structural: { unit: 'has', value: null },
    other: writes('count', 4, 'subdimensionLeader'),
  },
  {
    a: 'empties the answer above',
    b: 'writes a dependent, responsible',
    order: 'B, A',
    by: responsible,
    structural: { unit: 'has', value: null },
    other: writes('count', 4, 'professional'),
  },
  {
    a: 'takes a row out on an older device of their own',
    b: 'writes in a row that A’s other device had added, between A and who is responsible',
    order: 'B, A',
    by: middle,
    structural: dropsRow,
    other: addsAndWrites,
  },
  {
    a: 'takes a row out, with a former release',
    b: 'renames it after A’s last contact, between A and who is responsible',
    order: 'B, A',
    by: middle,
    structural: dropsRow,
    other: writes('person@r2', 'Bea', 'subdimensionLeader'),
    lease: noon,
  },
  {
    a: 'takes a row out, with a former release',
    b: 'renames it before A’s last contact',
    order: 'B, A',
    by: middle,
    structural: dropsRow,
    other: writes('person@r2', 'Bea', 'subdimensionLeader'),
    lease: latest,
  },
]

/** A's other device adds a row; a colleague writes in it before the older device arrives. */
function addsAndWrites(world: World, mid: string): Outcome {
  const added = setAnswer.decide(
    world,
    { unit: 'team', value: rows('r1', 'r2', 'r3') },
    aContext({ actor: actors.leader, base: 'm-team', mid: `${mid}-row`, now: later }),
  )
  apply(world, added.changes)
  return writes('person@r3', 'Carla', 'subdimensionLeader')(world, mid)
}

const codes = (outcome: Outcome | null, ownerId: string): string => {
  const found = (outcome?.cards ?? []).filter((card) => card.ownerId === ownerId).map((card) => `\`${card.code}\``)
  return found.length === 0 ? '–' : found.join(', ')
}

/** Plays a case to its end, and says its line of the table. */
function played({ a, b, order, by, structural, other, lease }: Case): string {
  const world = begun()
  const [actor, colleague] = [actors[by.a], actors[by.b]]
  const { unit, value } = structural
  const base = world.answer(unit)?.mid ?? null
  const closes = lease === undefined ? closesOf(world, unit, value) : undefined
  const asked = (): Outcome => {
    const context = aContext({ actor, base, mid: 'mid-a', now: later, ...(lease === undefined ? {} : { lease }) })
    return value === null ? clearAnswer.decide(world, { unit, closes }, context) : setAnswer.decide(world, { unit, value, closes }, context)
  }
  const steps = order === 'A, B' ? [asked, () => other(world, 'mid-b')] : [() => other(world, 'mid-b'), asked]
  const outcomes = steps.map((step) => {
    const outcome = step()
    if (outcome) apply(world, outcome.changes)
    return outcome
  })
  const structure = must(outcomes[order === 'A, B' ? 0 : 1], 'A asked for nothing')
  const last = outcomes[1] ?? structure
  const told = (id: string): string => {
    const all = outcomes.map((outcome) => codes(outcome, id)).filter((each) => each !== '–')
    return all.length === 0 ? '–' : all.join(', ')
  }
  const back = structure.disposition === 'lost' ? 'nothing was closed' : isBroughtBack(world, unit) ? '“Reponer”' : 'none'
  return `| ${[a, b, order, `${last.disposition} \`${last.code}\``, told(actor.id), told(colleague.id), back].join(' | ')} |`
}

/** Brings back what was closed below a unit, and says whether everything is there as it was. */
function isBroughtBack(world: World, unit: Unit): boolean {
  const block = must(world.index.question(questionIdOf(unit)), `no question ${unit}`)
  const closed = [...removedRows(world, block), ...closedDependents(world, unit)]
  const cleared = closed.flatMap(({ units }) => units).map((each) => [each, world.answer(each)?.clearedValue] as const)
  const value: AnswerValue =
    block.kind === 'Block'
      ? rows(...standingRows(world, unit), ...removedRows(world, block).map(({ row }) => row))
      : must(closedDependents(world, unit)[0], 'nothing was closed').value
  const context = aContext({ actor: actors.leader, base: world.answer(unit)?.mid ?? null, mid: 'mid-back', now: later })
  apply(world, setAnswer.decide(world, { unit, value, closes: closesOf(world, unit, value), reopens: true }, context).changes)
  expect(cleared.length).toBeGreaterThan(0)
  expect(cleared.map(([each]) => [each, world.answer(each)?.value])).toEqual(cleared)
  return cleared.every(([each]) => isOpen(world, each))
}

const standingRows = (world: World, unit: Unit): readonly string[] => {
  const value = world.answer(unit)?.value
  return value !== null && typeof value === 'object' && 'rows' in value ? value.rows : []
}

const heading = [
  '| A | B, whom A had not seen | arrival | what became of the last | A is told | B is told | way back |',
  '| - | ----------------------- | ------- | ----------------------- | --------- | --------- | -------- |',
]

describe('one person’s change of structure and another’s work', () => {
  test('[CF37] what becomes of each is as the table of the rules says', () => {
    const spec = readFileSync(new URL('../SPEC.md', import.meta.url), 'utf8')
    const cells = (line: string): string =>
      line
        .split('|')
        .map((cell) => cell.trim().replace(/^-+$/, '-'))
        .join('|')
    const table = spec.split('\n').filter((line) => line.startsWith('|'))
    const start = table.findIndex((line) => cells(line) === cells(must(heading[0], 'no heading')))
    expect(table.slice(start, start + heading.length + cases.length).map(cells)).toEqual([...heading, ...cases.map(played)].map(cells))
  })

  test('[CF37] a newer answer or file of somebody whom the author does not outrank is in a card with name and words, both ways', () => {
    const world = begun()
    apply(world, writes('person@r2', 'Bea', 'professional')(world, 'mid-b').changes)
    const closes = closesOf(begun(), 'team', rows('r1'))
    const asked = { unit: 'team', value: rows('r1'), closes }
    const outcome = setAnswer.decide(world, asked, aContext({ actor: actors.subdimensionLeader, base: 'm-team', now: later }))
    expect(outcome.changes.filter(({ table }) => table === 'answer')).toEqual([])
    expect(outcome.cards).toMatchObject([
      {
        ownerId: 'capacity',
        code: 'closes_newer',
        params: { name: 'Paula Profesional', n: 1 },
        others: [{ unit: 'person@r2', side: { value: 'Bea' } }],
      },
      { ownerId: 'professional', code: 'suggested_closing', params: { name: 'Sara Capacidad' }, theirs: { value: rows('r1') } },
    ])
    // Asked for again with that in sight, it stands.
    const again = { ...asked, closes: closesOf(world, 'team', rows('r1')) }
    const context = aContext({ actor: actors.subdimensionLeader, base: 'm-team', mid: 'mid-again', now: later })
    expect(setAnswer.decide(world, again, context).disposition).toBe('applied')
  })

  test('[CF37] who saw nothing below says so; of a question below which there is none nothing is said', () => {
    const seen = (unit: Unit, value: AnswerValue) => setAnswer.withSeen?.(aWorld(), { unit, value })
    expect(seen('has', false)).toEqual({ unit: 'has', value: false, assigned: 0, closes: [] })
    expect(seen('name', 'A')).toEqual({ unit: 'name', value: 'A', assigned: 1 })
  })

  test('[CF37] a file that was attached meanwhile counts like an answer', () => {
    const file = anAttachment('file-9', 'person@r2', { authorId: 'capacity', addedAt: later })
    const closes = closesOf(begun(), 'team', rows('r1'))
    const world = begun()
    world.set('attachment', file.id, file)
    const context = aContext({ actor: actors.leader, base: 'm-team', now: later })
    const outcome = setAnswer.decide(world, { unit: 'team', value: rows('r1'), closes }, context)
    expect(outcome.cards).toMatchObject([
      {
        ownerId: 'capacity',
        code: 'closed_meanwhile',
        others: [{ unit: 'person@r2', side: { attachmentId: 'file-9', text: 'prueba.pdf' } }],
      },
      { ownerId: 'leader', code: 'closed_others' },
    ])
    apply(world, outcome.changes)
    expect(world.attachment('person@r2')?.id).toBe('file-9')
  })
})

describe('what was closed', () => {
  test('[AN14] rows that were taken out and dependents that were closed are listed with who and when, the newest first', () => {
    const world = begun()
    const asked = (unit: Unit, value: AnswerValue, by: ActorName, mid: string, at: string) =>
      apply(
        world,
        setAnswer.decide(
          world,
          { unit, value },
          aContext({ actor: actors[by], base: world.answer(unit)?.mid ?? null, mid, now: at, occurredAt: at }),
        ).changes,
      )
    asked('team', rows('r2'), 'leader', 'mid-1', noon)
    asked('team', rows(), 'subdimensionLeader', 'mid-2', later)
    asked('has', false, 'leader', 'mid-3', later)
    expect(removedRows(world, must(world.index.question('team'), 'no block'))).toEqual([
      { row: 'r2', units: ['person@r2', 'does@r2', 'task@r2'], by: 'capacity', at: later },
      { row: 'r1', units: ['person@r1'], by: 'leader', at: noon },
    ])
    expect(closedDependents(world, 'has')).toEqual([{ units: ['which', 'count'], by: 'leader', at: later, value: true }])
  })

  test('[AN14] a row that held a file alone is listed and comes back with it; a file in a row that held more is listed beside the answers', () => {
    const world = begun()
    for (const [id, unit] of [
      ['file-1', 'person@r3'],
      ['file-2', 'task@r1'],
    ] as const)
      world.set('attachment', id, anAttachment(id, unit, { authorId: 'professional' }))
    const asked = (value: AnswerValue, mid: string) =>
      apply(
        world,
        setAnswer.decide(world, { unit: 'team', value }, aContext({ actor: actors.leader, base: world.answer('team')?.mid ?? null, mid }))
          .changes,
      )
    asked(rows('r1', 'r2', 'r3'), 'mid-0')
    asked(rows('r2'), 'mid-1')
    const listed = () => removedRows(world, must(world.index.question('team'), 'no block')).map(({ row, units, by }) => [row, units, by])
    expect(listed()).toEqual([
      ['r1', ['person@r1', 'task@r1'], 'leader'],
      ['r3', ['person@r3'], 'leader'],
    ])
    asked(rows('r2', 'r3'), 'mid-2')
    expect([isOpen(world, 'person@r3'), world.attachment('person@r3')?.id, listed().map(([row]) => row)]).toEqual([true, 'file-1', ['r1']])
  })

  test('[AN14] what an option of many had opened comes back beside what was chosen since', () => {
    const world = aWorld({
      answers: [anAnswer('many', { choices: [{ value: 'a' }, { value: 'c', extra: 'dos' }] }), anAnswer('reason', 'porque sí')],
    })
    const choose = (value: AnswerValue, mid: string, reopens = false) =>
      apply(
        world,
        setAnswer.decide(
          world,
          { unit: 'many', value, reopens, closes: closesOf(world, 'many', value) },
          aContext({ actor: actors.professional, base: world.answer('many')?.mid ?? null, mid }),
        ).changes,
      )
    choose({ choices: [{ value: 'b' }] }, 'mid-1')
    const [closed] = closedDependents(world, 'many')
    expect(closed?.value).toEqual({ choices: [{ value: 'b' }, { value: 'a' }, { value: 'c', extra: 'dos' }] })
    choose({ choices: [{ value: 'b' }, { value: 'c', extra: 'dos' }] }, 'mid-2', true)
    expect(world.answer('reason')).toMatchObject({ value: 'porque sí', clearedValue: null })
  })

  test('[AN14] [IN17] whatever was answered, what one change closes its inverse brings back', () => {
    const value = fc.constantFrom<AnswerValue | null>(true, false, null)
    const option = fc.constantFrom<AnswerValue | null>(choice('x'), choice('y'), null)
    const number = fc.constantFrom<AnswerValue | null>(1, 5, null)
    assertProperty(
      fc.property(
        option,
        number,
        value,
        fc.subarray(['r1', 'r2', 'r3']),
        fc.subarray(['r1', 'r2', 'r3']),
        (which, count, does, all, kept) => {
          const world = aWorld({
            answers: [
              anAnswer('has', true),
              ...(which === null ? [] : [anAnswer('which', which)]),
              ...(count === null || which === null ? [] : [anAnswer('count', count)]),
              anAnswer('team', rows(...all)),
              ...all.flatMap((row) => [anAnswer(`person@${row}`, row), ...(does === null ? [] : [anAnswer(`does@${row}`, does)])]),
            ],
          })
          const standing = () =>
            [...world.list('answer')]
              .filter((answer) => answer.value !== null && isOpen(world, answer.unit))
              .map((answer) => [answer.unit, answer.value])
          const former = standing()
          const step = (unit: Unit, to: AnswerValue, mid: string, reopens: boolean): void => {
            const context = aContext({ actor: actors.leader, base: world.answer(unit)?.mid ?? null, mid })
            apply(world, setAnswer.decide(world, { unit, value: to, closes: closesOf(world, unit, to), reopens }, context).changes)
          }
          step('has', false, 'mid-1', false)
          step('team', rows(...all.filter((row) => kept.includes(row))), 'mid-2', false)
          step('team', rows(...all), 'mid-3', false)
          step('has', closedDependents(world, 'has')[0]?.value ?? true, 'mid-4', true)
          expect(new Map(standing() as [string, unknown][])).toEqual(new Map(former as [string, unknown][]))
        },
      ),
    )
  })
})
