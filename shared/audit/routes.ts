import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { isDay } from '../kernel/instant.ts'
import * as is from '../kernel/schemas.ts'
import { workbookMime } from '../kernel/sheet.ts'
import { auditGroups } from './model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const day = v.pipe(v.string(), v.check(isDay))
const number = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))

/** Most acts in one reply. */
export const auditMaxRows = 200

/** What is looked for in the audit. */
const sought = {
  /** Who did it, or whom it was done to. */
  person: v.optional(id),
  institution: v.optional(id),
  form: v.optional(id),
  group: v.optional(v.picklist(auditGroups)),
  /** First and last day, in Santiago. */
  from: v.optional(day),
  until: v.optional(day),
  /** Words, of whatever case and accents, in names, texts and values. */
  words: v.optional(v.pipe(v.string(), v.maxLength(200))),
}

const actSchema = v.object({
  /** Its place in the chain. */
  n: v.number(),
  at: is.instant,
  /** A mutation's name, or what else was done. */
  kind: v.string(),
  group: v.picklist(auditGroups),
  /** '' for who is nobody here. */
  byId: v.string(),
  /** The institution in whose place it was done; '' for none. */
  onBehalfOf: v.string(),
  form: v.string(),
  institution: v.string(),
  /** Whom or what it was done to. */
  subject: v.string(),
  /** What it was called then, or what was written beside it. */
  text: v.string(),
  /** The history's word for it; '' where it has none. */
  action: v.string(),
  /** Field by field; what it was and what it became as JSON. */
  changed: is.list(v.object({ field: v.string(), from: v.string(), to: v.string() })),
  /** Ids, codes and figures. */
  detail: is.dictionary(v.union([v.string(), v.number(), v.boolean(), v.null()])),
})
export type AuditAct = Readonly<v.InferOutput<typeof actSchema>>

const named = is.list(v.object({ _id: v.string(), name: v.string() }))
export const auditPageSchema = v.object({
  acts: is.list(actSchema),
  /** What ids stand for: people, institutions, forms, questions with their number. */
  names: is.dictionary(v.string()),
  /** Everybody whom the audit names, every institution and every form. */
  people: named,
  institutions: named,
  forms: named,
  /** Where the page before this one begins, to be given as `before`; null when there is none. */
  next: v.nullable(v.number()),
})
export type AuditPage = Readonly<v.InferOutput<typeof auditPageSchema>>

export const auditActs = route({
  name: 'audit.acts',
  method: 'GET',
  path: 'audit',
  summary: {
    es: 'Lo que hicieron administradores y evaluadores y quién entró: quién, cuándo, dónde, de qué a qué; lo más reciente primero, por páginas. Una página puede traer menos actos que los pedidos, también ninguno, y decir que hay más.',
    en: 'What administrators and evaluators did and who came in: who, when, where, from what to what; newest first, in pages. A page may bring fewer acts than asked for, also none, and say that there are more.',
  },
  access: 'administrator',
  query: v.object({
    ...sought,
    before: v.optional(number),
    limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(auditMaxRows))),
  }),
  reply: auditPageSchema,
  fails: [],
})

export const auditExport = route({
  name: 'audit.export',
  method: 'GET',
  path: 'audit/export',
  summary: {
    es: 'Descarga los actos que se buscan, como CSV o como planilla, con el resumen criptográfico de cada uno. La descarga queda en la auditoría.',
    en: 'Downloads the acts that are looked for, as CSV or as a workbook, with the digest of each. The download is in the audit.',
  },
  access: 'administrator',
  params: v.object({}),
  query: v.object({ ...sought, format: v.optional(v.picklist(['csv', 'xlsx'])) }),
  raw: { reply: ['text/csv', workbookMime] },
  fails: ['archive_running', 'archives_busy'],
})

const place = v.object({ n: v.number(), digest: v.string() })
export const auditChainSchema = v.object({
  /** How far it was walked. */
  to: place,
  /** When the last act that was looked at was done. */
  at: v.nullable(is.instant),
  /** The end of the chain. */
  head: place,
  /** The first act that is not as it was written, and that nobody who keeps the server has acknowledged. */
  finding: v.nullable(v.object({ kind: v.string(), n: v.number() })),
})
export type AuditChain = Readonly<v.InferOutput<typeof auditChainSchema>>

export const auditChain = route({
  name: 'audit.chain',
  method: 'GET',
  path: 'audit/chain',
  summary: {
    es: 'Recorre una parte de la cadena de actos y dice hasta dónde está como se escribió; `after` es el acto desde el que sigue.',
    en: 'Walks a part of the chain of acts and says how far it is as it was written; `after` is the act from which it goes on.',
  },
  access: 'administrator',
  query: v.object({ after: v.optional(number) }),
  reply: auditChainSchema,
  fails: [],
  limits: { pace: { burst: 100, perSecond: 5 } },
})
