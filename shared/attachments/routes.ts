import * as v from 'valibot'
import { answerViewSchema } from '../answers/routes.ts'
import { answeringFailures } from '../contract/door.ts'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { maxFileBytes, partBytes } from './model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const position = v.pipe(v.string(), v.regex(/^-?\d{1,4}$/), v.transform(Number))
const attachment = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)) })

/** Answer of the unit whose file changed. */
const changed = v.object({ idAnswer: is.unit, answer: answerViewSchema })
export type FileChanged = Readonly<v.InferOutput<typeof changed>>

const attached = v.object({ ...changed.entries, uploadedFile: v.object({ id: is.attachmentId, name: v.string() }) })

/** Where an upload stands: more bytes are wanted from `offset` on, or the file is whole. */
const uploadStateSchema = v.variant('state', [
  v.object({ state: v.literal('open'), offset: v.number(), partSize: v.number() }),
  v.object({ state: v.literal('ready') }),
])
export type UploadState = Readonly<v.InferOutput<typeof uploadStateSchema>>

/** Boundaries and fields around the one file of a multipart body. */
const multipartBytes = 100_000
/** Some clients round their last part up. */
const partSlackBytes = 1024

const uploading = ['attachment_missing', 'metadata_mismatch', 'file_format', 'file_empty', 'file_too_large', 'file_quota'] as const

const filing = [
  ...answeringFailures,
  'file_not_allowed',
  'attachment_missing',
  'evidence_in_use',
  'survey_leaders_only',
  'survey_sent',
] as const

const attaching = [...filing, ...uploading, 'file_content'] as const

export const beginUpload = route({
  name: 'attachments.beginUpload',
  method: 'POST',
  path: 'attachments/:id/upload',
  summary: {
    es: 'Comienza, o retoma, la subida de un archivo que attachment.add anunció.',
    en: 'Begins, or takes up again, the upload of a file that attachment.add announced.',
  },
  access: 'session',
  params: attachment,
  body: v.object({
    sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
    size: v.pipe(v.number(), v.integer(), v.minValue(0)),
    mime: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  }),
  reply: uploadStateSchema,
  fails: uploading,
})

export const uploadOffset = route({
  name: 'attachments.uploadOffset',
  method: 'HEAD',
  path: 'attachments/:id/upload',
  summary: { es: 'Encabezado Upload-Offset: cuántos bytes han llegado.', en: 'Header Upload-Offset: how many bytes have arrived.' },
  access: 'session',
  params: attachment,
  raw: { reply: null },
  fails: ['attachment_missing'],
})

export const uploadPart = route({
  name: 'attachments.uploadPart',
  method: 'PATCH',
  path: 'attachments/:id/upload',
  summary: {
    es: 'Agrega una parte en Upload-Offset, comprobada con Upload-Checksum: sha256 y base64. 204 con el nuevo Upload-Offset.',
    en: 'Adds a part at Upload-Offset, checked against Upload-Checksum: sha256 and base64. 204 with the new Upload-Offset.',
  },
  access: 'session',
  params: attachment,
  raw: { body: 'application/offset+octet-stream', reply: null },
  limits: { bodyBytes: partBytes + partSlackBytes },
  fails: [...uploading, 'upload_offset', 'upload_checksum', 'file_content'],
})

export const blob = route({
  name: 'attachments.blob',
  method: 'GET',
  path: 'attachments/:id/blob',
  summary: {
    es: 'Los bytes de un archivo que quien llama puede ver; admite Range.',
    en: 'The bytes of a file that the caller sees; takes Range.',
  },
  access: 'session',
  params: attachment,
  raw: { reply: 'application/octet-stream' },
  shown: true,
  fails: ['attachment_missing'],
})

const multipart = {
  method: 'POST',
  params: v.object({ form: id }),
  raw: { body: 'multipart/form-data' },
  limits: { bodyBytes: maxFileBytes + multipartBytes },
} as const

export const attach = route({
  ...multipart,
  name: 'attachments.attach',
  access: 'session',
  path: 'form/:form/file',
  summary: {
    es: 'Adjunta un archivo en una llamada multipart: file, questionId, indexAnswer, institution, attachmentId.',
    en: 'Attaches a file in one multipart call: file, questionId, indexAnswer, institution, attachmentId.',
  },
  reply: attached,
  fails: attaching,
})

export const attachAdmin = route({
  ...multipart,
  name: 'attachments.attachAdmin',
  access: 'administrator',
  path: 'form/:form/fileadmin',
  summary: {
    es: 'Lo mismo, por la administración que actúa en nombre de una institución.',
    en: 'The same, by an administrator acting for an institution.',
  },
  reply: attached,
  fails: attaching,
})

export const remove = route({
  name: 'attachments.remove',
  method: 'DELETE',
  path: 'form/:form/file/questionId/:question/index/:index',
  summary: {
    es: 'Deja sin efecto el archivo de una pregunta; queda en la historia de archivos.',
    en: 'Takes the file of a question out of force; it stays in the file history.',
  },
  access: 'session',
  params: v.object({ form: id, question: id, index: position }),
  reply: changed,
  fails: filing,
})

export const removeOf = route({
  name: 'attachments.removeOf',
  method: 'DELETE',
  path: 'form/:form/file/questionId/:question/index/:index/institution/:institution',
  summary: { es: 'Lo mismo en una institución nombrada.', en: 'The same in a named institution.' },
  access: 'session',
  params: v.object({ form: id, question: id, index: position, institution: id }),
  reply: changed,
  fails: filing,
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
  summary: {
    es: 'Dice (canAttach false) o desdice que una pregunta no lleva archivo.',
    en: 'Says (canAttach false) or unsays that a question has no file.',
  },
  fails: filing,
})

export const declineByGet = route({
  ...declining,
  name: 'attachments.declineByGet',
  method: 'GET',
  summary: {
    es: 'Lo mismo para programas anteriores; repetirla no cambia nada y nunca se guarda en caché.',
    en: 'The same for older callers; idempotent and never cached.',
  },
  fails: filing,
})

export const exportFile = route({
  name: 'attachments.export',
  method: 'GET',
  path: 'form/:form/file/:file/export',
  summary: { es: 'Descarga un archivo.', en: 'Downloads one file.' },
  access: 'session',
  params: v.object({ form: id, file: id }),
  raw: { reply: 'application/octet-stream' },
  fails: ['attachment_missing'],
})

/** `pass`: in the place of a token, for a browser that fetches by an address alone. */
const byPassQuery = v.object({ pass: v.optional(v.string()) })

export const exportAllFiles = route({
  name: 'attachments.bulkExportAll',
  method: 'GET',
  path: 'form/:form/files/bulk-export',
  summary: {
    es: 'Descarga en un zip los archivos vigentes de todas las instituciones a las que llega quien llama, con una carpeta por institución. Se arma mientras se lee.',
    en: 'Downloads as a zip the files in force of every institution that the caller reaches, with a folder for each. It is made while it is read.',
  },
  access: 'session',
  params: v.object({ form: id }),
  query: byPassQuery,
  raw: { reply: 'application/zip' },
  byPass: true,
  fails: ['not_found', 'forbidden', 'archive_running', 'archives_busy'],
})

/** What a browser fetches by an address of its own, which no token goes along with. */
const passReply = v.object({ pass: v.string() })

export const passToAllFiles = route({
  name: 'attachments.passToAll',
  method: 'POST',
  path: 'form/:form/files/pass',
  summary: {
    es: 'Pide un pase de un minuto para descargar por su dirección, con `?pass=`, el zip de todas las instituciones: así lo recibe el navegador y no la página.',
    en: 'Asks for a pass of one minute to download the zip of every institution by its address, with `?pass=`: so the browser receives it, and not the page.',
  },
  access: 'session',
  params: v.object({ form: id }),
  reply: passReply,
  fails: ['not_found', 'forbidden', 'archive_running', 'archives_busy'],
})

export const passToFiles = route({
  name: 'attachments.passTo',
  method: 'POST',
  path: 'form/:form/file/:institution/pass',
  summary: {
    es: 'Pide un pase de un minuto para descargar por su dirección, con `?pass=`, el zip de una institución.',
    en: 'Asks for a pass of one minute to download the zip of one institution by its address, with `?pass=`.',
  },
  access: 'session',
  params: v.object({ form: id, institution: id }),
  reply: passReply,
  fails: ['not_found', 'archive_running', 'archives_busy'],
})

export const exportFiles = route({
  name: 'attachments.bulkExport',
  method: 'GET',
  path: 'form/:form/file/:institution/bulk-export',
  summary: {
    es: 'Descarga en un zip todos los archivos vigentes de una institución.',
    en: 'Downloads every file in force of an institution as a zip.',
  },
  access: 'session',
  params: v.object({ form: id, institution: id }),
  query: byPassQuery,
  raw: { reply: 'application/zip' },
  byPass: true,
  fails: ['not_found', 'archive_running', 'archives_busy'],
})
