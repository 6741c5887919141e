import { describe, expect, test } from 'vitest'
import { actors, aContext, anAnswer, anEvaluation, aThread, aWorld, fullAnswers, noon, noonIn, anAppeal } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { sendAnswers } from './mutations.ts'
import { destinationOf, pointsOf, precheck, unitsInScope } from './rules.ts'
import { isAtWork, sendStanding, workOf } from './standing.ts'

const send = (world: World, by: ActorName, now = noon) =>
  sendAnswers.decide(world, {}, aContext({ actor: actors[by], now, mid: `send-${by}` }))
const partsOf = (world: World, by: ActorName, now = noon): readonly number[] => {
  const { total, answered, ready, own, others } = workOf(world, actors[by], now)
  return [total, answered, ready, own, others]
}

describe('the counts of a screen', () => {
  test('[SE12] answered, ready, waiting for the reader and for others add up, in every sub-dimension and in all', () => {
    const world = aWorld({
      answers: [
        anAnswer('name', 'Laboratorio'),
        anAnswer('has', false, { level: 1, authorId: 'leader' }),
        anAnswer('amount', 12, { level: 1 }),
      ],
      threads: [aThread('essay')],
    })
    for (const by of ['leader', 'dimensionLeader', 'professional', 'otherProfessional', 'administrator'] as const) {
      const work = workOf(world, actors[by], noon)
      expect(work.total).toBe(work.ready + work.own + work.others)
      const sums = [...work.parts.values()].map(({ total, waiting, own, others }) => [total, waiting.length - own - others])
      expect(sums.reduce((sum, [total = 0]) => sum + total, 0)).toBe(work.total)
      expect(sums.every(([, rest]) => rest === 0)).toBe(true)
    }
  })

  test('[SE12] what keeps a send back is what is not ready: the pre-check and the counts are one number', () => {
    const world = aWorld({ answers: [anAnswer('name', 'Laboratorio'), anAnswer('proof', { choice: { value: 'si' } })] })
    for (const by of ['leader', 'delegate', 'dimensionLeader', 'subdimensionLeader', 'professional'] as const) {
      const { own, others } = workOf(world, actors[by], noon)
      expect([by, own + others]).toEqual([by, pointsOf(precheck(world, actors[by]))])
    }
  })

  test('[SE12] a unit with two reasons is one point', () => {
    const world = aWorld({
      answers: fullAnswers().map((answer) => (answer.unit === 'proof' ? anAnswer('proof', { choice: { value: 'otra' } }) : answer)),
    })
    const rows = precheck(world, actors.leader).filter((row) => row.unit === 'proof')
    expect([rows.map((row) => row.code), pointsOf(rows)]).toEqual([['invalid', 'file', 'unassigned'], 1])
    expect(
      workOf(world, actors.leader, noon)
        .parts.get('s21')
        ?.waiting.filter((each) => each.unit === 'proof'),
    ).toHaveLength(1)
  })

  test('[SE12] an answer that its professional still holds is answered and not ready for who stands above, and waits for the professional', () => {
    const world = aWorld({ answers: [anAnswer('name', 'Laboratorio')] })
    const below = must(workOf(world, actors.leader, noon).parts.get('s11'), 's11 has no work')
    expect([below.answered, below.waiting.find((each) => each.unit === 'name')]).toEqual([
      1,
      { unit: 'name', userId: 'professional', own: false, codes: ['below'] },
    ])
    expect(
      workOf(world, actors.professional, noon)
        .parts.get('s11')
        ?.waiting.some((each) => each.unit === 'name'),
    ).toBe(false)
    const moved = aWorld({ answers: [anAnswer('name', 'Laboratorio', { level: 1, sent: true })] })
    expect(
      workOf(moved, actors.leader, noon)
        .parts.get('s11')
        ?.waiting.some((each) => each.unit === 'name'),
    ).toBe(false)
  })

  test('[SE12] a unit waits for one person: for the reader when anything of it is theirs, and leader and delegate answer together', () => {
    const world = aWorld({ threads: [aThread('name', { state: 'replied' })], answers: [anAnswer('name', 'x')] })
    const of = (by: ActorName) =>
      workOf(world, actors[by], noon)
        .parts.get('s11')
        ?.waiting.find((each) => each.unit === 'name')
    expect([of('subdimensionLeader')?.own, of('dimensionLeader')?.userId]).toEqual([true, 'capacity'])
    for (const by of ['leader', 'delegate'] as const) expect(workOf(world, actors[by], noon).parts.get('s22')?.own).toBe(1)
  })

  test('[SE12] once a stage is over, or all is sent, nothing waits for anybody', () => {
    const answers = [anAnswer('name', 'Laboratorio')]
    const sent = aWorld({ answers, participant: { locked: true, lockReason: 'sent' } })
    const unsent = aWorld({ answers, participant: { locked: true, lockReason: 'stageEnd', incomplete: true } })
    for (const [world, now] of [
      [sent, noon],
      [unsent, noonIn('Gap')],
      [aWorld({ answers }), noonIn('Gap')],
      [aWorld({ answers, phase: 'FirstRevision' }), noonIn('FirstRevision')],
    ] as const) {
      const [total = 0, answered, ready, own, others] = partsOf(world, 'leader', now)
      expect([total > 5, answered, ready, own, others]).toEqual([true, 1, 1, 0, 0])
    }
  })
})

describe('before a send', () => {
  test('[SE13] what is said before, what goes and what the receipt counts are one number', () => {
    const world = aWorld({ answers: fullAnswers() })
    for (const by of ['professional', 'otherProfessional', 'subdimensionLeader', 'dimensionLeader', 'leader'] as const) {
      const standing = sendStanding(world, actors[by], noon)
      const outcome = send(world, by)
      apply(world, outcome.changes)
      const receipt = outcome.changes.flatMap((change) => (change.table === 'send' ? [change.row] : []))[0]
      expect([by, standing]).toEqual([by, { kind: 'ready', answers: receipt?.answers, files: receipt?.files }])
    }
  })

  test('[SE13] who has sent is told so, and not that everything is ready', () => {
    const world = aWorld({ answers: fullAnswers() })
    apply(world, send(world, 'professional').changes)
    expect(sendStanding(world, actors.professional, noon)).toEqual({ kind: 'sent' })
    expect(send(world, 'professional').code).toBe('nothing_to_send')
    apply(world, send(world, 'otherProfessional').changes)
    expect(sendStanding(world, actors.subdimensionLeader, noon).kind).toBe('ready')
  })

  test('[SE13] a receipt names who received the answers, and before a send nobody else is named', () => {
    const world = aWorld({ answers: fullAnswers() })
    expect(destinationOf(world, 'professional')).toEqual({ kind: 'review', to: ['capacity'] })
    apply(world, send(world, 'professional').changes)
    expect([...world.list('send')].at(-1)).toMatchObject({ toLevel: 3, to: ['capacity'] })
    // What has left is nobody's next: there is no further reader to name.
    expect(destinationOf(world, 'professional')).toEqual({ kind: 'review', to: [] })
    apply(world, send(world, 'otherProfessional').changes)
    apply(world, send(world, 'subdimensionLeader').changes)
    expect([...world.list('send')].at(-1)).toMatchObject({ toLevel: 2, to: ['dimension'] })
    expect(destinationOf(world, 'leader')).toEqual({ kind: 'evaluation', to: [] })
  })

  test('[SE13] what has left its sender stands in their way no more, whatever its next reader says of it', () => {
    const world = aWorld({
      answers: fullAnswers().map((answer) => (answer.unit === 'name' ? { ...answer, level: 3, sent: true } : answer)),
      threads: [aThread('name', { state: 'replied', authorId: 'dimension' })],
    })
    expect(precheck(world, actors.professional).map((row) => row.unit)).toEqual([])
    expect(precheck(world, actors.subdimensionLeader).map((row) => [row.unit, row.userId])).toContainEqual(['name', 'dimension'])
    expect(sendStanding(world, actors.professional, noon)).toMatchObject({ kind: 'ready' })
  })

  test('[SE13] who holds nothing, is of elsewhere, or comes after the end is told that', () => {
    expect(sendStanding(aWorld(), actors.idle, noon)).toEqual({ kind: 'none' })
    expect(sendStanding(aWorld(), actors.evaluator, noon)).toEqual({ kind: 'none' })
    expect(sendStanding(aWorld(), actors.leader, noonIn('Gap'))).toEqual({ kind: 'closed' })
    expect(sendStanding(aWorld(), actors.leader, noon)).toEqual({ kind: 'blocked' })
  })

  test('[SE14] a replica for which nothing was opened asks for nothing, takes no send and makes no receipt', () => {
    const now = noonIn('ReplicaInput')
    const world = aWorld({
      phase: 'ReplicaInput',
      answers: fullAnswers({ changeAnswer: false }),
      evaluations: Object.keys(Object.fromEntries(fullAnswers().map((answer) => [answer.unit, 1]))).map((unit) =>
        anEvaluation(unit, 'Rejected', { round: 'SecondRevision' }),
      ),
    })
    expect(isAtWork(world, now)).toBe(false)
    for (const by of ['leader', 'professional'] as const) {
      expect([precheck(world, actors[by]), sendStanding(world, actors[by], now), partsOf(world, by, now)]).toEqual([
        [],
        { kind: 'closed' },
        [0, 0, 0, 0, 0],
      ])
      const outcome = send(world, by, now)
      expect([outcome.code, outcome.changes]).toEqual(['stage_closed', []])
    }
  })

  test('[SE14] of a replica only what was opened for it and touched is asked for', () => {
    const now = noonIn('ReplicaInput')
    const world = aWorld({
      phase: 'ReplicaInput',
      participant: { replicaSubDimensionIds: ['s12'] },
      answers: fullAnswers({ level: 1, sent: true, appeal: anAppeal() }),
      evaluations: [
        anEvaluation('has', 'Rejected', { round: 'SecondRevision' }),
        anEvaluation('day', 'Rejected', { round: 'SecondRevision' }),
      ],
    })
    expect([...workOf(world, actors.leader, now).parts.keys()]).toEqual(['s12'])
    expect(sendStanding(world, actors.leader, now)).toEqual({ kind: 'ready', answers: 1, files: 0 })
    world.set('evaluation', 'count', anEvaluation('count', 'Rejected', { round: 'SecondRevision' }))
    world.set('answer', 'count', anAnswer('count', 3, { level: 1, changeAnswer: false }))
    expect(unitsInScope(world, 'leader')).toEqual(['has'])
  })
})
