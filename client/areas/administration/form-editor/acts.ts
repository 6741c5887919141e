import { editForm } from '#shared/forms/mutations.ts'
import { digestsOf } from '#shared/forms/english.ts'
import type { Digests, Question } from '#shared/forms/model.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { DimensionId, Mid, QuestionId, UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { dimensionSiblings, placeOf, sameField, siblingsAt } from '#shared/questionnaires/editing.ts'
import type { Fields } from '#shared/questionnaires/editing.ts'
import { dimensionFields, questionFields } from '#shared/questionnaires/model.ts'
import type { QuestionRow } from '#shared/questionnaires/model.ts'
import { sawOf } from '#shared/questionnaires/taken.ts'
import { textsOf } from '#shared/questionnaires/translations.ts'
import {
  addDimension,
  addQuestion,
  editDimension,
  editQuestion,
  moveDimension,
  moveQuestion,
  removeDimension,
  removeQuestion,
  restoreDimension,
  restoreQuestion,
} from '#shared/questionnaires/mutations.ts'
import type { Edit } from '#sync/drafts/model.ts'
import type { OpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'

/**
 * One change of a questionnaire, as a value: what is asked for, undone and done again. `saw`: until when others' changes were seen, where
 * that is not now: what takes something back takes nothing away that came since (ED1).
 */
export type Act =
  | {
      readonly kind: 'editQuestion'
      readonly id: QuestionId
      readonly from: Fields
      readonly to: Fields
      readonly inner?: readonly Question[]
      readonly saw?: Instant | null
    }
  | { readonly kind: 'editDimension'; readonly id: DimensionId; readonly from: Fields; readonly to: Fields }
  | { readonly kind: 'editForm'; readonly from: Fields; readonly to: Fields }
  | { readonly kind: 'addQuestion'; readonly after: QuestionId | null; readonly questions: readonly Question[]; readonly copied?: boolean }
  | {
      readonly kind: 'addDimension'
      readonly id: DimensionId
      readonly parentId: DimensionId | null
      readonly name: string
      readonly after: DimensionId | null
    }
  | { readonly kind: 'moveQuestion'; readonly id: QuestionId; readonly dimensionId: DimensionId; readonly after: QuestionId | null }
  | { readonly kind: 'moveDimension'; readonly id: DimensionId; readonly parentId: DimensionId | null; readonly after: DimensionId | null }
  | { readonly kind: 'removeQuestion' | 'removeDimension'; readonly id: string; readonly saw?: Instant | null }
  | { readonly kind: 'restoreQuestion' | 'restoreDimension'; readonly id: string; readonly after: string | null }

/** The question or dimension that an act is about; null for the form's own fields. */
export function subjectOf(act: Act): string | null {
  if (act.kind === 'editForm') return null
  return act.kind === 'addQuestion' ? (act.questions[0]?.id ?? null) : act.id
}

type Asking = { readonly clearDraft?: string | undefined }

/** The Spanish beside which English is written, where an act writes any. */
function seenBy(state: Questionnaire, act: EditAct): { seen?: Digests } {
  if (!('en' in act.to) && !('options' in act.to)) return {}
  const of = act.kind === 'editForm' ? 'form' : act.kind === 'editDimension' ? 'dimension' : 'question'
  return { seen: digestsOf(textsOf(state, of, act.kind === 'editForm' ? '' : act.id)) }
}

/** Until when this device has what others changed, where an act may take some of it away (QE23). */
const sawBy = ({ actor, state }: Pick<OpenQuestionnaire, 'actor' | 'state'>, act: Act): { saw?: Instant | null } =>
  act.kind === 'editQuestion' || act.kind === 'removeQuestion' || act.kind === 'removeDimension'
    ? { saw: act.saw === undefined ? sawOf(state(), actor.id) : act.saw }
    : {}

/** One that changes fields of what stands. */
export type EditAct = Extract<Act, { kind: 'editQuestion' | 'editDimension' | 'editForm' }>

/** The change that fields become by themselves. */
export function editOf(open: Pick<OpenQuestionnaire, 'actor' | 'state'>, act: EditAct): Edit {
  const { from, to } = act
  const fields = { from, to, ...seenBy(open.state(), act), ...sawBy(open, act) }
  if (act.kind === 'editForm') return { name: editForm.name, args: fields }
  if (act.kind === 'editDimension') return { name: editDimension.name, args: { id: act.id, ...fields } }
  return { name: editQuestion.name, args: { id: act.id, ...fields, ...(act.inner ? { inner: [...act.inner] } : {}) } }
}

/** Asks for it. Fails with the code of the refusal; nothing is kept then. */
export function ask(
  open: Pick<OpenQuestionnaire, 'actor' | 'dispatch' | 'state'>,
  act: Act,
  asking: Asking = {},
): Promise<Result<{ readonly mid: Mid | null }>> {
  const { dispatch, state } = open
  const saw = sawBy(open, act)
  switch (act.kind) {
    case 'editQuestion':
      return dispatch(
        editQuestion,
        { id: act.id, from: act.from, to: act.to, ...(act.inner ? { inner: [...act.inner] } : {}), ...seenBy(state(), act), ...saw },
        asking,
      )
    case 'editDimension':
      return dispatch(editDimension, { id: act.id, from: act.from, to: act.to, ...seenBy(state(), act) }, asking)
    case 'editForm':
      return dispatch(editForm, { from: act.from, to: act.to, ...seenBy(state(), act) }, asking)
    case 'addQuestion':
      return dispatch(addQuestion, { after: act.after, questions: [...act.questions] }, asking)
    case 'addDimension':
      return dispatch(addDimension, { id: act.id, parentId: act.parentId, name: act.name, after: act.after }, asking)
    case 'moveQuestion':
      return dispatch(moveQuestion, { id: act.id, dimensionId: act.dimensionId, after: act.after }, asking)
    case 'moveDimension':
      return dispatch(moveDimension, { id: act.id, parentId: act.parentId, after: act.after }, asking)
    case 'removeQuestion':
      return dispatch(removeQuestion, { id: act.id, ...saw }, asking)
    case 'removeDimension':
      return dispatch(removeDimension, { id: act.id, ...saw }, asking)
    case 'restoreQuestion':
      return dispatch(restoreQuestion, { id: act.id, after: act.after }, asking)
    case 'restoreDimension':
      return dispatch(restoreDimension, { id: act.id, after: act.after }, asking)
  }
}

/** What stands before an id in its list; null when it is the first, or in none. */
const neighbourOf = (ids: readonly string[] | undefined, id: string): string | null => {
  const at = ids?.indexOf(id) ?? -1
  return at < 1 ? null : (ids?.[at - 1] ?? null)
}

/** The question before another one, among its like. */
export function questionBefore(state: Questionnaire, id: QuestionId): QuestionId | null {
  const row = state.question(id)
  return row ? neighbourOf(siblingsAt(state, placeOf(row))?.ids, id) : null
}

/** The dimension before another one, among its like. */
export function dimensionBefore(state: Questionnaire, id: DimensionId): DimensionId | null {
  const row = state.dimension(id)
  return row ? neighbourOf(dimensionSiblings(state, row.parentId)?.ids, id) : null
}

/** A questionnaire with the rows that an act's inverse is made of, as they were before it. */
export interface Former {
  readonly question: QuestionRow | undefined
  readonly inner: readonly Question[]
  readonly dimension: object | undefined
  readonly dimensionParent: DimensionId | null
  readonly before: string | null
}

/** What has to be known of the time before an act to undo it. */
export function formerOf(state: Questionnaire, act: Act): Former {
  const id = subjectOf(act)
  const question = id === null ? undefined : state.get('question', id)
  const dimension = id === null ? undefined : state.get('dimension', id)
  const isOfDimension = act.kind.endsWith('Dimension')
  return {
    question,
    inner: (question?.block ?? []).flatMap((each) => {
      const row = state.get('question', each)
      if (!row) return []
      const { marks: _marks, removed: _removed, behind: _behind, ...rest } = row
      return [rest]
    }),
    dimension: act.kind === 'editForm' ? state.get('form', state.formId) : dimension,
    dimensionParent: dimension?.parentId ?? null,
    before: id === null ? null : isOfDimension ? dimensionBefore(state, id) : questionBefore(state, id),
  }
}

const fieldOf = (row: object | undefined, field: string): unknown => (row ? ((Reflect.get(row, field) as unknown) ?? null) : null)

/** Fields that differ, of those that may be changed: what stands now, and what stood. */
function turned(
  before: object | undefined,
  after: object | undefined,
  fields: readonly string[],
): { readonly from: Fields; readonly to: Fields } {
  const changed = fields.filter((field) => !sameField(fieldOf(before, field), fieldOf(after, field)))
  return {
    from: Object.fromEntries(changed.map((field) => [field, fieldOf(after, field)])),
    to: Object.fromEntries(changed.map((field) => [field, fieldOf(before, field)])),
  }
}

const questionFieldNames = Object.keys(questionFields.entries)
const dimensionFieldNames = Object.keys(dimensionFields.entries)
const formFieldNames = ['name', 'description', 'en', 'enFrom']

/** Options under their former names, each saying how it is called now: so they keep their points and what hangs on them. */
function formerOptions(act: Extract<Act, { kind: 'editQuestion' }>, to: Fields): Fields {
  const asked: unknown = act.to['options']
  const former: unknown = to['options']
  if (!Array.isArray(asked) || !Array.isArray(former)) return to
  const nowOf = new Map<unknown, unknown>()
  for (const each of asked as readonly { readonly value: string; readonly was?: string }[])
    if (each.was !== undefined && each.was !== each.value) nowOf.set(each.was, each.value)
  const options = (former as readonly { readonly value: string }[]).map((each) =>
    nowOf.has(each.value) ? { ...each, was: nowOf.get(each.value) } : each,
  )
  return { ...to, options }
}

/**
 * The act that takes another one back, by what stood before it and what stands now; null when there is nothing to take back. `actorId`:
 * whose acts they are.
 */
export function inverseOf(act: Act, former: Former, state: Questionnaire, actorId: UserId): Act | null {
  const saw = sawOf(state, actorId)
  switch (act.kind) {
    case 'editQuestion': {
      const { from, to } = turned(former.question, state.get('question', act.id), questionFieldNames)
      if (Object.keys(to).length === 0) return null
      const leavesBlock = former.question?.kind === 'Block' && 'kind' in to
      return { kind: 'editQuestion', id: act.id, from, to: formerOptions(act, to), saw, ...(leavesBlock ? { inner: former.inner } : {}) }
    }
    case 'editDimension': {
      const { from, to } = turned(former.dimension, state.get('dimension', act.id), dimensionFieldNames)
      return Object.keys(to).length === 0 ? null : { kind: 'editDimension', id: act.id, from, to }
    }
    case 'editForm': {
      const { from, to } = turned(former.dimension, state.form, formFieldNames)
      return Object.keys(to).length === 0 ? null : { kind: 'editForm', from, to }
    }
    case 'addQuestion':
      return { kind: 'removeQuestion', id: act.questions[0]?.id ?? '', saw }
    case 'addDimension':
      return { kind: 'removeDimension', id: act.id, saw }
    case 'moveQuestion':
      return (former.question && { ...act, dimensionId: former.question.dimensionId, after: former.before }) || null
    case 'moveDimension':
      return { ...act, parentId: former.dimensionParent, after: former.before }
    case 'removeQuestion':
      return { kind: 'restoreQuestion', id: act.id, after: former.before }
    case 'removeDimension':
      return { kind: 'restoreDimension', id: act.id, after: former.before }
    case 'restoreQuestion':
      return { kind: 'removeQuestion', id: act.id, saw }
    case 'restoreDimension':
      return { kind: 'removeDimension', id: act.id, saw }
  }
}
