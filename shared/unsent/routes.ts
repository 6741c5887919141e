import * as v from 'valibot'
import { answerValueSchema } from '../answers/model.ts'
import { maxFileBytes } from '../attachments/model.ts'
import { route } from '../contract/route.ts'
import { decisions } from '../evaluations/model.ts'
import { copyLockSchema } from './model.ts'
import { opening } from './own-copy-routes.ts'

/** Largest work of a copy that is recovered, as characters of base64, and a file of it. Room for the rest of the body is apart. */
export const copyWorkMaxCharacters = 24_000_000
export const copyFileMaxCharacters = Math.ceil(((maxFileBytes + 100) * 4) / 3) + 4

/** Room for a lock and the envelope beside the largest content. */
const lockBytes = 100_000
/** Copies are large, and nobody has many. */
const copyPace = { burst: 10, perSecond: 0.2 } as const

const recovering = ['form_closed', ...opening, 'forbidden', 'mid_reused', 'no_role', 'too_large'] as const

const copySchema = v.object({
  ...copyLockSchema.entries,
  work: v.pipe(v.string(), v.maxLength(copyWorkMaxCharacters, 'too_large')),
})
export type CopyToRecover = v.InferOutput<typeof copySchema>

const itemSchema = v.object({
  /** Tells it from the others of the same copy. */
  id: v.string(),
  /** Name of the mutation; `draft` of a text that was half written. */
  name: v.string(),
  at: v.string(),
  institution: v.nullable(v.string()),
  form: v.nullable(v.string()),
  /** Number and text of the question; null when it is about none, or one that the form has no more. */
  number: v.nullable(v.string()),
  question: v.nullable(v.string()),
  value: v.optional(v.nullable(answerValueSchema)),
  text: v.nullable(v.string()),
  decision: v.nullable(v.picklist(decisions)),
  /** place: which of the copy's files it is; null when its bytes are not in it. */
  file: v.nullable(v.object({ id: v.string(), name: v.string(), place: v.nullable(v.number()), arrived: v.boolean() })),
  /**
   * new: can be recovered · arrived: the server has had it from its author · recovered: was taken in before · standing: what it says
   * stands already · refused: for the reason that `code` says.
   */
  state: v.picklist(['new', 'arrived', 'recovered', 'standing', 'refused']),
  code: v.nullable(v.string()),
  params: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  /** Full name of who decides on it; null when nobody is to. */
  to: v.nullable(v.string()),
})
export type RecoveryItem = v.InferOutput<typeof itemSchema>

const recoverySchema = v.object({
  author: v.object({ name: v.string(), email: v.string(), institution: v.nullable(v.string()), active: v.boolean() }),
  /** When the copy was made, by the device's clock. */
  at: v.string(),
  items: v.array(itemSchema),
  /** Entries of the copy that no device writes so: told, and left where they are. */
  unreadable: v.number(),
})
export type Recovery = v.InferOutput<typeof recoverySchema>

export const readCopy = route({
  name: 'unsent.read',
  method: 'POST',
  path: 'unsent/read',
  summary: {
    es: 'Muestra a la administración qué contiene una copia sellada y qué pasaría con cada parte. Los archivos quedan donde están.',
    en: 'Shows an administrator what a sealed copy holds, and what would become of each part of it. The files stay where they are.',
  },
  access: 'administrator',
  body: copySchema,
  reply: recoverySchema,
  fails: recovering,
  limits: { bodyBytes: copyWorkMaxCharacters + lockBytes, pace: copyPace },
})

export const adoptCopy = route({
  name: 'unsent.adopt',
  method: 'POST',
  path: 'unsent/adopt',
  summary: {
    es: 'Recibe lo que contiene una copia sellada: cada parte llega como tarjeta a quien está a cargo ahora. Repetir la misma copia no cambia nada.',
    en: 'Takes in what a sealed copy holds: each part becomes a card of whoever is responsible now. The same copy again changes nothing.',
  },
  access: 'administrator',
  body: copySchema,
  reply: recoverySchema,
  fails: recovering,
  limits: { bodyBytes: copyWorkMaxCharacters + lockBytes, pace: copyPace },
})

export const adoptFile = route({
  name: 'unsent.adoptFile',
  method: 'POST',
  path: 'unsent/file',
  summary: {
    es: 'Recibe los bytes de un archivo de una copia sellada cuya tarjeta ya existe.',
    en: 'Takes in the bytes of a file of a sealed copy whose card has been made.',
  },
  access: 'administrator',
  body: v.object({
    ...copyLockSchema.entries,
    /** Id of the file and its place in the copy, as `unsent.read` tells them. */
    id: v.pipe(v.string(), v.maxLength(64)),
    place: v.pipe(v.number(), v.integer(), v.minValue(0)),
    sealed: v.pipe(v.string(), v.maxLength(copyFileMaxCharacters, 'file_too_large')),
  }),
  reply: v.object({ arrived: v.boolean() }),
  fails: [...opening, 'attachment_missing', 'metadata_mismatch', 'file_content', 'file_quota', 'too_large', 'file_too_large'],
  limits: { bodyBytes: copyFileMaxCharacters + lockBytes, pace: { burst: 60, perSecond: 2 } },
})
