import * as v from 'valibot'
import { whoSchema } from '../assignments/invitees.ts'
import { fileNameSchema } from '../answers/model.ts'
import { route } from '../contract/route.ts'
import { workbookMime } from '../kernel/sheet.ts'
import { rowProblemsSchema } from '../kernel/table.ts'
import { fileFailures, sentFileTypes } from '../questionnaires/routes.ts'
import * as is from '../kernel/schemas.ts'
import { categoryFields, institutionFields, invitedLeader } from './directory-mutations.ts'
import { categorySchema, institutionSchema } from './model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const institution = v.object({ institution: id })

/** An institution as the lab's lists show it. */
const listedSchema = v.object({
  ...institutionSchema.entries,
  _id: is.institutionId,
  categoryName: v.string(),
  active: v.boolean(),
  hide: v.boolean(),
  deactivate: v.boolean(),
  leader: v.nullable(
    v.object({ _id: is.userId, name: v.string(), surname: v.string(), email: v.string(), active: v.boolean(), joined: v.boolean() }),
  ),
  leaderName: v.string(),
  leaderEmail: v.string(),
  /** Forms in which it takes part now, by name. */
  forms: is.list(v.string()),
})
export type ListedInstitution = Readonly<v.InferOutput<typeof listedSchema>>

export const institutions = route({
  name: 'institutions.all',
  method: 'GET',
  path: 'institution',
  summary: {
    es: 'Todas las instituciones, también las desactivadas, con su categoría, quien las lidera y sus tres estados.',
    en: 'Every institution, deactivated ones too, with its category, who leads it and its three flags.',
  },
  access: 'administrator',
  reply: v.object({ institutionIds: is.list(is.institutionId), institutionById: is.dictionary(listedSchema) }),
  fails: [],
})

export const activeInstitutions = route({
  name: 'institutions.actives',
  method: 'GET',
  path: 'institution/actives',
  summary: { es: 'Las instituciones habilitadas y no desactivadas.', en: 'Institutions that are enabled and not deactivated.' },
  access: 'administrator',
  reply: v.object({ institutionIds: is.list(is.institutionId), institutionById: is.dictionary(listedSchema) }),
  fails: [],
})

export const proposeCode = route({
  name: 'institutions.code',
  method: 'GET',
  path: 'institution/code/:code',
  summary: {
    es: 'Propone un código para el nombre que va en la dirección: las iniciales de sus palabras, con un número si ya existe.',
    en: 'Proposes a code for the name in the address: the initials of its words, with a number where they are taken.',
  },
  access: 'administrator',
  params: v.object({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(300)) }),
  reply: v.object({ code: v.string() }),
  fails: [],
})

/** What somebody read, as it was: it may be older than the rules of now. */
const seenOfInstitution = {
  name: v.string(),
  code: v.string(),
  abbreviation: v.string(),
  category: v.string(),
  orientation: v.string(),
  domains: is.list(v.string()),
}
const seenOfCategory = { name: v.string(), shortDescription: v.string(), longDescription: v.string(), icon: v.nullable(v.string()) }

const fieldFailures = ['institution_name_taken', 'institution_code_taken', 'category_unknown', 'domain_invalid', 'text_limit'] as const
const leaderFailures = ['email_taken', 'email_other_institution', 'person_unknown', 'name_empty', 'surname_empty'] as const

export const createInstitution = route({
  name: 'institutions.create',
  method: 'POST',
  path: 'institution',
  summary: {
    es: 'Crea una institución e invita por correo a quien la lidera.',
    en: 'Makes an institution and invites by letter who leads it.',
  },
  access: 'administrator',
  body: v.object({ ...institutionFields, leader: invitedLeader }),
  reply: listedSchema,
  fails: [...fieldFailures, ...leaderFailures, 'key_reused'],
})

export const editInstitution = route({
  name: 'institutions.edit',
  method: 'PUT',
  path: 'institution/:institution',
  summary: {
    es: 'Cambia una institución. `seen` es lo que se leyó: un campo que otra persona cambió mientras tanto no se pisa.',
    en: 'Changes an institution. `seen` is what was read: a field that somebody else changed meanwhile is not written over.',
  },
  access: 'administrator',
  params: institution,
  body: v.object({ ...v.partial(v.object(institutionFields)).entries, seen: v.optional(v.partial(v.object(seenOfInstitution))) }),
  reply: listedSchema,
  fails: [...fieldFailures, 'not_found', 'changed_meanwhile', 'key_reused'],
})

export const removeInstitution = route({
  name: 'institutions.remove',
  method: 'DELETE',
  path: 'institution/:institution',
  summary: {
    es: 'Elimina una institución que nunca participó y a la que nadie ha ingresado. Las demás se desactivan.',
    en: 'Deletes an institution that never took part and of which nobody has come. The others are deactivated.',
  },
  access: 'administrator',
  params: institution,
  reply: v.object({ msg: v.string() }),
  fails: ['not_found', 'institution_in_use', 'key_reused'],
})

export const restoreInstitution = route({
  name: 'institutions.restore',
  method: 'POST',
  path: 'institution/:institution/restore',
  summary: { es: 'Deshace la eliminación de una institución.', en: 'Takes the deletion of an institution back.' },
  access: 'administrator',
  params: institution,
  reply: listedSchema,
  fails: ['not_found', 'institution_name_taken', 'institution_code_taken', 'email_taken', 'key_reused'],
})

/** What a flag is to be; the other of what it is where nothing is said. */
const wantedFlag = v.optional(v.object({ value: v.optional(v.boolean()) }), {})
const flag = (name: string, path: string, es: string, en: string) =>
  route({
    name: `institutions.${name}`,
    method: 'PUT',
    path: `institution/:institution/${path}`,
    summary: { es, en },
    access: 'administrator',
    params: institution,
    body: wantedFlag,
    reply: listedSchema,
    fails: ['not_found', 'changed_meanwhile', 'key_reused'],
  })

export const toggleInstitution = flag(
  'toggle',
  'toggle',
  'Habilita una institución o deja de ofrecerla a los formularios; sin `value`, lo contrario de lo que está.',
  'Enables an institution, or offers it to forms no more; without `value` whatever it is not.',
)
export const hideInstitution = flag(
  'hide',
  'hide',
  'Oculta una institución de los resultados públicos, o la muestra; sin `value`, lo contrario de lo que está.',
  'Hides an institution from public results, or shows it; without `value` whatever it is not.',
)
export const deactivateInstitution = flag(
  'deactivate',
  'deactivate',
  'Desactiva una institución: sale de las listas y su gente no ingresa. Nada se borra; con `value: false` vuelve, y sin `value` es lo contrario de lo que está.',
  'Deactivates an institution: it leaves the lists and its people do not get in. Nothing is deleted; `value: false` brings it back, and without `value` it is whatever it is not.',
)

export const leadInstitution = route({
  name: 'institutions.lead',
  method: 'PUT',
  path: 'institution/:institution/leader',
  summary: {
    es: 'Traspasa el liderazgo de una institución, también en cada formulario en curso en que participa. Ambas personas reciben un correo.',
    en: 'Hands the leadership of an institution over, in every running form as well. Both people get a letter.',
  },
  access: 'administrator',
  params: institution,
  body: v.object({ who: whoSchema, seen: v.optional(v.nullable(v.string())) }),
  reply: listedSchema,
  fails: [
    ...leaderFailures,
    'not_found',
    'changed_meanwhile',
    'no_permission_assign_leader',
    'stage_closed',
    'form_sent',
    'participant_removed',
    'key_reused',
  ],
})

/** Something that was done to an institution or to a category. */
const eventSchema = v.object({
  at: is.instant,
  action: v.string(),
  text: v.string(),
  by: v.string(),
  /** Field by field, as text: `true`, `false`, domains with commas, a category and a person by their names, a picture by its hash. */
  changed: is.list(v.object({ field: v.string(), from: v.nullable(v.string()), to: v.nullable(v.string()) })),
})
export type DirectoryEvent = Readonly<v.InferOutput<typeof eventSchema>>

export const institutionHistory = route({
  name: 'institutions.history',
  method: 'GET',
  path: 'institution/:institution/history',
  summary: {
    es: 'Quién cambió qué de una institución, lo más reciente primero.',
    en: 'Who changed what of an institution, newest first.',
  },
  access: 'administrator',
  params: institution,
  reply: is.list(eventSchema),
  fails: ['not_found'],
})

const listedCategory = v.object({
  ...categorySchema.entries,
  _id: v.string(),
  /** Institutions that have it. */
  institutions: v.number(),
})
export type ListedCategory = Readonly<v.InferOutput<typeof listedCategory>>

/** Most bytes of a picture before it is made small, by the specification. */
export const iconMaxBytes = 2_097_152
/** A picture in the base64 of a body; null takes it away, nothing leaves it. */
const icon = v.optional(
  v.nullable(v.pipe(v.string(), v.maxLength(Math.ceil(iconMaxBytes / 3) * 4 + 4, 'icon_too_large'), v.base64('icon_unreadable'))),
)
const iconBody = { bodyBytes: 4_000_000, pace: { burst: 20, perSecond: 0.5 } } as const
const iconFailures = ['icon_too_large', 'icon_unreadable'] as const

export const categories = route({
  name: 'categories.all',
  method: 'GET',
  path: 'category',
  summary: { es: 'Las categorías de instituciones.', en: 'Categories of institutions.' },
  access: 'administrator',
  reply: v.object({ categoryIds: is.list(v.string()), categoryById: is.dictionary(listedCategory) }),
  fails: [],
})

export const createCategory = route({
  name: 'categories.create',
  method: 'POST',
  path: 'category',
  summary: {
    es: 'Crea una categoría. `icon` es una imagen en base64 de hasta 2 MB, que se guarda pequeña y sin metadatos.',
    en: 'Makes a category. `icon` is an image in base64 of up to 2 MB, which is kept small and without metadata.',
  },
  access: 'administrator',
  body: v.object({ ...categoryFields, icon }),
  reply: listedCategory,
  fails: ['category_name_taken', 'text_limit', 'key_reused', ...iconFailures],
  limits: iconBody,
})

const category = v.object({ category: id })

export const editCategory = route({
  name: 'categories.edit',
  method: 'PUT',
  path: 'category/:category',
  summary: {
    es: 'Cambia una categoría. `seen` es lo que se leyó; `icon` nulo quita la imagen.',
    en: 'Changes a category. `seen` is what was read; a null `icon` takes the image away.',
  },
  access: 'administrator',
  params: category,
  body: v.object({ ...v.partial(v.object(categoryFields)).entries, icon, seen: v.optional(v.partial(v.object(seenOfCategory))) }),
  reply: listedCategory,
  fails: ['not_found', 'category_name_taken', 'text_limit', 'changed_meanwhile', 'key_reused', ...iconFailures],
  limits: iconBody,
})

export const toggleCategory = route({
  name: 'categories.toggle',
  method: 'PUT',
  path: 'category/:category/toggle',
  summary: {
    es: 'Habilita una categoría o deja de ofrecerla, y sin `value` lo contrario de lo que está: las instituciones que la tienen la conservan.',
    en: 'Enables a category, or offers it no more, and without `value` whatever it is not: institutions that have it keep it.',
  },
  access: 'administrator',
  params: category,
  body: wantedFlag,
  reply: listedCategory,
  fails: ['not_found', 'changed_meanwhile', 'key_reused'],
})

export const categoryHistory = route({
  name: 'categories.history',
  method: 'GET',
  path: 'category/:category/history',
  summary: {
    es: 'Quién cambió qué de una categoría, lo más reciente primero.',
    en: 'Who changed what of a category, newest first.',
  },
  access: 'administrator',
  params: category,
  reply: is.list(eventSchema),
  fails: ['not_found'],
})

export const categoryIcon = route({
  name: 'categories.icon',
  method: 'GET',
  path: 'category/icon/:sha256',
  summary: { es: 'La imagen de una categoría, en WebP.', en: 'The image of a category, as WebP.' },
  access: 'public',
  params: v.object({ sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)) }),
  raw: { reply: 'image/webp' },
  fails: ['not_found'],
})

/** Most bytes of a table of institutions. */
export const importMaxBytes = 5_000_000

export const institutionTemplate = route({
  name: 'institutions.template',
  method: 'GET',
  path: 'institution/template',
  summary: {
    es: 'Descarga la planilla de instituciones con lo que está: traída de vuelta igual, no cambia nada.',
    en: 'Downloads the table of institutions with what stands: brought back as it is, it changes nothing.',
  },
  access: 'administrator',
  params: v.object({}),
  raw: { reply: workbookMime },
  fails: [],
})

/** A row of a table and what it would do, or did. */
const importedRowSchema = v.object({
  row: v.number(),
  kind: v.picklist(['create', 'change']),
  name: v.string(),
  code: v.string(),
  /** Address of the leader who is invited; empty for a change. */
  email: v.string(),
  changed: is.list(v.object({ field: v.string(), from: v.string(), to: v.string() })),
})
export type ImportedView = Readonly<v.InferOutput<typeof importedRowSchema>>

const idsMost = 1000
const undoSchema = v.object({
  created: v.pipe(v.array(id), v.maxLength(idsMost)),
  changed: v.pipe(
    v.array(
      v.object({
        id,
        from: v.partial(v.object(seenOfInstitution)),
        to: v.partial(v.object(seenOfInstitution)),
      }),
    ),
    v.maxLength(idsMost),
  ),
})
export type ImportUndo = v.InferOutput<typeof undoSchema>

export const undoImport = route({
  name: 'institutions.undoImport',
  method: 'POST',
  path: 'institution/import/undo',
  summary: {
    es: 'Deshace una importación: elimina lo creado y vuelve lo cambiado. Lo que ya participa o a lo que alguien ingresó se queda.',
    en: 'Takes an import back: deletes what it made and turns what it changed round. What takes part or has somebody in it by now stays.',
  },
  access: 'administrator',
  body: undoSchema,
  reply: v.object({ left: v.number() }),
  fails: [...fieldFailures, 'institution_in_use', 'changed_meanwhile', 'not_found', 'key_reused'],
})

export const importInstitutions = route({
  name: 'institutions.import',
  method: 'POST',
  path: 'institution/import',
  summary: {
    es: 'Crea y cambia instituciones con una planilla en CSV, XLSX o XLS. Sin `apply=yes` dice solo qué haría; con una sola fila equivocada no cambia nada: responde 422, y `data.problems` dice cada una con su frase. `undo` es el cuerpo de la llamada que lo deshace.',
    en: 'Makes and changes institutions with a table in CSV, XLSX or XLS. Without `apply=yes` it only tells what it would do; with a single wrong row nothing changes: it answers 422, and `data.problems` tells each of them with its sentence. `undo` is the body of the call that takes it back.',
  },
  access: 'administrator',
  query: v.object({ name: v.optional(fileNameSchema), apply: v.optional(v.picklist(['yes', 'no']), 'no') }),
  raw: { body: sentFileTypes },
  reply: v.object({
    rows: is.list(importedRowSchema),
    /** How many rows say what stands. */
    same: v.number(),
    /** Institutions that were made, and those that changed with what takes it back: the body of the call that undoes it. */
    undo: v.nullable(undoSchema),
    ...rowProblemsSchema.entries,
  }),
  fails: [
    ...fileFailures,
    ...fieldFailures,
    ...leaderFailures,
    'table_wrong',
    'table_institutions_many',
    'changed_meanwhile',
    'key_reused',
    'not_found',
  ],
  limits: { bodyBytes: importMaxBytes, pace: { burst: 10, perSecond: 0.2 } },
})
