import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { isDay } from '../kernel/instant.ts'
import * as is from '../kernel/schemas.ts'
import { formEventKinds } from './history.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const day = v.pipe(v.string(), v.check(isDay))

/** Most lines of a form's history in one reply. */
export const historyMaxRows = 200

/** Something that was done to a form, or to a part of it. */
const formEventSchema = v.object({
  _id: v.string(),
  /** When the server had it, which is their order. */
  at: is.instant,
  /** When the person did it: earlier, where there was no network. */
  occurredAt: is.instant,
  action: v.string(),
  kinds: is.list(v.picklist(formEventKinds)),
  /** The form, or a dimension, a question, a stage, an institution of it. */
  element: v.string(),
  /** Number in the questionnaire as it is now; '' for what has none, or is gone. */
  number: v.string(),
  /** What it was called then. */
  text: v.string(),
  /** Field by field; what it was and what it became as JSON. */
  changed: is.list(v.object({ field: v.string(), from: v.string(), to: v.string() })),
  /** Full name of who did it. */
  by: v.string(),
  byId: v.string(),
  /** The published version in which those who take part met it first; null while it was not published. Absent: it is no part of any. */
  version: v.optional(v.nullable(v.object({ n: v.number(), at: is.instant }))),
})
export type FormEvent = Readonly<v.InferOutput<typeof formEventSchema>>

export const historyPageSchema = v.object({
  events: is.list(formEventSchema),
  /** What ids in the changes, and the part that was asked for, stand for: a question or dimension with its number, a person, an institution. */
  names: is.dictionary(v.string()),
  /** Dimensions and sub-dimensions of the questionnaire as it is now, in order. */
  parts: is.list(v.object({ _id: v.string(), number: v.string(), name: v.string() })),
  /** Everybody who ever changed the form. */
  people: is.list(v.object({ _id: v.string(), name: v.string() })),
  /** Where the page before this one begins, to be given as `before`; null when there is none. */
  next: v.nullable(v.string()),
})
export type HistoryPage = Readonly<v.InferOutput<typeof historyPageSchema>>

export const history = route({
  name: 'questionnaires.history',
  method: 'GET',
  path: 'form/:form/history',
  summary: {
    es: 'Lo que se hizo con un formulario, con cada una de sus partes y con quienes participan: quién, cuándo, de qué a qué; lo más reciente primero, por páginas. Una página puede traer menos líneas que las pedidas, también ninguna, y decir que hay más.',
    en: 'What was done to a form, to each of its parts and to who takes part: who, when, from what to what; newest first, in pages. A page may bring fewer lines than asked for, also none, and say that there are more.',
  },
  access: 'administrator',
  params: v.object({ form: id }),
  query: v.object({
    /** A question, a stage, an institution; or a dimension with everything in it. */
    element: v.optional(id),
    kind: v.optional(v.picklist(formEventKinds)),
    /** Who did it. */
    by: v.optional(id),
    /** Words, of whatever case and accents, in names, texts and values. */
    words: v.optional(v.pipe(v.string(), v.maxLength(200))),
    /** First and last day, in Santiago, on which the server had it. */
    from: v.optional(day),
    until: v.optional(day),
    before: v.optional(id),
    limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(historyMaxRows))),
  }),
  reply: historyPageSchema,
  fails: ['not_found'],
})
