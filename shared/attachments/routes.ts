import * as v from 'valibot'
import type { AnswerView } from '../answers/routes.ts'
import { route } from '../contract/route.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const position = v.pipe(v.string(), v.regex(/^-?\d{1,4}$/), v.transform(Number))
const attachment = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)) })

/** Answer of the unit whose file changed (institution-area §7, "Files"). */
export interface FileChanged {
  readonly idAnswer: string
  readonly answer: AnswerView
}

/** Where an upload stands: more bytes are wanted from `offset` on, or the file is whole. */
export type UploadState = { readonly state: 'open'; readonly offset: number; readonly partSize: number } | { readonly state: 'ready' }

export const beginUpload = route({
  name: 'attachments.beginUpload',
  method: 'POST',
  path: 'attachments/:id/upload',
  summary: 'Begins, or takes up again, the upload of a file that attachment.add announced.',
  access: 'session',
  params: attachment,
  body: v.object({
    sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
    size: v.pipe(v.number(), v.integer(), v.minValue(0)),
    mime: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  }),
  reply: v.custom<UploadState>(() => true),
})

export const uploadOffset = route({
  name: 'attachments.uploadOffset',
  method: 'HEAD',
  path: 'attachments/:id/upload',
  summary: 'Header Upload-Offset: how many bytes have arrived.',
  access: 'session',
  params: attachment,
})

export const uploadPart = route({
  name: 'attachments.uploadPart',
  method: 'PATCH',
  path: 'attachments/:id/upload',
  summary: 'Adds a part at Upload-Offset, checked against Upload-Checksum: sha256 and base64. 204 with the new Upload-Offset.',
  access: 'session',
  params: attachment,
})

export const blob = route({
  name: 'attachments.blob',
  method: 'GET',
  path: 'attachments/:id/blob',
  summary: 'The bytes of a file that the caller sees; takes Range.',
  access: 'session',
  params: attachment,
})

const multipart = { access: 'session', method: 'POST', params: v.object({ form: id }) } as const

export const attach = route({
  ...multipart,
  name: 'attachments.attach',
  path: 'form/:form/file',
  summary: 'Attaches a file in one multipart call: file, questionId, indexAnswer, institution, attachmentId.',
  reply: v.custom<FileChanged & { readonly uploadedFile: { readonly id: string; readonly name: string } }>(() => true),
})

export const attachAdmin = route({
  ...multipart,
  name: 'attachments.attachAdmin',
  path: 'form/:form/fileadmin',
  summary: 'The same, by an administrator acting for an institution.',
  reply: v.custom<FileChanged & { readonly uploadedFile: { readonly id: string; readonly name: string } }>(() => true),
})

const changed = v.custom<FileChanged>(() => true)

export const remove = route({
  name: 'attachments.remove',
  method: 'DELETE',
  path: 'form/:form/file/questionId/:question/index/:index',
  summary: 'Takes the file of a question out of force; it stays in the file history.',
  access: 'session',
  params: v.object({ form: id, question: id, index: position }),
  reply: changed,
})

export const removeOf = route({
  name: 'attachments.removeOf',
  method: 'DELETE',
  path: 'form/:form/file/questionId/:question/index/:index/institution/:institution',
  summary: 'The same in a named institution.',
  access: 'session',
  params: v.object({ form: id, question: id, index: position, institution: id }),
  reply: changed,
})

const declining = {
  path: 'form/:form/unattach/questionId/:question/index/:index/:canAttach',
  access: 'session',
  params: v.object({ form: id, question: id, index: position, canAttach: v.picklist(['true', 'false']) }),
  query: v.object({ institution: v.optional(id) }),
  reply: changed,
} as const

export const decline = route({
  ...declining,
  name: 'attachments.decline',
  method: 'POST',
  summary: 'Says (canAttach false) or unsays that a question has no file.',
})

export const declineByGet = route({
  ...declining,
  name: 'attachments.declineByGet',
  method: 'GET',
  summary: 'The same for older callers; idempotent and never cached (rules L19).',
})

export const exportFile = route({
  name: 'attachments.export',
  method: 'GET',
  path: 'form/:form/file/:file/export',
  summary: 'Downloads one file.',
  access: 'session',
  params: v.object({ form: id, file: id }),
})

export const exportFiles = route({
  name: 'attachments.bulkExport',
  method: 'GET',
  path: 'form/:form/file/:institution/bulk-export',
  summary: 'Downloads every file in force of an institution as a zip.',
  access: 'session',
  params: v.object({ form: id, institution: id }),
})
