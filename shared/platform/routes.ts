import * as v from 'valibot'
import { userKinds } from '../access/actor.ts'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { workbookMime } from '../kernel/sheet.ts'
import { reportKinds } from '../reports/model.ts'
import { againMost, errorClasses, failedWhys, hindrances, jobNames, processFiguresSchema } from './model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const template = v.pipe(v.string(), v.minLength(1), v.maxLength(60))
const orNull = <T>(schema: v.GenericSchema<unknown, T>) => v.nullable(schema)

const processSchema = v.object({
  _id: v.string(),
  version: v.string(),
  schema: v.number(),
  host: v.string(),
  startedAt: is.instant,
  seenAt: is.instant,
  /** The one that answers. */
  answering: v.boolean(),
  figures: processFiguresSchema,
})
export type ServerProcess = Readonly<v.InferOutput<typeof processSchema>>

const jobSchema = v.object({
  name: v.picklist(jobNames),
  lastStartedAt: orNull(is.instant),
  lastFinishedAt: orNull(is.instant),
  ms: orNull(v.number()),
  /** Id of the process in which it ran last. */
  server: orNull(v.string()),
  lastSuccessAt: orNull(is.instant),
  failures: v.number(),
  lastFailedAt: orNull(is.instant),
  /** Under which the log of the server has the error. */
  lastErrorId: orNull(v.string()),
  lastErrorServer: orNull(v.string()),
  runningSince: orNull(is.instant),
})
export type JobView = Readonly<v.InferOutput<typeof jobSchema>>

const reportSchema = v.object({
  _id: v.string(),
  kind: v.picklist(reportKinds),
  form: v.string(),
  by: v.string(),
  state: v.picklist(['waiting', 'running']),
  done: v.number(),
  total: v.number(),
  createdAt: is.instant,
})

const appSchema = v.object({
  /** Version of the application; '' where the device said none. */
  app: v.string(),
  devices: v.number(),
  /** Of them, those that were seen in the last 30 days. */
  recent: v.number(),
  /** Of them, those on which something waits. */
  waiting: v.number(),
  lastSeenAt: is.instant,
})

const signInSchema = v.object({
  user: is.userId,
  name: v.string(),
  email: v.string(),
  kind: v.picklist(userKinds),
  at: is.instant,
  browser: orNull(v.string()),
  system: orNull(v.string()),
})

export const platformStatusSchema = v.object({
  at: is.instant,
  /** Versions of the program that answers, of the schema that it makes, of the wire and of what crosses it. */
  program: v.object({ version: v.string(), schema: v.number(), wire: v.number(), catalogue: v.number() }),
  database: v.object({ kind: v.picklist(['sqlite', 'postgres']), version: v.string(), bytes: v.number() }),
  processes: is.list(processSchema),
  /** When the last copy that was looked over was made, and the last restore drill; null: never. */
  backup: v.object({ backupAt: orNull(is.instant), drillAt: orNull(is.instant) }),
  letters: v.object({
    waiting: v.number(),
    /** When the oldest that waits was written. */
    oldest: orNull(is.instant),
    /** Since when the one that is due for longest is due. */
    dueSince: orNull(is.instant),
    /** Of those that wait, those that have been tried. */
    tried: v.number(),
    failed: v.number(),
  }),
  jobs: is.list(jobSchema),
  /** Reports that wait or are being made, the oldest first; of many the first. */
  reports: is.list(reportSchema),
  storage: v.object({
    files: v.number(),
    bytes: v.number(),
    /** Institutions in a form that hold four fifths of what they may. */
    nearQuota: v.number(),
  }),
  devices: v.object({
    /** Devices on which something waits, and those of them that were not seen for a day. */
    waiting: v.number(),
    leftLong: v.number(),
    apps: is.list(appSchema),
  }),
  sessions: v.object({
    byKind: v.object({ Administrator: v.number(), Evaluator: v.number(), Institutional: v.number() }),
    newest: is.list(signInSchema),
  }),
})
export type PlatformStatus = Readonly<v.InferOutput<typeof platformStatusSchema>>

export const platformStatus = route({
  name: 'platform.status',
  method: 'GET',
  path: 'platform',
  summary: {
    es: 'El estado de la plataforma: procesos, base de datos, respaldos, versiones, correo, tareas, reportes, archivos, equipos y sesiones.',
    en: 'The state of the platform: processes, database, copies, versions, mail, jobs, reports, files, devices and sessions.',
  },
  access: 'administrator',
  reply: platformStatusSchema,
  fails: [],
  limits: { pace: { burst: 30, perSecond: 1 } },
})

const letterSchema = v.object({
  _id: v.string(),
  template: v.string(),
  /** Whom it is to; '' where the account is gone. */
  user: v.string(),
  name: v.string(),
  email: v.string(),
  kind: orNull(v.picklist(userKinds)),
  createdAt: is.instant,
  attempts: v.number(),
  /** Null while it waits. */
  why: orNull(v.picklist(failedWhys)),
  /** Of what kind the last error was, and the mail server's code; null while none was. */
  errorClass: orNull(v.picklist(errorClasses)),
  code: orNull(v.number()),
  /** When it is tried again; of one that failed, when it was given up. */
  at: is.instant,
  /** Why it is not sent again. */
  hindrance: orNull(v.picklist(hindrances)),
})
export type PlatformLetter = Readonly<v.InferOutput<typeof letterSchema>>

export const letterPageSchema = v.object({
  letters: is.list(letterSchema),
  /** Letters that failed, by template and by why, whatever is looked for. */
  failed: is.list(v.object({ template: v.string(), why: v.picklist(failedWhys), n: v.number() })),
  waiting: v.number(),
  /** Where the next page begins, to be given as `before`; null when there is none. */
  next: orNull(v.string()),
})
export type LetterPage = Readonly<v.InferOutput<typeof letterPageSchema>>

const sought = { template: v.optional(template), why: v.optional(v.picklist(failedWhys)) }

export const platformLetters = route({
  name: 'platform.letters',
  method: 'GET',
  path: 'platform/letters',
  summary: {
    es: 'Las cartas que no se pudieron entregar, o las que esperan: de qué clase, a quién, desde cuándo y por qué. Nunca su texto.',
    en: 'The letters that could not be delivered, or those that wait: of which kind, to whom, since when and why. Never their text.',
  },
  access: 'administrator',
  query: v.object({
    state: v.optional(v.picklist(['failed', 'waiting']), 'failed'),
    ...sought,
    before: v.optional(v.pipe(v.string(), v.regex(/^[0-9TZ:.-]{20,30} [\w~:.-]{1,300}$/))),
  }),
  reply: letterPageSchema,
  fails: [],
})

export const repeatFailed = route({
  name: 'platform.repeatLetters',
  method: 'POST',
  path: 'platform/letters/repeat',
  summary: {
    es: 'Vuelve a enviar cartas que no se pudieron entregar: las que se nombran, o las más antiguas de una clase. Las que ya dirían algo equivocado quedan, y se dice cuántas y por qué.',
    en: 'Sends letters again that could not be delivered: those that are named, or the oldest of a kind. Those that would say something wrong by now stay, and it is told how many and why.',
  },
  access: 'administrator',
  body: v.object({ ids: v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(againMost))), ...sought }),
  reply: v.object({
    sent: v.number(),
    /** Of those that were looked at, how many stay and why. */
    left: is.list(v.object({ hindrance: v.picklist(hindrances), n: v.number() })),
    /** Others of the kind that this call did not come to. */
    more: v.number(),
  }),
  fails: ['not_found', 'key_reused'],
})

export const giveUp = route({
  name: 'platform.giveUpLetter',
  method: 'POST',
  path: 'platform/letters/:id/give-up',
  summary: {
    es: 'Descarta una carta que espera o que no se pudo entregar: no se intenta más ni se señala.',
    en: 'Gives up a letter that waits or could not be delivered: it is not tried any more, nor pointed out.',
  },
  access: 'administrator',
  params: v.object({ id }),
  reply: v.object({ givenUp: v.number() }),
  fails: ['not_found', 'key_reused'],
})

const heldSchema = v.object({
  institution: is.institutionId,
  name: v.string(),
  form: is.formId,
  formName: v.string(),
  files: v.number(),
  bytes: v.number(),
  /** Answers, files, comments and everything else that is kept of it, also what was removed. */
  rows: v.number(),
})
export type HeldStorage = Readonly<v.InferOutput<typeof heldSchema>>

export const storageSchema = v.object({
  at: is.instant,
  /** What each institution may keep in a form. */
  quotaBytes: v.number(),
  /** The biggest first. */
  held: is.list(heldSchema),
})
export type PlatformStorage = Readonly<v.InferOutput<typeof storageSchema>>

export const platformStorage = route({
  name: 'platform.storage',
  method: 'GET',
  path: 'platform/storage',
  summary: {
    es: 'Lo que guarda cada institución en cada formulario: archivos, bytes y filas, lo mayor primero.',
    en: 'What each institution keeps in each form: files, bytes and rows, the biggest first.',
  },
  access: 'administrator',
  reply: storageSchema,
  fails: [],
})

export const storageFile = route({
  name: 'platform.storageFile',
  method: 'GET',
  path: 'platform/storage/export',
  summary: {
    es: 'Descarga lo que guarda cada institución, como CSV o como planilla.',
    en: 'Downloads what each institution keeps, as CSV or as a workbook.',
  },
  access: 'administrator',
  params: v.object({}),
  query: v.object({ format: v.optional(v.picklist(['csv', 'xlsx'])) }),
  raw: { reply: ['text/csv', workbookMime] },
  fails: ['archive_running', 'archives_busy'],
})

const deviceSchema = v.object({
  /** Names the row: nothing can be done to a device by it. */
  _id: v.string(),
  user: is.userId,
  name: v.string(),
  email: v.string(),
  kind: v.picklist(userKinds),
  institution: v.string(),
  app: v.string(),
  browser: orNull(v.string()),
  system: orNull(v.string()),
  /** Changes and files that the device said were still waiting. */
  waiting: v.number(),
  lastSeenAt: is.instant,
  /** Whether its person is still signed in there. */
  signedIn: v.boolean(),
})
export type WaitingDevice = Readonly<v.InferOutput<typeof deviceSchema>>

export const devicesSchema = v.object({
  at: is.instant,
  /** Those that were not seen for longest first; of very many the first. */
  devices: is.list(deviceSchema),
  total: v.number(),
})
export type WaitingDevices = Readonly<v.InferOutput<typeof devicesSchema>>

export const platformDevices = route({
  name: 'platform.devices',
  method: 'GET',
  path: 'platform/devices',
  summary: {
    es: 'Los equipos en que espera trabajo sin enviar: de quién, cuánto y desde cuándo no se ven.',
    en: 'The devices on which unsent work waits: whose, how much and since when they were not seen.',
  },
  access: 'administrator',
  reply: devicesSchema,
  fails: [],
})
