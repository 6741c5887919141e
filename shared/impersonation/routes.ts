import * as v from 'valibot'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))

/** Longest reason that is taken. */
export const reasonMaxLength = 500

export const impersonationSchema = v.object({
  id: v.string(),
  formId: is.formId,
  institutionId: is.institutionId,
  startedAt: is.instant,
  lastAt: is.instant,
  /** When it ends if nothing more is done in it. */
  endsAt: is.instant,
})
export type ImpersonationView = Readonly<v.InferOutput<typeof impersonationSchema>>

/** What the form is loaded with in which somebody begins to act, by the specification's names. */
const begunSchema = v.object({
  ...impersonationSchema.entries,
  /** Of the institution. */
  name: v.string(),
  /** Name of the form. */
  formImpersonalizate: v.string(),
})

export const impersonate = route({
  name: 'impersonation.start',
  method: 'POST',
  path: 'impersonation',
  summary: {
    es: 'Comienza a actuar en nombre de una institución en un formulario, con el motivo. Termina sola tras una hora sin uso, y con la sesión.',
    en: 'Begins to act for an institution in a form, with the reason. It ends by itself after an hour without use, and with the session.',
  },
  access: 'administrator',
  body: v.object({ formId: id, institutionId: id, reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(reasonMaxLength)) }),
  reply: begunSchema,
  fails: ['not_found', 'stage_closed', 'form_disabled', 'impersonating'],
})

export const impersonated = route({
  name: 'impersonation.current',
  method: 'GET',
  path: 'impersonation',
  summary: {
    es: 'La institución en cuyo nombre actúa quien llama, si actúa en nombre de una.',
    en: 'The institution for which the caller acts, if they act for one.',
  },
  access: 'administrator',
  reply: v.nullable(impersonationSchema),
  fails: [],
})

export const stopImpersonating = route({
  name: 'impersonation.end',
  method: 'POST',
  path: 'impersonation/end',
  summary: {
    es: 'Termina de actuar en nombre de una institución.',
    en: 'Stops acting for an institution.',
  },
  access: 'administrator',
  reply: v.object({ ended: v.boolean() }),
  fails: [],
})
