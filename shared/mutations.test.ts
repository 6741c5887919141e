import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { systemActor } from './access/actor.ts'
import type { Answer, AnswerValue } from './answers/model.ts'
import { sameValue } from './answers/same-value.ts'
import { noticeCodes } from './conflicts/model.ts'
import { argsOf, mutation, noop, type Context, type Outcome } from './contract/mutation.ts'
import { isErrorCode } from './errors.ts'
import {
  aComment,
  aConflict,
  aPerson,
  aSend,
  actors,
  aThread,
  aWorld,
  anAnswer,
  anAppeal,
  anAttachment,
  anEvaluation,
  fullValues,
  lengthDigest,
  noonIn,
  questionNamed,
  theIndex,
  theStages,
} from './forms/fixtures.ts'
import { isOnBehalf } from './impersonation/rules.ts'
import { must } from './kernel/assert.ts'
import { questionIdOf } from './kernel/ids.ts'
import { instantOf } from './kernel/instant.ts'
import { participationMutations } from './mutations.ts'
import { boundsOf, isInput } from './stages/rules.ts'
import { administrativePart, apply, tableNames } from './world.ts'
import type { World } from './world.ts'
import { assertProperty } from './testing/properties.ts'
import { sees } from './assignments/rules.ts'

const units = [...Object.keys(fullValues), 'person@r2', 'code', 'joy', 'nada', 'person', 'name@r1'] as const
const anyUnit = fc.constantFrom(...units)
const values: readonly AnswerValue[] = [
  ...Object.values(fullValues),
  false,
  { choices: [], none: true },
  { rows: [] },
  { rows: ['r2', 'r1'] },
  '',
  -3,
  { choice: { value: 'mucho' } },
]
const anyText = fc.constantFrom('', 'Falta', 'x'.repeat(2500))
const anyId = fc.constantFrom('comment-01', 'comment-02', 'file-0001', 'file-0002', 'nada-0001')
const anyWho = fc.oneof(
  fc.record({ userId: fc.constantFrom('leader', 'delegate', 'professional', 'idle', 'evaluator', 'nadie') }),
  fc.record({
    invite: fc.record({
      name: fc.constantFrom('', 'Nora'),
      surname: fc.constant('Nueva'),
      email: fc.constantFrom('n@norte.example', 'n@sur.example', 'idle@norte.example'),
    }),
  }),
)
const anyInvited = fc.constantFrom('idle', 'other', 'professional', 'leader', 'evaluator', 'nadie')
const elements = ['d1', 'd2', 's11', 's12', 's21', 'name', 'has', 'team', 'code', 'nada'] as const
const anyElement = fc.record({
  element: fc.constantFrom(...elements),
  level: fc.constantFrom('Dimension', 'Subdimension', 'Question'),
  seen: fc.constantFrom(0, 1, 2),
})
const anyDecision = fc.constantFrom('Accepted', 'Rejected', 'Observed')

/** Arguments as a device could send them: every one of them passes the mutation's own schema. */
const anyArgs: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'answer.set': fc.record({
    unit: anyUnit,
    value: fc.constantFrom(...values),
    justification: fc.constantFrom(undefined, 'porque'),
    restore: fc.boolean(),
    assigned: fc.constantFrom(undefined, 0, 1),
  }),
  'answer.clear': fc.record({ unit: anyUnit, assigned: fc.constantFrom(undefined, 0, 1) }),
  'answer.keep': fc.record({ unit: anyUnit, justification: fc.constantFrom('', 'Es correcta') }),
  'attachment.add': fc.record({
    id: anyId,
    unit: anyUnit,
    name: fc.constantFrom('acta.pdf', 'a.exe'),
    sizeBytes: fc.constantFrom(0, 10),
    mime: fc.constant('application/pdf'),
    sha256: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
    replaces: fc.option(anyId),
  }),
  'attachment.remove': fc.record({ id: anyId }),
  'attachment.decline': fc.record({ unit: anyUnit, declined: fc.boolean(), saw: fc.option(anyId) }),
  'attachment.ready': fc.record({ id: anyId, sha256: fc.constant('a'.repeat(64)), sizeBytes: fc.constantFrom(10, 1000) }),
  'comment.add': fc.record({
    id: anyId,
    unit: anyUnit,
    threadId: fc.constantFrom('thread-name', 'thread-nuevo'),
    body: anyText,
    answerRev: fc.option(fc.nat(9), { nil: undefined }),
  }),
  'comment.reply': fc.record({
    id: anyId,
    unit: anyUnit,
    threadId: fc.constantFrom('thread-name', 'thread-nuevo'),
    body: anyText,
    updateAnswer: fc.boolean(),
  }),
  'comment.resolve': fc.record({ unit: anyUnit, threadId: fc.constantFrom('thread-name', 'thread-nuevo') }),
  'comment.edit': fc.record({ id: anyId, body: anyText }),
  'comment.redact': fc.record({ id: anyId }),
  'assignment.set': fc.record({ elements: fc.array(anyElement, { maxLength: 4 }), who: fc.option(anyWho) }),
  'delegate.set': fc.record({ who: fc.option(anyWho), saw: fc.constantFrom(undefined, null, 'delegate', 'nadie') }),
  'team.write': fc.record({ userId: fc.constantFrom('leader', 'capacity', 'professional', 'other', 'idle', 'nadie'), text: anyText }),
  'leader.set': fc.record({ who: anyWho, saw: fc.constantFrom(undefined, 'leader', 'nadie') }),
  'invitation.resend': fc.record({ userId: anyInvited }),
  'invitation.correct': fc.record({
    userId: anyInvited,
    name: fc.constantFrom('', 'Nora'),
    surname: fc.constant('Nueva'),
    email: fc.constantFrom('nora@norte.example', 'n@sur.example', 'idle@norte.example'),
  }),
  'invitation.withdraw': fc.record({ userId: anyInvited }),
  'answers.send': fc.record({ reviewed: fc.option(fc.array(fc.tuple(anyUnit, fc.constantFrom('m-name', 'm-has')), { maxLength: 3 })) }),
  'answers.recall': fc.record({ send: fc.constantFrom('send-1', 'send-2', 'nada') }),
  'answers.open': fc.record({ send: fc.constantFrom('send-1', 'send-2', 'nada') }),
  'participant.askReopen': fc.record({ reason: fc.constantFrom('', 'Faltó un anexo') }),
  'participant.declineReopen': fc.record({ request: fc.constantFrom('ask-1', 'nada'), reason: fc.constantFrom('', 'Ya fue evaluado') }),
  'survey.send': fc.record({
    reviewed: fc.option(fc.array(fc.tuple(anyUnit, fc.constantFrom('m-name', 'm-joy')), { maxLength: 3 }), { nil: undefined }),
  }),
  'evaluation.note': fc.record({ unit: anyUnit, text: fc.constantFrom('', 'Ojo', 'x'.repeat(1500)) }),
  'evaluation.decide': fc.record({
    unit: anyUnit,
    decision: anyDecision,
    comment: fc.constantFrom(undefined, null, 'Falta'),
    answerRev: fc.constantFrom(0, 1, 2),
    file: fc.constantFrom(undefined, null, 'file-0001'),
  }),
  'evaluation.acceptRemaining': fc.record({
    units: fc.array(fc.tuple(anyUnit, fc.constantFrom(1, 2)), { maxLength: 20 }),
    files: fc.option(fc.array(fc.tuple(anyUnit, fc.constant('file-0001')), { maxLength: 3 }), { nil: undefined }),
  }),
  'evaluation.reopenAccepted': fc.record({ batch: fc.constantFrom('e-name', 'nada') }),
  'evaluation.send': fc.constant({}),
  'evaluation.settle': fc.record({
    kind: fc.constantFrom('preliminary', 'final'),
    unit: anyUnit,
    decision: fc.constantFrom('Accepted', 'Rejected'),
    comment: fc.constantFrom('Faltaba', 'Quedó sin decidir'),
    answerRev: fc.constantFrom(0, 1, 2),
    file: fc.constantFrom(undefined, null, 'file-0001'),
  }),
  'evaluation.release': fc.record({ kind: fc.constantFrom('preliminary', 'final') }),
  'participant.reopen': fc.record({ reason: fc.constantFrom('', 'Faltó un anexo') }),
  'participant.evaluator': fc.record({
    from: fc.constantFrom('evaluator', 'other', null),
    to: fc.constantFrom('evaluator', 'otherEvaluator', 'leader', 'nadie', null),
  }),
  'administrative.set': fc.record({
    unit: fc.constantFrom('code', 'ledger', 'name', 'nada', 'age@r1'),
    value: fc.constantFrom(3, -3, 'x', true),
    file: fc.constant('planilla.csv'),
  }),
  'person.release': fc.record({ userId: anyInvited }),
  'participant.remove': fc.record({ name: fc.constantFrom('Servicio del Norte', 'otra') }),
  'section.ready': fc.record({ subDimensionId: fc.constantFrom('s11', 's12', 's21', 's22', 'nada'), ready: fc.boolean() }),
  'replica.open': fc.record({ subDimensionId: fc.constantFrom('s11', 's12', 's21', 's22', 'nada'), open: fc.boolean() }),
  'replica.justify': fc.record({ unit: anyUnit, justification: fc.constantFrom('', 'Consta en el acta', null) }),
  'stage.tick': fc.constant({}),
  'stage.tellExtension': fc.record({ stageId: fc.constantFrom('nada', 'NormalInput'), end: fc.constantFrom('2025-08-31', '2025-09-30') }),
  'conflict.resolve': fc.record({ id: fc.constantFrom('card-1', 'nada'), choice: fc.constantFrom('keep', 'reapply', 'dismiss') }),
  'quarantine.raw': fc.record({ raw: fc.constantFrom('', '{') }),
  'unsent.adopt': fc.record({
    mid: anyId,
    authorId: fc.constantFrom('professional', 'other', 'evaluator', 'nobody'),
    n: fc.constantFrom('answer.set', 'comment.add', 'attachment.add', 'evaluation.decide', 'draft', 'answers.send'),
    v: fc.constant(1),
    a: fc.record({
      unit: anyUnit,
      value: anyText,
      body: anyText,
      decision: anyDecision,
      kind: fc.constantFrom('answer', 'comment'),
      id: anyId,
      name: fc.constantFrom('acta.pdf', 'a.exe'),
      sizeBytes: fc.constantFrom(0, 10),
      mime: fc.constant('application/pdf'),
      sha256: fc.constant('c'.repeat(64)),
    }),
    at: fc.constantFrom('2026-03-10T11:00:00.000Z', '2036-03-10T11:00:00.000Z'),
  }),
}

/** Arguments as devices of the first release wrote them. Never edited: a changed shape gets a new version and an upcaster. */
const golden: Readonly<Record<string, readonly [version: number, args: unknown, entity: string]>> = {
  'answer.set': [
    1,
    { unit: 'person@r1', value: { choice: { value: 'y', extra: 'otra' } }, justification: 'porque', restore: true },
    'person@r1',
  ],
  'answer.clear': [1, { unit: 'name' }, 'name'],
  'answer.keep': [1, { unit: 'name', justification: 'Es correcta' }, 'name'],
  'attachment.add': [
    1,
    { id: 'file-0001', unit: 'proof', name: 'acta.pdf', sizeBytes: 10, mime: 'application/pdf', sha256: 'a'.repeat(64), replaces: null },
    'file:proof',
  ],
  'attachment.remove': [1, { id: 'file-0001' }, 'attachment:file-0001'],
  'attachment.decline': [1, { unit: 'proof', declined: true }, 'file:proof'],
  'attachment.ready': [1, { id: 'file-0001', sha256: 'a'.repeat(64), sizeBytes: 10 }, 'attachment:file-0001'],
  'comment.add': [1, { id: 'comment-01', unit: 'name', threadId: 'thread-01', body: 'Falta' }, 'thread:name'],
  'comment.reply': [1, { id: 'reply-0001', unit: 'name', threadId: 'thread-01', body: 'Visto', updateAnswer: false }, 'thread:name'],
  'comment.resolve': [1, { unit: 'name', threadId: 'thread-01' }, 'thread:name'],
  'comment.edit': [1, { id: 'comment-01', body: 'Falta más' }, 'comment:comment-01'],
  'comment.redact': [1, { id: 'comment-01' }, 'comment:comment-01'],
  'assignment.set': [1, { elements: [{ element: 's11', level: 'Subdimension', seen: 2 }], who: { userId: 'idle' } }, 'assignment:s11'],
  'team.write': [1, { userId: 'professional', text: 'Falta poco' }, 'team:professional'],
  'delegate.set': [1, { who: { invite: { name: 'Nora', surname: 'Nueva', email: 'nora@norte.example' } } }, 'delegate'],
  'leader.set': [1, { who: { userId: 'idle' } }, 'leader'],
  'invitation.resend': [1, { userId: 'idle' }, 'invitation:idle'],
  'invitation.correct': [1, { userId: 'idle', name: 'Nora', surname: 'Nueva', email: 'nora@norte.example' }, 'invitation:idle'],
  'invitation.withdraw': [1, { userId: 'idle' }, 'invitation:idle'],
  'answers.send': [1, { reviewed: [['name', 'm-name']] }, 'send'],
  'answers.recall': [1, { send: 'send-1' }, 'recall:send-1'],
  'answers.open': [1, { send: 'send-1' }, 'opened:send-1'],
  'participant.askReopen': [1, { reason: 'Faltó un anexo' }, 'reopen'],
  'participant.declineReopen': [1, { request: 'ask-1', reason: 'Ya fue evaluado' }, 'reopen'],
  'survey.send': [1, {}, 'survey'],
  'evaluation.decide': [1, { unit: 'name', decision: 'Observed', comment: 'Falta', answerRev: 1 }, 'evaluation:name'],
  'evaluation.acceptRemaining': [1, { units: [['name', 1]] }, 'evaluation:remaining'],
  'evaluation.reopenAccepted': [1, { batch: 'run-1' }, 'evaluation:remaining'],
  'evaluation.send': [1, {}, 'evaluation:send'],
  'evaluation.settle': [
    1,
    { kind: 'preliminary', unit: 'name', decision: 'Accepted', comment: 'Quedó sin decidir', answerRev: 1 },
    'evaluation:name',
  ],
  'evaluation.release': [1, { kind: 'final' }, 'evaluation:send'],
  'participant.reopen': [1, { reason: 'Faltó un anexo' }, 'lock'],
  'evaluation.note': [1, { unit: 'name', text: 'Preguntar por el anexo' }, 'note:name'],
  'participant.evaluator': [1, { from: 'evaluator', to: null }, 'evaluator'],
  'administrative.set': [1, { unit: 'code', value: 3, file: 'planilla.csv' }, 'code'],
  'person.release': [1, { userId: 'professional' }, 'person:professional'],
  'participant.remove': [1, { name: 'Servicio del Norte' }, 'participant'],
  'section.ready': [1, { subDimensionId: 's11', ready: true }, 'ready:s11'],
  'replica.open': [1, { subDimensionId: 's11', open: true }, 'replica:s11'],
  'replica.justify': [1, { unit: 'name', justification: 'Consta en el acta' }, 'appeal:name'],
  'stage.tick': [1, {}, 'stage'],
  'stage.tellExtension': [1, { stageId: 'NormalInput', end: '2025-08-31' }, 'stage'],
  'conflict.resolve': [1, { id: 'card-1', choice: 'keep' }, 'conflict:card-1'],
  'quarantine.raw': [1, { raw: '{' }, 'quarantine'],
  'unsent.adopt': [
    1,
    { mid: 'run-1', authorId: 'professional', n: 'answer.set', v: 1, a: { unit: 'name', value: 'x' }, at: '2026-03-10T11:00:00.000Z' },
    'unsent:run-1',
  ],
}

describe('arguments of the first release', () => {
  for (const [name, definition] of participationMutations) {
    test(`[DE12] ${name} still reads what it wrote, word for word, and acts on the same entity`, () => {
      const [version, args, entity] = must(golden[name], `no golden arguments for ${name}`)
      const read = argsOf(definition, version, args)
      expect(read, `${name}@${version}`).toMatchObject({ ok: true })
      if (!read.ok) return
      if (version === definition.version) expect(read.value).toEqual(args)
      expect(definition.entityOf(read.value)).toBe(entity)
    })
  }

  const third = mutation({
    name: 'test.third',
    version: 3,
    input: v.object({ names: v.array(v.string()) }),
    upcast: {
      1: (args) => ({ name: v.parse(v.string(), args) }),
      2: (args) => ({ names: [v.parse(v.object({ name: v.string() }), args).name] }),
    },
    entityOf: () => 'third',
    decide: () => noop(),
  })
  test('[DE12] what is two versions old is brought up one version after the other', () => {
    expect(argsOf(third, 1, 'Ana')).toEqual({ ok: true, value: { names: ['Ana'] } })
    expect(argsOf(third, 2, { name: 'Ana' })).toEqual({ ok: true, value: { names: ['Ana'] } })
    expect(argsOf(third, 3, { names: ['Ana'] })).toEqual({ ok: true, value: { names: ['Ana'] } })
  })
  test('[DE12] what no step can read is malformed, and a version that nobody knows is an unknown mutation', () => {
    expect(argsOf(third, 1, 7)).toMatchObject({ failure: { code: 'malformed' } })
    expect(argsOf(third, 4, { names: [] })).toMatchObject({ failure: { code: 'unknown_mutation' } })
    expect(argsOf({ ...third, upcast: { 2: (args: unknown) => args } }, 1, 'Ana')).toMatchObject({ failure: { code: 'unknown_mutation' } })
  })
})

const phases = [
  'Pre',
  'NormalInput',
  'Gap',
  'FirstRevision',
  'CorrectionInput',
  'SecondRevision',
  'CalculateResults',
  'ReplicaInput',
  'ReplicaRevision',
  'ShowResults',
  'Closed',
] as const
const people = ['leader', 'delegate', 'dimension', 'capacity', 'professional', 'other', 'idle', null] as const
const anyAnswer = (unit: string): fc.Arbitrary<Answer> =>
  fc
    .record({
      value: fc.constantFrom<(AnswerValue | null)[]>(fullValues[unit] ?? null, fullValues[unit] ?? null, null),
      level: fc.constantFrom<(0 | 1 | 2 | 3 | 4)[]>(0, 1, 2, 3, 4),
      sent: fc.boolean(),
      changeAnswer: fc.boolean(),
      rev: fc.constantFrom(1, 2),
      authorId: fc.constantFrom('professional', 'capacity', 'leader', 'idle', 'administrator'),
      appeal: fc.constantFrom(undefined, undefined, null, anAppeal({ authorId: 'other' })),
    })
    .map(({ value, ...rest }) => anAnswer(unit, value, rest))
const someOf = <T>(items: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...items])
const answeredUnits = Object.keys(fullValues)

const anyWorld: fc.Arbitrary<World> = fc
  .record({
    phase: fc.constantFrom(...phases),
    lock: fc.constantFrom<(null | 'sent' | 'stageEnd')[]>(null, null, 'sent', 'stageEnd'),
    enabled: fc.constantFrom(true, true, true, false),
    evaluatorId: fc.constantFrom('evaluator', 'evaluator', null),
    released: fc.boolean(),
    answers: someOf(answeredUnits).chain((some) => fc.tuple(...some.map(anyAnswer))),
    assigned: fc.record(
      Object.fromEntries(['d1', 'd2', 's11', 's12', 'name', 'has', 'team', 'many'].map((element) => [element, fc.constantFrom(...people)])),
      { requiredKeys: [] },
    ),
    thread: fc.constantFrom(undefined, 'open', 'replied', 'resolved'),
    file: fc.constantFrom(undefined, 'awaiting_blob', 'ready', 'removed'),
    evaluations: someOf(answeredUnits),
    drafts: someOf(answeredUnits),
    decision: anyDecision,
    round: fc.constantFrom('FirstRevision', 'SecondRevision', 'ReplicaRevision'),
    joined: fc.boolean(),
    configured: fc.boolean(),
    sends: fc.constantFrom('none', 'standing', 'standing', 'opened', 'recalled'),
    asked: fc.constantFrom(undefined, 'open', 'declined'),
  })
  .map(
    ({
      phase,
      lock,
      enabled,
      evaluatorId,
      released,
      answers,
      assigned,
      thread,
      file,
      evaluations,
      drafts,
      decision,
      round,
      joined,
      configured,
      sends,
      asked,
    }) =>
      aWorld({
        people: joined ? [] : [aPerson(actors.idle, { joined }), aPerson(actors.otherProfessional, { joined, invitedBy: 'capacity' })],
        phase,
        header: { enabled, ...(configured ? { replica: { points: 3, excludedSubDimensionIds: ['s22'] } } : {}) },
        participant: {
          locked: lock !== null,
          lockReason: lock,
          incomplete: lock === 'stageEnd',
          evaluatorId,
          releasedStageIds: released ? theStages.map((stage) => stage.id) : [],
          replicaSubDimensionIds: ['s11', 's12'],
          receipt: 'IIP-send-1',
          ...(asked && {
            reopenRequest: { id: 'ask-1', by: 'leader', at: noonIn('NormalInput'), reason: 'Faltó un anexo', state: asked },
          }),
        },
        answers: answers.map((each) =>
          each.sent ? { ...each, moved: { send: each.level === 0 ? 'send-1' : 'send-2', level: 4, sent: false, rev: each.rev } } : each,
        ),
        sends: (sends === 'none' ? [] : ['send-1', 'send-2']).map((id) =>
          aSend(id, {
            sentAt: noonIn(isInput(phase) ? phase : 'NormalInput'),
            ...(sends === 'opened' && { openedAt: noonIn(phase), openedBy: 'evaluator' }),
            ...(sends === 'recalled' && { recalledAt: noonIn(phase), recalledBy: 'leader' }),
            ...(id === 'send-2' && {
              toLevel: 3,
              authorId: 'professional',
              to: ['capacity'],
              before: undefined,
              answers: answers.filter((each) => each.sent && each.level > 0).length,
            }),
          }),
        ),
        assignments: Object.fromEntries(Object.entries(assigned).map(([element, userId]) => [element, userId ?? null])),
        threads: thread ? [aThread('name', { state: thread })] : [],
        comments: thread ? [aComment('comment-01', 'name')] : [],
        attachments: file ? [anAttachment('file-0001', 'proof', { state: file, authorId: 'capacity' })] : [],
        evaluations: evaluations.map((unit) => anEvaluation(unit, decision)),
        drafts: drafts.map((unit) => anEvaluation(unit, decision, { round, mid: 'draft' })),
        conflicts: [aConflict('card-1')],
      }),
  )

const { endMs } = boundsOf(must(theStages[0], 'first stage'))
const anyContext: fc.Arbitrary<Context> = fc
  .record({
    actor: fc.constantFrom(...Object.values(actors), systemActor),
    phase: fc.constantFrom(...phases),
    base: fc.constantFrom(null, 'older', ...answeredUnits.map((unit) => `m-${unit}`)),
    grace: fc.boolean(),
    preview: fc.boolean(),
  })
  .map(({ actor, phase, base, grace, preview }) => ({
    actor,
    base,
    mid: 'mid-new',
    now: grace ? instantOf(endMs + 3_600_000) : noonIn(phase),
    occurredAt: grace ? instantOf(endMs - 1000) : noonIn(phase),
    lease: grace ? instantOf(endMs - 60_000) : null,
    digest: preview ? undefined : lengthDigest,
  }))

interface Trial {
  readonly name: string
  readonly world: World
  readonly args: unknown
  readonly context: Context
}
const names = [...participationMutations.keys()]
/** The context mostly stands in the phase of the world, so that most trials get past the first rung of the ladder. */
const anyTrial: fc.Arbitrary<Trial> = fc.constantFrom(...names).chain((name) =>
  fc
    .record({
      name: fc.constant(name),
      world: anyWorld,
      args: must(anyArgs[name], `no arguments for ${name}`),
      context: anyContext,
      aligned: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ aligned, ...trial }) => {
      const opened = theStages.find((stage) => stage.id === trial.world.participant.openedStageId)
      return aligned > 0 && opened && trial.context.lease === null
        ? { ...trial, context: { ...trial.context, now: noonIn(opened.kind), occurredAt: noonIn(opened.kind) } }
        : trial
    }),
)

/** Every row of a world as one text: cheap to keep and to compare. */
const dump = (world: World): string => JSON.stringify(tableNames.map((table) => [...world.entries(table)]))
const decide = ({ name, world, args, context }: Trial): Outcome => {
  const { input, decide: of } = must(participationMutations.get(name), `no mutation ${name}`)
  return of(world, v.parse(input, args), context)
}
const after = (world: World, outcome: Outcome): World => {
  const next = world.clone()
  apply(next, outcome.changes)
  return next
}
const forEvery = (property: (trial: Trial) => void): void => assertProperty(fc.property(anyTrial, property), { runs: 1200, least: 400 })

test('[DE1] every mutation of the catalogue is tried by these properties, and is named as the catalogue keys it', () => {
  expect(Object.keys(anyArgs).toSorted()).toEqual(names.toSorted())
  for (const [name, definition] of participationMutations) {
    const older = Array.from({ length: definition.version - 1 }, (_, at) => String(at + 1))
    expect([definition.name, Object.keys(definition.upcast ?? {})]).toEqual([name, older])
  }
})

describe('for every mutation, in any world', () => {
  test('[DE2] decide is pure: the same world, arguments and context give the same outcome, and the world stays as it was', () =>
    forEvery((trial) => {
      const before = dump(trial.world)
      const first = decide(trial)
      expect(decide({ ...trial, world: trial.world.clone() })).toEqual(first)
      expect(dump(trial.world)).toBe(before)
    }))

  test('[DE3] decide is total: it never throws, nor do its entity and its overlay', () =>
    forEvery((trial) => {
      const definition = must(participationMutations.get(trial.name), trial.name)
      const args: unknown = v.parse(definition.input, trial.args)
      expect(decide(trial).disposition).toBeTypeOf('string')
      expect(definition.entityOf(args)).toBeTypeOf('string')
      for (const change of definition.overlay?.(trial.world, args, trial.context) ?? []) expect(tableNames).toContain(change.table)
    }))

  test('[DE4] nothing is silent: what is lost has a card for its author, what stood over another has a card or is one’s own, what is refused has a code', () =>
    forEvery((trial) => {
      const { disposition, code, cards } = decide(trial)
      const notices: readonly string[] = noticeCodes
      expect(code === 'ok' || isErrorCode(code) || notices.includes(code)).toBe(true)
      for (const card of cards) expect(isErrorCode(card.code) || notices.includes(card.code)).toBe(true)
      if (disposition === 'lost')
        expect(cards.some((card) => card.ownerId === trial.context.actor.id && card.mine?.authorId === trial.context.actor.id)).toBe(true)
      if (disposition === 'applied_over') expect(cards.length > 0 || code === 'own_other_device').toBe(true)
      if (disposition === 'refused') expect(isErrorCode(code)).toBe(true)
      if (disposition === 'applied' || disposition === 'noop') expect(code).toBe('ok')
    }))

  test('[DE5] what is lost, refused or nothing new changes no answer, no assignment and no decision', () =>
    forEvery((trial) => {
      const { disposition, changes } = decide(trial)
      if (disposition === 'applied' || disposition === 'applied_over') return
      for (const change of changes) {
        if (change.table === 'participant')
          expect({ ...change.row, lateChanges: 0 }).toEqual({ ...trial.world.participant, lateChanges: 0 })
        else expect([change.table, change.table === 'attachment' && change.row.applied]).toEqual(['attachment', false])
      }
      if (disposition !== 'lost') expect(changes).toEqual([])
    }))

  test('[DE6] [IN11] an accepted or sent answer’s value changes only by reopening, by an administrator acting for it, or because what it depends on closes it', () =>
    forEvery((trial) => {
      if (trial.context.actor.kind === 'Administrator') return
      const { world } = trial
      for (const change of decide(trial).changes) {
        if (change.table !== 'answer') continue
        const before = world.answer(change.id)
        if (!before || sameValue(before.value, change.row.value)) continue
        const closed = change.row.value === null && sameValue(change.row.clearedValue, before.value)
        if (world.get('evaluation', change.id)?.decision === 'Accepted') expect([change.id, closed]).toEqual([change.id, true])
        if (!questionNamed(questionIdOf(change.id)).survey) expect(world.participant.lockReason === 'sent').toBe(false)
      }
    }))

  /** What the lab's own people do as themselves, to an institution in a form or to what is theirs. */
  const asThemselves: ReadonlySet<string> = new Set([
    ...['administrative.set', 'conflict.resolve', 'invitation.correct', 'invitation.resend', 'invitation.withdraw', 'leader.set'],
    ...[
      'participant.evaluator',
      'participant.declineReopen',
      'participant.remove',
      'participant.reopen',
      'person.release',
      'quarantine.raw',
    ],
    ...['stage.tellExtension', 'unsent.adopt'],
    // What nobody may decide any more, with a reason, and the rounds that a published result rests on (EV19, EV20).
    ...['evaluation.settle', 'evaluation.release'],
  ])

  test('[IM1] [IM2] what an administrator changes is the institution’s, for which they have to act, or the lab’s own: no comment, decision, survey, replica or delegate', () =>
    forEvery((trial) => {
      const { kind, id } = trial.context.actor
      if (kind !== 'Administrator' || id === systemActor.id || isOnBehalf(trial.name) || asThemselves.has(trial.name)) return
      const { disposition } = decide(trial)
      expect([trial.name, ['applied', 'applied_over'].includes(disposition)]).toEqual([trial.name, false])
    }))

  test('[DE7] applying an outcome’s changes twice is applying them once', () =>
    forEvery((trial) => {
      const outcome = decide(trial)
      const once = after(trial.world, outcome)
      expect(dump(after(once, outcome))).toBe(dump(once))
    }))

  test('[DE8] a change of value counts exactly one more revision, and a revision never falls', () =>
    forEvery((trial) => {
      for (const change of decide(trial).changes) {
        if (change.table !== 'answer') continue
        const before = trial.world.answer(change.id)
        const moved = !sameValue(before?.value ?? null, change.row.value)
        expect(change.row.rev - (before?.rev ?? 0)).toBeGreaterThanOrEqual(moved ? 1 : 0)
        expect(change.row.rev - (before?.rev ?? 0)).toBeLessThanOrEqual(1)
      }
    }))

  test('[DE9] a lock is lifted only by time, by an administrator, by what was observed in time, or by a send that nobody opened and is taken back', () =>
    forEvery((trial) => {
      const { changes } = decide(trial)
      const opened = trial.world.participant.locked && !after(trial.world, decide(trial)).participant.locked
      const observedInTime = changes.some(
        (change) => change.table === 'evaluation' && change.row.late && change.row.decision === 'Observed',
      )
      if (opened && !observedInTime) expect(['stage.tick', 'participant.reopen', 'answers.recall']).toContain(trial.name)
    }))

  test('[DE10] every change stays in the institution’s own scopes, and what belongs to a unit in the part of its sub-dimension', () =>
    forEvery((trial) => {
      const scopes = new Set(['inst:north:form', 'eval:north:form', 'notes:north:form', 'org:north', 'user:professional'])
      for (const { scope, part, table, id, row } of decide(trial).changes) {
        expect(scopes.has(scope)).toBe(true)
        expect(table === 'draft').toBe(scope.startsWith('eval:'))
        expect(table === 'note').toBe(scope.startsWith('notes:'))
        const unit = 'unit' in row && table !== 'conflict' ? row.unit : undefined
        const question = unit ? questionNamed(questionIdOf(unit)) : undefined
        // Answers to administrative questions are the lab's ([VI5]).
        expect([id, part]).toEqual([id, question ? (question.administrative ? administrativePart : question.dimensionId) : ''])
      }
    }))

  test('[VI4] no card shows its owner somebody else’s value of a question that they do not see', () =>
    forEvery((trial) => {
      for (const card of decide(trial).cards) {
        const question = card.unit === null ? undefined : theIndex.question(questionIdOf(card.unit))
        const kind = card.ownerId === trial.context.actor.id ? trial.context.actor.kind : trial.world.person(card.ownerId)?.kind
        if (!question || sees(trial.world, question, card.ownerId, kind)) continue
        for (const side of [card.mine, card.theirs])
          if (side && side.value !== undefined && side.value !== null) expect(side.authorId).toBe(card.ownerId)
      }
    }))
})

test('[VA11] whatever a person types is clean on both sides: answers, what an option asks for, comments, reasons', () => {
  const typed = 'uno\u0000 dos\u0007\u000btres\u2028cuatro'
  const clean = 'uno dos\ntres\ncuatro'
  const written: readonly (readonly [name: string, args: Record<string, unknown>, field: string])[] = [
    ['answer.set', { unit: 'name', value: typed }, 'value'],
    ['answer.keep', { unit: 'name', justification: typed }, 'justification'],
    ['comment.add', { id: 'comment-1', unit: 'name', threadId: 'thread-01', body: typed }, 'body'],
    ['comment.reply', { id: 'comment-1', unit: 'name', threadId: 'thread-01', body: typed, updateAnswer: true }, 'body'],
    ['comment.edit', { id: 'comment-1', body: typed }, 'body'],
    ['evaluation.decide', { unit: 'name', decision: 'Observed', comment: typed, answerRev: 1 }, 'comment'],
    ['participant.reopen', { reason: typed }, 'reason'],
    ['replica.justify', { unit: 'name', justification: typed }, 'justification'],
  ]
  const parsed = (name: string, args: unknown) => v.safeParse(must(participationMutations.get(name), name).input, args)
  for (const [name, args, field] of written) expect(parsed(name, args)).toMatchObject({ success: true, output: { [field]: clean } })
  const choice = parsed('answer.set', { unit: 'has', value: { choice: { value: 'c', extra: typed } } })
  expect(choice).toMatchObject({ success: true, output: { value: { choice: { value: 'c', extra: clean } } } })
})
