import * as v from 'valibot'
import { otherContent } from '../attachments/bytes-routes.ts'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { siteFileTypes, siteLanguages, siteLimits } from './model.ts'

/** A file as a picker shows it. */
const listed = {
  _id: v.string(),
  name: v.string(),
  kind: v.string(),
  bytes: v.number(),
  at: is.instant,
} as const
const listedImage = v.object({
  ...listed,
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  widths: is.list(v.number()),
  /** Of what a phone is sent of it. */
  phoneBytes: v.optional(v.number()),
})
const listedFile = v.object(listed)
export type ListedSiteImage = Readonly<v.InferOutput<typeof listedImage>>
export type ListedSiteFile = Readonly<v.InferOutput<typeof listedFile>>

export const siteImages = route({
  name: 'siteFiles.images',
  method: 'GET',
  path: 'form/file/publicSite/images',
  summary: {
    es: 'Las imágenes del sitio público, las más recientes primero.',
    en: 'Pictures of the public site, the newest first.',
  },
  access: 'administrator',
  reply: v.object({ imagesIds: is.list(v.string()), images: is.list(listedImage) }),
  fails: [],
})

export const siteFiles = route({
  name: 'siteFiles.files',
  method: 'GET',
  path: 'form/file/publicSite/files',
  summary: {
    es: 'Los documentos del sitio público que una página puede ofrecer, los más recientes primero.',
    en: 'Documents of the public site that a page can offer, the newest first.',
  },
  access: 'administrator',
  reply: is.list(listedFile),
  fails: [],
})

const uploaded = v.object({
  fileId: v.string(),
  name: v.string(),
  kind: v.string(),
  bytes: v.number(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  widths: is.list(v.number()),
})
export type UploadedSiteFile = Readonly<v.InferOutput<typeof uploaded>>

/** Boundaries and fields around the one file. */
const multipartBytes = 100_000
const uploading = {
  method: 'POST',
  access: 'administrator',
  raw: { body: 'multipart/form-data' },
  limits: { bodyBytes: siteLimits.fileBytes + multipartBytes, pace: { burst: 40, perSecond: 1 } },
  reply: uploaded,
} as const
const uploadFailures = ['file_format', 'file_empty', 'site_file_too_large', ...otherContent, 'site_svg_unsafe', 'site_files_many'] as const

export const uploadSiteFile = route({
  ...uploading,
  name: 'siteFiles.upload',
  path: 'form/file/publicSite/upload',
  summary: {
    es: 'Sube un documento al sitio en una llamada multipart: `file`, y `key`, que no cambia nada. Los mismos bytes son el mismo archivo.',
    en: 'Uploads a document to the site in one multipart call: `file`, and `key`, which changes nothing. The same bytes are the same file.',
  },
  fails: [...uploadFailures, 'site_image_unreadable', 'key_reused'],
})

export const uploadSiteImage = route({
  ...uploading,
  name: 'siteFiles.uploadImage',
  path: 'form/image/publicSite/upload',
  summary: {
    es: 'Lo mismo con una imagen: se dibuja de nuevo, sin sus metadatos, como WebP en varios anchos; un SVG queda sin nada que se ejecute.',
    en: 'The same for a picture: it is drawn anew, without its metadata, as WebP in several widths; an SVG is left with nothing that runs.',
  },
  fails: [...uploadFailures, 'site_image_unreadable', 'key_reused'],
})

const params = v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) })

export const siteFileUseSchema = v.object({
  pageId: v.string(),
  name: v.string(),
  /** published: visitors see it · draft: the newest that is not published · version: an older state, which can be restored. */
  where: v.picklist(['published', 'draft', 'version']),
  number: v.number(),
  /** The page was taken away, and can be brought back. */
  removed: v.boolean(),
})
export type SiteFileUse = Readonly<v.InferOutput<typeof siteFileUseSchema>>

/** A file as the list of all of them shows it. */
const keptFile = v.object({
  ...listedImage.entries,
  type: v.picklist(siteFileTypes),
  byName: v.string(),
  /** Pages that name it as visitors see them and as they are drafted; former versions are told of one file at a time. */
  uses: is.list(siteFileUseSchema),
})
export type KeptSiteFile = Readonly<v.InferOutput<typeof keptFile>>

export const allSiteFiles = route({
  name: 'siteFiles.all',
  method: 'GET',
  path: 'form/file/publicSite',
  summary: {
    es: 'Todas las imágenes y documentos del sitio, los más recientes primero, con quién los subió y qué páginas los usan, publicadas o en borrador.',
    en: 'All pictures and documents of the site, the newest first, with who brought them and which pages use them, published or drafted.',
  },
  access: 'administrator',
  reply: is.list(keptFile),
  fails: [],
})

export const siteFileUses = route({
  name: 'siteFiles.uses',
  method: 'GET',
  path: 'form/file/publicSite/:id/uses',
  summary: {
    es: 'Qué páginas usan un archivo: publicadas, en borrador y en versiones anteriores (las más recientes).',
    en: 'Which pages use a file: published, in drafts and in former versions (the newest).',
  },
  access: 'administrator',
  params,
  reply: v.object({ uses: is.list(siteFileUseSchema) }),
  fails: ['not_found'],
})

export const removeSiteFile = route({
  name: 'siteFiles.remove',
  method: 'DELETE',
  path: 'form/file/publicSite/:id',
  summary: {
    es: 'Elimina un archivo del sitio. Mientras una página publicada lo muestra, no se elimina.',
    en: 'Removes a file of the site. While a published page shows it, it is not removed.',
  },
  access: 'administrator',
  params,
  reply: v.object({ msg: v.string() }),
  fails: ['not_found', 'site_file_shown', 'key_reused'],
})

const guide = {
  method: 'GET',
  access: 'public',
  query: v.object({ lang: v.optional(v.picklist(siteLanguages), 'es') }),
  raw: { reply: 'application/pdf' },
  shown: true,
} as const

export const publicQuestionnaire = route({
  ...guide,
  name: 'siteFiles.questionnaire',
  path: 'public/questionnaire.pdf',
  summary: {
    es: 'El cuestionario del formulario vigente en PDF, sin puntajes ni lo que solo ve quien evalúa. 404 mientras no hay un formulario habilitado.',
    en: 'The questionnaire of the current form as PDF, without points or what only evaluators see. 404 while no form is enabled.',
  },
  fails: ['not_found', 'report_failed'],
})

export const publicGuides = route({
  name: 'siteFiles.guides',
  method: 'GET',
  path: 'public/guides',
  summary: {
    es: 'Si hay un cuestionario que descargar: el del formulario vigente, una vez que comenzó.',
    en: 'Whether there is a questionnaire to take away: that of the current form, once it has begun.',
  },
  access: 'public',
  reply: v.object({ questionnaire: v.boolean() }),
  fails: [],
})

export const publicGlossary = route({
  ...guide,
  name: 'siteFiles.glossary',
  path: 'public/glossary.pdf',
  summary: { es: 'El glosario de conceptos de la medición en PDF.', en: 'The glossary of concepts of the measurement as PDF.' },
  fails: ['report_failed'],
})
