import * as v from 'valibot'
import { answerViewSchema } from '../answers/routes.ts'
import { answeringFailures } from '../contract/door.ts'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { maxFileBytes } from './model.ts'
import { id, otherContent, uploading } from './bytes-routes.ts'

export { beginUpload } from './bytes-routes.ts'

const position = v.pipe(v.string(), v.regex(/^-?\d{1,4}$/), v.transform(Number))

/** Answer of the unit whose file changed. */
const changed = v.object({ idAnswer: is.unit, answer: answerViewSchema })
export type FileChanged = Readonly<v.InferOutput<typeof changed>>

const attached = v.object({ ...changed.entries, uploadedFile: v.object({ id: is.attachmentId, name: v.string() }) })

/** Boundaries and fields around the one file of a multipart body. */
const multipartBytes = 100_000

const filing = [
  ...answeringFailures,
  'file_not_allowed',
  'attachment_missing',
  'evidence_in_use',
  'survey_leaders_only',
  'survey_sent',
] as const

const attaching = [...filing, ...uploading, ...otherContent] as const

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
