import { placeIn } from './place.ts'
import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { applied, noop, questionnaireMutation, refused } from '../contract/mutation.ts'
import type { Context, HistoryAction, HistoryEntry, Outcome } from '../contract/mutation.ts'
import { letter } from '../contract/letter.ts'
import { digestOf } from '../kernel/digest.ts'
import type { FormId } from '../kernel/ids.ts'
import { copiedDashboard } from '../dashboards/rules.ts'
import { dashboardsScope, questionnaireScope } from '../protocol/scope.ts'
import { headerChange, rowsOfDefinition } from '../questionnaire.ts'
import type { Questionnaire } from '../questionnaire.ts'
import { aDimension, asSeen, differences, meet, overWhatStands, withEnglishFrom, written } from '../questionnaires/editing.ts'
import type { Fields, Wanting } from '../questionnaires/editing.ts'
import { placeholderNames } from '../questionnaires/missing.ts'
import { reportTextFields } from '../questionnaires/model.ts'
import { begun, entry, isOutcome, markOf, moved, open } from '../questionnaires/gate.ts'
import type { FormHeader } from '../stages/model.ts'
import { isInitialized, phaseAt } from '../stages/rules.ts'
import type { SiteChange } from '../site.ts'
import type { Change } from '../world.ts'
import { parseDefinition } from './definition.ts'
import type { Digests, FormDefinition } from './model.ts'
import { rateFailure, unearnableRates } from './rates.ts'
import { underOwnIds } from './own-ids.ts'
import { textsOfForm } from './english.ts'
import { formReportId, definitionLimits, digestsSchema, idSchema, namedText, surveyDimensionId } from './model.ts'

const descriptionText = v.pipe(typedText, v.trim(), v.maxLength(definitionLimits.textLength, 'text_limit'))

/** A form with its first dimension and sub-dimension, which only the server's doors make: nobody holds one that is not there yet. Replies {formId}. */
export const createForm = questionnaireMutation({
  name: 'form.create',
  version: 1,
  serverOnly: true,
  input: v.object({ formId: idSchema, name: namedText, description: descriptionText }),
  entityOf: ({ formId }) => `form:${formId}`,
  decide(state, { formId, name, description }, context) {
    if (context.actor.kind !== 'Administrator') return refused('administrators_only')
    if (formId !== state.formId) return refused('not_found')
    if (state.get('form', formId))
      return state.form?.name === name ? noop({ formId }) : refused('definition_id_taken', placeIn(formId, name))
    const form = newForm(formId, name, description)
    const dimension = aDimension(`${formId}-d1`, placeholderNames.dimension, null, { subDimensionIds: [`${formId}-s11`] })
    const subDimension = aDimension(`${formId}-s11`, placeholderNames.subDimension, dimension.id)
    const survey = aDimension(surveyDimensionId, 'Encuesta de satisfacción', null)
    const definition: FormDefinition = {
      versionId: form.versionId,
      formId,
      name,
      dimensions: [dimension, subDimension, survey],
      questions: [],
    }
    return applied({
      changes: [headerChange(form), ...rowsOfDefinition(definition)],
      history: [entry(context, 'Crea formulario', formId, name)],
      reply: { formId },
    })
  },
})

export const newForm = (id: FormId, name: string, description: string): FormHeader => ({
  id,
  name,
  description,
  versionId: `${id}-v0`,
  enabled: false,
  stages: [],
})

const cleaned = (most: number) => v.pipe(typedText, v.maxLength(most, 'text_limit'))
const formEnglish = v.object({
  name: v.optional(cleaned(definitionLimits.nameLength)),
  description: v.optional(cleaned(definitionLimits.textLength)),
})
const formFields = v.partial(
  v.object({ name: namedText, description: descriptionText, en: v.nullable(formEnglish), enFrom: v.nullable(digestsSchema) }),
)

/** Changes name and description of a form, and their English. `seen`: the Spanish beside which that was written. */
export const editForm = questionnaireMutation({
  name: 'form.edit',
  version: 1,
  input: v.object({ from: formFields, to: formFields, seen: v.optional(digestsSchema) }),
  entityOf: ({ to }) => `form:${Object.keys(to).toSorted().join(',')}`,
  decide(state, edit, context) {
    const form = open(state, context)
    return isOutcome(form) ? form : editedForm(form, asSeen, edit, context)
  },
  overlay: ({ form }, edit, context) => (form ? editedForm(form, overWhatStands, edit, context).changes : []),
})

interface FormEdit {
  readonly from: Fields
  readonly to: Fields
  readonly seen?: Digests | undefined
}

function editedForm(form: FormHeader, read: Wanting, { seen, ...edit }: FormEdit, context: Context): Outcome {
  const { from, to } = read(form, edit.from, edit.to)
  return changedHeader(form, from, to, context, 'Cambia formulario', (before, after) =>
    withEnglishFrom(before, after, textsOfForm, { to, seen }),
  )
}

/** The form's header with other fields, where they stand as they were seen; on record under a word. */
export function changedHeader(
  form: FormHeader,
  from: Fields,
  to: Fields,
  context: Context,
  action: HistoryAction,
  follow: (before: FormHeader, after: FormHeader) => FormHeader = (_, after) => after,
): Outcome {
  const met = meet(form, from, to)
  if (met.kind === 'same') return noop()
  if (met.kind === 'moved') return moved(met)
  const row = follow(form, written({ ...form, ...begun(form, context) }, to, markOf(context)))
  return applied({ changes: [headerChange(row)], history: [entry(context, action, form.id, form.name, differences(form, row))] })
}

/**
 * Shows a form to those who take part in it (in no other that is shown and not over, PA1), or hides it; who works in one that has begun is
 * told (QE25). The server's doors publish its questions first.
 */
export const toggleForm = questionnaireMutation({
  name: 'form.toggle',
  version: 1,
  serverOnly: true,
  input: v.object({ enabled: v.boolean() }),
  entityOf: () => 'form:enabled',
  decide(state, { enabled }, context) {
    // A rehearsal is shown from its first day to its last, whatever stage it stands in.
    const form = open(state, context, ...(state.form?.rehearsal ? [] : (['changeStatusForm'] as const)))
    if (isOutcome(form)) return form
    const [busy] = state.facts?.elsewhere ?? []
    if (enabled && !form.enabled && busy !== undefined && phaseAt(form, context.now) !== 'Closed')
      return refused('participant_busy', { name: busy })
    const outcome = changedHeader(
      form,
      { enabled: !enabled },
      { enabled },
      context,
      enabled ? 'Habilita formulario' : 'Deshabilita formulario',
    )
    const isAtWork = isInitialized(form, context.now) && phaseAt(form, context.now) !== 'Closed'
    if (outcome.disposition !== 'applied' || !isAtWork || form.rehearsal) return outcome
    const template = enabled ? 'formShown' : 'formHidden'
    return { ...outcome, letters: (state.facts?.atWork ?? []).map((to) => letter(template, to, { form: form.name })) }
  },
})

/** Chooses how points come about: 1 worked out, 2 uploaded. */
export const calculateForm = questionnaireMutation({
  name: 'form.calculate',
  version: 1,
  input: v.object({ from: v.nullable(v.picklist([1, 2])), to: v.picklist([1, 2]) }),
  entityOf: () => 'form:calculatedBy',
  decide(state, { from, to }, context) {
    const form = open(state, context)
    if (isOutcome(form)) return form
    if ((form.calculatedBy ?? 1) === to && form.calculatedBy !== undefined) return noop()
    return changedHeader(form, { calculatedBy: from }, { calculatedBy: to }, context, 'Cambia formulario')
  },
})

/** Deletes a form that has not begun, or in which nobody has answered (QE8). Only the authority knows which. */
export const removeForm = questionnaireMutation({
  name: 'form.remove',
  version: 1,
  serverOnly: true,
  input: v.object({}),
  entityOf: () => 'form:removed',
  decide(state, _args, context) {
    const form = open(state, context)
    if (isOutcome(form)) return form
    if (!form.rehearsal && isInitialized(form, context.now) && (state.facts?.answered ?? true)) return refused('form_answered')
    return applied({
      changes: [headerChange({ ...form, ...begun(form, context), enabled: false, removed: true })],
      history: [entry(context, 'Elimina formulario', form.id, form.name)],
    })
  },
})

/**
 * Copies a form into a new one: structure, helps, points, report texts, survey, what the replica leaves out, what its public dashboards
 * show; not its stages, who takes part, nor answers (QE9, DB11). Each question keeps the first of its line. Replies {formId}.
 */
export const cloneForm = questionnaireMutation({
  name: 'form.clone',
  version: 1,
  besideClosing: true,
  serverOnly: true,
  input: v.object({ formId: idSchema, prefix: v.pipe(v.string(), v.regex(/^[\w-]{1,24}$/)) }),
  entityOf: ({ formId }) => `form:${formId}`,
  decide(state, { formId, prefix }, context) {
    const source = open(state, context)
    if (isOutcome(source)) return source
    if (formId === source.id) return refused('definition_id_taken', placeIn(formId, source.name))
    const { rows, idOf } = copied(state, formId, prefix)
    const name = `Copia de ${source.name}`.slice(0, definitionLimits.nameLength)
    const copy: FormHeader = {
      ...newForm(formId, name, source.description),
      ...copiedEnglish(source, name),
      ...(source.calculatedBy === undefined ? {} : { calculatedBy: source.calculatedBy }),
      ...(source.levels === undefined ? {} : { levels: source.levels }),
      ...(source.replica === undefined
        ? {}
        : { replica: { ...source.replica, excludedSubDimensionIds: source.replica.excludedSubDimensionIds.map(idOf) } }),
    }
    const original = { ...source, ...begun(source, context), nextFormId: formId }
    const scope = dashboardsScope(formId)
    const dashboards = (state.facts?.dashboards ?? []).map((each): SiteChange => ({
      scope,
      part: '',
      table: 'dashboard',
      id: each.id,
      row: copiedDashboard(each, idOf),
    }))
    return applied({
      // Nothing of a closed form changes, not even which copy of it is the newest (FC3).
      changes: [...(source.closed ? [] : [headerChange(original)]), headerChange(copy), ...rows],
      site: dashboards,
      history: [entry(context, 'Clona formulario', source.id, name), copiedFrom(context, formId, name, source.name)],
      reply: { formId },
    })
  },
})

/** How the history of a copy begins: what it is a copy of. */
export const copiedFrom = (context: Context, formId: FormId, name: string, source: string): HistoryEntry => ({
  ...entry(context, 'Crea formulario', formId, name, [{ field: 'copyOf', from: null, to: source }]),
  form: formId,
})

/** English of a copy's name and description; the name says that it is a copy in English too. */
function copiedEnglish({ en, enFrom }: FormHeader, name: string): Pick<FormHeader, 'en' | 'enFrom'> {
  if (!en) return {}
  if (en.name === undefined || en.name === '') return { en, ...(enFrom && { enFrom }) }
  return {
    en: { ...en, name: `Copy of ${en.name}`.slice(0, definitionLimits.nameLength) },
    enFrom: { ...enFrom, name: digestOf(name) },
  }
}

/** Every row of a questionnaire for another form, under ids of that one. */
export function copied(
  state: Questionnaire,
  formId: FormId,
  prefix: string,
): { readonly rows: Change[]; readonly idOf: (id: string) => string } {
  const { definition, idOf } = underOwnIds(state.definition, prefix)
  const scope = questionnaireScope(formId)
  const texts = [formReportId, ...state.definition.dimensions.map(({ id }) => id)].flatMap((id): Change[] => {
    const row = state.get('reportText', id)
    if (!row) return []
    const { marks: _marks, ...text } = row
    return [{ scope, part: '', table: 'reportText', id: idOf(id), row: text }]
  })
  return { rows: [...rowsOfDefinition({ ...definition, formId }), ...texts], idOf }
}

/** A new form out of a whole questionnaire: a file that somebody brought. Replies {formId}. */
export const importForm = questionnaireMutation({
  name: 'form.import',
  version: 1,
  serverOnly: true,
  input: v.object({
    formId: idSchema,
    name: namedText,
    description: descriptionText,
    /** A questionnaire; what it must be `parseDefinition` says. */
    definition: v.unknown(),
    reportTexts: v.optional(v.record(v.string(), v.object(reportTextFields))),
    /** Name and description in English, and what they were written from. */
    en: v.optional(formEnglish),
    enFrom: v.optional(digestsSchema),
  }),
  entityOf: ({ formId }) => `form:${formId}`,
  decide(state, { formId, name, description, definition, reportTexts = {}, en, enFrom }, context) {
    if (context.actor.kind !== 'Administrator') return refused('administrators_only')
    if (formId !== state.formId) return refused('not_found')
    if (state.get('form', formId)) return refused('definition_id_taken', placeIn(formId, name ?? ''))
    const given = typeof definition === 'object' && definition !== null ? definition : {}
    const form = { ...newForm(formId, name, description), ...(en && { en }), ...(enFrom && { enFrom }) }
    const parsed = parseDefinition({ ...given, formId, versionId: form.versionId, name })
    if (!parsed.ok) return refused(parsed.failure.code, parsed.failure.params)
    const [unearnable] = unearnableRates(parsed.value).map(rateFailure)
    if (unearnable) return refused(unearnable.code, unearnable.params)
    const known = new Set([formReportId, ...parsed.value.dimensions.map(({ id }) => id)])
    const scope = state.scope
    const texts = Object.entries(reportTexts).flatMap(([id, row]): Change[] =>
      known.has(id) ? [{ scope, part: '', table: 'reportText', id, row }] : [],
    )
    return applied({
      changes: [headerChange(form), ...rowsOfDefinition(parsed.value), ...texts],
      history: [entry(context, 'Importa formulario', formId, name)],
      reply: { formId },
    })
  },
})

/**
 * Enters what was done to many institutions of a form at once, as one line: answers given with a file, more time told. Only the
 * server's doors ask for it, beside what they did.
 */
export const noteForm = questionnaireMutation({
  name: 'form.note',
  version: 1,
  serverOnly: true,
  input: v.object({
    action: v.picklist(['Sube respuestas administrativas', 'Avisa más plazo']),
    element: v.string(),
    /** Name of the file, or of the stage. */
    text: v.string(),
    facts: v.record(v.string(), v.union([v.number(), v.string()])),
  }),
  entityOf: ({ action }) => `form:${action}`,
  decide(state, { action, element, text, facts }, context) {
    const form = open(state, context)
    if (isOutcome(form)) return form
    const told = Object.entries(facts).map(([field, to]) => ({ field, from: null, to }))
    return applied({ history: [entry(context, action, element, text, told)] })
  },
})

/** Names a version that was stored of the questionnaire, for those who take part. Only the platform asks for it, beside storing it. */
export const publishForm = questionnaireMutation({
  name: 'form.publish',
  version: 1,
  serverOnly: true,
  input: v.object({ versionId: idSchema, structure: v.string() }),
  entityOf: () => 'form:version',
  decide(state, { versionId, structure }, context) {
    const form = open(state, context)
    if (isOutcome(form)) return form
    if (form.versionId === versionId) return noop()
    return applied({
      changes: [headerChange({ ...form, ...begun(form, context), versionId, structure })],
      history: [entry(context, 'Publica versión', form.id, versionId)],
    })
  },
})
