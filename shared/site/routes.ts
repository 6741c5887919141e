import * as v from 'valibot'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { aboutSchema, contentShape, pageVersionSchema, reservedNames, siteLanguages } from './model.ts'
import { pageIdSchema, pageNameSchema, sentSectionsSchema, siteSettingsFields } from './mutations.ts'
import { problemCodes } from './rules.ts'

const problemSchema = v.object({
  severity: v.picklist(['error', 'warning']),
  section: v.nullable(v.string()),
  field: v.nullable(v.string()),
  language: v.nullable(v.picklist(siteLanguages)),
  code: v.picklist(problemCodes),
})

/** draft: visitors never saw it · published: they see the newest · changed: they see an older one. */
export const pageStates = ['draft', 'published', 'changed'] as const

const listedSchema = v.object({
  _id: v.string(),
  /** What its draft is called; `route` is the same. */
  name: v.string(),
  route: v.string(),
  /** Where visitors find it; null for what stands around every page and for what they never saw. */
  address: v.nullable(v.string()),
  reserved: v.boolean(),
  state: v.picklist(pageStates),
  /** Number of the newest draft, by whom and when. */
  number: v.number(),
  by: is.userId,
  byName: v.string(),
  at: is.instant,
  published: v.nullable(v.object({ name: v.string(), number: v.number(), by: is.userId, byName: v.string(), at: is.instant })),
  formerNames: is.list(v.string()),
  removed: v.boolean(),
})
export type ListedPage = Readonly<v.InferOutput<typeof listedSchema>>

const wholeSchema = v.object({ ...listedSchema.entries, about: aboutSchema, sections: pageVersionSchema.entries.sections })
export type WholePage = Readonly<v.InferOutput<typeof wholeSchema>>

export const pages = route({
  name: 'site.pages',
  method: 'GET',
  path: 'publicSite/Admin',
  summary: {
    es: 'Las páginas del sitio público, con su estado, y las eliminadas, que se pueden restaurar.',
    en: 'Pages of the public site with their state, and those that were deleted, which can be brought back.',
  },
  access: 'administrator',
  reply: v.object({ reservedNames: is.list(v.string()), fetchedPages: is.list(listedSchema), removedPages: is.list(listedSchema) }),
  fails: [],
})

export const pageByName = route({
  name: 'site.page',
  method: 'GET',
  path: 'publicSite/Admin/:pageName',
  summary: {
    es: 'Una página por su nombre o su identificador, con su borrador más reciente.',
    en: 'One page by its name or its id, with its newest draft.',
  },
  access: 'administrator',
  params: v.object({ pageName: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) }),
  reply: wholeSchema,
  fails: ['not_found'],
})

export const reserved = route({
  name: 'site.reserved',
  method: 'GET',
  path: 'publicSite/Admin/publicsite/reserved',
  summary: {
    es: 'Los nombres reservados: páginas que se editan y no se eliminan.',
    en: 'Reserved names: pages that are edited and not deleted.',
  },
  access: 'administrator',
  reply: is.list(v.picklist(reservedNames)),
  fails: [],
})

const contentFailures = ['page_name_form', 'page_name_taken', 'page_reserved', 'page_removed', 'changed_meanwhile', 'key_reused'] as const
/** What a section says of itself by the type that it names. */
const sectionFailures = ['items_many', 'text_limit', 'sections_many', 'page_too_large'] as const
/** Pages come whole, both languages of every section. */
const pageBody = { bodyBytes: 2_000_000, pace: { burst: 60, perSecond: 2 } } as const
const versionNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

export const savePage = route({
  name: 'site.save',
  method: 'POST',
  path: 'publicSite/Admin/site',
  summary: {
    es: 'Guarda una página como borrador; sin `id` crea una. `seen` es el número del borrador desde el que se editó: si hay otro, no se pisa. Con `publish` también la publica, si nada lo impide.',
    en: 'Saves a page as a draft; without `id` makes one. `seen` is the number of the draft it was edited from: another one is not written over. With `publish` it is published as well, where nothing is in the way.',
  },
  access: 'administrator',
  body: v.object({
    id: v.optional(pageIdSchema),
    name: pageNameSchema,
    /** The same as the name, which is what counts. */
    route: v.optional(v.pipe(v.string(), v.maxLength(200))),
    /** Each as {component, content, englishContent}; `id`, `hidden` and `englishOf` where they are known. */
    sections: sentSectionsSchema,
    about: v.optional(aboutSchema),
    seen: v.optional(v.nullable(versionNumber)),
    restoredFrom: v.optional(v.nullable(versionNumber), null),
    publish: v.optional(v.boolean(), false),
    /** That it may be published with what falls short. */
    accepted: v.optional(v.boolean(), false),
  }),
  /** `problems`: of a page that was to be published, why it was not, or with what. */
  reply: v.object({ _id: v.string(), number: v.number(), published: v.boolean(), problems: is.list(problemSchema) }),
  fails: ['not_found', 'section_unknown', ...contentFailures, ...sectionFailures],
  limits: pageBody,
})

const page = v.object({ id: pageIdSchema })

export const removePage = route({
  name: 'site.remove',
  method: 'DELETE',
  path: 'publicSite/Admin/site/:id',
  summary: {
    es: 'Elimina una página que no es reservada. Sus versiones se conservan y se puede restaurar.',
    en: 'Deletes a page that is not reserved. Its versions stay, and it can be brought back.',
  },
  access: 'administrator',
  params: page,
  reply: v.object({ msg: v.string() }),
  fails: ['not_found', 'page_reserved', 'key_reused'],
})

export const pageLinks = route({
  name: 'site.links',
  method: 'GET',
  path: 'publicSite/Admin/site/:id/links',
  summary: {
    es: 'Qué páginas enlazan a una, por el nombre que tiene o tuvo: tal como se muestran y en borrador.',
    en: 'Which pages link to one, by the name that it has or had: as they are shown, and drafted.',
  },
  access: 'administrator',
  params: page,
  reply: v.object({ pages: is.list(v.object({ _id: v.string(), name: v.string(), published: v.boolean(), draft: v.boolean() })) }),
  fails: ['not_found'],
})

const listedVersion = v.object({
  number: v.number(),
  name: v.string(),
  by: is.userId,
  byName: v.string(),
  at: is.instant,
  publishedAt: v.nullable(is.instant),
  restoredFrom: v.nullable(v.number()),
  /** Whether it is what visitors see. */
  shown: v.boolean(),
})

export const pageVersions = route({
  name: 'site.versions',
  method: 'GET',
  path: 'publicSite/Admin/site/:id/versions',
  summary: {
    es: 'Las últimas 50 versiones de una página, la más reciente primero.',
    en: 'The last 50 versions of a page, newest first.',
  },
  access: 'administrator',
  params: page,
  reply: is.list(listedVersion),
  fails: ['not_found'],
})

export const pageVersion = route({
  name: 'site.version',
  method: 'GET',
  path: 'publicSite/Admin/site/:id/versions/:number',
  summary: { es: 'Una versión de una página, entera.', en: 'One version of a page, whole.' },
  access: 'administrator',
  params: v.object({ id: pageIdSchema, number: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)) }),
  reply: v.object({ ...pageVersionSchema.entries, byName: v.string() }),
  fails: ['not_found'],
})

export const publishPage = route({
  name: 'site.publish',
  method: 'POST',
  path: 'publicSite/Admin/site/:id/publish',
  summary: {
    es: 'Publica el borrador de ese número. Lo que está mal lo impide; lo que solo falta se acepta con `accepted`.',
    en: 'Publishes the draft of that number. What is wrong is in the way; what only falls short is accepted with `accepted`.',
  },
  access: 'administrator',
  params: page,
  body: v.object({ number: versionNumber, accepted: v.optional(v.boolean(), false) }),
  reply: v.object({ _id: v.string(), number: v.number() }),
  fails: ['not_found', 'page_removed', 'changed_meanwhile', 'page_unready', 'page_unaccepted', 'key_reused'],
})

export const bringBackPage = route({
  name: 'site.bringBack',
  method: 'POST',
  path: 'publicSite/Admin/site/:id/bring-back',
  summary: {
    es: 'Restaura una página eliminada, como estaba; si lo que se veía de ella muestra un archivo que ya no está, como borrador.',
    en: 'Brings a deleted page back as it was; as a draft where what was seen of it shows a file that is gone.',
  },
  access: 'administrator',
  params: page,
  /** `published`: whether visitors see it again. */
  reply: v.object({ _id: v.string(), published: v.boolean() }),
  fails: ['not_found', 'page_name_taken', 'key_reused'],
})

export const siteSettings = route({
  name: 'site.settings',
  method: 'GET',
  path: 'publicSite/Admin/settings',
  summary: {
    es: 'Adónde llevan /result y el enlace de datos abiertos; vacío, a las páginas propias.',
    en: 'Where /result and the open-data link lead; empty, to the site’s own pages.',
  },
  access: 'administrator',
  reply: siteSettingsFields,
  fails: [],
})

export const setSiteSettings = route({
  name: 'site.configure',
  method: 'PUT',
  path: 'publicSite/Admin/settings',
  summary: {
    es: 'Cambia adónde llevan /result y el enlace de datos abiertos. `seen` es lo que se leyó.',
    en: 'Changes where /result and the open-data link lead. `seen` is what was read.',
  },
  access: 'administrator',
  body: v.object({ ...siteSettingsFields.entries, seen: v.optional(siteSettingsFields) }),
  reply: siteSettingsFields,
  fails: ['site_link_form', 'changed_meanwhile', 'key_reused'],
})

export const publicPage = route({
  name: 'site.publicPage',
  method: 'GET',
  path: 'publicSite/:pageName',
  summary: {
    es: 'Una página publicada, con sus secciones tal como se muestran, en ambos idiomas.',
    en: 'A published page with its sections as they are shown, in both languages.',
  },
  access: 'public',
  params: v.object({ pageName: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) }),
  reply: v.object({
    _id: v.string(),
    name: v.string(),
    route: v.string(),
    about: aboutSchema,
    /** Each whole, in Spanish and in English; what lacks English is Spanish there. */
    sections: is.list(
      v.object({
        id: v.string(),
        component: v.string(),
        content: contentShape,
        englishContent: contentShape,
      }),
    ),
  }),
  fails: ['not_found'],
})

export const previewPage = route({
  name: 'site.preview',
  method: 'POST',
  path: 'publicSite/Admin/preview',
  summary: {
    es: 'El documento de una página tal como se vería publicada, sin guardarla. El del encabezado y el del pie se muestran alrededor de la portada.',
    en: 'The document of a page as it would look when published, without saving it. Header and footer are shown around the home page.',
  },
  access: 'administrator',
  body: v.object({
    name: pageNameSchema,
    about: v.optional(aboutSchema),
    sections: sentSectionsSchema,
    language: v.optional(v.picklist(siteLanguages), 'es'),
  }),
  raw: { reply: 'text/html; charset=utf-8' },
  /** Its author looks at what they write. */
  shown: true,
  fails: [...sectionFailures, 'page_name_form'],
  limits: { bodyBytes: 2_000_000, pace: { burst: 60, perSecond: 5 } },
})

const keptSchema = v.object({ url: v.string(), bytes: v.number() })

export const siteCopy = route({
  name: 'site.copy',
  method: 'GET',
  path: 'public/copy',
  summary: {
    es: 'Todo lo que hay que descargar para leer el sitio sin conexión: cada página en ambos idiomas, sus imágenes, estilos y programas, con su tamaño.',
    en: 'Everything to download for reading the site without a network: each page in both languages, its images, styles and scripts, with their sizes.',
  },
  access: 'public',
  reply: v.object({
    edition: v.number(),
    /** Day of the edition, YYYY-MM-DD. */
    day: v.string(),
    pages: is.list(keptSchema),
    files: is.list(keptSchema),
  }),
  /** not_found: no pages are drawn here. */
  fails: ['not_found'],
})
