import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { partBytes } from './model.ts'

export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
export const attachment = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)) })

/** Where an upload stands: more bytes are wanted from `offset` on, or the file is whole. */
const uploadStateSchema = v.variant('state', [
  v.object({ state: v.literal('open'), offset: v.number(), partSize: v.number() }),
  v.object({ state: v.literal('ready') }),
])
export type UploadState = Readonly<v.InferOutput<typeof uploadStateSchema>>

/** Who cannot read at the store asks the server to bring the file. */
const through = v.object({ through: v.optional(v.literal('server')) })

/** Some clients round their last part up. */
const partSlackBytes = 1024

export const uploading = ['attachment_missing', 'metadata_mismatch', 'file_format', 'file_empty', 'file_too_large', 'file_quota'] as const

/** With what a file is refused that is not what its name says. */
export const otherContent = ['file_content', 'file_named_other', 'file_is_other', 'file_is_page', 'file_locked', 'file_cut'] as const

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
    es: 'Los bytes de un archivo que quien llama puede ver; admite Range. Puede responder 302 hacia donde se guardan los archivos.',
    en: 'The bytes of a file that the caller sees; takes Range. It may answer 302 to where files are kept.',
  },
  access: 'session',
  params: attachment,
  query: through,
  raw: { reply: 'application/octet-stream' },
  shown: true,
  linked: true,
  fails: ['attachment_missing'],
})

export const exportFile = route({
  name: 'attachments.export',
  method: 'GET',
  path: 'form/:form/file/:file/export',
  summary: { es: 'Descarga un archivo.', en: 'Downloads one file.' },
  access: 'session',
  params: v.object({ form: id, file: id }),
  query: through,
  raw: { reply: 'application/octet-stream' },
  linked: true,
  fails: ['attachment_missing'],
})
