import type { Actor } from '#shared/access/actor.ts'
import type { Mutation } from '#shared/contract/mutation.ts'
import type { FormId, InstitutionId, Mid, Unit } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { PresentEvent, Standing } from '#shared/presence/model.ts'
import type { CopySeal } from '#shared/unsent/model.ts'
import type { Rows, TableName } from '#shared/world.ts'
import type { Attention } from './attention.ts'
import type { UnsentCopy } from './outbox/backup.ts'
import type { Attempt } from './outbox/step.ts'
import type { LiveTable } from './replica/live-table.ts'
import type { LiveOwn } from './replica/live-own.ts'
import type { LiveQuestionnaire } from './replica/live-questionnaire.ts'
import type { LiveWorld } from './replica/live-world.ts'
import type { Dispatched, DispatchOptions } from './replica/orders.ts'
import type { DraftBook } from './drafts/book.ts'
import type { StoredDraft } from './drafts/model.ts'
import type { SyncStatus } from './status.ts'
import type { StoredOutcome, Upload } from './storage/storage.ts'

/** The engine of one person on one tab, as the application sees it: six facets and its own beginning and end. */
export interface Engine extends Work, Files, Drafts, Device, Status, Together {
  readonly actor: Actor
  /** Opens the device's database and begins to sync. */
  start(): Promise<Started>
  /** Ends everything that this tab does. What is kept stays kept. */
  stop(): void
  /** The database was closed under this tab: another one upgrades it. */
  supersede(): void
}

/** evicted: this device once held data and the browser has taken it away, so that unsent work may be gone. created: the database is new. */
export interface Started {
  readonly evicted: boolean
  readonly created: boolean
}

/** One institution in one form. */
export interface Place {
  readonly institutionId: InstitutionId
  readonly formId: FormId
}

/** A mutation of the catalogue that a device may send, of whichever kind. */
export type Asking<Args> = Pick<Mutation<string, Args>, 'name' | 'input'>

/** What a person changes, and what became of it. */
export interface Work {
  /** Decides a change here and now, and keeps it until the server has it. Resolves after the strict commit. Fails with what `decide` says, storage_failed, and not_on_device (lab, no network). */
  dispatch<Args>(mutation: Asking<Args>, scope: string, args: NoInfer<Args>, how?: DispatchOptions): Promise<Result<Dispatched>>
  /** An institution in a form, confirmed rows with the waiting changes folded in. Fails: not_found, unavailable. */
  world(institutionId: InstitutionId, formId: FormId): Promise<Result<LiveWorld>>
  /**
   * A form and what it asks, as administrators work on it: brought to this device if it is not here yet. Fails: unavailable (not here,
   * and no network), not_found.
   */
  questionnaire(formId: FormId): Promise<Result<LiveQuestionnaire>>
  /**
   * Brings institutions that are not on this device, and keeps them there from now on: the lab's people receive whole what they
   * open. Fails: unavailable (no network, or too slow a one), not_found.
   */
  bring(places: readonly Place[]): Promise<Result<null>>
  /** What is the person's own: notices, with the waiting changes folded in. Fails: unavailable (its rules could not be loaded). */
  own(): Promise<Result<LiveOwn>>
  /** Confirmed rows of one table, of every scope that the person receives. */
  table<T extends TableName>(name: T): Promise<LiveTable<Rows[T]>>
  /** Best estimate of the server's time. */
  now(): string
  /** All that waits, mutations in their order and then files. */
  queue(): readonly QueueItem[]
  counts(): Counts
  unitState(scope: string, unit: Unit): UnitState
  /** Results other than a plain success, newest first, dismissed ones left out. */
  outcomes(): readonly StoredOutcome[]
  dismissOutcome(mid: Mid): Promise<void>
  /** What of this person's did not stand, sorted; moves with topics `outcomes` and `queue`. */
  attention(): Attention
  /** Drops one unsent mutation for good, by the person's own act; false when it has already been on the wire. */
  discard(mid: Mid): Promise<boolean>
  /** Whether a mutation comes from this device, of whichever tab. */
  isFromHere(mid: Mid): Promise<boolean>
  /**
   * Everything that has not reached the server, as one text: sealed, unless the device never heard what with. With a passphrase that
   * opens it, too, and without a network.
   */
  exportUnsent(passphrase?: string): Promise<UnsentCopy>
  /**
   * Takes over what another device of the same person exported; what the server has meanwhile is taken once all the same.
   * Fails: backup_unreadable, backup_other_author; of a sealed one copy_other_server, and copy_needs_server without a network; of one
   * with a passphrase, where one is given, copy_passphrase_wrong; unavailable where its code does not come.
   */
  importUnsent(text: string, passphrase?: string): Promise<Result<TakenOver>>
}

/** Who of the person's colleagues is where they are. */
export interface Together {
  /** Says what the person has open on this tab; null for nothing. Told to colleagues on line, and kept nowhere. */
  stand(at: Standing | null): void
  /** Who else is where the person is; null for nobody, and without a network. Moves with topic `presence`. */
  readonly present: PresentEvent | null
}

/** Evidence on its way to the server. */
export interface Files {
  /**
   * Keeps a file here and names it as evidence of a unit, under the ending of what it is. Fails: file_format, file_empty, file_too_large,
   * what `nameByContent` fails with, no_space, and what `attachment.add` refuses.
   */
  attach(scope: string, file: ChosenFile): Promise<Result<{ readonly id: string; readonly mid: Mid | null; readonly name: string }>>
  uploads(): readonly Upload[]
  /** Files that the server will never take, each with its reason in `lastError`, until it is replaced or removed. */
  parkedFiles(): readonly Upload[]
  /** A file of this device, for reading without a network; undefined when it is not here. */
  file(id: string): Promise<Blob | undefined>
  /** Forgets a file on this device, by the person's own act. */
  removeFile(id: string): Promise<void>
}

/** What is half written. Topic `drafts` moves with what other tabs write. */
export interface Drafts {
  /** The texts of a place, once what the disk holds of them has been read. */
  draftBook(scope: string): Promise<DraftBook>
  /** Everything half written on this device, as far as this tab knows. */
  halfWritten(): readonly StoredDraft[]
  /** The same, once the disk has been asked: another tab may have written since. */
  readHalfWritten(): Promise<readonly StoredDraft[]>
  /** Forgets one for good, by the person's own act. */
  discardDraft(draft: StoredDraft): Promise<void>
  /**
   * Nobody writes on this page now: what is a change becomes one, the rest is kept. Resolves when all of it is on the disk, or could not be.
   */
  settleDrafts(): Promise<void>
}

/** The device itself: what it holds, whether it will go on holding it, and its end. */
export interface Device {
  /**
   * Brings rows and questions so that everything visible works without a network; of the lab's people, where places are named, of the
   * institutions these alone. Fails: unavailable.
   */
  prepareOffline(onProgress: (progress: OfflineProgress) => void, places?: readonly Place[]): Promise<Result<null>>
  /** Scopes whose rows this device holds; they move with topic `position`. */
  scopes(): readonly string[]
  /** Asks the browser to keep this device's data; true when it will. */
  persist(): Promise<boolean>
  storageReport(): Promise<StorageReport>
  /** Looks whether this device would go on alone: writes, reads it back, and looks for what a page needs that nobody brings it. */
  examine(): Promise<Examination>
  /** Keeps what a page read of the server, to be read again without a network: the newest few, as long as the device keeps data. */
  keepReading(name: string, value: unknown): Promise<void>
  /** What was last kept under a name; undefined for nothing. */
  keptReading(name: string): Promise<unknown>
  /** Where papers stand that the person keeps here; what keeps them is `papersOn`. */
  readonly shelf: Shelf
  /** What support needs to know; no answer's content. */
  diagnostics(): Promise<Diagnostics>
  /** Looks at the database again, now; true when what is written is kept. */
  retryStorage(): Promise<boolean>
  /** What was written again after the browser had cleared this device's database, until the person has read it; topic `status`. */
  readonly putBack: PutBack | null
  putBackRead(): void
  /**
   * The account was deactivated: what was confirmed leaves the device, and everything that the person did and nobody has
   * yet stays in their database. Ends every tab.
   */
  seal(): Promise<void>
  /** Ends what this tab does once what is being written is written: the data is about to be moved. */
  rest(): Promise<void>
  /** What copies are sealed with, and how the server opens what only its author may read; null until the device has heard of it. */
  copySeal(): Promise<CopySeal | null>
  /** Sign-out: deletes this person's data from the device, in every tab. What was unsent is gone: ask first. */
  wipe(): Promise<void>
}

/** How the device stands with the server. */
export interface Status {
  /** The same object until it changes. */
  readonly status: SyncStatus
  readonly leading: boolean
  /** Topics: `status`, `queue`, `outcomes`, `position`, `drafts` (of other tabs), `table:<table>`. A world's own are at its `topics`. */
  subscribe(topic: string, listener: () => void): () => void
  version(topic: string): number
  /** Walks to the server now and resolves when that walk has ended, well or not. */
  syncNow(): Promise<SyncStatus>
  /** A call of the application ended, with an answer of our server or without one. If that contradicts the status, the engine asks now (ST17). */
  callEnded(answered: boolean): void
  /** The same person signed in again: the queue goes on. */
  reauthenticated(): Promise<void>
}

export interface ChosenFile {
  readonly unit: Unit
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The file that the person saw there. */
  readonly replaces?: string | null | undefined
}

/** What a device keeps by name until it is removed, durable when its promise resolves. Sealing and signing out empty it. */
export interface Shelf {
  read(name: string): Promise<unknown>
  write(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<void>
}

export interface TakenOver {
  readonly mutations: number
  readonly files: number
  readonly drafts: number
}

/** Everything that a person wrote on this device and that is not settled: one count for every place that tells of it (ST18). */
export interface Counts {
  /** Changes that wait, and what is being written that becomes one by itself. */
  readonly toSend: number
  /** Texts that wait for the person: for a button, or to be corrected. */
  readonly halfWritten: number
  /** On their way, or waiting for it. */
  readonly files: number
  /** Files that the server will never take. */
  readonly parkedFiles: number
  /** What did not stand, and asks the person. */
  readonly refused: number
}

export interface QueueItem {
  readonly id: string
  readonly kind: 'mutation' | 'file'
  readonly name: string
  readonly scope: string
  readonly entity: string
  /** What a change of a questionnaire asks for; null of everything else, as the list holds no answer's text. */
  readonly args: unknown
  readonly authorId: string
  readonly at: string
  readonly sizeBytes: number
  readonly sentBytes: number
  /** saved: only here · sent: on the wire or beyond, not confirmed · failed: to be tried again · attention: it did not stand. */
  readonly state: 'saved' | 'sent' | 'failed' | 'attention'
  readonly attempts: number
  readonly lastError: string | null
}

export type UnitState = 'saved-on-device' | 'sent' | 'received' | 'attention'

export interface StorageReport {
  readonly usageBytes: number
  readonly quotaBytes: number
  readonly persisted: boolean
  readonly syncedAt: number | null
  readonly rows: number
}

/** What a device could do without a network, as it was found by trying. */
export interface Examination {
  /** What was written a moment ago was read from the browser's database. */
  readonly keeps: boolean
  /** Rows of this person are here: it was up to date once. */
  readonly hasRows: boolean
  /** Forms that this device knows of, and whose questions it does not have. */
  readonly lackingForms: number
  /** How far the device's clock is behind the server's, milliseconds; null before the first contact. */
  readonly clockOffsetMs: number | null
}

/** What a tab wrote again after the browser had cleared its database. */
export interface PutBack {
  readonly at: string
  readonly mutations: number
  readonly drafts: number
  /** Files that had not arrived: their bytes went with the database. */
  readonly lostFiles: number
}

export interface OfflineProgress {
  readonly step: 'rows' | 'forms' | 'worlds' | 'done'
  readonly done: number
  readonly total: number
}

export interface Diagnostics {
  readonly deviceId: string
  readonly app: string
  readonly status: SyncStatus
  readonly leading: boolean
  readonly nextSeq: number
  readonly inFlightThrough: number
  readonly ledgerThrough: number
  readonly acked: number
  readonly epoch: string | null
  readonly clockOffsetMs: number
  readonly attempts: readonly Attempt[]
  readonly discarded: readonly unknown[]
}
