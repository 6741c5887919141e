import * as v from 'valibot'
import { actingRoles, roles } from '../access/roles.ts'
import { countersSchema } from '../answers/rules.ts'
import { assignmentSchema } from '../assignments/model.ts'
import { route } from '../contract/route.ts'
import { participantSchema } from '../institutions/model.ts'
import * as is from '../kernel/schemas.ts'
import { phases, stageSchema } from '../stages/model.ts'
import { dimensionSchema, formDefinitionSchema, pointsEntrySchema, questionSchema } from './model.ts'
import { privileges } from '../privileges/model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const ofForm = v.object({ form: id })
const ofInstitution = v.object({ form: id, institution: id })
/** Which institution the lab's people mean; those of an institution see their own. */
const meant = v.object({ institution: v.optional(id) })

const assignmentOf = v.object({ user: v.nullable(is.userId) })

/** A dimension or sub-dimension with its responsible and counters. */
const dimensionViewSchema = v.object({
  ...dimensionSchema.entries,
  _id: is.dimensionId,
  /** Dimension above it; empty at the top. */
  parent: v.string(),
  subDimensions: is.list(is.dimensionId),
  questions: is.list(is.questionId),
  assignment: assignmentOf,
  pending: countersSchema,
  /** Top-level, non-administrative questions below it that nobody is responsible for. */
  notAssigned: v.number(),
})
export type DimensionView = Readonly<v.InferOutput<typeof dimensionViewSchema>>

/** A question as its readers get it, with its number and its responsible. */
const questionViewSchema = v.object({
  ...questionSchema.entries,
  _id: is.questionId,
  form: is.formId,
  dimension: is.dimensionId,
  /** Question on which it depends; empty at the top. */
  parent: v.string(),
  isDepententChildren: v.boolean(),
  isBlock: v.boolean(),
  visibleIf: v.nullable(v.object({ value: v.union([v.boolean(), v.string()]) })),
  /** Empty for who may not know them yet. */
  points: v.object({ kind: questionSchema.entries.kind, list: is.list(v.object({ ...pointsEntrySchema.entries, _id: v.string() })) }),
  number: v.string(),
  assignment: assignmentOf,
})
export type QuestionView = Readonly<v.InferOutput<typeof questionViewSchema>>

export const formViewSchema = v.object({
  _id: is.formId,
  name: v.string(),
  stageKind: v.picklist(phases),
  stages: is.list(v.object({ ...stageSchema.entries, _id: v.string(), state: v.picklist(['complete', 'current', 'next']) })),
})
export type FormView = Readonly<v.InferOutput<typeof formViewSchema>>

const formDataSchema = v.object({
  form: formViewSchema,
  dimensions: is.list(is.dimensionId),
  dimensionsById: is.dictionary(dimensionViewSchema),
  questionById: is.dictionary(questionViewSchema),
  /** Number of each question, as it stands before its text. */
  indexByQuestionId: is.dictionary(v.string()),
})
export type FormData = Readonly<v.InferOutput<typeof formDataSchema>>

export const definition = route({
  name: 'forms.definition',
  method: 'GET',
  path: 'forms/:version',
  summary: {
    es: 'Una versión, que no cambia, de un cuestionario como la lee el tipo de cuenta de quien llama: criterios y puntajes son del laboratorio.',
    en: 'One immutable version of a questionnaire as the caller’s kind of account reads it: criteria and points are the lab’s.',
  },
  access: 'session',
  params: v.object({ version: id }),
  reply: formDefinitionSchema,
  fails: ['not_found'],
})

export const dimensions = route({
  name: 'forms.dimensions',
  method: 'GET',
  path: 'form/:form/dimensions',
  summary: {
    es: 'Dimensiones y subdimensiones del formulario con los pendientes de quien llama; para el laboratorio, los de todas las instituciones juntas.',
    en: 'Dimensions and sub-dimensions of the form with the caller’s pending counters; for the lab those of every institution together.',
  },
  access: 'session',
  params: ofForm,
  query: meant,
  reply: is.list(dimensionViewSchema),
  fails: ['not_found'],
})

export const form = route({
  name: 'forms.form',
  method: 'GET',
  path: 'form/:form',
  summary: { es: 'El formulario con sus dimensiones y preguntas por id.', en: 'The form with its dimensions and questions by id.' },
  access: 'session',
  params: ofForm,
  query: meant,
  reply: formDataSchema,
  fails: ['not_found'],
})

export const formPrivileges = route({
  name: 'forms.privileges',
  method: 'GET',
  path: 'form/:form/privilegies',
  summary: { es: 'Lo que quien llama puede hacer ahora en el formulario.', en: 'What the caller may do in the form now.' },
  access: 'session',
  params: ofForm,
  query: meant,
  reply: is.list(v.picklist(privileges)),
  fails: ['not_found'],
})

export const institutionDimensions = route({
  name: 'forms.institutionDimensions',
  method: 'GET',
  path: 'form/:form/institution/:institution/dimensions',
  summary: { es: 'Dimensiones con los pendientes de una institución.', en: 'Dimensions with the counters of one institution.' },
  access: 'session',
  params: ofInstitution,
  reply: is.list(dimensionViewSchema),
  fails: ['not_found'],
})

export const institutionQuestions = route({
  name: 'forms.institutionQuestions',
  method: 'GET',
  path: 'form/:form/institution/:institution/questions',
  summary: { es: 'Preguntas de una institución que quien llama puede ver.', en: 'Questions that the caller sees of one institution.' },
  access: 'session',
  params: ofInstitution,
  reply: is.list(questionViewSchema),
  fails: ['not_found'],
})

export const institutionSurvey = route({
  name: 'forms.institutionSurvey',
  method: 'GET',
  path: 'form/:form/institution/:institution/survey',
  summary: {
    es: 'Preguntas de la encuesta de satisfacción y si fue enviada.',
    en: 'Questions of the satisfaction survey and whether it was sent.',
  },
  access: 'session',
  params: ofInstitution,
  reply: v.object({ questions: is.list(questionViewSchema), sendSurvey: v.boolean() }),
  fails: ['not_found'],
})

export const getFormInstitutional = route({
  name: 'forms.getFormInstitutional',
  method: 'POST',
  path: 'form/getFormInstitutional',
  summary: {
    es: 'El formulario de la portada, con etapas, eventos y preguntas observadas.',
    en: 'The form of the dashboard, with stages, events and observed questions.',
  },
  access: 'session',
  body: v.object({ formId: id, userRole: v.optional(v.unknown()) }),
  reply: v.object({
    form: formViewSchema,
    stages: formViewSchema.entries.stages,
    /** What its reader was told of this form, or of none, the newest first (NO5). */
    events: is.list(
      v.object({
        _id: v.string(),
        kind: v.string(),
        subject: v.string(),
        content: v.string(),
        /** Page of the application that it leads to. */
        link: v.nullable(v.string()),
        at: is.instant,
        read: v.boolean(),
      }),
    ),
    observedQuestions: v.number(),
  }),
  fails: ['not_found'],
})

export const participantStatus = route({
  name: 'forms.participantStatus',
  method: 'GET',
  path: 'form/:form/getStatusParticipant/:institution',
  summary: {
    es: 'Si una institución está bloqueada, su réplica y su encuesta.',
    en: 'Whether an institution is locked, its replica and its survey.',
  },
  access: 'session',
  params: ofInstitution,
  reply: v.object({
    /** Of the institution. */
    name: v.string(),
    delegates: is.list(is.userId),
    assignments: is.list(v.object({ element: v.string(), level: assignmentSchema.entries.level, user: is.userId })),
    locked: v.boolean(),
    lockReason: participantSchema.entries.lockReason,
    replica: v.object({ subdimensions: is.list(v.string()) }),
    sendSurvey: v.boolean(),
    sentAt: v.nullable(is.instant),
    receipt: v.nullable(v.string()),
  }),
  fails: ['not_found'],
})

export const pendings = route({
  name: 'forms.pendings',
  method: 'POST',
  path: 'form/:form/pendings/:role',
  summary: {
    es: 'Preguntas pendientes de quien llama en un rol que tiene, por subdimensión; el laboratorio nombra una institución.',
    en: 'Pending questions of the caller in a role that they hold, by sub-dimension; the lab’s people name an institution.',
  },
  access: 'session',
  params: v.object({ form: id, role: v.picklist([...roles, 'NoAssigment', 'Evaluator', 'Administrator']) }),
  query: meant,
  reply: v.object({
    role: v.picklist(actingRoles),
    total: countersSchema,
    subDimensions: is.list(v.object({ _id: is.dimensionId, name: v.string(), pending: countersSchema, units: is.list(is.unit) })),
  }),
  fails: ['not_found', 'no_role'],
})
