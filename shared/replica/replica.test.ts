import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemActor } from '../access/actor.ts'
import type { AnswerValue } from '../answers/model.ts'
import { clearAnswer, setAnswer } from '../answers/mutations.ts'
import { pendingReasons } from '../answers/rules.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import { decideAnswer } from '../evaluations/mutations.ts'
import { decisionsOf, needsDecision, roundCounters } from '../evaluations/rules.ts'
import { aForm, actors, aContext, anAnswer, anEvaluation, aWorld, fullAnswers, noonIn, theIndex, theStages } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { reopenParticipant } from '../institutions/mutations.ts'
import { must } from '../kernel/assert.ts'
import type { Unit } from '../kernel/ids.ts'
import { headerChange, Questionnaire, rowsOfDefinition } from '../questionnaire.ts'
import type { FormHeader } from '../stages/model.ts'
import { instantOf } from '../kernel/instant.ts'
import { sendAnswers } from '../sends/mutations.ts'
import { precheck } from '../sends/rules.ts'
import { tickStage } from '../stages/mutations.ts'
import { boundsOf } from '../stages/rules.ts'
import { assertProperty } from '../testing/properties.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import type { ReplicaConfig } from './model.ts'
import { configureReplica } from './configuration-mutations.ts'
import { justifyReplica, openReplica } from './mutations.ts'
import { checkedReplica, isAppealed, isReplicaSent, openingProblem, rejectedUnits, replicasAllowed, replicasUsed } from './rules.ts'

const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const cardsOf = (outcome: Outcome): string[] => outcome.cards.map((card) => `${card.ownerId} ${card.side} ${card.code}`)
const now = noonIn('ReplicaInput')
const config: ReplicaConfig = { points: 2, excludedSubDimensionIds: ['s22'] }

interface Parts {
  readonly opened?: readonly string[]
  readonly replica?: ReplicaConfig | undefined
  readonly participant?: Parameters<typeof aWorld>[0] extends infer P ? (P extends { participant?: infer Q } ? Q : never) : never
}
/** Everything answered; name, essay, has, proof and day were rejected, and went back to who answers for them. */
const inReplica = ({ opened = [], participant, ...rest }: Parts = {}): World => {
  const replica = 'replica' in rest ? rest.replica : config
  const rejected = ['name', 'essay', 'has', 'proof', 'day']
  const world = aWorld({
    phase: 'ReplicaInput',
    header: replica ? { replica } : {},
    participant: { replicaSubDimensionIds: opened, releasedStageIds: ['stage-SecondRevision'], sendCount: 1, ...participant },
    answers: fullAnswers({ changeAnswer: false, level: 1, sent: true }).map((answer) =>
      rejected.includes(answer.unit) ? { ...answer, level: 4, sent: false } : answer,
    ),
    evaluations: fullAnswers().map(({ unit }) =>
      anEvaluation(unit, rejected.includes(unit) ? 'Rejected' : 'Accepted', { round: 'SecondRevision', comment: 'No consta' }),
    ),
  })
  return world
}

const asked = (by: ActorName, more: Partial<Context> = {}): Context => aContext({ actor: actors[by], now, ...more })
const run = (world: World, outcome: Outcome): Outcome => {
  apply(world, outcome.changes)
  return outcome
}
const open = (world: World, subDimensionId: string, by: ActorName = 'leader', isOpen = true, more: Partial<Context> = {}): Outcome =>
  run(world, openReplica.decide(world, { subDimensionId, open: isOpen }, asked(by, more)))
const justify = (world: World, unit: Unit, text: string | null, by: ActorName = 'professional', more: Partial<Context> = {}): Outcome =>
  run(
    world,
    justifyReplica.decide(world, { unit, justification: text }, asked(by, { base: world.answer(unit)?.appeal?.mid ?? null, ...more })),
  )
const change = (world: World, unit: Unit, value: AnswerValue, by: ActorName = 'professional'): Outcome =>
  run(world, setAnswer.decide(world, { unit, value }, asked(by, { base: world.answer(unit)?.mid ?? null, mid: `m-${unit}-2` })))
const send = (world: World, by: ActorName = 'leader'): Outcome => run(world, sendAnswers.decide(world, {}, asked(by)))

describe('what may be opened', () => {
  test('[RP1] without a configuration nothing is opened', () => {
    const world = inReplica({ replica: undefined })
    expect([replicasAllowed(world), said(open(world, 's11'))]).toEqual([0, 'refused:replica_not_configured'])
    expect(replicasUsed(world)).toEqual([])
  })

  test('[RP2] a configuration excludes at least one sub-dimension and lets from one to as many as are left be opened', () => {
    const checked = (points: number, ...excludedSubDimensionIds: string[]) => {
      const result = checkedReplica({ points, excludedSubDimensionIds }, theIndex)
      return result.ok ? 'ok' : result.failure.code
    }
    expect([checked(1, 's11'), checked(3, 's11'), checked(2, 's11', 's12')]).toEqual(['ok', 'ok', 'ok'])
    expect(checked(4, 's11')).toBe('replica_points_over')
    expect(checked(1, 's11', 's12', 's21', 's22')).toBe('replica_points_over')
    expect([checked(0, 's11'), checked(1.5, 's11'), checked(-1, 's11'), checked(Number.NaN, 's11')]).toEqual(
      Array.from({ length: 4 }, () => 'replica_points_invalid'),
    )
    expect(checked(1)).toBe('replica_excluded_missing')
    expect([checked(1, 'nada'), checked(1, 's11', 's11')]).toEqual(['replica_excluded_unknown', 'replica_excluded_unknown'])
  })

  test('[RP2] whatever is configured, an institution may open neither nothing nor more than what is not excluded', () =>
    assertProperty(
      fc.property(
        fc.oneof(fc.integer({ min: -2, max: 7 }), fc.double()),
        fc.array(fc.constantFrom<string[]>('s11', 's12', 's21', 's22', 'd1', ''), { maxLength: 5 }),
        (points, excludedSubDimensionIds) => {
          const result = checkedReplica({ points, excludedSubDimensionIds }, theIndex)
          const left = theIndex.subDimensions.filter(({ id }) => !excludedSubDimensionIds.includes(id)).length
          if (result.ok) expect([points >= 1, points <= left, left < theIndex.subDimensions.length]).toEqual([true, true, true])
        },
      ),
    ))

  test('[RP3] leader and delegate open what holds a rejected answer and is not excluded; nobody else opens', () => {
    const by = (name: ActorName): string => said(open(inReplica(), 's11', name))
    expect([by('leader'), by('delegate')]).toEqual(['applied:ok', 'applied:ok'])
    expect([by('dimensionLeader'), by('professional'), by('idle')]).toEqual(Array.from({ length: 3 }, () => 'refused:replica_leaders_only'))
    expect([by('outsider'), by('evaluator'), by('administrator')]).toEqual(Array.from({ length: 3 }, () => 'refused:no_role'))
    const world = inReplica()
    world.set('evaluation', 'has', anEvaluation('has', 'Accepted'))
    expect([said(open(world, 's22')), said(open(world, 's12')), said(open(world, 'nada'))]).toEqual([
      'refused:replica_excluded',
      'refused:replica_nothing_rejected',
      'refused:question_retired',
    ])
    expect([openingProblem(world, 's21'), rejectedUnits(world, 's11')]).toEqual([undefined, ['name', 'essay']])
    world.set('answer', 'proof', anAnswer('proof', null))
    expect(openingProblem(world, 's21')).toBe('replica_nothing_rejected')
  })

  test('[RP3] outside the replica stage, once sent or locked, and in a form that is off, an opening is kept with a card', () => {
    const at = (world: World, more: Partial<Context> = {}): unknown => {
      const outcome = open(world, 's11', 'leader', true, more)
      expect(replicasUsed(world)).toEqual([])
      return [said(outcome), cardsOf(outcome), outcome.history[0]?.action]
    }
    const told = (code: string): unknown => [`lost:${code}`, [`leader author ${code}`], 'No aplicado']
    expect(at(inReplica({ participant: { locked: true, lockReason: 'sent' } }))).toEqual(told('form_sent'))
    expect(at(inReplica({ participant: { locked: true, lockReason: 'stageEnd' } }))).toEqual(told('stage_closed'))
    expect(at(inReplica(), { now: noonIn('CalculateResults') })).toEqual(told('stage_closed'))
    const off = inReplica()
    off.set('form', 'form', { ...off.form, enabled: false })
    expect(at(off)).toEqual(told('form_disabled'))
  })

  test('[RP4] an opening uses one of those that there are, undoing gives it back, and the history says both', () => {
    const world = inReplica()
    expect(said(open(world, 's11'))).toBe('applied:ok')
    expect([said(open(world, 's11')), replicasUsed(world)]).toEqual(['noop:ok', ['s11']])
    open(world, 's12')
    expect([replicasUsed(world).length, replicasAllowed(world)]).toEqual([2, 2])
    const undone = open(world, 's11', 'delegate', false)
    expect([undone.history, replicasUsed(world)]).toEqual([
      [{ unit: null, action: 'Deshace réplica', text: 'Personas', role: 'Delegate' }],
      ['s12'],
    ])
    expect(said(open(world, 's11', 'delegate', false))).toBe('noop:ok')
    expect(open(world, 's21').history[0]).toEqual({ unit: null, action: 'Abre réplica', text: 'Equipos', role: 'InstitutionalLeader' })
  })

  test('[RP5] of two who open past the number the later loses and is told which are open', () => {
    const world = inReplica({ replica: { points: 1, excludedSubDimensionIds: ['s22'] } })
    open(world, 's11')
    const late = open(world, 's12', 'delegate')
    expect([said(late), cardsOf(late), replicasUsed(world)]).toEqual(['lost:replica_used_up', ['delegate author replica_used_up'], ['s11']])
    expect(late.cards[0]?.params).toEqual({ n: 1, names: 'Personas', name: 'Presupuesto' })
  })

  test('[RP5] an opening that arrives after the stage’s end is not applied, however early it was made', () => {
    const { endMs } = boundsOf(must(theStages[5], 'the replica stage'))
    const world = inReplica()
    const outcome = open(world, 's11', 'leader', true, {
      now: instantOf(endMs + 3_600_000),
      occurredAt: instantOf(endMs - 1000),
      lease: instantOf(endMs - 60_000),
    })
    expect(said(outcome)).toBe('lost:stage_closed')
  })

  test('[RP5] in any order of openings and undoings by anybody never more is open than may be', () =>
    assertProperty(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.array(
          fc.record({
            by: fc.constantFrom<ActorName[]>('leader', 'delegate', 'professional', 'administrator'),
            id: fc.constantFrom('s11', 's12', 's21', 's22'),
            isOpen: fc.boolean(),
          }),
          { maxLength: 30 },
        ),
        (points, steps) => {
          const world = inReplica({ replica: { points, excludedSubDimensionIds: ['s22'] } })
          for (const { by, id, isOpen } of steps) {
            open(world, id, by, isOpen)
            const used = replicasUsed(world)
            expect([used.length <= points, used.includes('s22'), new Set(used).size === used.length]).toEqual([true, false, true])
          }
        },
      ),
    ))

  test('[RP6] undoing keeps what was written, which counts again when it is opened again; who wrote it is told', () => {
    const world = inReplica({ opened: ['s11'] })
    change(world, 'name', 'Otro nombre')
    justify(world, 'name', 'Consta en el acta')
    justify(world, 'essay', 'Está en el anexo', 'otherProfessional')
    const undone = open(world, 's11', 'leader', false)
    expect(cardsOf(undone)).toEqual(['professional notice replica_undone', 'other notice replica_undone'])
    expect(undone.cards[0]?.params).toMatchObject({ text: 'Personas', name: 'Laura Líder' })
    expect([isAppealed(world, 'name'), said(change(world, 'name', 'Otro más'))]).toEqual([false, 'lost:replica_closed'])
    open(world, 's11')
    expect([isAppealed(world, 'name'), isAppealed(world, 'essay')]).toEqual([true, true])
    expect(world.answer('name')).toMatchObject({ value: 'Otro nombre', appeal: { text: 'Consta en el acta' } })
    expect(cardsOf(open(world, 's12', 'leader', true))).toEqual([])
  })
})

describe('its configuration', () => {
  const form = (stages: FormHeader['stages'] = []): Questionnaire => {
    const state = new Questionnaire('form')
    const header: FormHeader = { id: 'form', name: 'Índice', description: '', versionId: 'v1', enabled: true, stages }
    for (const { table, id, row } of [headerChange(header), ...rowsOfDefinition(aForm)]) state.set(table, id, row)
    return state
  }
  const configure = (
    state: Questionnaire,
    to: ReplicaConfig,
    from: ReplicaConfig | null = null,
    by: ActorName = 'administrator',
    at = noonIn('NormalInput'),
  ): Outcome => {
    const outcome = configureReplica.decide(state, { from, to }, aContext({ actor: actors[by], now: at, occurredAt: at }))
    for (const { table, id, row } of outcome.changes) state.set(table, id, row)
    return outcome
  }

  test('[RP12] an administrator configures it, on record with what it was and is; nobody else does', () => {
    const state = form(theStages)
    const first = configure(state, { points: 2, excludedSubDimensionIds: ['s22'] })
    expect([said(first), state.form?.replica]).toEqual(['applied:ok', { points: 2, excludedSubDimensionIds: ['s22'] }])
    const second = configure(state, { points: 1, excludedSubDimensionIds: ['s22', 's11'] }, state.form?.replica ?? null)
    expect(second.history).toMatchObject([
      {
        action: 'Configura réplica',
        role: 'Administrator',
        changed: [
          {
            field: 'replica',
            from: { points: 2, excludedSubDimensionIds: ['s22'] },
            to: { points: 1, excludedSubDimensionIds: ['s11', 's22'] },
          },
        ],
      },
    ])
    expect(said(configure(state, { points: 1, excludedSubDimensionIds: ['s11', 's22'] }))).toBe('noop:ok')
    expect(said(configure(state, { points: 1, excludedSubDimensionIds: ['s22'] }, null, 'leader'))).toBe('refused:administrators_only')
    expect(said(configure(state, { points: 4, excludedSubDimensionIds: ['s22'] }, state.form?.replica ?? null))).toBe(
      'refused:replica_points_over',
    )
  })

  test('[RP12] who saw another configuration is told who changed it meanwhile, and changes nothing', () => {
    const state = form(theStages)
    configure(state, { points: 2, excludedSubDimensionIds: ['s22'] })
    const late = configure(state, { points: 3, excludedSubDimensionIds: ['s11'] })
    expect([said(late), late.params]).toEqual([
      'lost:changed_meanwhile',
      { field: 'replica', by: 'administrator', at: noonIn('NormalInput') },
    ])
    expect(state.form?.replica?.points).toBe(2)
  })

  test('[RP12] from the replica stage on it stays; a form without that stage can be configured any day', () => {
    const config = { points: 1, excludedSubDimensionIds: ['s22'] }
    const at = (phase: 'CalculateResults' | 'ReplicaInput' | 'Closed', stages = theStages): string =>
      said(configure(form(stages), config, null, 'administrator', noonIn(phase)))
    expect([at('CalculateResults'), at('ReplicaInput'), at('Closed')]).toEqual([
      'applied:ok',
      'refused:replica_configuration_closed',
      'refused:replica_configuration_closed',
    ])
    expect(at('Closed', [])).toBe('applied:ok')
  })
})

describe('an appeal', () => {
  test('[RP7] a rejected answer is appealed as it stands by its justification, which is on record', () => {
    const world = inReplica({ opened: ['s11'] })
    const outcome = justify(world, 'name', 'Consta en el acta')
    expect(said(outcome)).toBe('applied:ok')
    expect(outcome.history).toEqual([
      { unit: 'name', action: 'Réplica', value: 'Laboratorio', text: 'Consta en el acta', role: 'Professional' },
    ])
    expect(world.answer('name')).toMatchObject({ rev: 1, mid: 'm-name', changeAnswer: true, appeal: { authorId: 'professional' } })
    expect(said(justify(world, 'name', 'Consta en el acta'))).toBe('noop:ok')
    expect(said(justify(world, 'name', ''))).toBe('refused:justification_missing')
  })

  test('[RP7] it stays when the answer changes afterwards', () => {
    const world = inReplica({ opened: ['s11'] })
    justify(world, 'name', 'Consta en el acta')
    change(world, 'name', 'Otro nombre')
    expect(world.answer('name')).toMatchObject({ value: 'Otro nombre', appeal: { text: 'Consta en el acta' } })
  })

  test('[RP7] where nothing is open, or nothing was rejected, the words are kept with their author', () => {
    const world = inReplica({ opened: ['s12'] })
    for (const [unit, by, code] of [
      ['name', 'professional', 'replica_closed'],
      ['which', 'leader', 'answer_already_accepted'],
    ] as const) {
      const outcome = justify(world, unit, 'Consta en el acta', by)
      expect([said(outcome), outcome.cards[0]?.mine?.text]).toEqual([`lost:${code}`, 'Consta en el acta'])
      expect(world.answer(unit)?.appeal).toBeUndefined()
    }
    expect(said(justify(world, 'has', 'x', 'outsider'))).toBe('refused:no_role')
    expect(said(justify(world, 'joy', 'x', 'leader'))).toBe('lost:dependent_closed')
  })

  test('[RP7] an administrator acting for the institution appeals in the replica stage, and in no other', () => {
    const by = (phase: 'ReplicaInput' | 'ReplicaRevision'): string =>
      said(justify(inReplica({ opened: ['s12'] }), 'has', 'Consta', 'administrator', { now: noonIn(phase) }))
    expect([by('ReplicaInput'), by('ReplicaRevision')]).toEqual(['applied:ok', 'lost:stage_closed'])
  })

  test('[RP7] of two who justify unseen the responsible’s words stand, and of two who answer together the first', () => {
    const shared = inReplica({ opened: ['s11', 's21'] })
    justify(shared, 'proof', 'De la líder', 'leader', { mid: 'j-1' })
    const late = justify(shared, 'proof', 'Del delegado', 'delegate', { mid: 'j-2', base: null })
    expect([said(late), cardsOf(late)]).toEqual(['lost:concurrent', ['delegate author concurrent', 'leader other suggested']])
    expect(shared.answer('proof')?.appeal?.text).toBe('De la líder')
    expect(said(justify(shared, 'proof', 'De la líder, otra vez', 'leader', { mid: 'j-3', base: null }))).toBe(
      'applied_over:own_other_device',
    )
    justify(shared, 'essay', 'De la jefa', 'dimensionLeader', { mid: 'j-4' })
    const over = justify(shared, 'essay', 'De quien responde', 'otherProfessional', { mid: 'j-5', base: null })
    expect([said(over), cardsOf(over)]).toEqual([
      'applied_over:replaced_other',
      ['other notice replaced_other', 'dimension author replaced_by_responsible'],
    ])
    const under = justify(shared, 'essay', 'De la jefa, tarde', 'dimensionLeader', { mid: 'j-6', base: 'j-4' })
    expect([said(under), shared.answer('essay')?.appeal?.text]).toEqual(['lost:not_assignee', 'De quien responde'])
  })

  test('[RP7] work of the stage that arrives within its day is applied where the sub-dimension was opened', () => {
    const { endMs } = boundsOf(must(theStages[5], 'the replica stage'))
    const late = { now: instantOf(endMs + 3_600_000), occurredAt: instantOf(endMs - 1000), lease: instantOf(endMs - 60_000) }
    const world = inReplica({ opened: ['s11'], participant: { locked: true, lockReason: 'stageEnd' } })
    expect([said(justify(world, 'name', 'A tiempo', 'professional', late)), world.answer('name')?.late]).toEqual(['applied:ok', true])
    expect(said(justify(world, 'has', 'A tiempo', 'leader', late))).toBe('lost:replica_closed')
  })

  test('[RP7] an overlay shows the words while their outcome is on its way', () => {
    const world = inReplica({ opened: ['s11'] })
    const shown = justifyReplica.overlay?.(world, { unit: 'name', justification: 'Consta' }, asked('professional'))
    expect(shown).toMatchObject([{ table: 'answer', id: 'name', row: { appeal: { text: 'Consta' }, value: 'Laboratorio' } }])
  })

  test('[RP8] a changed answer without its justification, and an opened sub-dimension without an appeal, keep a replica from being sent', () => {
    const world = inReplica({ opened: ['s11', 's21'] })
    const rows = (): string[] => precheck(world, actors.leader).map((row) => `${row.unit} ${row.code}`)
    expect(rows()).toEqual(['name unappealed', 'proof unappealed'])
    change(world, 'proof', { choice: { value: 'no' } }, 'leader')
    expect([pendingReasons(world, 'proof'), rows()]).toEqual([['appeal'], ['proof appeal', 'name unappealed']])
    expect(said(send(world))).toBe('lost:precheck_failed')
    justify(world, 'proof', 'Consta en el acta', 'leader')
    justify(world, 'name', 'Consta en el acta', 'leader')
    expect([rows(), said(send(world)), isReplicaSent(world)]).toEqual([[], 'applied:ok', true])
    // What nobody appealed is still as it was.
    expect(world.answer('essay')).toMatchObject({ level: 4, sent: false, changeAnswer: false })
  })

  test('[RP8] what an area or a professional appeals goes up to the leader before the replica is sent', () => {
    const world = inReplica({ opened: ['s11'] })
    justify(world, 'name', 'Consta en el acta')
    expect(precheck(world, actors.leader).map((row) => row.code)).toEqual(['below'])
    for (const by of ['professional', 'subdimensionLeader', 'dimensionLeader', 'leader'] as const)
      expect(said(send(world, by))).toBe('applied:ok')
    expect([world.participant.locked, world.answer('name')?.level]).toEqual([true, 0])
  })

  test('[RP9] what was rejected stays beside what the replica made of it; put back it is as if untouched', () => {
    const world = inReplica({ opened: ['s11'] })
    change(world, 'name', 'Otro nombre')
    change(world, 'name', 'Otro más')
    expect(world.answer('name')).toMatchObject({ value: 'Otro más', rejectedValue: 'Laboratorio', changeAnswer: true })
    change(world, 'name', 'Laboratorio')
    expect([world.answer('name')?.changeAnswer, pendingReasons(world, 'name')]).toEqual([false, []])
    change(world, 'name', 'Otro más')
    justify(world, 'name', 'Consta en el acta')
    change(world, 'name', 'Laboratorio')
    expect(isAppealed(world, 'name')).toBe(true)
    const taken = justify(world, 'name', null)
    expect([said(taken), taken.history[0]?.action]).toEqual(['applied:ok', 'Retira réplica'])
    expect(world.answer('name')).toMatchObject({ changeAnswer: false, appeal: null })
  })

  test('[RP10] a change that would close an accepted answer does not stand, and is kept', () => {
    const world = inReplica({ opened: ['s12'] })
    const outcome = change(world, 'has', false, 'leader')
    expect([said(outcome), outcome.cards[0]?.mine?.value, world.answer('has')?.value]).toEqual([
      'lost:replica_closes_accepted',
      false,
      true,
    ])
    const cleared = clearAnswer.decide(world, { unit: 'has' }, asked('leader', { base: 'm-has' }))
    expect(said(cleared)).toBe('lost:replica_closes_accepted')
    expect(cleared.cards.map((card) => card.code)).toEqual(['replica_closes_accepted'])
  })
})

describe('its decision', () => {
  /** Sent with name and has appealed, and essay left as it was; the revision of the replica runs. */
  const sentReplica = (): World => {
    const world = inReplica({ opened: ['s11', 's12'] })
    justify(world, 'name', 'Consta en el acta', 'leader')
    justify(world, 'has', 'Está en el anexo', 'leader')
    expect(said(send(world))).toBe('applied:ok')
    run(world, tickStage.decide(world, {}, aContext({ actor: systemActor, now: noonIn('ReplicaRevision') })))
    return world
  }
  const decide = (world: World, unit: Unit, decision: 'Accepted' | 'Rejected'): Outcome =>
    run(
      world,
      decideAnswer.decide(
        world,
        { unit, decision, comment: 'Visto', answerRev: world.answer(unit)?.rev ?? 0 },
        aContext({ actor: actors.evaluator, now: noonIn('ReplicaRevision') }),
      ),
    )

  test('[RP11] only what a sent replica appeals is decided, accepted or rejected', () => {
    const world = sentReplica()
    expect([roundCounters(world, 'ReplicaRevision').total, decisionsOf('ReplicaRevision')]).toEqual([2, ['Accepted', 'Rejected']])
    expect([said(decide(world, 'name', 'Accepted')), said(decide(world, 'has', 'Rejected'))]).toEqual(['applied:ok', 'applied:ok'])
    expect(said(decide(world, 'essay', 'Accepted'))).toBe('lost:answer_missing')
    expect(said(decide(world, 'which', 'Rejected'))).toBe('lost:answer_missing')
  })

  test('[RP11] the history calls it a replica accepted or rejected', () => {
    const world = sentReplica()
    expect([decide(world, 'name', 'Accepted').history[0]?.action, decide(world, 'has', 'Rejected').history[0]?.action]).toEqual([
      'Réplica aceptada',
      'Réplica rechazada',
    ])
  })

  test('[RP11] what was not sent changes nothing: nobody decides it', () => {
    const world = inReplica({ opened: ['s11'] })
    justify(world, 'name', 'Consta en el acta')
    run(world, tickStage.decide(world, {}, aContext({ actor: systemActor, now: noonIn('ReplicaRevision') })))
    expect([world.participant.lockReason, isReplicaSent(world), needsDecision(world, 'name', 'ReplicaRevision')]).toEqual([
      'stageEnd',
      false,
      false,
    ])
    expect(world.answer('name')?.appeal?.text).toBe('Consta en el acta')
  })

  test('[RP11] a replica that an administrator opens again is not sent until it is sent again', () => {
    const world = inReplica({ opened: ['s11'] })
    justify(world, 'name', 'Consta en el acta', 'leader')
    send(world)
    run(world, reopenParticipant.decide(world, { reason: 'Faltó un anexo' }, asked('administrator')))
    expect(isReplicaSent(world)).toBe(false)
    expect([said(open(world, 's12')), said(justify(world, 'has', 'Está en el anexo', 'leader')), said(send(world))]).toEqual([
      'applied:ok',
      'applied:ok',
      'lost:precheck_failed',
    ])
  })

  test('[RP10] nothing accepted is decided in a replica, whoever asks for it', () => {
    const world = sentReplica()
    decide(world, 'has', 'Rejected')
    run(world, tickStage.decide(world, {}, aContext({ actor: systemActor, now: noonIn('ShowResults') })))
    for (const { unit, decision } of world.list('evaluation'))
      expect([unit, decision]).toEqual([unit, ['name', 'essay', 'has', 'proof', 'day'].includes(unit) ? 'Rejected' : 'Accepted'])
  })
})
