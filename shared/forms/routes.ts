import * as v from 'valibot'
import { roles } from '../access/roles.ts'
import type { ActingRole } from '../access/roles.ts'
import type { Privilege } from '../access/privileges.ts'
import type { Counters } from '../answers/rules.ts'
import { route } from '../contract/route.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Phase, Stage } from '../stages/model.ts'
import type { Dimension, FormDefinition, Question } from './model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const ofForm = v.object({ form: id })
const ofInstitution = v.object({ form: id, institution: id })
/** Which institution the lab's people mean; those of an institution see their own. */
const meant = v.object({ institution: v.optional(id) })

/** A dimension or sub-dimension with its responsible and counters (institution-area §3). */
export interface DimensionView extends Dimension {
  readonly _id: string
  readonly assignment: { readonly user: UserId | null }
  readonly pending: Counters
  /** Top-level, non-administrative questions below it that nobody is responsible for. */
  readonly notAssigned: number
}

/** A question as its readers get it, with its number and its responsible. */
export interface QuestionView extends Question {
  readonly _id: string
  readonly number: string
  readonly assignment: { readonly user: UserId | null }
}

export interface FormView {
  readonly _id: string
  readonly name: string
  readonly stageKind: Phase
  readonly stages: readonly (Stage & { readonly state: 'complete' | 'current' | 'next' })[]
}

export interface FormData {
  readonly form: FormView
  readonly dimensions: readonly string[]
  readonly dimensionsById: Readonly<Record<string, DimensionView>>
  readonly questionById: Readonly<Record<string, QuestionView>>
}

export const definition = route({
  name: 'forms.definition',
  method: 'GET',
  path: 'forms/:version',
  summary: 'One immutable version of a questionnaire as the caller’s kind of account reads it: criteria and points are the lab’s.',
  access: 'session',
  params: v.object({ version: id }),
  reply: v.custom<FormDefinition>(() => true),
})

export const dimensions = route({
  name: 'forms.dimensions',
  method: 'GET',
  path: 'form/:form/dimensions',
  summary: 'Dimensions and sub-dimensions of the form with the caller’s pending counters; for the lab those of every institution together.',
  access: 'session',
  params: ofForm,
  query: meant,
  reply: v.custom<readonly DimensionView[]>(() => true),
})

export const form = route({
  name: 'forms.form',
  method: 'GET',
  path: 'form/:form',
  summary: 'The form with its dimensions and questions by id.',
  access: 'session',
  params: ofForm,
  query: meant,
  reply: v.custom<FormData>(() => true),
})

export const formPrivileges = route({
  name: 'forms.privileges',
  method: 'GET',
  path: 'form/:form/privilegies',
  summary: 'What the caller may do in the form now.',
  access: 'session',
  params: ofForm,
  query: meant,
  reply: v.custom<readonly Privilege[]>(() => true),
})

export const institutionDimensions = route({
  name: 'forms.institutionDimensions',
  method: 'GET',
  path: 'form/:form/institution/:institution/dimensions',
  summary: 'Dimensions with the counters of one institution.',
  access: 'session',
  params: ofInstitution,
  reply: v.custom<readonly DimensionView[]>(() => true),
})

export const institutionQuestions = route({
  name: 'forms.institutionQuestions',
  method: 'GET',
  path: 'form/:form/institution/:institution/questions',
  summary: 'Questions that the caller sees of one institution.',
  access: 'session',
  params: ofInstitution,
  reply: v.custom<readonly QuestionView[]>(() => true),
})

export const institutionSurvey = route({
  name: 'forms.institutionSurvey',
  method: 'GET',
  path: 'form/:form/institution/:institution/survey',
  summary: 'Questions of the satisfaction survey and whether it was sent.',
  access: 'session',
  params: ofInstitution,
  reply: v.custom<{ readonly questions: readonly QuestionView[]; readonly sendSurvey: boolean }>(() => true),
})

export const getFormInstitutional = route({
  name: 'forms.getFormInstitutional',
  method: 'POST',
  path: 'form/getFormInstitutional',
  summary: 'The form of the dashboard, with stages, events and observed questions.',
  access: 'session',
  body: v.object({ formId: id, userRole: v.optional(v.unknown()) }),
  reply: v.custom<{
    readonly form: FormView
    readonly stages: FormView['stages']
    readonly events: readonly { readonly subject: string; readonly content: string }[]
    readonly observedQuestions: number
  }>(() => true),
})

export const participantStatus = route({
  name: 'forms.participantStatus',
  method: 'GET',
  path: 'form/:form/getStatusParticipant/:institution',
  summary: 'Whether an institution is locked, its replica and its survey.',
  access: 'session',
  params: ofInstitution,
  reply: v.custom<{
    readonly locked: boolean
    readonly lockReason: string | null
    readonly replica: { readonly subdimensions: readonly string[] }
    readonly sendSurvey: boolean
    readonly sentAt: string | null
    readonly receipt: string | null
  }>(() => true),
})

export const pendings = route({
  name: 'forms.pendings',
  method: 'POST',
  path: 'form/:form/pendings/:role',
  summary: 'Pending questions of the caller in a role that they hold, by sub-dimension; the lab’s people name an institution.',
  access: 'session',
  params: v.object({ form: id, role: v.picklist([...roles, 'NoAssigment', 'Evaluator', 'Administrator']) }),
  query: meant,
  reply: v.custom<{
    readonly role: ActingRole
    readonly total: Counters
    readonly subDimensions: readonly {
      readonly _id: string
      readonly name: string
      readonly pending: Counters
      readonly units: readonly string[]
    }[]
  }>(() => true),
})
