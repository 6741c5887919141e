import * as v from 'valibot'
import { answerValueSchema } from '../answers/model.ts'
import { maxFileBytes } from '../attachments/model.ts'
import { route } from '../contract/route.ts'
import { decisions } from '../evaluations/model.ts'
import { copyLockSchema } from './model.ts'

/** Opens the lock of a copy for the person whose work it holds, who then reads it on their own device. */
export const openOwnCopy = route({
  name: 'unsent.open',
  method: 'POST',
  path: 'unsent/key',
  summary: 'Gives the key to the content of a sealed copy of unsent work, to its author only.',
  access: 'session',
  body: copyLockSchema,
  reply: v.object({ contentKey: v.string() }),
})

/** Largest work of a copy that is recovered, as characters of base64, and a file of it. Room for the rest of the body is apart. */
export const copyWorkMaxCharacters = 24_000_000
export const copyFileMaxCharacters = Math.ceil(((maxFileBytes + 100) * 4) / 3) + 4

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
  summary: 'Shows an administrator what a sealed copy holds, and what would become of each part of it. The files stay where they are.',
  access: 'session',
  body: copySchema,
  reply: recoverySchema,
})

export const adoptCopy = route({
  name: 'unsent.adopt',
  method: 'POST',
  path: 'unsent/adopt',
  summary:
    'Takes in what a sealed copy holds: each part becomes a card of whoever is responsible now. The same copy again changes nothing.',
  access: 'session',
  body: copySchema,
  reply: recoverySchema,
})

export const adoptFile = route({
  name: 'unsent.adoptFile',
  method: 'POST',
  path: 'unsent/file',
  summary: 'Takes in the bytes of a file of a sealed copy whose card has been made.',
  access: 'session',
  body: v.object({
    ...copyLockSchema.entries,
    /** Id of the file and its place in the copy, as `unsent.read` tells them. */
    id: v.pipe(v.string(), v.maxLength(64)),
    place: v.pipe(v.number(), v.integer(), v.minValue(0)),
    sealed: v.pipe(v.string(), v.maxLength(copyFileMaxCharacters, 'file_too_large')),
  }),
  reply: v.object({ arrived: v.boolean() }),
})
