import { addCounters, countersAmong, countersOf, noCounters, openUnits, pendingReasons, type Counters } from '#shared/answers/rules.ts'
import type { ActingRole } from '#shared/access/roles.ts'
import { countsInRole, rolesOf } from '#shared/assignments/rules.ts'
import { decisionIn, needsDecision, roundAt, roundCountersOf } from '#shared/evaluations/rules.ts'
import type { DimensionView, FormData, FormView, QuestionView } from '#shared/forms/routes.ts'
import { audienceOf, questionFor } from '#shared/forms/audience.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import type { Dimension, Question } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, type FormId, type QuestionId, type Unit } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { isVisibleAt } from '#shared/results/reading.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { phaseAt, timelineState } from '#shared/stages/rules.ts'
import type { World } from '#shared/world.ts'
import { sees, type View } from '../../world/look.ts'
import { publishedKinds } from '../../world/results.ts'
import { privileges, type Privilege } from '#shared/privileges/model.ts'
import { may } from '#shared/privileges/rules.ts'

/** Whose pending counts: the person's own, or everybody's for the lab's staff (PE10). */
const viewerOf = ({ session }: View): string | undefined => (session.user.kind === 'Institutional' ? session.user.id : undefined)

/** The questionnaire is the lab's own; what an institution's person does not see of it is left out (VI3). */
const seesStructure = ({ session, parts }: View, subDimensionId: string): boolean =>
  session.user.kind !== 'Institutional' || sees(parts, subDimensionId)

/** Pending of a sub-dimension for the caller: an evaluator's is what the running round asks for (EV9). */
function countsOf(view: View, subDimensionId: string): Counters {
  const { world, session, now } = view
  const running = session.user.kind === 'Evaluator' ? roundAt(world, now) : undefined
  if (!running) return countersOf(world, subDimensionId, viewerOf(view))
  const { total, pendent } = roundCountersOf(world, subDimensionId, running.round)
  return { total, pendent, inQuestionLevel: 0 }
}

const holderOf = (world: World, element: string): string | null => world.get('assignment', element)?.userId ?? null

/** A dimension under the specification's names, beside those of the domain. */
const named = (dimension: Dimension) => ({
  ...dimension,
  _id: dimension.id,
  parent: dimension.parentId ?? '',
  subDimensions: dimension.subDimensionIds,
  questions: dimension.questionIds,
})

/** A question under the specification's names, beside those of the domain. */
const asked = (question: Question, formId: FormId) => ({
  ...question,
  _id: question.id,
  form: formId,
  dimension: question.dimensionId,
  parent: question.parentId ?? '',
  isDepententChildren: question.parentId !== null,
  isBlock: question.kind === 'Block',
  options: question.options.map((option) => ({ ...option, allowExtra: option.allowExtra ?? false })),
  visibleIf: question.visibleIf === null ? null : { value: question.visibleIf },
  points: { kind: question.kind, list: question.points.map((each) => ({ ...each, _id: `${question.id}:${each.key}` })) },
})

const numbersOf = (index: FormIndex, questions: readonly { readonly id: QuestionId }[]): Readonly<Record<QuestionId, string>> =>
  Object.fromEntries(questions.map(({ id }) => [id, index.numberOf(id)]))

export const formView = ({ world, now }: View): FormView => headerView(world.form, now)

export const headerView = (form: FormHeader, now: Instant): FormView => ({
  _id: form.id,
  name: form.name,
  stageKind: phaseAt(form, now),
  stages: form.stages.map((stage) => ({ ...stage, _id: stage.id, state: timelineState(stage, now) })),
})

/** First and last day of a form's stages, in whatever order they are kept; empty without any. */
export function periodText({ stages }: Pick<FormHeader, 'stages'>): string {
  const days = stages.flatMap(({ start, end }) => [start, end]).toSorted()
  return days.length === 0 ? '' : `${days[0]} – ${days.at(-1)}`
}

/** A form in which nobody takes part yet, as it is worked on: nothing counts. Throws where there is no form. */
export function formDataOfNobody(state: Questionnaire, now: Instant): FormData {
  const { index } = state
  const dimension = (each: Dimension): DimensionView => ({
    ...named(each),
    assignment: { user: null },
    pending: noCounters,
    notAssigned: 0,
  })
  const questions = index.subDimensions.flatMap((sub) => index.questionsOf(sub.id))
  return {
    form: headerView(must(state.form, `there is no form ${state.formId}`), now),
    dimensions: index.topDimensions.map((each) => each.id),
    dimensionsById: Object.fromEntries([...index.topDimensions, ...index.subDimensions].map((each) => [each.id, dimension(each)])),
    questionById: Object.fromEntries(
      questions.map((each) => [each.id, { ...asked(each, state.formId), number: index.numberOf(each.id), assignment: { user: null } }]),
    ),
    indexByQuestionId: numbersOf(index, questions),
  }
}

/** Dimensions with their sub-dimensions, those that the caller does not see left out. */
export function dimensionViews(view: View): DimensionView[] {
  const { world } = view
  return world.index.topDimensions.flatMap((top) => {
    const subs = top.subDimensionIds
      .filter((id) => seesStructure(view, id))
      .map((id) => must(world.index.dimension(id), `sub-dimension ${id} is missing`))
    if (subs.length === 0) return []
    const lower = subs.map((sub) => dimensionView(view, sub, countsOf(view, sub.id), unassigned(world, sub)))
    const pending = lower.map((each) => each.pending).reduce(addCounters, noCounters)
    const notAssigned = lower.reduce((sum, each) => sum + each.notAssigned, 0)
    return [dimensionView(view, { ...top, subDimensionIds: subs.map((sub) => sub.id) }, pending, notAssigned), ...lower]
  })
}

function dimensionView({ world }: View, dimension: Dimension, pending: Counters, notAssigned: number): DimensionView {
  return { ...named(dimension), assignment: { user: holderOf(world, dimension.id) }, pending, notAssigned }
}

function unassigned(world: World, sub: Dimension): number {
  return sub.questionIds.filter((id) => world.index.question(id)?.administrative === false && holderOf(world, id) === null).length
}

export function questionViews(view: View): QuestionView[] {
  const { world } = view
  return world.index.subDimensions
    .filter((sub) => seesStructure(view, sub.id))
    .flatMap((sub) => world.index.questionsOf(sub.id))
    .filter((question) => !question.administrative || view.session.user.kind !== 'Institutional')
    .map((question) => questionView(view, question))
}

export const questionView = ({ world, session }: View, question: Question): QuestionView => ({
  ...asked(questionFor(audienceOf(session.user.kind), question), world.formId),
  number: world.index.numberOf(question.id),
  assignment: { user: holderOf(world, question.id) },
})

export function formData(view: View): FormData {
  const dimensions = dimensionViews(view)
  const questions = questionViews(view)
  return {
    form: formView(view),
    dimensions: dimensions.filter((each) => each.parentId === null).map((each) => each._id),
    dimensionsById: Object.fromEntries(dimensions.map((each) => [each._id, each])),
    questionById: Object.fromEntries(questions.map((each) => [each._id, each])),
    indexByQuestionId: numbersOf(view.world.index, questions),
  }
}

/** What the caller may do in the form now (PR1); results can be seen once theirs were published (RS11). */
export async function privilegesOf({ world, session, now, tx }: View): Promise<Privilege[]> {
  const held = privileges.filter((privilege) => may(world, session.actor, privilege, now))
  if (!held.some((each) => seeing.has(each))) return held
  const published = await publishedKinds(tx, world)
  return held.filter((each) => {
    const kind = seeing.get(each)
    return kind === undefined || (published.has(kind) && isVisibleAt(world.form, kind, now))
  })
}
const seeing: ReadonlyMap<Privilege, ResultKind> = new Map([
  ['canSeePremilinaryResults', 'preliminary'],
  ['canSeeFinalResults', 'final'],
])

/** A dimension of the form as such: nobody is responsible for it. */
export const ofNobody = (dimension: DimensionView): DimensionView => ({ ...dimension, assignment: { user: null } })

/** Dimensions of a form with the counters of two readings together; one of the lab's sees the same ones in every institution. */
export const addDimensions = (sum: readonly DimensionView[], next: readonly DimensionView[]): DimensionView[] =>
  sum.map((dimension, position) => {
    const other = next[position]
    if (!other) return dimension
    const notAssigned = dimension.notAssigned + other.notAssigned
    return { ...dimension, pending: addCounters(dimension.pending, other.pending), notAssigned }
  })

/** The form as such, from how one institution has it and the dimensions of all together. */
export const formDataOfAll = (
  { form, dimensions, questionById, indexByQuestionId }: FormData,
  all: readonly DimensionView[],
): FormData => ({
  form,
  dimensions,
  indexByQuestionId,
  dimensionsById: Object.fromEntries(all.map((each) => [each._id, each])),
  questionById: Object.fromEntries(Object.entries(questionById).map(([id, each]) => [id, { ...each, assignment: { user: null } }])),
})

/** Questions that count for somebody in one of their roles; undefined when they do not hold it. All for the lab's own (PE10). */
function inRole({ world, session }: View, role: ActingRole): ((question: Question) => boolean) | undefined {
  const { kind, id } = session.user
  if (kind !== 'Institutional') return role === kind ? () => true : undefined
  const held = rolesOf(world, id)
  if (role === 'NoAssigment') return held.length === 0 ? () => false : undefined
  const found = held.find((each) => each === role)
  return found && ((question) => countsInRole(world, question, id, found))
}

interface PendingOfSub {
  readonly _id: string
  readonly name: string
  readonly pending: Counters
  readonly units: string[]
}

/** Pending units of the caller in a role, by sub-dimension; undefined when they do not hold it. Drafts that are private are only counted. */
export function pendingUnits(view: View, role: ActingRole): PendingOfSub[] | undefined {
  const { world, parts, session, now } = view
  const counts = inRole(view, role)
  if (!counts) return undefined
  const viewer = viewerOf(view)
  const running = session.user.kind === 'Evaluator' ? roundAt(world, now) : undefined
  const pends = (unit: Unit): boolean =>
    running
      ? needsDecision(world, unit, running.round) && decisionIn(world, unit, running.round) === undefined
      : pendingReasons(world, unit, viewer).length > 0
  return world.index.subDimensions
    .filter((sub) => seesStructure(view, sub.id))
    .map((sub) => {
      const units = openUnits(world, sub.id).filter((unit) => {
        const question = world.index.question(questionIdOf(unit))
        return question !== undefined && !question.administrative && counts(question)
      })
      const pending = viewer === undefined ? countsOf(view, sub.id) : countersAmong(world, units, viewer)
      return { _id: sub.id, name: sub.name, pending, units: sees(parts, sub.id) ? units.filter(pends) : [] }
    })
}
