import * as v from 'valibot'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { FailureParams } from '#shared/kernel/failure.ts'
import { pageAddress } from '#shared/addresses.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { sameField } from '#shared/questionnaires/editing.ts'
import { changeText, linesOf } from './event-words.ts'
import type { FieldLine, NameOf, Telling } from './event-words.ts'

/** A change of a form that waits on this device, or did not stand. */
export interface AskedChange {
  /** Name of the mutation, and its arguments. */
  readonly name: string
  readonly args: unknown
  /** What the server said of it, where it did not stand. */
  readonly refusal?: { readonly code: string; readonly params?: FailureParams | undefined } | undefined
}

/** Somebody else's words in what a change would have taken away (QE23). */
export interface NewerWords {
  /** Number and name of the question or dimension in which they are; '' where it is gone. */
  readonly in: string
  /** Each as it stands now. */
  readonly lines: readonly FieldLine[]
}

/** What such a change is called, and where it was made. */
export interface ToldChange {
  readonly what: string
  /** Name of the form. */
  readonly form: string
  /** Page on which it is made again. */
  readonly to: string
  /** Field by field what stands now and what this change would have it be, where both differ. */
  readonly lines: readonly FieldLine[]
  readonly newer?: NewerWords | undefined
}

/** What each mutation is on record as; `Planifica etapas` is one change of several stages. */
const actions: Readonly<Record<string, string>> = {
  'form.edit': 'Cambia formulario',
  'form.calculate': 'Cambia formulario',
  'dimension.add': 'Agrega dimensión',
  'dimension.edit': 'Cambia dimensión',
  'dimension.move': 'Mueve dimensión',
  'dimension.remove': 'Elimina dimensión',
  'dimension.restore': 'Restaura dimensión',
  'question.add': 'Agrega pregunta',
  'question.edit': 'Cambia pregunta',
  'question.move': 'Mueve pregunta',
  'question.remove': 'Elimina pregunta',
  'question.restore': 'Restaura pregunta',
  'reportText.edit': 'Cambia texto de informe',
  'alert.edit': 'Cambia alerta',
  'stages.edit': 'Planifica etapas',
  'replica.configure': 'Configura réplica',
}

const withId = v.object({ id: v.string() })
const withName = v.object({ name: v.string() })
const withQuestions = v.object({ questions: v.tupleWithRest([v.object({ text: v.string() })], v.unknown()) })
const withFields = v.object({ to: v.record(v.string(), v.unknown()) })
const withValue = v.object({ to: v.unknown() })
const alertText = v.nullable(v.object({ text: v.string() }))
const withAlert = v.object({ from: alertText, to: alertText })
const withStages = v.object({
  to: v.array(v.object({ id: v.string(), kind: v.string(), name: v.string(), start: v.string(), end: v.string() })),
})

const read = <Output>(schema: v.GenericSchema<unknown, Output>, args: unknown): Output | undefined => {
  const parsed = v.safeParse(schema, args)
  return parsed.success ? parsed.output : undefined
}

/** Words of a text in a sentence: what is longer is told by its number, or cut. */
const shortMost = 60
const short = (text: string): string => (text.length > shortMost ? `${text.slice(0, shortMost - 1)}…` : text)

/** Number and name of whatever an id of the questionnaire stands for; undefined for what it never held. */
export const nameIn =
  (state: Questionnaire): NameOf =>
  (id) => {
    const called = state.get('question', id)?.text ?? state.get('dimension', id)?.name
    return called === undefined ? undefined : [numberIn(state, id), called].filter(Boolean).join(' ')
  }

/** Number of a question, a dimension or a sub-dimension; '' for what has none, or is gone. */
function numberIn({ index }: Questionnaire, id: string): string {
  if (index.question(id)) return index.numberOf(id)
  for (const [at, top] of index.topDimensions.entries()) {
    if (top.id === id) return String(at + 1)
    const sub = top.subDimensionIds.findIndex((each) => each === id)
    if (sub !== -1) return `${at + 1}.${sub + 1}`
  }
  return ''
}

/** What a change is about, in the fewest words: "1.2.3", "1.2 Talento humano", the form's name. */
function aboutIn(state: Questionnaire, telling: Telling, { name, args }: AskedChange): string {
  const id = read(withId, args)?.id
  const form = state.form?.name ?? ''
  if (name === 'question.add') return short(read(withQuestions, args)?.questions[0].text ?? '')
  if (name === 'dimension.add') return short(read(withName, args)?.name ?? '')
  if (id === undefined || id === 'form') return form
  if (name === 'alert.edit') return short(read(withAlert, args)?.to?.text ?? read(withAlert, args)?.from?.text ?? '')
  if (id === surveyDimensionId) return telling.t('survey')
  const number = numberIn(state, id)
  if (name.startsWith('question.') && number !== '') return number
  return short(nameIn(state)(id) ?? telling.t('gone'))
}

/** A field that a change would have otherwise than it stands; `of`: the stage whose it is. */
interface Wanted {
  readonly field: string
  readonly stands: unknown
  readonly wanted: unknown
  readonly of: string
}

function wantedIn(state: Questionnaire, { name, args }: AskedChange): readonly Wanted[] {
  const { form } = state
  // Its page shows what stands; what was wanted is in its words.
  if (name === 'alert.edit') return []
  if (name === 'stages.edit') {
    return (read(withStages, args)?.to ?? []).flatMap((wanted) => {
      const stands = form?.stages.find(({ id }) => id === wanted.id)
      return stageFields.map((field) => ({ field, stands: stands?.[field], wanted: wanted[field], of: wanted.name }))
    })
  }
  if (name === 'form.calculate') return [{ field: 'calculatedBy', stands: form?.calculatedBy, wanted: read(withValue, args)?.to, of: '' }]
  if (name === 'replica.configure') return [{ field: 'replica', stands: form?.replica, wanted: read(withValue, args)?.to, of: '' }]
  const row = rowOf(state, name, read(withId, args)?.id ?? '')
  return Object.entries(name.endsWith('.edit') ? (read(withFields, args)?.to ?? {}) : {})
    .filter(([field]) => field !== 'enFrom')
    .map(([field, wanted]) => ({ field, stands: Reflect.get(row ?? {}, field) as unknown, wanted, of: '' }))
}
const stageFields = ['kind', 'name', 'start', 'end'] as const

/** The row of which a change edits fields; undefined where it is gone, or holds nothing yet. */
function rowOf(state: Questionnaire, name: string, id: string): object | undefined {
  if (name === 'form.edit') return state.form
  if (name === 'question.edit') return state.get('question', id)
  if (name === 'dimension.edit') return state.get('dimension', id)
  return name === 'reportText.edit' ? state.get('reportText', id) : undefined
}

const helps: ReadonlySet<string> = new Set(['fillingHint', 'questionHint', 'configHint'])

/** The page on which a change of these fields is made. */
function pageIn(state: Questionnaire, { name, args }: AskedChange, fields: readonly string[]): string {
  const form = state.formId
  const id = read(withId, args)?.id
  const question = id === undefined ? undefined : state.question(id)
  const sub = question?.dimensionId ?? id
  const all = (ofKind: (field: string) => boolean): boolean => fields.length > 0 && fields.every(ofKind)
  if (name === 'stages.edit') return pageAddress('formStages', { form })
  if (name === 'replica.configure') return pageAddress('replicas', { form })
  if (name === 'form.calculate' || name === 'form.edit') return pageAddress('forms')
  if (name === 'alert.edit') return pageAddress('formEditor', { form, ver: 'alertas' })
  if (name === 'reportText.edit') return pageAddress('formReport', { form, sub })
  if (all((field) => helps.has(field))) return pageAddress('formHelps', { form, sub })
  if (all((field) => field === 'points')) return pageAddress('formScores', { form, sub })
  if (question?.survey) return pageAddress('formEditor', { form, tab: 'survey', q: id })
  return pageAddress('formEditor', { form, sub, q: question && id })
}

/** The words that a change did not take away, as they stand. */
function newerIn(state: Questionnaire, telling: Telling, { refusal }: AskedChange): NewerWords | undefined {
  const at = read(v.object({ element: v.string(), field: v.string() }), refusal?.params)
  if (refusal?.code !== 'removes_newer' || !at) return undefined
  const question = state.get('question', at.element)
  const part = question ?? state.get('dimension', at.element)
  const row = [part, state.get('reportText', at.element)].find((each) => Object.hasOwn(each ?? {}, at.field)) ?? part
  const named = question ? 'text' : 'name'
  // Who added, moved or restored it wrote no field.
  const field = Object.hasOwn(row ?? {}, at.field) && !placeFields.has(at.field) ? at.field : named
  const lines = linesOf(telling, field, undefined, row && Reflect.get(row, field), nameIn(state))
  return { in: nameIn(state)(at.element) ?? '', lines }
}
const placeFields: ReadonlySet<string> = new Set(['dimensionId', 'parentId'])

/** A change of a form in words; undefined for what is none, or of which nothing is known here. */
export function toldChange(telling: Telling, state: Questionnaire, change: AskedChange): ToldChange | undefined {
  const action = actions[change.name]
  if (action === undefined || !state.form) return undefined
  const values = wantedIn(state, change)
  const differing = values.filter(({ stands, wanted }) => !sameField(stands ?? null, wanted ?? null))
  const fields = [...new Set(values.map(({ field }) => field))]
  return {
    what: changeText(telling, { action, fields, about: aboutIn(state, telling, change), text: '' }),
    form: state.form.name,
    to: pageIn(state, change, fields),
    newer: newerIn(state, telling, change),
    lines: differing.flatMap(({ field, stands, wanted, of }, at) =>
      linesOf(telling, field, stands, wanted, nameIn(state)).map((line) => ({
        ...line,
        key: `${at} ${line.key}`,
        label: of === '' ? line.label : `${of}: ${line.label}`,
      })),
    ),
  }
}
