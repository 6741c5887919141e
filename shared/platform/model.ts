import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'

/** What time starts in every process, and so long after its last run it runs again, milliseconds. */
export const jobEveryMs = {
  signs: 15_000,
  letters: 5_000,
  stages: 30_000,
  reminders: 60_000,
  publishing: 10_000,
  formers: 30_000,
  reports: 1_000,
  retention: 24 * 3_600_000,
  sweep: 24 * 3_600_000,
  builds: 24 * 3_600_000,
} as const
export type JobName = keyof typeof jobEveryMs
export const jobNames = Object.keys(jobEveryMs) as readonly JobName[]

/** What a process says of itself with each sign of life. A program of before, or of after, may leave some of it out. */
export const processFiguresSchema = v.object({
  /** Why it takes no work, as /readyz says; null while it does. */
  reason: v.optional(v.nullable(v.string()), null),
  memoryBytes: v.optional(v.nullable(v.number()), null),
  /** How late the event loop was at worst since the sign before, milliseconds. */
  loopMs: v.optional(v.nullable(v.number()), null),
  /** Event streams that are open. */
  streams: v.optional(v.nullable(v.number()), null),
  /** Free space where its data directory is. */
  diskFreeBytes: v.optional(v.nullable(v.number()), null),
  /** How far the machine's clock jumped, milliseconds; null while it is believed. */
  jumpMs: v.optional(v.nullable(v.number()), null),
  /** Where uploaded files are. */
  files: v.optional(v.nullable(v.string()), null),
  /** Whether letters go to a mail server, or into a folder of the data directory. */
  mail: v.optional(v.nullable(v.picklist(['server', 'folder'])), null),
  /** Jobs that run at this moment, and since when. */
  running: v.optional(is.list(v.object({ name: v.string(), since: is.instant })), []),
})
export type ProcessFigures = Readonly<v.InferOutput<typeof processFiguresSchema>>

/** Why a letter could not be delivered: the mail server takes it never, it was tried for days, or nobody is there to write to. */
export const failedWhys = ['refused', 'gaveUp', 'nobody'] as const
export type FailedWhy = (typeof failedWhys)[number]

/** Who or what said no: the mail server by a code, nobody that could be reached, or the program itself. */
export const errorClasses = ['answered', 'unreachable', 'program'] as const
export type ErrorClass = (typeof errorClasses)[number]

/**
 * Why a letter is not sent again: this program knows none of its kind; whom it is to is closed, invented or has no address; its secret was
 * asked for then, and is asked for anew; its reader has joined; the stage that it tells of is over; the day that it tells of has gone by;
 * a later one tells of the same; it is so old that what it says need not hold.
 */
export const hindrances = ['unknown', 'reader', 'askAnew', 'joined', 'over', 'day', 'newer', 'old'] as const
export type Hindrance = (typeof hindrances)[number]

/** Most letters that one call sends again. */
export const againMost = 500
