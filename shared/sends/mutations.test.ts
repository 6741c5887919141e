import { describe, expect, test } from 'vitest'
import { level } from '../answers/model.ts'
import type { Answer } from '../answers/model.ts'
import { resolveComment } from '../comments/mutations.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import { actors, aContext, aThread, aWorld, anAnswer, anAttachment, anEvaluation, fullAnswers, noon, noonIn } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import { epochMs, instantOf } from '../kernel/instant.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { failureSentence } from '../failure-sentence.ts'
import { sendAnswers, sendSurvey } from './mutations.ts'
import { manifestOf, owedIn, precheck, reviewOf, senderLevel, senderOf, surveyReviewOf } from './rules.ts'
import { sendStanding } from './standing.ts'

const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const send = (
  world: World,
  by: ActorName,
  { now, reviewed, preview = false }: { now?: string; reviewed?: Array<[string, string]>; preview?: boolean } = {},
): Outcome =>
  sendAnswers.decide(
    world,
    { reviewed },
    aContext({ actor: actors[by], ...(now ? { now } : {}), ...(preview ? { digest: undefined } : {}) }),
  )
const atLevel = (at: 0 | 1 | 2 | 3 | 4, units?: readonly string[]) =>
  fullAnswers({ level: at, sent: at < 4 }).map((answer) =>
    units && !units.includes(answer.unit) ? anAnswer(answer.unit, answer.value, { noAttachment: true, level: 1, sent: true }) : answer,
  )
const rows = (world: World, by: ActorName): string[] =>
  precheck(world, actors[by]).map((row) => `${row.name.split(' ')[0]} ${row.code}${row.blocking ? '' : '?'}`)

describe('pre-check', () => {
  test('[SE1] every pending unit of one’s scope is a blocking row, by number, naming who must act', () => {
    expect(rows(aWorld(), 'professional')).toEqual(['1.1.1 empty', '1.1.3 empty'])
    expect(precheck(aWorld(), actors.subdimensionLeader).map((row) => [row.name, row.userId])).toEqual([
      ['1.1.1 Pregunta name', 'professional'],
      ['1.1.2 Pregunta essay', 'other'],
      ['1.1.3 Pregunta many', 'professional'],
    ])
  })

  test('[SE1] comments, observations, files and values that do not fit are rows of their own kind', () => {
    const world = aWorld({
      assignments: { s11: 'capacity', name: 'professional', s21: 'capacity', proof: 'capacity' },
      answers: [anAnswer('name', 'x'.repeat(21)), anAnswer('proof', { choice: { value: 'si' } }), anAnswer('essay', '<p>a b c</p>')],
      threads: [aThread('essay', { state: 'replied', authorId: 'leader' })],
    })
    expect(rows(world, 'subdimensionLeader')).toEqual(['1.1.1 invalid', '1.1.2 comment', '1.1.3 empty', '2.1.1 empty', '2.1.2 file'])
    const [invalid, comment] = precheck(world, actors.subdimensionLeader)
    expect([invalid?.params, comment?.userId]).toEqual([{ max: 20, code: 'text_too_long' }, 'leader'])
    const correction = aWorld({
      phase: 'CorrectionInput',
      answers: [anAnswer('name', 'A', { changeAnswer: false })],
      evaluations: [anEvaluation('name', 'Observed')],
      assignments: { s11: 'capacity', name: 'professional' },
    })
    expect(rows(correction, 'professional')).toEqual(['1.1.1 observed'])
  })

  test('[SE1] the same question in two rows of a block is told apart by its row', () => {
    const world = aWorld({ assignments: { s21: 'capacity', team: 'professional' }, answers: [anAnswer('team', { rows: ['r1', 'r2'] })] })
    const places = precheck(world, actors.professional).map((row) => [row.unit, row.position])
    expect(places).toContainEqual(['person@r1', 1])
    expect(places).toContainEqual(['person@r2', 2])
    expect(places.filter(([unit]) => !String(unit).includes('@')).every(([, position]) => position === null)).toBe(true)
  })

  test('[CM13] a comment on a removed row or a closed question keeps blocking, at the open one above, by name, for whom it waits', () => {
    const world = aWorld({
      assignments: { d1: 'dimension', s11: 'capacity', has: 'professional', team: 'professional' },
      answers: [
        ...fullAnswers({ level: 1, sent: true }).filter(({ unit }) => !['has', 'which', 'count', 'team'].includes(unit)),
        anAnswer('has', false, { level: 1, sent: true }),
        anAnswer('which', null),
        anAnswer('team', { rows: [] }, { level: 1, sent: true }),
        anAnswer('person@r1', null, { clearedValue: 'Ana' }),
      ],
      threads: [aThread('which'), aThread('person@r1', { state: 'replied', authorId: 'leader' }), aThread('age@r1', { state: 'resolved' })],
    })
    const comments = (by: ActorName) =>
      precheck(world, actors[by])
        .filter(({ code }) => code === 'comment')
        .map((row) => [row.unit, row.userId, row.params['about'], row.blocking])
    expect(comments('leader')).toEqual([
      ['has', 'professional', '1.2.1.1 Pregunta which', true],
      ['team', 'leader', 'Fila «Ana», 2.1.1.1 Pregunta person', true],
    ])
    // What they sent on is not theirs any more; the comment is.
    expect(comments('professional').map(([unit]) => unit)).toEqual(['has', 'team'])
    const owed = (by: ActorName) => ['s12', 's21'].flatMap((id) => owedIn(world, id, actors[by].id))
    expect([owed('professional'), owed('leader')]).toEqual([['has'], ['team']])
    expect(said(send(world, 'leader'))).toBe('lost:precheck_failed')
    for (const unit of ['which', 'person@r1'])
      apply(world, resolveComment.decide(world, { unit, threadId: `thread-${unit}` }, aContext({ actor: actors.leader })).changes)
    expect([comments('leader'), owed('professional')]).toEqual([[], []])
    expect(said(send(world, 'leader'))).toBe('applied:ok')
  })

  test('[SE2] an answer that somebody below has not sent yet blocks who stands above, with its holder’s name', () => {
    const world = aWorld({
      answers: [
        anAnswer('name', 'A'),
        anAnswer('essay', '<p>a b c</p>', { level: 3, sent: true }),
        anAnswer('many', { choices: [{ value: 'a' }] }, { level: 3, sent: true }),
      ],
    })
    expect(rows(world, 'subdimensionLeader')).toEqual(['1.1.1 below'])
    expect(precheck(world, actors.subdimensionLeader)[0]?.userId).toBe('professional')
    expect(rows(world, 'professional')).toEqual([])
  })

  test('[SE2] two who lead an area each and answer in the other’s wait for nobody: what the one holds goes up with what the other sends', () => {
    const choices = { choices: [{ value: 'a' }] }
    const world = aWorld({
      assignments: { d1: 'dimension', s11: 'capacity', s12: 'other', name: 'other', has: 'capacity' },
      answers: [
        anAnswer('name', 'A'),
        ...(['essay', 'many'] as const).map((unit) =>
          anAnswer(unit, unit === 'essay' ? '<p>a b c</p>' : choices, { level: level.Subdimension }),
        ),
        anAnswer('has', false),
      ],
    })
    const blocking = (who: keyof typeof actors) => precheck(world, actors[who]).map((row) => `${row.unit} ${row.code} ${row.blocking}`)
    expect(blocking('subdimensionLeader')).toContain('name below false')
    expect(said(send(world, 'subdimensionLeader'))).toBe('applied:ok')
    // Whom nobody below waits for still waits.
    expect(blocking('dimensionLeader')).toContain('name below true')
  })

  test('[SE2] what a removed responsible left counts at the level of who is above', () => {
    const world = aWorld({
      assignments: { d1: 'dimension', s11: 'capacity' },
      answers: [anAnswer('name', 'A'), anAnswer('essay', '<p>a b c</p>'), anAnswer('many', { choices: [{ value: 'a' }] })],
    })
    expect(rows(world, 'subdimensionLeader')).toEqual([])
  })

  test('[SE2] what the delegate answers, or holds for a dimension, does not block the leader', () => {
    const answers = fullAnswers().map((answer) => (answer.unit === 'name' ? { ...answer, level: level.Dimension, sent: true } : answer))
    const world = aWorld({ assignments: { d1: 'delegate', has: 'delegate', essay: 'leader' }, answers })
    expect(rows(world, 'leader').filter((row) => row.includes('below'))).toEqual([])
    expect(said(send(world, 'leader'))).toBe('applied:ok')
  })

  test('[SE3] a file still on its way blocks; a question that nobody answers for only warns', () => {
    const world = aWorld({
      answers: fullAnswers({ level: 1, sent: true }),
      attachments: [anAttachment('file-0001', 'proof', { state: 'awaiting_blob' })],
    })
    expect(rows(world, 'leader')).toEqual([
      '2.1.1 unassigned?',
      '2.1.2 blob',
      '2.1.2 unassigned?',
      '2.2.1 unassigned?',
      '2.2.2 unassigned?',
    ])
    expect(rows(aWorld({ assignments: {}, answers: fullAnswers({ level: 1 }) }), 'leader')).toEqual([])
  })
})

describe('sending upward', () => {
  test('[SE4] one sends from one’s highest role: professional 4, sub-dimension 3, dimension 2, institution 1', () => {
    expect(
      (['professional', 'subdimensionLeader', 'dimensionLeader', 'delegate', 'leader', 'idle'] as const).map((name) =>
        senderLevel(aWorld(), actors[name].id),
      ),
    ).toEqual([4, 3, 2, 1, 1, undefined])
  })

  test('[SE5] a professional’s send moves their answers to the next responsible above, and locks nothing', () => {
    const world = aWorld({ answers: [anAnswer('name', 'A'), anAnswer('many', { choices: [{ value: 'a' }] })] })
    const outcome = send(world, 'professional')
    apply(world, outcome.changes)
    expect([world.answer('name'), world.answer('many')].map((answer) => [answer?.level, answer?.sent])).toEqual([
      [3, true],
      [3, true],
    ])
    expect(world.participant.locked).toBe(false)
    expect(said(send(world, 'professional'))).toBe('refused:nothing_to_send')
  })

  test('[RT4] a send that was asked for more than a minute before keeps when, and any other does not', () => {
    const askedAt = (seconds: number): string | undefined => {
      const world = aWorld({ answers: [anAnswer('name', 'A'), anAnswer('many', { choices: [{ value: 'a' }] })] })
      const occurredAt = instantOf(epochMs(noon) - seconds * 1000)
      const { changes } = sendAnswers.decide(world, {}, aContext({ actor: actors.professional, now: noon, occurredAt }))
      const row = changes.find((change) => change.table === 'send')
      return row?.table === 'send' ? row.row.askedAt : 'nothing was sent'
    }
    expect([askedAt(-5), askedAt(0), askedAt(60)]).toEqual([undefined, undefined, undefined])
    expect(askedAt(3600)).toBe(instantOf(epochMs(noon) - 3_600_000))
  })

  test('[SE5] levels that nobody holds are skipped', () => {
    const only = (assignments: Record<string, string>): unknown => {
      const world = aWorld({ assignments: { name: 'professional', ...assignments }, answers: [anAnswer('name', 'A')] })
      apply(world, send(world, 'professional').changes)
      return world.answer('name')?.level
    }
    expect([only({ s11: 'capacity', d1: 'dimension' }), only({ d1: 'dimension' }), only({})]).toEqual([
      level.Subdimension,
      level.Dimension,
      level.Institution,
    ])
  })

  test('[SE5] a dimension that leader or delegate holds is passed: they stand at the institution', () => {
    const world = aWorld({ assignments: { name: 'professional', d1: 'delegate' }, answers: [anAnswer('name', 'A')] })
    apply(world, send(world, 'professional').changes)
    expect(world.answer('name')?.level).toBe(level.Institution)
  })

  test('[SE5] who leads the sub-dimension and answers in it sends past themselves', () => {
    const world = aWorld({ assignments: { name: 'professional', s11: 'professional', d1: 'dimension' }, answers: fullAnswers() })
    apply(world, send(world, 'professional').changes)
    expect([world.answer('name')?.level, world.answer('essay')?.level]).toEqual([level.Dimension, level.Dimension])
  })

  test('[SE5] who leads one area and answers in another sends each answer from where it stands', () => {
    const world = aWorld({
      assignments: {
        s11: 'professional',
        s21: 'capacity',
        proof: 'professional',
        name: 'professional',
        essay: 'professional',
        many: 'professional',
      },
      answers: [
        ...['name', 'essay', 'many'].map((unit) => ({
          ...must(
            fullAnswers().find((each) => each.unit === unit),
            unit,
          ),
          level: level.Subdimension,
        })),
        anAnswer('reason', 'x', { level: level.Subdimension }),
        anAnswer('proof', { choice: { value: 'si' } }, { noAttachment: true }),
      ],
    })
    expect(rows(world, 'professional')).toEqual([])
    apply(world, send(world, 'professional').changes)
    expect([world.answer('name')?.level, world.answer('proof')?.level]).toEqual([level.Institution, level.Subdimension])
  })

  test('[SE6] a send is all or nothing: one blocking row stops it, and it is told', () => {
    const outcome = send(aWorld({ answers: [anAnswer('name', 'A')] }), 'professional')
    expect([said(outcome), outcome.cards[0]?.code, outcome.cards[0]?.params]).toEqual([
      'lost:precheck_failed',
      'precheck_failed',
      { n: 1, first: '1.1.3 Pregunta many' },
    ])
    expect(outcome.changes).toEqual([])
  })

  test('[SE7] the leader’s send moves everything to the evaluation, locks, and makes a receipt and its letter', () => {
    const world = aWorld({ answers: atLevel(1) })
    const outcome = send(world, 'delegate')
    apply(world, outcome.changes)
    expect([...world.list('answer')].every((answer) => answer.level === level.Evaluation && answer.sent)).toBe(true)
    expect(world.participant).toMatchObject({
      locked: true,
      lockReason: 'sent',
      incomplete: false,
      sentAt: noon,
      receipt: 'IIP-2025-NORTE-DIGES-1',
      sendCount: 1,
    })
    expect([...world.list('send')]).toMatchObject([
      { number: 'IIP-2025-NORTE-DIGES-1', authorId: 'delegate', toLevel: 0, answers: 15, files: 0 },
    ])
    expect(outcome.letters.map((letter) => [letter.template, letter.to])).toEqual([
      ['sendConfirmation', 'delegate'],
      ['sendConfirmation', 'leader'],
    ])
    expect(outcome.reply).toEqual({ receipt: 'IIP-2025-NORTE-DIGES-1' })
  })

  test('[SE7] receipts are never the same twice', () => {
    const world = aWorld({ answers: atLevel(4, ['name', 'many', 'reason']) })
    apply(world, sendAnswers.decide(world, {}, aContext({ mid: 'mid-a' })).changes)
    world.set('answer', 'essay', anAnswer('essay', '<p>a b c</p>', { authorId: 'other' }))
    apply(world, sendAnswers.decide(world, {}, aContext({ mid: 'mid-b', actor: actors.otherProfessional })).changes)
    const numbers = [...world.list('send')].map((each) => each.number)
    expect(numbers).toEqual(['IIP-2025-NORTE-DIGES-0.1', 'IIP-2025-NORTE-DIGES-0.2'])
  })

  test('[SE7] the digest is of every unit, revision, value and file that was sent, in unit order', () => {
    const world = aWorld({
      answers: [anAnswer('name', 'A'), anAnswer('essay', '<p>a b c</p>', { rev: 3, noAttachment: true })],
      attachments: [anAttachment('file-0001', 'name')],
    })
    expect(manifestOf(world, ['name', 'essay'])).toBe(`essay\t3\t"<p>a b c</p>"\tnone\nname\t1\t"A"\t${'a'.repeat(64)}`)
    expect(manifestOf(world, ['essay', 'name'])).toBe(manifestOf(world, ['name', 'essay']))
  })

  test('[IM5] who acts for an institution sends what its leader would, by their own name, and is kept from it by the same; who looks is not', () => {
    const world = aWorld({ answers: atLevel(1) })
    const outcome = send(world, 'administrator')
    expect(said(outcome)).toBe('applied:ok')
    const sent = outcome.changes.find((each) => each.table === 'send')?.row
    const byLeader = send(world, 'leader').changes.find((each) => each.table === 'send')?.row
    expect(sent).toEqual({ ...byLeader, authorId: actors.administrator.id })
    expect(outcome.letters.map(({ to }) => to).toSorted()).toEqual([actors.administrator.id, actors.leader.id].toSorted())
    expect(outcome.history.map(({ action, role }) => [action, role])).toEqual([['Envía', 'Administrator']])
    expect(said(send(aWorld(), 'administrator'))).toBe('lost:precheck_failed')
    expect(said(send(world, 'administrator', { now: noonIn('FirstRevision') }))).toBe('lost:stage_closed')
    expect(said(send(aWorld({ participant: { locked: true, lockReason: 'sent' } }), 'administrator'))).toBe('lost:form_sent')
    expect(said(send(world, 'administrator', { reviewed: reviewOf(world, actors.leader.id) }))).toBe('applied:ok')
    expect(senderOf(world, { ...actors.administrator, watching: true })).toBeUndefined()
    expect(sendStanding(world, { ...actors.administrator, watching: true }, noon).kind).toBe('none')
    expect(sendStanding(world, actors.administrator, noon)).toEqual(sendStanding(world, actors.leader, noon))
  })

  test('[SE8] who has no part in it, a closed stage and a lock stop a send', () => {
    const world = aWorld({ answers: atLevel(1) })
    expect((['idle', 'outsider', 'evaluator'] as const).map((by) => said(send(world, by)))).toEqual(Array(3).fill('refused:no_role'))
    expect(said(send(world, 'leader', { now: noonIn('FirstRevision') }))).toBe('lost:stage_closed')
    expect(said(send(aWorld({ participant: { locked: true, lockReason: 'sent' } }), 'leader'))).toBe('lost:form_sent')
    expect(said(send(aWorld({ participant: { locked: true, lockReason: 'stageEnd' } }), 'leader'))).toBe('lost:stage_closed')
  })

  test('[SE9] without the authority a send is a request: nothing moves and there is no receipt', () => {
    const outcome = send(aWorld({ answers: atLevel(1) }), 'leader', { preview: true })
    expect([said(outcome), outcome.changes, outcome.reply]).toEqual(['applied:ok', [], undefined])
  })

  test('[SE10] a correction in which only observed answers may change is sent once they have', () => {
    const answers = fullAnswers({ level: 0, sent: true, changeAnswer: false })
    const fileless = answers.map((answer) => (answer.unit === 'proof' ? { ...answer, noAttachment: false } : answer))
    const world = aWorld({
      phase: 'CorrectionInput',
      answers: fileless.map((answer) => (answer.unit === 'name' ? { ...answer, level: 4, sent: false, changeAnswer: true } : answer)),
      evaluations: fileless.map(({ unit }) => anEvaluation(unit, unit === 'name' ? 'Observed' : 'Accepted')),
    })
    const now = noonIn('CorrectionInput')
    expect(said(send(world, 'leader', { now }))).toBe('lost:precheck_failed')
    apply(world, send(world, 'professional', { now }).changes)
    expect(world.answer('name')?.level).toBe(3)
    apply(world, send(world, 'subdimensionLeader', { now }).changes)
    apply(world, send(world, 'dimensionLeader', { now }).changes)
    apply(world, send(world, 'leader', { now }).changes)
    expect([world.participant.locked, world.answer('name')?.level]).toEqual([true, 0])
  })
})

describe('sending what was reviewed', () => {
  test('[CF14] a send of what was reviewed is carried out when nothing moved', () => {
    const world = aWorld({ answers: atLevel(1) })
    expect(said(send(world, 'leader', { reviewed: reviewOf(world, 'leader') }))).toBe('applied:ok')
  })

  test('[CF14] if an answer or a file moved since, nothing is sent and the differences are told', () => {
    const world = aWorld({ answers: atLevel(1) })
    const reviewed = reviewOf(world, 'leader')
    world.set('answer', 'name', anAnswer('name', 'B', { level: 1, mid: 'newer' }))
    world.set('attachment', 'file-0001', anAttachment('file-0001', 'proof'))
    const outcome = send(world, 'leader', { reviewed })
    expect([said(outcome), outcome.cards[0]?.params]).toEqual(['lost:changed_since_review', { n: 2, numbers: '1.1.1, 2.1.2' }])
    expect(outcome.changes).toEqual([])
  })

  test('[CF14] an answer that was reviewed and is gone counts as a difference', () => {
    const world = aWorld({ answers: atLevel(1) })
    const reviewed: Array<[string, string]> = [...reviewOf(world, 'leader'), ['person@r9', 'm-x']]
    expect(said(send(world, 'leader', { reviewed }))).toBe('lost:changed_since_review')
  })
})

describe('a send that is turned away', () => {
  test('[SE6] tells its numbers wherever it is told: in the outcome, in the card, in the sentence', () => {
    const outcome = sendAnswers.decide(aWorld(), {}, aContext({ actor: actors.leader }))
    const n = precheck(aWorld(), actors.leader).filter((row) => row.blocking).length
    expect([said(outcome), outcome.params?.['n'], outcome.cards[0]?.params['n']]).toEqual(['lost:precheck_failed', n, n])
    expect(failureSentence({ code: outcome.code, params: outcome.params }, 'es')).toBe(`Puntos por resolver antes de enviar: ${n}.`)
  })
})

describe('survey', () => {
  const now = noonIn('SecondRevision')
  const survey = (world: World, by: ActorName, at = now): Outcome => sendSurvey.decide(world, {}, aContext({ actor: actors[by], now: at }))
  const answered = (): World =>
    aWorld({
      phase: 'SecondRevision',
      participant: { locked: true, lockReason: 'sent' },
      answers: [anAnswer('joy', { choice: { value: 'mucho' } }, { authorId: 'leader' })],
    })

  test('[SV2] leader or delegate send it once, with every required question answered, lock or no lock', () => {
    expect((['leader', 'delegate', 'dimensionLeader', 'administrator'] as const).map((by) => said(survey(answered(), by)))).toEqual([
      'applied:ok',
      'applied:ok',
      'refused:survey_leaders_only',
      'refused:no_role',
    ])
    const world = answered()
    apply(world, survey(world, 'leader').changes)
    expect(world.participant.surveySentAt).toBe(now)
    expect(said(survey(world, 'delegate'))).toBe('noop:ok')
  })

  test('[SV2] an incomplete one, and one outside its stages, are told and not sent', () => {
    const incomplete = survey(aWorld({ phase: 'SecondRevision' }), 'leader')
    expect([said(incomplete), incomplete.cards[0]?.params]).toEqual(['lost:survey_incomplete', { n: 1 }])
    expect(said(survey(answered(), 'leader', noon))).toBe('lost:stage_closed')
  })

  test('[SV3] a survey of which somebody changed an answer since it was seen is not sent, and who sends is told what and by whom', () => {
    const joy = (overrides: Partial<Answer> = {}): World => {
      const world = answered()
      world.set('answer', 'joy', anAnswer('joy', { choice: { value: 'poco' } }, { authorId: 'delegate', mid: 'm-new', ...overrides }))
      return world
    }
    const sending = (world: World, reviewed: Array<[string, string]> | undefined, context: Partial<Context> = {}): Outcome =>
      sendSurvey.decide(world, reviewed ? { reviewed } : {}, aContext({ actor: actors.leader, now, ...context }))
    const outcome = sending(joy(), [['joy', 'm-joy']])
    expect([said(outcome), outcome.changes]).toEqual(['lost:changed_since_review', []])
    expect(outcome.cards).toMatchObject([
      { ownerId: 'leader', unit: 'joy', code: 'changed_since_review', params: { n: 1, name: 'Darío Delegado' } },
    ])
    expect(said(sending(joy(), surveyReviewOf(joy())))).toBe('applied:ok')
    const before = instantOf(epochMs(now) - 3_600_000)
    // A device that does not say what it saw.
    expect(said(sending(joy({ receivedAt: now }), undefined, { occurredAt: before }))).toBe('lost:changed_since_review')
    expect(said(sending(joy({ receivedAt: before }), undefined))).toBe('applied:ok')
    expect(said(sending(joy({ receivedAt: now, authorId: 'leader' }), undefined, { occurredAt: before }))).toBe('applied:ok')
  })
})
