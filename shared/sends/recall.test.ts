import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { actors, aContext, aPerson, aSend, aWorld, anAnswer, anEvaluation, fullAnswers, noon, noonIn } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { level } from '../answers/model.ts'
import { addComment } from '../comments/mutations.ts'
import type { Outcome } from '../contract/mutation.ts'
import { declineReopen, reopenParticipant } from '../institutions/mutations.ts'
import { openRequest } from '../institutions/reopen.ts'
import { must } from '../kernel/assert.ts'
import type { Phase } from '../stages/model.ts'
import { assertProperty } from '../testing/properties.ts'
import { sendAnswers } from './mutations.ts'
import { openSend, recallSend } from './recall-mutations.ts'
import { standingSend } from '../answers/standing-send.ts'
import { recallStanding, unopenedFor } from './recall.ts'
import { askingStanding, askReopen } from './reopen-mutations.ts'

const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
let serial = 0
const context = (by: ActorName, now: string = noon, preview = false) =>
  aContext({
    actor: actors[by],
    now,
    occurredAt: now,
    mid: `mid-${(serial += 1)}`,
    ...(preview && { digest: undefined }),
  })
const does = (world: World, outcome: Outcome): Outcome => {
  apply(world, outcome.changes)
  return outcome
}
const send = (world: World, by: ActorName, now = noon) => does(world, sendAnswers.decide(world, {}, context(by, now)))
const newest = (world: World) => must([...world.list('send')].at(-1), 'nothing was sent')
const recall = (world: World, by: ActorName, now = noon, id = newest(world).id, preview = false) =>
  does(world, recallSend.decide(world, { send: id }, context(by, now, preview)))
const opens = (world: World, by: ActorName, now = noon, id = newest(world).id) =>
  does(world, openSend.decide(world, { send: id }, context(by, now)))
/** Every row that a send may move, without what is only told of it. */
const placeOf = (world: World) => [[...world.list('answer')].map(({ moved: _moved, ...answer }) => answer), world.participant]

const sentToLab = (): World => {
  const world = aWorld({ answers: fullAnswers({ level: 1, sent: true }) })
  expect(said(send(world, 'leader'))).toBe('applied:ok')
  return world
}
const mine = [anAnswer('name', 'A'), anAnswer('many', { choices: [{ value: 'a' }] })]
const sentWithin = (): World => {
  const world = aWorld({ answers: mine })
  expect(said(send(world, 'professional'))).toBe('applied:ok')
  return world
}

describe('taking a send back', () => {
  test('[RC1] what a recall leaves is where everything stood before the send, whatever was held at which level', () => {
    const levels = fc.array(fc.constantFrom(1, 2, 3, 4), { minLength: 20, maxLength: 20 })
    assertProperty(
      fc.property(levels, fc.constantFrom('leader', 'delegate', 'professional', 'subdimensionLeader'), fc.boolean(), (held, by, again) => {
        const answers = fullAnswers().map((answer, at) => ({ ...answer, level: held[at] as 1 | 2 | 3 | 4, sent: held[at] !== 4 }))
        const before = { sentAt: '2025-06-01T10:00:00.000Z', receipt: 'IIP-2025-NORTE-DIGES-3', incomplete: again, sendCount: 3 }
        const world = aWorld({ answers, participant: again ? before : {} })
        const was = structuredClone(placeOf(world))
        if (send(world, by).disposition !== 'applied') return
        expect(placeOf(world)).not.toEqual(was)
        expect(said(recall(world, by))).toBe('applied:ok')
        expect(placeOf(world)).toEqual(was)
      }),
    )
  })

  test('[RC1] the receipt stays, marked, and its number is never given again', () => {
    const world = sentToLab()
    recall(world, 'delegate')
    expect(newest(world)).toMatchObject({ number: 'IIP-2025-NORTE-DIGES-1', recalledAt: noon, recalledBy: 'delegate' })
    expect(world.participant).toMatchObject({ locked: false, lockReason: null, receipt: null, sentAt: null, sendCount: 0 })
    expect(said(send(world, 'leader'))).toBe('applied:ok')
    expect(newest(world).number).toBe('IIP-2025-NORTE-DIGES-2')
    expect(standingSend(world)?.number).toBe('IIP-2025-NORTE-DIGES-2')
  })

  test('[RC1] a number is never given again either where sends are counted of which no receipt is here', () => {
    const world = aWorld({ answers: fullAnswers({ level: 1, sent: true }), participant: { sendCount: 2 } })
    const numbers: string[] = []
    for (let round = 0; round < 3; round += 1) {
      expect(said(send(world, 'leader'))).toBe('applied:ok')
      numbers.push(newest(world).number)
      expect(said(recall(world, 'leader'))).toBe('applied:ok')
    }
    expect(numbers).toEqual(['IIP-2025-NORTE-DIGES-3', 'IIP-2025-NORTE-DIGES-4', 'IIP-2025-NORTE-DIGES-5'])
  })

  test('[RC1] who sent it takes it back, or who leads; nobody else', () => {
    const can = (world: () => World): string[] =>
      (['leader', 'delegate', 'dimensionLeader', 'subdimensionLeader', 'professional', 'idle', 'outsider', 'evaluator'] as const).filter(
        (by) => said(recall(world(), by)) === 'applied:ok',
      )
    expect(can(sentToLab)).toEqual(['leader', 'delegate'])
    expect(can(sentWithin)).toEqual(['leader', 'delegate', 'professional'])
  })

  test('[RC1] an administrator takes one back only while they act for the institution, and the platform by itself never', () => {
    const standing = (more: object) => {
      const world = sentToLab()
      return recallStanding(world, { ...actors.administrator, ...more }, newest(world), noon)
    }
    expect([standing({}), standing({ watching: true }), standing({ id: 'system' })]).toEqual(['may', 'none', 'none'])
  })

  test('[RC2] cell by cell: whose it is, when, whether it was opened, and what came after', () => {
    const moments: readonly (readonly [string, string])[] = [
      ['the same stage', noon],
      ['between stages', noonIn('Gap')],
      ['the revision', noonIn('FirstRevision')],
      ['the next input', noonIn('CorrectionInput')],
      ['after all', noonIn('Closed')],
    ]
    const befallen: Readonly<Record<string, (world: World) => void>> = {
      nothing: () => undefined,
      opened: (world) => void opens(world, 'evaluator'),
      reopened: (world) => void does(world, reopenParticipant.decide(world, { reason: 'x' }, context('administrator'))),
      recalled: (world) => void recall(world, 'leader'),
      disabled: (world) => world.set('form', 'form', { ...world.form, enabled: false }),
    }
    const cells = moments.flatMap(([moment, now]) =>
      Object.entries(befallen).map(([what, befalls]) => {
        const world = sentToLab()
        befalls(world)
        const was = structuredClone(placeOf(world))
        const outcome = recall(world, 'leader', now)
        if (outcome.disposition !== 'applied') expect(placeOf(world)).toEqual(was)
        return `${moment}, ${what}: ${said(outcome)}`
      }),
    )
    expect(cells).toMatchInlineSnapshot(`
      [
        "the same stage, nothing: applied:ok",
        "the same stage, opened: lost:send_opened",
        "the same stage, reopened: lost:send_over",
        "the same stage, recalled: noop:ok",
        "the same stage, disabled: lost:stage_closed",
        "between stages, nothing: lost:stage_closed",
        "between stages, opened: lost:stage_closed",
        "between stages, reopened: lost:send_over",
        "between stages, recalled: noop:ok",
        "between stages, disabled: lost:stage_closed",
        "the revision, nothing: lost:stage_closed",
        "the revision, opened: lost:stage_closed",
        "the revision, reopened: lost:send_over",
        "the revision, recalled: noop:ok",
        "the revision, disabled: lost:stage_closed",
        "the next input, nothing: lost:stage_closed",
        "the next input, opened: lost:stage_closed",
        "the next input, reopened: lost:send_over",
        "the next input, recalled: noop:ok",
        "the next input, disabled: lost:stage_closed",
        "after all, nothing: lost:stage_closed",
        "after all, opened: lost:stage_closed",
        "after all, reopened: lost:send_over",
        "after all, recalled: noop:ok",
        "after all, disabled: lost:stage_closed",
      ]
    `)
  })

  test('[RC2] inside the institution nothing is taken back that was changed, sent on, returned or commented since', () => {
    const after = (befalls: (world: World) => void): string => {
      const world = sentWithin()
      const { id } = newest(world)
      befalls(world)
      return said(recall(world, 'professional', noon, id))
    }
    const answer = (world: World) => must(world.answer('name'), 'no answer')
    expect(after(() => undefined)).toBe('applied:ok')
    expect(after((world) => opens(world, 'subdimensionLeader'))).toBe('lost:send_opened')
    expect(after((world) => world.set('answer', 'name', { ...answer(world), rev: 2, value: 'B' }))).toBe('lost:send_over')
    expect(after((world) => world.set('answer', 'name', { ...answer(world), level: 2, moved: undefined }))).toBe('lost:send_over')
    expect(
      after((world) =>
        does(
          world,
          addComment.decide(world, { id: 'comment-01', unit: 'name', threadId: 'thread-01', body: 'Falta' }, context('subdimensionLeader')),
        ),
      ),
    ).toBe('lost:send_over')
    expect(after((world) => world.set('participant', 'north', { ...world.participant, locked: true, lockReason: 'stageEnd' }))).toBe(
      'lost:send_over',
    )
  })

  test('[RC2] what sends on opens nothing by itself, but what it moved is taken back by nobody below', () => {
    const choice = [...mine, anAnswer('essay', '<p>a b c</p>', { authorId: 'other', level: 3, sent: true })]
    const world = aWorld({ answers: choice })
    send(world, 'professional')
    const first = newest(world).id
    send(world, 'subdimensionLeader')
    expect(said(recall(world, 'professional', noon, first))).toBe('lost:send_over')
    expect(said(recall(world, 'subdimensionLeader'))).toBe('applied:ok')
    expect([world.answer('name')?.level, world.answer('essay')?.level]).toEqual([level.Subdimension, level.Subdimension])
  })

  test('[RC2] a send of an earlier release, which says nothing of what was before it, is not taken back', () => {
    const world = sentToLab()
    const { before: _before, ...row } = newest(world)
    world.set('send', row.id, row)
    expect(said(recall(world, 'leader'))).toBe('lost:send_over')
  })

  test('[RC2] a correction and a replica are taken back to where they stood, and may be sent again', () => {
    for (const phase of ['CorrectionInput', 'ReplicaInput'] as const) {
      const now = noonIn(phase)
      const world = aWorld({
        phase,
        participant: { sendCount: 1, receipt: 'IIP-2025-NORTE-DIGES-1', sentAt: noon, replicaSubDimensionIds: ['s12'] },
        answers: fullAnswers({ level: 1, sent: true, appeal: { text: 'x', mid: 'a', authorId: 'leader', at: now } }),
        evaluations: fullAnswers().map(({ unit }) =>
          phase === 'ReplicaInput'
            ? anEvaluation(unit, unit === 'has' ? 'Rejected' : 'Accepted', { round: 'SecondRevision' })
            : anEvaluation(unit, unit === 'has' ? 'Observed' : 'Accepted'),
        ),
      })
      const was = structuredClone(placeOf(world))
      expect([phase, said(send(world, 'leader', now))]).toEqual([phase, 'applied:ok'])
      expect(newest(world).number).toBe('IIP-2026-NORTE-DIGES-2'.replace('2026', now.slice(0, 4)))
      expect(said(recall(world, 'leader', now))).toBe('applied:ok')
      // A field that was absent before is null or absent after, which says the same.
      expect(JSON.stringify(placeOf(world)).replace(',"replicaSentAt":null', '')).toBe(
        JSON.stringify(was).replace(',"replicaSentAt":null', ''),
      )
      expect(said(send(world, 'leader', now))).toBe('applied:ok')
    }
  })

  test('[RC4] of a recall and an opening what arrives first stands, and neither is silent', () => {
    const opened = sentToLab()
    expect(said(opens(opened, 'evaluator'))).toBe('applied:ok')
    const lost = recall(opened, 'leader')
    expect([said(lost), lost.cards.map((card) => [card.ownerId, card.code])]).toEqual(['lost:send_opened', [['leader', 'send_opened']]])
    expect(opened.participant.locked).toBe(true)
    const recalled = sentToLab()
    recall(recalled, 'leader')
    expect(said(opens(recalled, 'evaluator'))).toBe('noop:ok')
    expect(newest(recalled).openedAt).toBeUndefined()
    expect(said(recall(recalled, 'delegate'))).toBe('noop:ok')
  })

  test('[RC4] without the authority a recall is a request: nothing moves', () => {
    const world = sentToLab()
    const outcome = recall(world, 'leader', noon, newest(world).id, true)
    expect([said(outcome), outcome.changes, outcome.letters]).toEqual(['applied:ok', [], []])
    expect(world.participant.locked).toBe(true)
  })

  test('[RC5] whom the confirmation went to is told by letter, whoever else it concerns behind the bell', () => {
    const told = (outcome: Outcome) => [
      outcome.letters.map(({ template, to }) => `${template} ${to}`),
      (outcome.notices ?? []).map(({ template, to }) => `${template} ${to}`),
    ]
    expect(told(recall(sentToLab(), 'delegate'))).toEqual([['sendRecalled delegate', 'sendRecalled leader'], []])
    expect(told(recall(sentToLab(), 'leader'))).toEqual([['sendRecalled leader'], ['sendRecalled delegate']])
    expect(told(recall(sentWithin(), 'leader'))).toEqual([['sendRecalled leader', 'sendRecalled professional'], ['sendRecalled capacity']])
  })
})

describe('opening what was sent', () => {
  test('[RC3] who received it opens it, once, and the first stays', () => {
    const people = Object.keys(actors) as ActorName[]
    expect(people.filter((by) => said(opens(sentToLab(), by)) === 'applied:ok')).toEqual(['evaluator'])
    expect(people.filter((by) => said(opens(sentWithin(), by)) === 'applied:ok')).toEqual(['subdimensionLeader'])
    const world = sentToLab()
    opens(world, 'evaluator', noon)
    expect(said(opens(world, 'evaluator', '2025-06-21T12:00:00.000Z'))).toBe('noop:ok')
    expect(newest(world)).toMatchObject({ openedAt: noon, openedBy: 'evaluator' })
  })

  test('[RC3] leader and delegate receive together what went to the institution', () => {
    const world = aWorld({ assignments: { name: 'professional' }, answers: [anAnswer('name', 'A')] })
    send(world, 'professional')
    expect(unopenedFor(world, actors.delegate).map(({ id }) => id)).toEqual([newest(world).id])
    expect(said(opens(world, 'delegate'))).toBe('applied:ok')
    expect(unopenedFor(world, actors.leader)).toEqual([])
  })

  test('[RC3] who sent has nothing to open of it, also where they lead with whom it went to, and nobody of what has moved on', () => {
    const world = aWorld({ sends: [aSend('up', { toLevel: 1, authorId: 'delegate', to: ['leader'] })] })
    expect(said(opens(world, 'delegate', noon, 'up'))).toBe('refused:no_role')
    world.set('answer', 'name', anAnswer('name', 'A', { level: 1, sent: true, moved: { send: 'up', level: 2, sent: false, rev: 1 } }))
    expect([unopenedFor(world, actors.delegate), unopenedFor(world, actors.leader).map(({ id }) => id)]).toEqual([[], ['up']])
    world.set('answer', 'name', anAnswer('name', 'A', { level: 2, sent: false }))
    expect(unopenedFor(world, actors.leader)).toEqual([])
  })

  test('[RC3] an opening that does not stand leaves no card and no line of history, with whomever it was of', () => {
    expect(openSend.quiet).toBe(true)
    const world = sentToLab()
    const none = [opens(world, 'otherEvaluator'), opens(world, 'professional'), opens(world, 'evaluator', noon, 'nothing')]
    recall(world, 'leader')
    none.push(opens(world, 'evaluator'))
    expect(none.map(said)).toEqual(['refused:no_role', 'refused:no_role', 'refused:not_found', 'noop:ok'])
    for (const { cards, history, letters, changes } of none) expect([cards, history, letters, changes]).toEqual([[], [], [], []])
  })

  test('[RC3] nobody opened it before it was sent, whatever their clock says', () => {
    const world = sentToLab()
    const early = { ...context('evaluator'), occurredAt: '2025-01-01T12:00:00.000Z' }
    does(world, openSend.decide(world, { send: newest(world).id }, early))
    expect(newest(world)).toMatchObject({ openedAt: newest(world).sentAt, openedBy: 'evaluator' })
  })

  test('[RC3] an evaluator has something to open only of what stands and is theirs', () => {
    const world = sentToLab()
    expect(unopenedFor(world, actors.evaluator)).toHaveLength(1)
    expect(unopenedFor(world, actors.otherEvaluator)).toEqual([])
    recall(world, 'leader')
    expect(unopenedFor(world, actors.evaluator)).toEqual([])
  })
})

describe('asking to be opened again', () => {
  const ask = (world: World, by: ActorName, reason = 'Faltó un anexo', now = noon) =>
    does(world, askReopen.decide(world, { reason }, context(by, now)))
  const openedByLab = (): World => {
    const world = sentToLab()
    opens(world, 'evaluator')
    return world
  }
  const decline = (world: World, by: ActorName, reason: string, request = world.participant.reopenRequest?.id ?? '') =>
    does(world, declineReopen.decide(world, { request, reason }, context(by)))

  test('[RC6] who leads asks with a reason, where a recall is not possible any more', () => {
    expect((Object.keys(actors) as ActorName[]).filter((by) => said(ask(openedByLab(), by)) === 'applied:ok')).toEqual([
      'leader',
      'delegate',
    ])
    expect(said(ask(sentToLab(), 'leader'))).toBe('lost:reopen_recall')
    expect(said(ask(sentToLab(), 'leader', 'x', noonIn('FirstRevision')))).toBe('applied:ok')
    expect(said(ask(openedByLab(), 'leader', '  '.trim()))).toBe('refused:justification_missing')
    expect(said(ask(aWorld(), 'leader'))).toBe('lost:reopen_needless')
    expect(said(ask(openedByLab(), 'leader', 'x', noonIn('Closed')))).toBe('lost:stage_closed')
    expect(said(ask(openedByLab(), 'leader', 'x', noonIn('Pre')))).toBe('lost:stage_closed')
    const hidden = openedByLab()
    hidden.set('form', 'form', { ...hidden.form, enabled: false })
    expect(said(ask(hidden, 'leader'))).toBe('lost:stage_closed')
    const late = aWorld({ participant: { locked: true, lockReason: 'stageEnd', incomplete: true } })
    expect(said(ask(late, 'leader', 'x', noonIn('FirstRevision')))).toBe('applied:ok')
  })

  test('[RC6] one request waits at a time, and what was written for another is kept', () => {
    const world = openedByLab()
    ask(world, 'leader')
    expect(askingStanding(world, actors.delegate, noon)).toBe('asked')
    const second = ask(world, 'delegate', 'También el acta')
    expect([said(second), second.cards[0]?.mine?.text]).toEqual(['lost:reopen_asked', 'También el acta'])
    expect(openRequest(world)).toMatchObject({ by: 'leader', reason: 'Faltó un anexo', state: 'open' })
  })

  test('[RC6] every administrator who can sign in is told, with the reason; of what a rehearsal invented nobody is', () => {
    const world = openedByLab()
    world.set('person', 'gone', { ...aPerson(actors.administrator), id: 'gone', active: false })
    const { letters } = ask(world, 'leader')
    expect(letters.map(({ template, to }) => [template, to])).toEqual([['reopenAsked', 'administrator']])
    expect(letters[0]?.data).toMatchObject({ reason: 'Faltó un anexo', page: '/dashboard/form-filling/form' })
    const rehearsed = openedByLab()
    rehearsed.set('institution', 'north', { ...rehearsed.institution, rehearsal: 'form' })
    expect(ask(rehearsed, 'leader').letters).toEqual([])
  })

  test('[RC7] reopening is the answer, and who was opened by anything waits for none', () => {
    const world = openedByLab()
    ask(world, 'delegate')
    does(world, reopenParticipant.decide(world, { reason: 'Puede corregir' }, context('administrator')))
    expect(world.participant.reopenRequest).toMatchObject({ state: 'granted', answer: 'Puede corregir', answeredBy: 'administrator' })
    expect(openRequest(world)).toBeUndefined()
    const timed = openedByLab()
    ask(timed, 'leader')
    timed.set('participant', 'north', { ...timed.participant, locked: false, lockReason: null })
    expect(openRequest(timed)).toBeUndefined()
    expect(said(decline(timed, 'administrator', 'No'))).toBe('lost:reopen_answered')
  })

  test('[RC7] an administrator says no with a reason, which who asked and who leads are told; and they may ask again', () => {
    const world = openedByLab()
    ask(world, 'delegate')
    expect(said(decline(world, 'leader', 'No'))).toBe('refused:administrators_only')
    expect(said(decline(world, 'administrator', ''))).toBe('refused:justification_missing')
    const outcome = decline(world, 'administrator', 'Ya se evaluó')
    expect([said(outcome), outcome.letters.map(({ template, to }) => `${template} ${to}`)]).toEqual([
      'applied:ok',
      ['reopenDeclined delegate', 'reopenDeclined leader'],
    ])
    expect(world.participant).toMatchObject({ locked: true, reopenRequest: { state: 'declined', answer: 'Ya se evaluó' } })
    const late = decline(world, 'administrator', 'No')
    expect([said(late), late.cards[0]?.mine?.text]).toEqual(['lost:reopen_answered', 'No'])
    expect(askingStanding(world, actors.leader, noon)).toBe('may')
  })
})

test('[RC2] the standing of a recall is told to each as the recall itself would be met', () => {
  const phases: readonly Phase[] = ['NormalInput', 'Gap', 'FirstRevision', 'CorrectionInput']
  for (const phase of phases)
    for (const by of Object.keys(actors) as ActorName[])
      for (const opened of [false, true]) {
        const world = sentToLab()
        if (opened) opens(world, 'evaluator')
        const standing = recallStanding(world, actors[by], newest(world), noonIn(phase))
        expect([phase, by, opened, standing === 'may']).toEqual([
          phase,
          by,
          opened,
          said(recall(world, by, noonIn(phase))) === 'applied:ok',
        ])
      }
})
