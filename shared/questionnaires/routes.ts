import * as v from 'valibot'
import { doorFailures } from '../contract/door.ts'
import { route } from '../contract/route.ts'
import type { ErrorCode } from '../errors.ts'
import { lossesSchema } from '../forms/xlsform/report.ts'
import * as is from '../kernel/schemas.ts'
import { dimensionSchema, namedText, optionSchema, questionKinds, questionSchema } from '../forms/model.ts'
import { workbookMime } from '../kernel/sheet.ts'
import { formPrivileges } from '../privileges/model.ts'
import { apartSchema } from '../results/apart.ts'
import { thresholdsSchema } from '../results/model.ts'
import { formHeaderSchema, phases } from '../stages/model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const form = v.object({ form: id })
const names = v.object({ name: v.string(), description: v.optional(v.string(), '') })
const msg = v.object({ msg: v.string() })

/** Of every change of a form: whose it is to make, and what closes it. */
export const formFailures = [
  ...doorFailures,
  'administrators_only',
  'form_structure_frozen',
  'form_structure_closed',
  'form_helps_closed',
  'form_status_closed',
  'form_points_closed',
  'changed_meanwhile',
  'place_gone',
  'removes_newer',
  'element_gone',
  'definition_malformed',
  'definition_too_large',
  'definition_id_taken',
  'definition_not_a_tree',
  'definition_condition',
  'definition_misplaced',
  'definition_administrative',
  'definition_options',
  'definition_options_alike',
  'definition_bounds',
  'definition_points',
  'definition_rate',
  'definition_points_over',
  'definition_numbering',
  'form_name_empty',
  'question_text_empty',
  'text_limit',
] as const satisfies readonly ErrorCode[]

/** A form as the table of forms shows it. */
const formRowSchema = v.object({
  ...formHeaderSchema.entries,
  _id: is.formId,
  /** First and last day of its stages; empty without any. */
  period: v.string(),
  numStages: v.number(),
  numInstitutions: v.number(),
  stageKind: v.picklist(phases),
  initialized: v.boolean(),
  calculatedBy: v.picklist([1, 2]),
})

export const forms = route({
  name: 'questionnaires.forms',
  method: 'GET',
  path: 'form',
  summary: { es: 'Todos los formularios, para la administración.', en: 'Every form, for administrators.' },
  access: 'administrator',
  reply: v.object({ formIds: is.list(is.formId), formById: is.dictionary(formRowSchema) }),
  fails: [],
})

export const create = route({
  name: 'questionnaires.create',
  method: 'POST',
  path: 'form',
  summary: {
    es: 'Crea un formulario con su primera dimensión y subdimensión.',
    en: 'Makes a form with its first dimension and sub-dimension.',
  },
  access: 'administrator',
  body: names,
  reply: formRowSchema,
  fails: formFailures,
})

export const edit = route({
  name: 'questionnaires.edit',
  method: 'PUT',
  path: 'form/:form',
  summary: { es: 'Cambia el nombre y la descripción de un formulario.', en: 'Changes name and description of a form.' },
  access: 'administrator',
  params: form,
  body: v.object({
    name: v.string(),
    description: v.string(),
    /** What the caller saw: what somebody else changed since is not written over (QE2). Without it what stands counts as seen. */
    seen: v.optional(v.object({ name: v.string(), description: v.string() })),
  }),
  reply: formRowSchema,
  fails: formFailures,
})

export const remove = route({
  name: 'questionnaires.remove',
  method: 'DELETE',
  path: 'form/:form',
  summary: {
    es: 'Elimina un formulario que no ha comenzado o que no tiene respuestas.',
    en: 'Deletes a form that has not begun or has no answers.',
  },
  access: 'administrator',
  params: form,
  reply: msg,
  fails: [...formFailures, 'form_answered'],
})

export const clone = route({
  name: 'questionnaires.clone',
  method: 'GET',
  path: 'form/clone/:form',
  summary: {
    es: 'Copia un formulario en uno nuevo, sin etapas, participantes ni respuestas. Cambia datos: no se guarda en caché y una misma Idempotency-Key copia una vez.',
    en: 'Copies a form into a new one, without stages, participants or answers. It changes data: it is never cached, and one Idempotency-Key copies once.',
  },
  access: 'administrator',
  params: form,
  reply: formRowSchema,
  fails: [...formFailures, 'method_not_allowed'],
})

export const setLevels = route({
  name: 'questionnaires.setLevels',
  method: 'PUT',
  path: 'form/:form/levels',
  summary: {
    es: 'Cambia desde qué parte de lo que se puede obtener un resultado es Regular y desde cuál Bueno. Lo ya calculado no cambia.',
    en: 'Changes from which part of what can be obtained on a result is Regular, and from which on Bueno. What was calculated stays as it is.',
  },
  access: 'administrator',
  params: form,
  /** Parts of 1: 0 < med < good ≤ 1. `seen`: as in `edit`; null where the form said nothing. */
  body: v.object({ ...thresholdsSchema.entries, seen: v.optional(v.nullable(thresholdsSchema)) }),
  reply: thresholdsSchema,
  fails: [...formFailures, 'levels_order'],
})

export const declareApart = route({
  name: 'questionnaires.declareApart',
  method: 'PUT',
  path: 'form/:form/apart',
  summary: {
    es: 'Declara, con un motivo que se muestra, que un formulario no se compara con los anteriores, o lo retira con null.',
    en: 'Declares, with a reason that readers see, that a form is not compared with earlier ones, or takes that back with null.',
  },
  access: 'administrator',
  params: form,
  /** `seen`: as in `edit`; null where nothing was declared. */
  body: v.object({ apart: v.nullable(apartSchema), seen: v.optional(v.nullable(apartSchema)) }),
  reply: v.object({ apart: v.nullable(apartSchema) }),
  fails: [...formFailures, 'apart_reason_empty'],
})

export const toggle = route({
  name: 'questionnaires.toggle',
  method: 'PUT',
  path: 'form/:form/toggle',
  summary: {
    es: 'Habilita un formulario, y publica sus preguntas, o lo deshabilita.',
    en: 'Enables a form, and publishes its questions, or disables it.',
  },
  access: 'administrator',
  params: form,
  body: v.object({ enabled: v.boolean() }),
  reply: formRowSchema,
  fails: [...formFailures, 'participant_busy'],
})

export const readiness = route({
  name: 'questionnaires.readiness',
  method: 'GET',
  path: 'form/:form/readiness',
  summary: {
    es: 'Lo que conviene mirar de un formulario antes de habilitarlo: puntaje máximo de sus preguntas como están ahora, etapas, instituciones, cuánto falta en las preguntas y cuáles no pueden alcanzar su puntaje máximo.',
    en: 'What is worth a look before a form is enabled: most points of its questions as they are now, stages, institutions, how much the questions lack and which cannot earn all of their points.',
  },
  access: 'administrator',
  params: form,
  reply: v.object({
    points: v.number(),
    stages: v.number(),
    institutions: v.number(),
    missing: v.number(),
    /** Questions that cannot earn all of their points, whatever is answered: by themselves `points` of `max`. */
    unreached: is.list(v.object({ id: is.questionId, number: v.string(), text: v.string(), points: v.number(), max: v.number() })),
  }),
  fails: ['not_found'],
})

export const publish = route({
  name: 'questionnaires.publish',
  method: 'POST',
  path: 'form/:form/publish',
  summary: {
    es: 'Publica ahora las preguntas como están, sin esperar a que se publiquen solas.',
    en: 'Publishes the questions as they are now, without waiting until they are by themselves.',
  },
  access: 'administrator',
  params: form,
  reply: v.object({ versionId: is.formVersionId }),
  fails: formFailures,
})

export const formPrivilegesOfAdministrators = route({
  name: 'questionnaires.privileges',
  method: 'POST',
  path: 'form/privilegies/admin',
  summary: {
    es: 'Lo que la administración puede cambiar ahora de cada formulario.',
    en: 'What administrators may change of each form now.',
  },
  access: 'administrator',
  body: v.object({ formId: v.optional(id) }),
  reply: v.object({ privileges: is.dictionary(is.list(v.picklist(formPrivileges))) }),
  fails: ['not_found'],
})

// Dimensions and questions.

const dimensionReply = v.object({ ...dimensionSchema.entries, _id: is.dimensionId })
const questionReply = v.object({ ...questionSchema.entries, _id: is.questionId, number: v.string() })
const ofDimension = v.object({ form: id, dimension: id })
const ofQuestion = v.object({ form: id, question: id })

/** A question as a caller writes it: what is left out stays, or is as the kind has it. */
const fieldsSchema = v.object({
  text: v.optional(v.string()),
  kind: v.optional(v.picklist(questionKinds)),
  hint: v.optional(v.string()),
  fillingHint: v.optional(v.string()),
  questionHint: v.optional(v.string()),
  options: v.optional(v.array(v.object({ ...optionSchema.entries, was: v.optional(v.string()) }))),
  allowNoneOption: v.optional(v.boolean()),
  required: v.optional(v.boolean()),
  administrative: v.optional(v.boolean()),
  allowFile: v.optional(v.boolean()),
  min: v.optional(v.nullable(v.union([v.number(), v.string()]))),
  max: v.optional(v.nullable(v.union([v.number(), v.string()]))),
  points: v.optional(questionSchema.entries.points),
  /** The question on which it depends, or the block in which it is (`isBlock`). */
  parent: v.optional(v.nullable(id)),
  visibleIf: v.optional(v.object({ value: v.union([v.boolean(), v.string()]) })),
  /** The one behind which it is put; at the end unless it is said, at the beginning for null. */
  after: v.optional(v.nullable(id)),
})
export type GivenQuestion = v.InferOutput<typeof fieldsSchema>

export const addDimension = route({
  name: 'questionnaires.addDimension',
  method: 'POST',
  path: 'form/:form/dimension',
  summary: {
    es: 'Agrega una dimensión o, con `parent`, una subdimensión, al final.',
    en: 'Adds a dimension or, with `parent`, a sub-dimension, at the end.',
  },
  access: 'administrator',
  params: form,
  body: v.object({ name: v.string(), parent: v.optional(v.nullable(id)) }),
  reply: dimensionReply,
  fails: formFailures,
})

export const editDimension = route({
  name: 'questionnaires.editDimension',
  method: 'PUT',
  path: 'form/:form/dimension/:dimension',
  summary: { es: 'Cambia el nombre de una dimensión o subdimensión.', en: 'Changes the name of a dimension or sub-dimension.' },
  access: 'administrator',
  params: ofDimension,
  body: v.object({ name: v.string() }),
  reply: dimensionReply,
  fails: formFailures,
})

export const removeDimension = route({
  name: 'questionnaires.removeDimension',
  method: 'DELETE',
  path: 'form/:form/dimension/:dimension',
  summary: {
    es: 'Elimina una dimensión o subdimensión con todo lo que contiene.',
    en: 'Deletes a dimension or sub-dimension with everything in it.',
  },
  access: 'administrator',
  params: ofDimension,
  reply: msg,
  fails: formFailures,
})

export const addQuestion = route({
  name: 'questionnaires.addQuestion',
  method: 'POST',
  path: 'form/:form/question',
  summary: {
    es: 'Agrega una pregunta a una subdimensión, a otra pregunta o, con `isBlock`, a un bloque.',
    en: 'Adds a question to a sub-dimension, to another question or, with `isBlock`, to a block.',
  },
  access: 'administrator',
  params: form,
  body: v.object({ dimensionId: id, fields: fieldsSchema, isBlock: v.optional(v.boolean()) }),
  reply: questionReply,
  fails: formFailures,
})

export const editQuestion = route({
  name: 'questionnaires.editQuestion',
  method: 'PUT',
  path: 'form/:form/question/:question',
  summary: { es: 'Cambia una pregunta.', en: 'Changes a question.' },
  access: 'administrator',
  params: ofQuestion,
  body: v.object({ fields: fieldsSchema }),
  reply: questionReply,
  fails: formFailures,
})

export const removeQuestion = route({
  name: 'questionnaires.removeQuestion',
  method: 'DELETE',
  path: 'form/:form/question/:question',
  summary: { es: 'Elimina una pregunta con las que dependen de ella.', en: 'Deletes a question with those that depend on it.' },
  access: 'administrator',
  params: ofQuestion,
  reply: msg,
  fails: formFailures,
})

export const addSurveyQuestion = route({
  name: 'questionnaires.addSurveyQuestion',
  method: 'POST',
  path: 'form/:form/survey/question',
  summary: { es: 'Agrega una pregunta a la encuesta de satisfacción.', en: 'Adds a question to the satisfaction survey.' },
  access: 'administrator',
  params: form,
  body: v.object({ fields: fieldsSchema, isBlock: v.optional(v.boolean()) }),
  reply: questionReply,
  fails: formFailures,
})

export const editSurveyQuestion = route({
  name: 'questionnaires.editSurveyQuestion',
  method: 'PUT',
  path: 'form/:form/survey/question/:question',
  summary: { es: 'Cambia una pregunta de la encuesta de satisfacción.', en: 'Changes a question of the satisfaction survey.' },
  access: 'administrator',
  params: ofQuestion,
  body: v.object({ fields: fieldsSchema }),
  reply: questionReply,
  fails: formFailures,
})

export const removeSurveyQuestion = route({
  name: 'questionnaires.removeSurveyQuestion',
  method: 'DELETE',
  path: 'form/:form/surveyquestion/:question',
  summary: { es: 'Elimina una pregunta de la encuesta de satisfacción.', en: 'Deletes a question of the satisfaction survey.' },
  access: 'administrator',
  params: ofQuestion,
  reply: msg,
  fails: formFailures,
})

export const surveyQuestions = route({
  name: 'questionnaires.surveyQuestions',
  method: 'GET',
  path: 'form/:form/surveyquestion/all',
  summary: { es: 'Las preguntas de la encuesta de satisfacción.', en: 'The questions of the satisfaction survey.' },
  access: 'administrator',
  params: form,
  reply: v.object({ questions: is.list(is.questionId), dimensionId: is.dimensionId, questionById: is.dictionary(questionReply) }),
  fails: ['not_found'],
})

/** Formats in which a questionnaire goes out and comes in: our own JSON, or an XLSForm in a workbook. */
export const fileFormats = ['json', 'xlsform'] as const

/** The mime of the first: JSON, and not the envelope of a reply. */
export const definitionFileMime = 'application/vnd.iip.questionnaire+json'

/** Most bytes of a questionnaire that comes in. */
export const formFileMaxBytes = 10_000_000

export const download = route({
  name: 'questionnaires.download',
  method: 'GET',
  path: 'form/:form/file',
  summary: {
    es: 'Descarga el cuestionario como está ahora, con ayudas, puntajes, inglés y textos de informe: en JSON, o como XLSForm, donde lo que no tiene lugar en uno va en una hoja propia.',
    en: 'Downloads the questionnaire as it is now, with helps, points, English and report texts: as JSON, or as an XLSForm, where what has no place in one stands in a sheet of its own.',
  },
  access: 'administrator',
  params: form,
  query: v.object({ format: v.optional(v.picklist(fileFormats)) }),
  raw: { reply: [definitionFileMime, workbookMime] },
  fails: ['not_found'],
  limits: { pace: { burst: 20, perSecond: 0.5 } },
})

/** Formats of a template that is filled in and brought back: a spreadsheet in Spanish opens a CSV file of commas in one column. */
export const templateFormats = ['csv', 'xlsx'] as const

/** Bodies in which a file is sent: its bytes, or a form with the field `file`. */
export const sentFileTypes = ['application/octet-stream', 'multipart/form-data'] as const

/** Why a file is not read as a table. */
export const workbookFailures = [
  'workbook_format',
  'workbook_is_other',
  'workbook_is_archive',
  'workbook_other_program',
  'workbook_empty',
  'workbook_damaged',
  'workbook_locked',
  'workbook_unsafe',
  'workbook_formula',
  'workbook_rows',
  'workbook_columns',
  'workbook_cell_long',
  'workbook_sheets',
  'workbook_parts',
  'workbook_unpacks',
  'workbook_heavy',
  'csv_quote_open',
  'text_alphabets',
  'text_alphabet_unknown',
] as const satisfies readonly ErrorCode[]

/** The same of every file that a questionnaire may come in. */
export const fileFailures = [
  ...workbookFailures,
  'xlsform_no_survey',
  'xlsform_no_questions',
  'definition_file_large',
  'definition_file_unread',
  'definition_file_unknown',
  'definition_file_newer',
  'definition_malformed',
  'definition_too_large',
  'definition_id_taken',
  'definition_not_a_tree',
  'definition_condition',
  'definition_misplaced',
  'definition_administrative',
  'definition_options',
  'definition_bounds',
  'definition_points',
  'definition_rate',
  'definition_points_over',
  'definition_numbering',
] as const satisfies readonly ErrorCode[]

const fileLimits = { bodyBytes: formFileMaxBytes, pace: { burst: 10, perSecond: 0.2 } }

export const examine = route({
  name: 'questionnaires.examine',
  method: 'POST',
  path: 'form/file/examination',
  summary: {
    es: 'Lee un cuestionario en JSON o XLSForm, y dice qué trae y qué no se puede traer, fila por fila. No guarda nada.',
    en: 'Reads a questionnaire in JSON or XLSForm, and says what it holds and what cannot be carried, row by row. It keeps nothing.',
  },
  access: 'administrator',
  raw: { body: 'application/octet-stream' },
  reply: v.object({
    format: v.picklist(fileFormats),
    name: v.string(),
    dimensions: v.number(),
    subDimensions: v.number(),
    /** With those of the survey. */
    questions: v.number(),
    /** What the whole is worth. */
    points: v.number(),
    /** Texts that have their English beside them, and all that may. */
    english: v.object({ given: v.number(), all: v.number() }),
    ...lossesSchema.entries,
  }),
  fails: fileFailures,
  limits: fileLimits,
})

export const bring = route({
  name: 'questionnaires.bring',
  method: 'POST',
  path: 'form/file',
  summary: {
    es: 'Crea un formulario con el cuestionario de un archivo en JSON o XLSForm, sin lo que no se puede traer. Una misma Idempotency-Key lo crea una vez.',
    en: 'Makes a form of the questionnaire of a file in JSON or XLSForm, without what cannot be carried. One Idempotency-Key makes it once.',
  },
  access: 'administrator',
  query: v.object({ name: v.optional(namedText) }),
  raw: { body: 'application/octet-stream' },
  reply: formRowSchema,
  fails: [...fileFailures, ...formFailures],
  limits: fileLimits,
})
