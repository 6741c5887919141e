import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actors, aComment, aContext, anAnswer, aThread, aWorld, fullValues, noon, noonIn } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { assertProperty } from '../testing/properties.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { readyMarks } from './ready.ts'
import { markReady } from './ready-mutations.ts'
import { owedIn } from './rules.ts'
import { workOf } from './standing.ts'

/** The professional's own in s11 is done, with what is not required left out. */
const done = (): World => aWorld({ answers: [anAnswer('name', 'Laboratorio'), anAnswer('many', { choices: [{ value: 'a' }] })] })
const mark = (world: World, by: ActorName, ready = true, subDimensionId = 's11', now = noon) =>
  markReady.decide(world, { subDimensionId, ready }, aContext({ actor: actors[by], now, mid: `ready-${by}` }))
const marked = (world: World, by: ActorName): World => {
  apply(world, mark(world, by).changes)
  return world
}
const whoMarked = (world: World, subDimensionId = 's11'): string[] => readyMarks(world, subDimensionId).map((each) => each.userId)

describe('a section that is ready', () => {
  test('[FL5] who answers in a sub-dimension says that they are done, and takes it back; both are on record', () => {
    const world = done()
    const said = mark(world, 'professional')
    expect([said.disposition, said.history[0]?.action, said.history[0]?.text]).toEqual(['applied', 'Marca sección lista', 'Personas'])
    apply(world, said.changes)
    expect(whoMarked(world)).toEqual(['professional'])
    expect(mark(world, 'professional').disposition).toBe('noop')
    const back = mark(world, 'professional', false)
    expect([back.disposition, back.history[0]?.action]).toEqual(['applied', 'Quita sección lista'])
    apply(world, back.changes)
    expect([whoMarked(world), mark(world, 'professional', false).disposition]).toEqual([[], 'noop'])
  })

  test('[FL5] who leads the area hears of it once, above whoever says it; said again unasked, nobody hears it again', () => {
    const world = done()
    const notices = mark(world, 'professional').notices ?? []
    expect(notices).toEqual([
      {
        template: 'sectionReady',
        to: 'capacity',
        data: { author: 'Paula Profesional', section: 'Personas', form: 'Índice 2025', page: '/dashboard/form-filling/form/north/s11' },
      },
    ])
    expect(mark(world, 'professional').letters).toEqual([])
    marked(world, 'professional')
    apply(world, mark(world, 'professional', false).changes)
    expect([mark(world, 'professional').disposition, mark(world, 'professional').notices]).toEqual(['applied', []])
    const alone = aWorld({
      assignments: { s11: 'capacity' },
      answers: Object.entries(fullValues).map(([unit, value]) => anAnswer(unit, value)),
    })
    expect(mark(alone, 'subdimensionLeader').notices?.[0]?.to).toBe('leader')
    const under = aWorld({
      assignments: { d1: 'dimension', s11: 'capacity' },
      answers: Object.entries(fullValues).map(([unit, value]) => anAnswer(unit, value)),
    })
    expect(mark(under, 'subdimensionLeader').notices?.[0]?.to).toBe('dimension')
  })

  test('[FL5] nobody says it while something of theirs waits, nor of what is not theirs, nor who leads, nor outside its stages', () => {
    const open = aWorld({ answers: [anAnswer('name', 'Laboratorio')] })
    expect(mark(open, 'professional')).toMatchObject({ disposition: 'refused', code: 'section_pending', params: { n: 1 } })
    const world = done()
    for (const [by, subDimensionId, code] of [
      ['professional', 's21', 'not_assignee'],
      ['professional', 'nada', 'question_retired'],
      ['leader', 's21', 'not_assignee'],
      ['delegate', 's21', 'not_assignee'],
      ['idle', 's11', 'not_assignee'],
      ['outsider', 's11', 'no_role'],
      ['evaluator', 's11', 'no_role'],
      ['administrator', 's11', 'no_role'],
    ] as const)
      expect([by, mark(world, by, true, subDimensionId).code]).toEqual([by, code])
    expect(mark(world, 'professional', true, 's11', noonIn('FirstRevision')).code).toBe('stage_closed')
    world.set('participant', 'north', { ...world.participant, locked: true, lockReason: 'sent' })
    expect(mark(world, 'professional').code).toBe('form_sent')
  })

  test('[FL6] it falls when something of theirs waits again, and stays fallen after a comment, another question or another stage', () => {
    const emptied = marked(done(), 'professional')
    emptied.set('answer', 'name', anAnswer('name', null))
    expect(whoMarked(emptied)).toEqual([])

    const commented = marked(done(), 'professional')
    commented.set('comment', 'c-1', aComment('c-1', 'name'))
    commented.set('thread', 'name', aThread('name'))
    expect(whoMarked(commented)).toEqual([])
    commented.set('thread', 'name', aThread('name', { state: 'resolved' }))
    expect([whoMarked(commented), mark(commented, 'professional').notices?.length]).toEqual([[], 1])

    const given = marked(done(), 'professional')
    given.set('assignment', 'essay', { element: 'essay', level: 'Question', userId: 'professional', rev: 2 })
    given.set('answer', 'essay', anAnswer('essay', '<p>uno dos tres</p>'))
    expect(whoMarked(given)).toEqual([])

    const corrected = marked(done(), 'professional')
    corrected.set('participant', 'north', { ...corrected.participant, openedStageId: 'stage-CorrectionInput' })
    expect(whoMarked(corrected)).toEqual([])
  })

  test('[FL6] what somebody else says of the same sub-dimension is theirs', () => {
    const world = done()
    world.set('answer', 'essay', anAnswer('essay', '<p>uno dos tres</p>', { authorId: 'other' }))
    marked(marked(world, 'professional'), 'otherProfessional')
    expect(whoMarked(world).toSorted()).toEqual(['other', 'professional'])
    apply(world, mark(world, 'professional', false).changes)
    expect(whoMarked(world)).toEqual(['other'])
  })

  test('[FL5] what is owed in a sub-dimension is what the counts of its person say', () => {
    const units = Object.keys(fullValues)
    assertProperty(
      fc.property(
        fc.subarray(units),
        fc.subarray(['name', 'essay', 'has', 'which', 'proof', 'age@r9']),
        fc.boolean(),
        fc.dictionary(
          fc.constantFrom('d1', 'd2', 's11', 's21', 'name', 'proof', 'team'),
          fc.constantFrom('dimension', 'capacity', 'professional'),
        ),
        fc.constantFrom('dimensionLeader', 'subdimensionLeader', 'professional'),
        (answered, commented, replied, assignments, by) => {
          const world = aWorld({
            assignments,
            answers: answered.map((unit) => anAnswer(unit, fullValues[unit] ?? null)),
            threads: commented.map((unit) => aThread(unit, replied ? { state: 'replied', authorId: 'capacity' } : {})),
          })
          const { parts } = workOf(world, actors[by], noon)
          for (const { id } of world.index.subDimensions)
            expect([id, owedIn(world, id, actors[by].id).length]).toEqual([id, parts.get(id)?.own ?? 0])
        },
      ),
      { runs: 200 },
    )
  })
})
