import { setAnswer } from '#shared/answers/mutations.ts'
import { refused, type Mutation, type Outcome, type StateKind } from '#shared/contract/mutation.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import { newParticipant, type Participant } from '#shared/institutions/model.ts'
import { addParticipant, removeParticipant, setEvaluator } from '#shared/institutions/participant-mutations.ts'
import type { PullReply } from '#shared/protocol/pull.ts'
import type { PushReply, PushResult } from '#shared/protocol/push.ts'
import { editDimension, editQuestion, editReportText } from '#shared/questionnaires/mutations.ts'
import { reportFields } from '#shared/questionnaires/model.ts'
import { editStages } from '#shared/stages/plan-mutations.ts'
import { Publishing } from '#server/jobs/publishing.ts'
import * as v from 'valibot'
import { answered } from '../simulators/broken-wire.ts'
import { definition } from '../simulators/ground.ts'
import type { Bug } from './sim-device.ts'

const administrators = { administrators: true } as const

/** Another part in the place of one of a thing, until it is mended. */
function inPlace<T extends object>(target: T, part: Partial<T>): () => void {
  const former = Object.fromEntries(Object.keys(part).map((key) => [key, Reflect.get(target, key) as unknown]))
  Object.assign(target, part)
  return () => void Object.assign(target, former)
}

const all =
  (...changes: ReadonlyArray<() => () => void>): (() => () => void) =>
  () => {
    const mends = changes.map((change) => change())
    return () => {
      for (const mend of mends) mend()
    }
  }

/** A mutation that decides otherwise than it says. */
const deciding =
  <Args, On extends StateKind>(
    mutation: Mutation<string, Args, On>,
    otherwise: (decide: Mutation<string, Args, On>['decide']) => Mutation<string, Args, On>['decide'],
  ): (() => () => void) =>
  () =>
    inPlace(mutation, { decide: otherwise(mutation.decide) })

/** A mutation whose outcome, where it stands, is another. */
const standing = <Args, On extends StateKind>(
  mutation: Mutation<string, Args, On>,
  other: (outcome: Outcome) => Outcome,
): (() => () => void) =>
  deciding(mutation, (decide) => (...call) => {
    const outcome = decide(...call)
    return outcome.disposition === 'applied' ? other(outcome) : outcome
  })

const unseen = (outcome: Outcome): Outcome => ({ ...outcome, history: [] })
/** On record with nothing that stood before. */
const fromNothing = (outcome: Outcome): Outcome => ({
  ...outcome,
  history: outcome.history.map((entry) => ({ ...entry, changed: entry.changed?.map((each) => ({ ...each, from: 'nada' })) })),
})

/** Whatever stands in a row, as if it were what somebody saw of it. */
const asSeen = (row: object, to: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(to).map((field) => [field, (Reflect.get(row, field) as unknown) ?? null]))

/** Versions of the questions as a device is given them, changed. */
const givenVersion =
  (change: (version: FormDefinition) => FormDefinition): NonNullable<Bug['fetch']> =>
  (inner) =>
  (path, init) =>
    path.startsWith('/forms/') ? answered(path, change)(inner)(path, init) : inner(path, init)

const pointsAtFirst = new Map(definition.questions.map(({ id, points }) => [id, points]))
const isMet = ({ code }: Pick<PushResult, 'code'>): boolean => code === 'changed_meanwhile'

const anew = ({ institutionId, formId, leaderId, evaluatorId }: Participant): Participant =>
  newParticipant({ institutionId, formId, leaderId, evaluatorId })

/** Faults in what administrators change while others are away. */
export const bugsOfForms: readonly Bug[] = [
  {
    name: 'of two administrators the second goes over the first',
    terms: administrators,
    rule: all(
      deciding(
        editQuestion,
        (decide) => (state, args, context) => decide(state, { ...args, from: asSeen(state.question(args.id) ?? {}, args.to) }, context),
      ),
      deciding(
        editDimension,
        (decide) => (state, args, context) => decide(state, { ...args, from: asSeen(state.dimension(args.id) ?? {}, args.to) }, context),
      ),
      deciding(
        editReportText,
        (decide) => (state, args, context) =>
          decide(state, { ...args, from: v.parse(reportFields, asSeen(state.get('reportText', args.id) ?? {}, args.to)) }, context),
      ),
    ),
  },
  {
    name: 'an administrator is turned away though nobody else was there',
    terms: administrators,
    rule: deciding(
      editReportText,
      (decide) => (state, args, context) =>
        // The server alone has a digest: devices let it through.
        decide(state, context.digest ? { ...args, from: { good: 'otra cosa' } } : args, context),
    ),
  },
  { name: 'a change of the stages is on no record', terms: administrators, rule: standing(editStages, unseen) },
  { name: 'who was taken out is on no record', terms: administrators, rule: standing(removeParticipant, unseen) },
  { name: 'points and helps are on record with what never stood', terms: administrators, rule: standing(editQuestion, fromNothing) },
  {
    name: 'another evaluator is on record in the place of somebody who never was',
    terms: administrators,
    rule: standing(setEvaluator, fromNothing),
  },
  {
    name: 'what an administrator wrote vanishes when another’s words come first',
    terms: administrators,
    rule: () => {
      const mends = [editQuestion, editDimension, editReportText].map((each) => inPlace(each, { overlay: () => [] }))
      return () => {
        for (const mend of mends) mend()
      }
    },
  },
  {
    name: 'what an administrator wrote in vain is told to nobody',
    terms: administrators,
    fetch: (inner) => {
      const push = answered<PushReply>('/sync/push', (reply) => ({ ...reply, results: reply.results.filter((each) => !isMet(each)) }))
      const pull = answered<PullReply>('/sync/pull', (page) => ({ ...page, outcomes: page.outcomes?.filter((each) => !isMet(each)) }))
      return push(pull(inner))
    },
  },
  {
    name: 'what has rested is never published',
    terms: administrators,
    rule: () => inPlace(Publishing.prototype, { run: () => Promise.resolve() }),
  },
  {
    name: 'devices keep the questions with which they began',
    terms: administrators,
    fetch: givenVersion((version) => ({ ...version, questions: definition.questions })),
  },
  {
    name: 'devices keep the points with which they began',
    terms: administrators,
    fetch: givenVersion((version) => ({
      ...version,
      questions: version.questions.map((question) => ({ ...question, points: pointsAtFirst.get(question.id) ?? [] })),
    })),
  },
  {
    name: 'an answer that waited is turned away by a newer version',
    terms: administrators,
    rule: deciding(
      setAnswer,
      (decide) => (world, args, context) =>
        world.index.definition.versionId === definition.versionId ? decide(world, args, context) : refused('stale_version'),
    ),
  },
  {
    name: 'who was taken out stays on its devices',
    terms: administrators,
    storage: (storage) => ({ ...storage, applyPull: (patch, leader) => storage.applyPull({ ...patch, drop: [] }, leader) }),
  },
  {
    name: 'who comes back begins anew',
    terms: administrators,
    rule: standing(addParticipant, (outcome) => ({
      ...outcome,
      changes: outcome.changes.map((change) => (change.table === 'participant' ? { ...change, row: anew(change.row) } : change)),
    })),
  },
]
