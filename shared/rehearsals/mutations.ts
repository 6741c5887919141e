import { placeIn } from '../forms/place.ts'
import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { applied, noop, questionnaireMutation, refused } from '../contract/mutation.ts'
import { copied, copiedFrom, newForm } from '../forms/mutations.ts'
import { definitionLimits } from '../forms/model.ts'
import type { Institution } from '../institutions/model.ts'
import { dayAt } from '../kernel/instant.ts'
import type { FormId } from '../kernel/ids.ts'
import { formScope, orgScope } from '../protocol/scope.ts'
import { headerChange } from '../questionnaire.ts'
import { entry, isOutcome, open } from '../questionnaires/gate.ts'
import type { FormHeader } from '../stages/model.ts'
import type { Change } from '../world.ts'
import { isRehearsable, rehearsable, stagesOn } from './rules.ts'

/** Who plays in a rehearsal, by the end of their id: everybody whom an institution has, twice, and an evaluator. */
export const rehearsalPosts = ['lider', 'delegado', 'dimension', 'subdimension', 'profesional'] as const
export type RehearsalPost = (typeof rehearsalPosts)[number]
const institutionNames = ['Institución de ensayo A', 'Institución de ensayo B'] as const
const postNames: Readonly<Record<RehearsalPost, string>> = {
  lider: 'Líder institucional',
  delegado: 'Delegado',
  dimension: 'Líder de dimensión',
  subdimension: 'Líder de subdimensión',
  profesional: 'Profesional',
}

/** Ids of a rehearsal's institutions and people, which follow from its form's. */
export const rehearsalInstitutions = (formId: FormId): readonly string[] => institutionNames.map((_, at) => `e${at + 1}-${formId}`)
export const rehearsalPerson = (institutionId: string, post: RehearsalPost): string => `${institutionId}-${post}`
export const rehearsalEvaluator = (formId: FormId): string => `ev-${formId}`

/**
 * Copies a form into a rehearsal of it, with invented institutions and people who have no password and get no letters (RH1). They take
 * part once its questions are published. Replies {formId}.
 */
export const rehearseForm = questionnaireMutation({
  name: 'form.rehearse',
  version: 1,
  serverOnly: true,
  input: v.object({ formId: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)), prefix: v.pipe(v.string(), v.regex(/^[\w-]{1,24}$/)) }),
  entityOf: ({ formId }) => `form:${formId}`,
  decide(state, { formId, prefix }, context) {
    const source = open(state, context)
    if (isOutcome(source)) return source
    if (formId === source.id) return refused('definition_id_taken', placeIn(formId, source.name))
    if (source.rehearsal) return refused('rehearsal_of_rehearsal')
    const planned = source.stages.map(({ id, start, end }) => ({ id, start, end }))
    const span = rehearsable(planned)
    if (!span) return refused('rehearsal_without_stages')
    const today = dayAt(context.now)
    const { rows, idOf } = copied(state, formId, prefix)
    const form: FormHeader = {
      ...newForm(formId, `Ensayo de ${source.name}`.slice(0, definitionLimits.nameLength), source.description),
      stages: stagesOn(source.stages, planned, span.first, today),
      rehearsal: { of: source.id, day: span.first, asOf: today, planned },
      ...(source.calculatedBy === undefined ? {} : { calculatedBy: source.calculatedBy }),
      ...(source.levels === undefined ? {} : { levels: source.levels }),
      ...(source.replica === undefined
        ? {}
        : { replica: { ...source.replica, excludedSubDimensionIds: source.replica.excludedSubDimensionIds.map(idOf) } }),
    }
    return applied({
      changes: [headerChange(form), ...rows, ...castOf(formId)],
      history: [entry(context, 'Ensaya formulario', source.id, form.name), copiedFrom(context, formId, form.name, source.name)],
      reply: { formId },
    })
  },
})

/** Invented institutions with their people, and an evaluator, who is of this form alone. */
function castOf(formId: FormId): Change[] {
  const person = (id: string, name: string, institutionId: string | null): Person => ({
    id,
    name: 'Ensayo',
    surname: name,
    // A domain that is nobody's, now and for ever.
    email: `${id.toLowerCase()}@ensayo.invalid`,
    kind: institutionId === null ? 'Evaluator' : 'Institutional',
    institutionId,
    active: true,
    joined: true,
    rehearsal: formId,
  })
  const evaluator = person(rehearsalEvaluator(formId), 'Evaluación', null)
  return [
    { scope: formScope(formId), part: '', table: 'person', id: evaluator.id, row: evaluator },
    ...rehearsalInstitutions(formId).flatMap((id, at): Change[] => {
      const institution: Institution = {
        id,
        name: institutionNames[at] ?? id,
        code: `ENSAYO-${at + 1}`,
        abbreviation: `ENS${at + 1}`,
        category: 'Pilares',
        orientation: 'Institucional',
        domains: ['ensayo.invalid'],
        rehearsal: formId,
      }
      return [
        { scope: orgScope(id), part: '', table: 'institution', id, row: institution },
        ...rehearsalPosts.map((post): Change => {
          const row = person(rehearsalPerson(id, post), postNames[post], id)
          return { scope: orgScope(id), part: '', table: 'person', id: row.id, row }
        }),
      ]
    }),
  ]
}

/** Puts a rehearsal on a later day of its plan: time then does there what it will have done by that day. Never back: what time did is done (RH2). */
export const moveRehearsal = questionnaireMutation({
  name: 'form.rehearsalDay',
  version: 1,
  serverOnly: true,
  input: v.object({ day: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/)) }),
  entityOf: () => 'form:rehearsal',
  decide(state, { day }, context) {
    const form = open(state, context)
    if (isOutcome(form)) return form
    const { rehearsal } = form
    if (!rehearsal) return refused('not_found')
    const today = dayAt(context.now)
    if (!isRehearsable(rehearsal.planned, day)) return refused('rehearsal_day_outside')
    const stages = stagesOn(form.stages, rehearsal.planned, day, today)
    if (form.stages.some((stage, at) => (stages[at]?.start ?? '') > stage.start)) return refused('rehearsal_day_back')
    if (stages.every((stage, at) => stage.start === form.stages[at]?.start)) return noop()
    return applied({
      changes: [headerChange({ ...form, stages, rehearsal: { ...rehearsal, day, asOf: today } })],
      history: [entry(context, 'Mueve ensayo', form.id, day)],
    })
  },
})
