import { placeIn } from '../forms/place.ts'
import * as v from 'valibot'
import { applied, lost, noop, questionnaireMutation, refused } from '../contract/mutation.ts'
import type { Context, HistoryEntry, Outcome } from '../contract/mutation.ts'
import { textsOfDimension, textsOfQuestion } from '../forms/english.ts'
import { digestsSchema, formReportId, idSchema, namedText, surveyDimensionId } from '../forms/model.ts'
import type { Digests, Question } from '../forms/model.ts'
import type { DimensionId, QuestionId } from '../kernel/ids.ts'
import { dayAt } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { FormPrivilege } from '../privileges/model.ts'
import type { Questionnaire } from '../questionnaire.ts'
import type { Change } from '../world.ts'
import {
  aDimension,
  asItStands,
  asSeen,
  differences,
  dimensionSiblings,
  isEnglishOnly,
  meet,
  ofKind,
  overWhatStands,
  placed,
  placeOf,
  renamedIn,
  settled,
  siblingsAt,
  subtreeOf,
  withEnglishFrom,
  written,
} from './editing.ts'
import type { Fields, Place, Seen, Wanting } from './editing.ts'
import { dimensionFields, newQuestionSchema, questionFields, reportFields } from './model.ts'
import type { DimensionRow, QuestionFields, QuestionRow, ReportText } from './model.ts'
import { entry, isOutcome, kept, markOf, moved, open } from './gate.ts'
import { broughtBack, keptByOthers, takenByEdit, takenOutOf, takenWithDimension, takenWithQuestion } from './taken.ts'

/** Until when the author of a change had seen what others changed; null: nobody else had changed anything. Older devices do not say it (QE23). */
const sawSchema = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40))))

// Dimensions.

/** Adds a dimension, or a sub-dimension of one, behind another. */
export const addDimension = questionnaireMutation({
  name: 'dimension.add',
  version: 1,
  input: v.object({ id: idSchema, parentId: v.nullable(idSchema), name: namedText, after: v.nullable(idSchema) }),
  entityOf: ({ id }) => id,
  decide(state, { id, parentId, name, after }, context) {
    const form = open(state, context, 'changeSurveyStructure')
    if (isOutcome(form)) return form
    const known = state.get('dimension', id)
    if (known) return known.removed ? refused('definition_id_taken', placeIn(id, name)) : noop()
    const row = aDimension(id, name, parentId, { marks: { added: markOf(context) } })
    return placedDimension(state, row, after, entry(context, 'Agrega dimensión', id, name))
  },
})

/** A dimension in its list, behind another one; refused where that one is not there (any more). */
function placedDimension(
  state: Questionnaire,
  row: DimensionRow,
  after: string | null,
  told: HistoryEntry,
  left: readonly Change[] = [],
): Outcome {
  const siblings = dimensionSiblings(state, row.parentId)
  const ids = siblings && placed(siblings.ids, row.id, after)
  if (!siblings || !ids) return lost('place_gone')
  return kept(state, [...left, siblings.with(ids), { scope: state.scope, part: '', table: 'dimension', id: row.id, row }], [told])
}

/** Changes fields of a dimension: its name is structure, its helps and its English are help texts. `seen`: the Spanish beside which English was written. */
export const editDimension = questionnaireMutation({
  name: 'dimension.edit',
  version: 1,
  input: v.object({ id: idSchema, from: dimensionFields, to: dimensionFields, seen: v.optional(digestsSchema) }),
  entityOf: ({ id }) => id,
  decide(state, edit, context) {
    const form = open(state, context, ...privilegesFor(Object.keys(edit.to)))
    return isOutcome(form) ? form : editedDimension(state, asSeen, edit, context)
  },
  // What closes meanwhile closes nothing that was written before (IN16).
  overlay: (state, edit, context) => editedDimension(state, overWhatStands, edit, context).changes,
})

interface DimensionEdit {
  readonly id: DimensionId
  readonly from: Fields
  readonly to: Fields
  readonly seen?: Digests | undefined
}

function editedDimension(state: Questionnaire, read: Wanting, { id, seen, ...edit }: DimensionEdit, context: Context): Outcome {
  const row = state.dimension(id)
  if (!row) return lost('element_gone')
  const { from, to } = read(row, edit.from, edit.to)
  const met = meet(row, from, to)
  if (met.kind === 'same') return noop()
  if (met.kind === 'moved') return moved(met)
  const after = withEnglishFrom(row, written(row, to, markOf(context)), textsOfDimension, { to, seen })
  const changes: Change[] = [{ scope: state.scope, part: '', table: 'dimension', id, row: after }]
  return kept(state, changes, [entry(context, 'Cambia dimensión', id, after.name, differences(row, after))])
}

/** Moves a dimension among its like, or a sub-dimension to another dimension. */
export const moveDimension = questionnaireMutation({
  name: 'dimension.move',
  version: 1,
  input: v.object({ id: idSchema, parentId: v.nullable(idSchema), after: v.nullable(idSchema) }),
  entityOf: ({ id }) => id,
  decide(state, { id, parentId, after }, context) {
    const form = open(state, context, 'changeSurveyStructure')
    if (isOutcome(form)) return form
    const row = state.dimension(id)
    if (!row) return lost('element_gone')
    if (id === surveyDimensionId || (row.parentId === null) !== (parentId === null))
      return refused('definition_not_a_tree', placeIn(id, row.name))
    const left = takenOut(dimensionSiblings(state, row.parentId), id, row.parentId === parentId)
    const moved = written(row, { parentId }, markOf(context))
    return placedDimension(state, { ...moved, parentId }, after, entry(context, 'Mueve dimensión', id, row.name), left)
  },
})

/** What somebody wants to stand behind; where that went meanwhile, the last: what comes back is not kept out for its neighbour's sake. */
const standingIn = (siblings: ReturnType<typeof siblingsAt>, after: string | null): string | null =>
  siblings === undefined || after === null || siblings.ids.includes(after) ? after : (siblings.ids.at(-1) ?? null)

/** The list without the id, where what goes elsewhere leaves it. */
const takenOut = (siblings: ReturnType<typeof siblingsAt>, id: string, staysInIt: boolean): Change[] =>
  siblings && !staysInIt ? [siblings.with(siblings.ids.filter((each) => each !== id))] : []

/** Takes a dimension with everything in it out of the questionnaire; it can come back. */
export const removeDimension = questionnaireMutation({
  name: 'dimension.remove',
  version: 2,
  upcast: { 1: (args) => args },
  input: v.object({ id: idSchema, saw: sawSchema }),
  entityOf: ({ id }) => id,
  decide(state, { id, saw }, context) {
    const form = open(state, context, 'changeSurveyStructure')
    if (isOutcome(form)) return form
    const row = state.get('dimension', id)
    if (!row || id === surveyDimensionId) return refused('not_found')
    if (row.removed || !state.dimension(id)) return noop()
    return (
      keptByOthers(takenWithDimension(state, id), saw, context) ??
      kept(state, withoutDimension(state, id, context), [entry(context, 'Elimina dimensión', id, row.name)])
    )
  },
  overlay: (state, { id }, context) => withoutDimension(state, id, context),
})

function withoutDimension(state: Questionnaire, id: DimensionId, context: Context): Change[] {
  const row = id === surveyDimensionId ? undefined : state.dimension(id)
  if (!row) return []
  const siblings = dimensionSiblings(state, row.parentId)
  return [
    ...takenOut(siblings, id, false),
    { scope: state.scope, part: '', table: 'dimension', id, row: takenOutOf(siblings?.ids ?? [], row, markOf(context)) },
  ]
}

/** Brings a dimension back that was taken out, with everything that was in it. */
export const restoreDimension = questionnaireMutation({
  name: 'dimension.restore',
  version: 1,
  input: v.object({ id: idSchema, after: v.nullable(idSchema) }),
  entityOf: ({ id }) => id,
  decide(state, { id, after }, context) {
    const form = open(state, context, 'changeSurveyStructure')
    if (isOutcome(form)) return form
    const row = state.get('dimension', id)
    if (!row) return refused('not_found')
    if (!row.removed) return noop()
    const back = broughtBack(row, markOf(context))
    const behind = standingIn(dimensionSiblings(state, row.parentId), after)
    return placedDimension(state, back, behind, entry(context, 'Restaura dimensión', id, row.name))
  },
})

// Questions.

/** What each field of a dimension or a question is changed by; whatever is not named is structure. */
const fieldPrivileges: Readonly<Record<string, FormPrivilege>> = {
  configHint: 'changeHelpTexts',
  fillingHint: 'changeHelpTexts',
  questionHint: 'changeHelpTexts',
  en: 'changeHelpTexts',
  enFrom: 'changeHelpTexts',
  points: 'changeAnswerPoints',
}
export const privilegesFor = (fields: readonly string[]): FormPrivilege[] => [
  ...new Set(fields.map((field) => fieldPrivileges[field] ?? 'changeSurveyStructure')),
]

/**
 * Adds a question, behind another, with what hangs on it: a block comes with its inner questions, a copy with everything. The first
 * is the one that is placed, and the others hang on it.
 */
export const addQuestion = questionnaireMutation({
  name: 'question.add',
  version: 1,
  input: v.object({ after: v.nullable(idSchema), questions: v.pipe(v.array(newQuestionSchema), v.minLength(1), v.maxLength(2000)) }),
  entityOf: ({ questions: [first] }) => first?.id ?? '',
  decide(state, { after, questions }, context) {
    const form = open(state, context, 'changeSurveyStructure')
    if (isOutcome(form)) return form
    const [first] = questions
    if (!first) return refused('malformed')
    if (first.text.trim() === '') return refused('question_text_empty')
    const taken = questions.find(({ id }) => state.get('question', id))
    if (taken)
      return taken === first && state.question(first.id)
        ? noop({ id: first.id })
        : refused('definition_id_taken', placeIn(taken.id, taken.text))
    const rows = questions.map((row): Change => addedChange(state, row, context))
    const apart = strayIn(questions)
    if (apart !== undefined)
      return refused('definition_not_a_tree', placeIn(apart, questions.find(({ id }) => id === apart)?.text ?? first.text))
    return placedQuestion(state, first, after, rows, entry(context, 'Agrega pregunta', first.id, first.text, differences({}, first)))
  },
})

/** A new question; who added it stands beside. */
const addedChange = (state: Questionnaire, row: Question, context: Context): Change => ({
  scope: state.scope,
  part: '',
  table: 'question',
  id: row.id,
  row: { ...row, marks: { added: markOf(context) } },
})

/** The first of some questions to which the first of them does not lead. */
function strayIn(questions: readonly Question[]): QuestionId | undefined {
  const byId = new Map(questions.map((each) => [each.id, each]))
  const reached = new Set(questions.slice(0, 1))
  // What is added while it is walked through is walked through as well.
  for (const { block, dependent } of reached)
    for (const id of [...block, ...dependent]) {
      const below = byId.get(id)
      if (below) reached.add(below)
    }
  return questions.find((each) => !reached.has(each))?.id
}

function placedQuestion(
  state: Questionnaire,
  row: Place & { readonly id: QuestionId },
  after: string | null,
  rows: readonly Change[],
  told: HistoryEntry,
): Outcome {
  const siblings = siblingsAt(state, placeOf(row))
  const ids = siblings && placed(siblings.ids, row.id, after)
  if (!siblings || !ids) return lost('place_gone')
  return kept(state, [...rows, siblings.with(ids)], [told], { id: row.id })
}

/**
 * Changes fields of a question, of which each must still stand as the person saw it (QE2). Another kind brings that kind's bounds and
 * options unless they are said; a renamed option keeps its points and what hangs on it. `inner`: first inner questions of what becomes
 * a block. `seen`: the Spanish beside which English was written. What it takes away beside what it names stays where somebody else changed
 * it unseen (QE23).
 */
export const editQuestion = questionnaireMutation({
  name: 'question.edit',
  version: 2,
  upcast: { 1: (args) => args },
  input: v.object({
    id: idSchema,
    from: questionFields,
    to: questionFields,
    inner: v.optional(v.pipe(v.array(newQuestionSchema), v.maxLength(50))),
    seen: v.optional(digestsSchema),
    saw: sawSchema,
  }),
  entityOf: ({ id }) => id,
  decide(state, edit, context) {
    const stands = state.get('question', edit.id)
    const form = open(state, context, ...privilegesFor(changedBy(edit, stands)))
    if (isOutcome(form)) return form
    const outcome = editedQuestion(state, asSeen, edit, context)
    const [after] = outcome.changes.flatMap((each) => (each.table === 'question' && each.id === edit.id ? [each.row] : []))
    if (!stands || !after || outcome.disposition !== 'applied') return outcome
    return keptByOthers(takenByEdit(state, stands, after, edit.to), edit.saw, context) ?? outcome
  },
  overlay: (state, edit, context) => editedQuestion(state, overWhatStands, edit, context).changes,
})

interface QuestionEdit {
  readonly id: QuestionId
  readonly from: QuestionFields
  readonly to: QuestionFields
  readonly inner?: readonly QuestionRow[] | undefined
  readonly seen?: Digests | undefined
  readonly saw?: Instant | null | undefined
}

/** What an edit changes: the English of options is a text, and what they are is structure. */
function changedBy({ from, to }: QuestionEdit, stands: QuestionRow | undefined): string[] {
  const { to: wanted } = asSeen(stands, withoutFormerNames(from), to)
  return Object.keys(wanted).map((field) => (field === 'options' && isEnglishOnly(stands?.options, wanted.options) ? 'en' : field))
}

function editedQuestion(state: Questionnaire, read: Wanting, { id, inner = [], seen, ...edit }: QuestionEdit, context: Context): Outcome {
  const row = state.question(id)
  if (!row) return lost('element_gone')
  const { from, to } = read(row, withoutFormerNames(edit.from), edit.to)
  const plain = withoutFormerNames(to)
  const met = meet(row, from, plain)
  if (met.kind === 'same') return noop()
  if (met.kind === 'moved') return moved(met)
  const other = plain.kind === row.kind ? undefined : plain.kind
  const isOther = other !== undefined
  const wanted: Fields = isOther ? { ...ofKind(other, dayAt(context.now)), points: [], ...plain } : plain
  const after = written(row, wanted, markOf(context))
  const nested: QuestionRow = isOther
    ? { ...after, block: after.kind === 'Block' ? [...row.block, ...inner.map((each) => each.id)] : [] }
    : after
  const misplaced = misplacedIn(state, row.kind !== 'Block' && nested.kind === 'Block' ? nested : undefined, inner)
  if (misplaced) return misplaced
  const renamed = renamedIn(to.options ?? [])
  const spoken = withEnglishFrom(row, nested, textsOfQuestion, { to, seen, renamed })
  const changes = [
    ...settled(state, row, spoken, renamed),
    ...leavingBlock(state, row, nested, context),
    ...inner.map((each): Change => addedChange(state, each, context)),
  ]
  return kept(state, changes, [entry(context, 'Cambia pregunta', id, spoken.text, differences(row, changes[0]?.row ?? spoken))])
}

/** Inner questions of what is no block any more are taken out of the questionnaire, and can come back (QE24). */
function leavingBlock(state: Questionnaire, { block }: QuestionRow, after: QuestionRow, context: Context): Change[] {
  return block.flatMap((id): Change[] => {
    const row = after.block.includes(id) ? undefined : state.question(id)
    return row ? [{ scope: state.scope, part: '', table: 'question', id, row: takenOutOf(block, row, markOf(context)) }] : []
  })
}

/** Why questions cannot be the first inner ones of what becomes a block: they are new, or were its own before, and all of them are of it. */
function misplacedIn(state: Questionnaire, block: QuestionRow | undefined, inner: readonly QuestionRow[]): Outcome | undefined {
  const [first] = inner
  if (!first) return undefined
  if (!block) return refused('definition_misplaced', placeIn(first.id, first.text))
  const seen = new Set<QuestionId>([block.id])
  for (const { id, text } of inner) {
    const known = state.get('question', id)
    if (seen.has(id) || (known && (state.question(id) || known.blockId !== block.id)))
      return refused('definition_id_taken', placeIn(id, text))
    seen.add(id)
  }
  const apart = inner.find(({ blockId }) => blockId !== block.id)
  return apart && refused('definition_not_a_tree', placeIn(apart.id, apart.text))
}

const withoutFormerNames = ({ options, ...fields }: QuestionFields): QuestionFields =>
  options === undefined ? fields : { ...fields, options: options.map(({ was: _was, ...option }) => option) }

/** Moves a question, with what hangs on it: one of a sub-dimension to another one, one that hangs on a question among its like (QE5). */
export const moveQuestion = questionnaireMutation({
  name: 'question.move',
  version: 1,
  input: v.object({ id: idSchema, dimensionId: idSchema, after: v.nullable(idSchema) }),
  entityOf: ({ id }) => id,
  decide(state, { id, dimensionId, after }, context) {
    const form = open(state, context, 'changeSurveyStructure')
    if (isOutcome(form)) return form
    const row = state.question(id)
    if (!row) return lost('element_gone')
    const stays = row.dimensionId === dimensionId
    const hangs = row.parentId !== null || row.blockId !== null
    if (!stays && (hangs || row.survey || dimensionId === surveyDimensionId)) return refused('definition_not_a_tree', placeIn(id, row.text))
    const rows = stays
      ? []
      : subtreeOf(state, id).map((each): Change => ({
          scope: state.scope,
          part: '',
          table: 'question',
          id: each.id,
          row: each.id === id ? { ...written(each, { dimensionId }, markOf(context)), dimensionId } : { ...each, dimensionId },
        }))
    const left = takenOut(siblingsAt(state, placeOf(row)), id, stays)
    const told = entry(
      context,
      'Mueve pregunta',
      id,
      row.text,
      stays ? [] : [{ field: 'dimensionId', from: row.dimensionId, to: dimensionId }],
    )
    return placedQuestion(state, { ...row, dimensionId }, after, [...left, ...rows], told)
  },
})

/** Takes a question with what hangs on it out of the questionnaire; it can come back. */
export const removeQuestion = questionnaireMutation({
  name: 'question.remove',
  version: 2,
  upcast: { 1: (args) => args },
  input: v.object({ id: idSchema, saw: sawSchema }),
  entityOf: ({ id }) => id,
  decide(state, { id, saw }, context) {
    const form = open(state, context, 'changeSurveyStructure')
    if (isOutcome(form)) return form
    const row = state.get('question', id)
    if (!row) return refused('not_found')
    if (row.removed || !state.question(id)) return noop()
    return (
      keptByOthers(takenWithQuestion(state, id), saw, context) ??
      kept(state, withoutQuestion(state, id, context), [entry(context, 'Elimina pregunta', id, row.text)])
    )
  },
  overlay: (state, { id }, context) => withoutQuestion(state, id, context),
})

function withoutQuestion(state: Questionnaire, id: QuestionId, context: Context): Change[] {
  const row = state.question(id)
  if (!row) return []
  const siblings = siblingsAt(state, placeOf(row))
  return [
    ...takenOut(siblings, id, false),
    { scope: state.scope, part: '', table: 'question', id, row: takenOutOf(siblings?.ids ?? [], row, markOf(context)) },
  ]
}

/** Brings a question back that was taken out, with everything that hung on it. */
export const restoreQuestion = questionnaireMutation({
  name: 'question.restore',
  version: 1,
  input: v.object({ id: idSchema, after: v.nullable(idSchema) }),
  entityOf: ({ id }) => id,
  decide(state, { id, after }, context) {
    const form = open(state, context, 'changeSurveyStructure')
    if (isOutcome(form)) return form
    const row = state.get('question', id)
    if (!row) return refused('not_found')
    if (!row.removed) return noop()
    const back = broughtBack(row, markOf(context))
    // What it hangs on may have been moved to another sub-dimension meanwhile.
    const above = state.question(row.parentId ?? row.blockId ?? '')
    const dimensionId = above?.dimensionId ?? row.dimensionId
    const hanging = dimensionId === row.dimensionId ? [] : subtreeOf(state, id).slice(1)
    const rows = [back, ...hanging].map((each): Change => ({
      scope: state.scope,
      part: '',
      table: 'question',
      id: each.id,
      row: { ...each, dimensionId },
    }))
    const place = { ...back, dimensionId }
    const behind = standingIn(siblingsAt(state, placeOf(place)), after)
    return placedQuestion(state, place, behind, rows, entry(context, 'Restaura pregunta', id, row.text))
  },
})

// Texts of the reports.

/** Changes texts of the reports: the form's four, or a dimension's three by level. `id`: the dimension, or `form`. */
export const editReportText = questionnaireMutation({
  name: 'reportText.edit',
  version: 1,
  input: v.object({ id: idSchema, from: reportFields, to: reportFields }),
  entityOf: ({ id }) => `report:${id}`,
  decide(state, { id, from, to }, context) {
    const form = open(state, context)
    return isOutcome(form) ? form : editedReportText(state, id, () => from, to, context)
  },
  overlay: (state, { id, to }, context) => editedReportText(state, id, asItStands(to), to, context).changes,
})

function editedReportText(state: Questionnaire, id: string, seen: Seen, to: Fields, context: Context): Outcome {
  if (id !== formReportId && !state.dimension(id)) return lost('element_gone')
  const row: ReportText = state.get('reportText', id) ?? {}
  const met = meet(row, seen(row), to)
  if (met.kind === 'same') return noop()
  if (met.kind === 'moved') return moved(met)
  const after = written(row, to, markOf(context))
  return applied({
    changes: [{ scope: state.scope, part: '', table: 'reportText', id, row: after }],
    history: [entry(context, 'Cambia texto de informe', id, state.dimension(id)?.name ?? state.form?.name ?? '', differences(row, after))],
  })
}
