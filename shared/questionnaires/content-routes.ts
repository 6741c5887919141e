import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { questionKinds, questionSchema } from '../forms/model.ts'
import * as is from '../kernel/schemas.ts'
import { reportTextFields } from './model.ts'
import { formFailures } from './routes.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const form = v.object({ form: id })

/** What one answer of a question earns. */
const pointRecordSchema = v.object({
  _id: v.string(),
  questionId: is.questionId,
  /** The choice that earns it; null for what the question is worth as such. */
  answer: v.nullable(v.union([v.boolean(), v.string()])),
  kind: v.picklist(questionKinds),
  value: v.number(),
  divisorId: v.nullable(is.questionId),
  answerId: v.nullable(v.string()),
  formId: is.formId,
})
export type PointRecord = v.InferOutput<typeof pointRecordSchema>

export const points = route({
  name: 'questionnaires.points',
  method: 'GET',
  path: 'points/:form',
  summary: { es: 'Los puntajes de cada respuesta de un formulario.', en: 'The points of each answer of a form.' },
  access: 'administrator',
  params: form,
  reply: is.list(pointRecordSchema),
  fails: ['not_found'],
})

export const setPoints = route({
  name: 'questionnaires.setPoints',
  method: 'POST',
  path: 'points',
  summary: {
    es: 'Pone el puntaje de una respuesta; de lo que vale la pregunta como tal, sin `answer`. El formulario no pasa de 100.',
    en: 'Sets the points of one answer; of what the question is worth as such without `answer`. The form does not pass 100.',
  },
  access: 'administrator',
  body: v.object({
    formId: id,
    questionId: id,
    answer: v.optional(v.nullable(v.union([v.boolean(), v.string()]))),
    answerId: v.optional(v.nullable(v.string())),
    kind: v.optional(v.string()),
    value: v.number(),
    divisorId: v.optional(v.nullable(id)),
  }),
  reply: v.object({ _id: v.string() }),
  fails: formFailures,
})

export const updateTotals = route({
  name: 'questionnaires.updateTotals',
  method: 'POST',
  path: 'points/updateTotals',
  summary: {
    es: 'Pone los puntajes de varias preguntas a la vez, todas o ninguna.',
    en: 'Sets the points of several questions at once, all or none.',
  },
  access: 'administrator',
  body: v.object({ formId: id, pointsByQuestionId: v.record(id, questionSchema.entries.points) }),
  /** What the whole form is worth then. */
  reply: v.object({ total: v.number() }),
  fails: formFailures,
})

const help = v.optional(v.nullable(v.string()))

export const dimensionHelps = route({
  name: 'questionnaires.dimensionHelps',
  method: 'PUT',
  path: 'form/:form/dimension/:dimension/helps',
  summary: { es: 'Cambia los textos de ayuda de una dimensión.', en: 'Changes the help texts of a dimension.' },
  access: 'administrator',
  params: v.object({ form: id, dimension: id }),
  body: v.object({ configHint: help, fillingHint: help }),
  reply: v.object({ _id: is.dimensionId, configHint: v.string(), fillingHint: v.string() }),
  fails: formFailures,
})

export const questionHelps = route({
  name: 'questionnaires.questionHelps',
  method: 'PUT',
  path: 'form/:form/question/:question/helps',
  summary: { es: 'Cambia los textos de ayuda de una pregunta.', en: 'Changes the help texts of a question.' },
  access: 'administrator',
  params: v.object({ form: id, question: id }),
  body: v.object({ fillingHint: help, questionHint: help }),
  reply: v.object({ _id: is.questionId, fillingHint: v.string(), questionHint: v.string() }),
  fails: formFailures,
})

const { good, med, bad, ...ofForm } = reportTextFields
const reportSchema = v.object({
  ...ofForm,
  /** By dimension and sub-dimension. */
  dimensions: is.dictionary(v.object({ parent: v.optional(v.nullable(v.string())), good, med, bad })),
})

export const reportTexts = route({
  name: 'questionnaires.reportTexts',
  method: 'GET',
  path: 'form/:form/admin/report/final',
  summary: { es: 'Los textos de los informes de un formulario.', en: 'The texts of a form’s reports.' },
  access: 'administrator',
  params: form,
  reply: reportSchema,
  fails: ['not_found'],
})

export const saveReportTexts = route({
  name: 'questionnaires.saveReportTexts',
  method: 'POST',
  path: 'form/:form/report',
  summary: {
    es: 'Guarda los textos de los informes que se nombran; los demás quedan como están. Todos o ninguno.',
    en: 'Saves the texts of the reports that are named; the others stay as they are. All or none.',
  },
  access: 'administrator',
  params: form,
  body: v.partial(reportSchema),
  reply: v.object({ msg: v.string() }),
  fails: formFailures,
})
