import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { formHeaderSchema } from '../stages/model.ts'
import * as is from '../kernel/schemas.ts'
import { formFailures } from './routes.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const params = v.object({ form: id })

/** An archive that was made and verified, and whether the form could be closed on it. */
const archiveSchema = v.object({
  /** Of the file, hex. */
  sha256: v.string(),
  /** Bytes. */
  size: v.number(),
  at: is.instant,
  by: is.userId,
  institutions: v.number(),
  /** Nothing of the form has changed since it was begun. */
  current: v.boolean(),
  /** Institutions in which something waited to be decided, sent or told when it was made. */
  waiting: v.number(),
  /** Until when who prepared it can fetch its file from the platform; null: the platform does not have it. */
  hereUntil: v.nullable(is.instant),
})

const closingSchema = v.object({
  /** Its last stage is over. */
  over: v.boolean(),
  closed: v.nullable(v.object({ at: is.instant, by: is.userId, archive: v.string() })),
  /** The newest first. */
  archives: is.list(archiveSchema),
  /** Devices of those who take part that said last that something waits on them, and how much it is. */
  unsent: v.object({ devices: v.number(), changes: v.number() }),
})
export type Closing = Readonly<v.InferOutput<typeof closingSchema>>

export const closing = route({
  name: 'questionnaires.closing',
  method: 'GET',
  path: 'form/:form/closing',
  summary: {
    es: 'Cómo está un formulario para cerrarlo: si terminó, sus archivos verificados y lo que aún espera en dispositivos.',
    en: 'How a form stands for closing it: whether it is over, its verified archives, and what still waits on devices.',
  },
  access: 'administrator',
  params,
  reply: closingSchema,
  fails: ['not_found'],
})

export const close = route({
  name: 'questionnaires.close',
  method: 'POST',
  path: 'form/:form/closing',
  summary: {
    es: 'Cierra un formulario sobre un archivo verificado que aún dice todo: desde entonces nada de él cambia.',
    en: 'Closes a form on a verified archive that still tells all: from then on nothing of it changes.',
  },
  access: 'administrator',
  params,
  body: v.object({ archive: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)) }),
  reply: v.object({ closed: formHeaderSchema.entries.closed }),
  fails: [...formFailures, 'form_not_over', 'form_waits', 'archive_missing', 'archive_outdated', 'rehearsal_not_closed'],
})

export const reopen = route({
  name: 'questionnaires.reopen',
  method: 'POST',
  path: 'form/:form/reopening',
  summary: {
    es: 'Reabre un formulario cerrado, con un motivo que queda en su historial.',
    en: 'Opens a closed form again, with a reason that its history keeps.',
  },
  access: 'administrator',
  params,
  body: v.object({ reason: v.string() }),
  reply: v.object({ closed: formHeaderSchema.entries.closed }),
  fails: [...formFailures, 'reopening_reason_empty'],
})
