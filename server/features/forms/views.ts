import { privileges, type Privilege } from '#shared/access/privileges.ts'
import { addCounters, countersOf, may, noCounters, openUnits, pendingReasons, type Counters } from '#shared/answers/rules.ts'
import { isInScope } from '#shared/assignments/rules.ts'
import type { DimensionView, FormData, FormView, QuestionView } from '#shared/forms/routes.ts'
import type { Dimension, Question } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { phaseAt, timelineState } from '#shared/stages/rules.ts'
import type { World } from '#shared/world.ts'
import { sees, type View } from '../../world/door.ts'

/** Whose pending counts: the person's own, or everybody's for the lab's staff (rules L7). */
const viewerOf = ({ session }: View): string | undefined => (session.user.kind === 'Institutional' ? session.user.id : undefined)

const holderOf = (world: World, element: string): string | null => world.get('assignment', element)?.userId ?? null

export function formView({ world, now }: View): FormView {
  return {
    _id: world.formId,
    name: world.form.name,
    stageKind: phaseAt(world.form, now),
    stages: world.form.stages.map((stage) => ({ ...stage, state: timelineState(stage, now) })),
  }
}

/** Dimensions with their sub-dimensions, those that the caller does not see left out. */
export function dimensionViews(view: View): DimensionView[] {
  const { world, parts } = view
  return world.index.topDimensions.flatMap((top) => {
    const subs = top.subDimensionIds
      .filter((id) => sees(parts, id))
      .map((id) => must(world.index.dimension(id), `sub-dimension ${id} is missing`))
    if (subs.length === 0) return []
    const lower = subs.map((sub) => dimensionView(view, sub, countersOf(world, sub.id, viewerOf(view)), unassigned(world, sub)))
    const pending = lower.map((each) => each.pending).reduce(addCounters, noCounters)
    const notAssigned = lower.reduce((sum, each) => sum + each.notAssigned, 0)
    return [dimensionView(view, { ...top, subDimensionIds: subs.map((sub) => sub.id) }, pending, notAssigned), ...lower]
  })
}

function dimensionView({ world }: View, dimension: Dimension, pending: Counters, notAssigned: number): DimensionView {
  return { ...dimension, _id: dimension.id, assignment: { user: holderOf(world, dimension.id) }, pending, notAssigned }
}

function unassigned(world: World, sub: Dimension): number {
  return sub.questionIds.filter((id) => world.index.question(id)?.administrative === false && holderOf(world, id) === null).length
}

export function questionViews(view: View): QuestionView[] {
  const { world, parts } = view
  return world.index.subDimensions
    .filter((sub) => sees(parts, sub.id))
    .flatMap((sub) => world.index.questionsOf(sub.id))
    .filter((question) => !question.administrative || view.session.user.kind !== 'Institutional')
    .map((question) => questionView(world, question))
}

export const questionView = (world: World, question: Question): QuestionView => ({
  ...question,
  _id: question.id,
  number: world.index.numberOf(question.id),
  assignment: { user: holderOf(world, question.id) },
})

export function formData(view: View): FormData {
  const dimensions = dimensionViews(view)
  return {
    form: formView(view),
    dimensions: dimensions.filter((each) => each.parentId === null).map((each) => each._id),
    dimensionsById: Object.fromEntries(dimensions.map((each) => [each._id, each])),
    questionById: Object.fromEntries(questionViews(view).map((each) => [each._id, each])),
  }
}

/** What the caller may do in the form now (rules section 3). */
export const privilegesOf = ({ world, session, now }: View): Privilege[] =>
  privileges.filter((privilege) => may(world, session.actor, privilege, now))

/** Pending units of the caller, by sub-dimension. */
export function pendingUnits(view: View): { _id: string; name: string; pending: Counters; units: string[] }[] {
  const { world, parts } = view
  const viewer = viewerOf(view)
  return world.index.subDimensions
    .filter((sub) => sees(parts, sub.id))
    .map((sub) => ({
      _id: sub.id,
      name: sub.name,
      pending: countersOf(world, sub.id, viewer),
      units: openUnits(world, sub.id).filter((unit) => {
        const question = world.index.question(questionIdOf(unit))
        if (!question || question.administrative || (viewer !== undefined && !isInScope(world, question, viewer))) return false
        return pendingReasons(world, unit, viewer).length > 0
      }),
    }))
}
