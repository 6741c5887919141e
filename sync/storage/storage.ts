import type { FormDefinition } from '#shared/forms/model.ts'
import type { Dropped, WireRow } from '#shared/protocol/pull.ts'
import type { PushResult, WireMutation } from '#shared/protocol/push.ts'

/** One mutation as the device keeps it until the server's ledger has it. */
export interface OutboxRow extends WireMutation {
  readonly entity: string
  readonly authorId: string
  /** Server time that its preview used: a replay sees the same moment. */
  readonly now: string
  readonly sizeBytes: number
}

/** Outcome other than a plain `applied`, with what was asked: the person's words stay readable (OB20). */
export interface StoredOutcome extends PushResult {
  readonly n: string
  readonly s: string
  readonly entity: string
  readonly a: unknown
  readonly t: string
  readonly storedAt: string
  readonly dismissed: boolean
}

export interface Draft {
  readonly key: string
  readonly value: unknown
  readonly savedAt: string
}

/** One file on its way to the server, or kept for reading offline. Its bytes are in parts. */
export interface Upload {
  readonly id: string
  readonly scope: string
  readonly unit: string
  readonly name: string
  readonly mime: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly sentBytes: number
  /** failed: to be tried again · parked: the server will never take it, and the person must be told. */
  readonly state: 'waiting' | 'uploading' | 'failed' | 'parked' | 'uploaded'
  readonly attempts: number
  readonly lastError: string | null
  readonly addedAt: string
  /** File that the person saw beside the answer when they chose this one; absent in rows of before it was kept. */
  readonly replaces?: string | null | undefined
}

/** Where this device stands in its own sequence. */
export interface Device {
  readonly deviceId: string
  readonly nextSeq: number
  /** Highest sequence that was ever put on the wire: at and below it rows are immutable. */
  readonly inFlightThrough: number
  /** Last mid enqueued: tells a repeated write from a new one. */
  readonly lastMid: string | null
}

/** Where this device stands in what the server has told it. */
export interface Position {
  readonly epoch: string | null
  readonly cursor: string | null
  /** Highest sequence that the server's ledger holds and whose outcome is stored here. */
  readonly ledgerThrough: number
  /** Highest sequence whose effects have been pulled. */
  readonly acked: number
  /** Newest server time heard, and how far it was ahead of the device's clock. */
  readonly serverTime: string | null
  readonly offsetMs: number
  readonly pulledAt: number | null
  readonly scopes: readonly string[]
  /** Pages of a pull under way that are on the device and not yet in the place of what it held before. */
  readonly staged: number
}

export interface Loaded {
  /** True when this opening created the database. */
  readonly created: boolean
  readonly device: Device
  readonly position: Position
}

export interface Enqueue {
  /** In order; the storage gives them their sequence. */
  readonly add: readonly Omit<OutboxRow, 'seq'>[]
  /** Unsent rows to replace in place. */
  readonly replace: readonly OutboxRow[]
  readonly clearDrafts: readonly string[]
}
export type Enqueued =
  | { readonly kind: 'written'; readonly seqs: readonly number[] }
  /** A row to replace had left, or was already on the wire; nothing was written. */
  | { readonly kind: 'immutable'; readonly inFlightThrough: number }

export interface PullPatch {
  /** Cursor that the pull was asked with: the patch fits no other. */
  readonly from: string | null
  readonly epoch: string
  readonly cursor: string
  /** More pages follow: what starts over is not complete. */
  readonly more: boolean
  readonly acked: number
  /** The mutation that the server's ledger holds at `acked`; null when it does not say, or when it was looked at before. */
  readonly ackedMid: string | null
  readonly serverTime: string
  readonly offsetMs: number
  readonly pulledAt: number
  readonly reset: readonly { readonly scope: string; readonly part: string | null }[]
  readonly drop: readonly Dropped[]
  readonly rows: readonly WireRow[]
  readonly outcomes: readonly StoredOutcome[]
}

/** What a tab still has in memory of a database that is gone. */
export interface Kept {
  /** In order; `flown` was once on the wire. */
  readonly queue: readonly { readonly row: OutboxRow; readonly flown: boolean }[]
  readonly drafts: readonly Draft[]
  readonly outcomes: readonly StoredOutcome[]
  /** Their bytes went with the database: those that had not arrived are parked. */
  readonly uploads: readonly Upload[]
  /** Confirmed rows that are open: they serve until the next pull brings all. */
  readonly rows: readonly WireRow[]
  readonly definitions: readonly FormDefinition[]
  readonly position: Position
  /** Token of this tab while it leads. */
  readonly leader: string | null
}

/** `fenced`: another tab leads; nothing was written. */
export type Fenced<T> = { readonly kind: 'fenced' } | { readonly kind: 'written'; readonly value: T }

/**
 * What a device keeps. Every method is one transaction, durable when its promise resolves; none waits for the network.
 * `leader` is the token of the tab that leads, or null where tabs are not led (TB5).
 */
export interface Storage {
  readonly name: string
  open(newDeviceId: string): Promise<Loaded>
  /** Calls back whenever the browser takes the connection away. */
  watch(closed: () => void): void
  /** Resolves when the database answers and is the one that was opened. Fails: StorageLostError, or what the browser says. */
  check(): Promise<void>
  /** Opens the database anew where it is gone, as another device, and adds what is not in it: another tab may have been first. */
  putBack(kept: Kept, newDeviceId: string): Promise<void>
  close(): void
  /** Deletes everything of this person from the device. */
  wipe(): Promise<void>
  /** Forgets what the server had confirmed, and keeps all that the person did: outbox, what was sent, drafts, files, outcomes. */
  seal(): Promise<void>

  position(): Promise<{ readonly device: Device; readonly position: Position }>
  enqueue(write: Enqueue): Promise<Enqueued>
  /** Rows above a sequence, in order. */
  outbox(after: number): Promise<OutboxRow[]>
  /** The next rows to send after a sequence, marked as on the wire before they are returned. */
  takeForFlight(
    after: number,
    limits: { readonly count: number; readonly bytes: number },
    leader: string | null,
  ): Promise<Fenced<OutboxRow[]>>
  recordReply(
    reply: {
      readonly through: number
      readonly outcomes: readonly StoredOutcome[]
      readonly serverTime: string
      readonly offsetMs: number
      readonly epoch: string
    },
    leader: string | null,
  ): Promise<Fenced<Position>>
  /**
   * Keeps what a pull brought, with its acknowledgement and its cursor. Pages of a pull that starts over wait beside what the
   * device holds until the last one is here. Nothing is written when it is `stale`, because another cursor stands by now,
   * `forked`, because the acknowledgement is of mutations that this device did not send, or `unproved`, because it goes beyond
   * what the reply to a push has told: a copy of the profile may have sent other words under the same mids.
   */
  applyPull(patch: PullPatch, leader: string | null): Promise<Fenced<Position> | { readonly kind: 'stale' | 'forked' | 'unproved' }>
  /** Puts a harmless row in the place of one that the server cannot read, and keeps the person's words as its outcome. */
  quarantine(row: OutboxRow, outcome: StoredOutcome): Promise<void>
  /** Removes one row that was never on the wire and closes the gap; false when it was, or is gone. */
  discard(mid: string): Promise<boolean>
  /**
   * Brings the outbox to what a server expects that holds this device only through `through`: rows sent later come
   * back from `sent`. When those do not reach that far, or `fork` says so, takes a new device id and sends all again by mid.
   * Forgets epoch and cursor when `restart` says so.
   */
  rewind(options: {
    readonly through: number
    /** The mid that the server holds there, when it says so: another's than ours is a twin's, which makes a fork of it. */
    readonly mid?: string | null | undefined
    readonly fork: boolean
    readonly restart: boolean
    readonly newDeviceId: string
  }): Promise<void>
  /** Forgets the cursor: the next pull brings everything anew. */
  restartPull(): Promise<void>
  forgetSent(before: string): Promise<void>
  lead(token: string): Promise<void>

  rowsOf(scope: string): Promise<WireRow[]>
  rowsOfTable(scopes: readonly string[], table: string): Promise<WireRow[]>
  rowsAt(keys: readonly (readonly [scope: string, table: string, id: string])[]): Promise<(WireRow | undefined)[]>
  countRows(): Promise<number>

  /** Whether a mutation was enqueued on this device: it waits here, or was sent from here not long ago. */
  holdsMid(mid: string): Promise<boolean>
  /** Where the mutation that names this file is: it waits here, was sent from here not long ago, or was never made (or sent long ago). */
  whereFileIsNamed(id: string): Promise<'waiting' | 'sent' | null>

  outcomes(): Promise<StoredOutcome[]>
  dismissOutcome(mid: string): Promise<void>

  drafts(): Promise<Draft[]>
  draft(key: string): Promise<Draft | undefined>
  saveDraft(draft: Draft): Promise<void>
  clearDraft(key: string): Promise<void>
  /**
   * Gives a draft another key, and another value where one is given. Undefined when it is not there any more: somebody else was faster,
   * and nothing happens.
   */
  moveDraft(from: string, to: string, value?: unknown): Promise<Draft | undefined>
  /** Puts back what another device exported: a draft that is here already stays when it is as new. */
  addDrafts(drafts: readonly Draft[]): Promise<void>

  definition(versionId: string): Promise<FormDefinition | undefined>
  /** A version of a form's questions that is kept, whichever it is. */
  definitionOf(formId: string): Promise<FormDefinition | undefined>
  saveDefinition(definition: FormDefinition): Promise<void>
  definitionIds(): Promise<string[]>
  forgetDefinitions(versionIds: readonly string[]): Promise<void>

  uploads(): Promise<Upload[]>
  addUpload(upload: Upload, parts: readonly Uint8Array<ArrayBuffer>[]): Promise<void>
  updateUpload(id: string, change: Partial<Omit<Upload, 'id'>>): Promise<void>
  blobPart(id: string, part: number): Promise<Uint8Array<ArrayBuffer> | undefined>
  removeUpload(id: string): Promise<void>

  /**
   * Gives up every transaction that has not ended, and the connection until the next call. A page that the browser puts away hears
   * of nothing any more, and what it holds open would keep the database from every other page of this browser.
   */
  giveUp(): void

  note(key: string): Promise<unknown>
  saveNote(key: string, value: unknown): Promise<void>
  forgetNote(key: string): Promise<void>
}

/** Under which note is kept what pages read of the server; sealing forgets it with the rows. */
export const readingsNote = 'pages-read'
/** Beginning of the notes that hold papers which the person keeps; sealing forgets them too. */
export const paperPrefix = 'paper:'

/** The database that was opened is not there any more: the browser, or a person, cleared it. */
export class StorageLostError extends Error {
  override readonly name = 'StorageLostError'
}

/** The database has not answered in time. */
export class StorageSilentError extends Error {
  override readonly name = 'StorageSilentError'
}

const innerOf = (error: Error): unknown => ('inner' in error ? error.inner : undefined)

export const isLost = (error: unknown): boolean => error instanceof Error && (error.name === 'StorageLostError' || isLost(innerOf(error)))

const failures: ReadonlySet<string> = new Set([
  'StorageLostError',
  'StorageSilentError',
  'DatabaseClosedError',
  'OpenFailedError',
  'InvalidStateError',
  'UnknownError',
  'NotFoundError',
  'AbortError',
])

/** The database could not do what it was asked, whatever that was; a full disk is another matter. */
export const isStorageFailure = (error: unknown): boolean =>
  error instanceof Error && !isQuotaError(error) && (failures.has(error.name) || isStorageFailure(innerOf(error)))

/** The device has no room left for what was to be written. */
export const isQuotaError = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'QuotaExceededError' || ('inner' in error && isQuotaError(error.inner)))

/** The first rows that fit together, at least one. */
export function withinBytes(rows: readonly OutboxRow[], bytes: number): OutboxRow[] {
  let total = 0
  const taken: OutboxRow[] = []
  for (const one of rows) {
    total += one.sizeBytes
    if (taken.length > 0 && total > bytes) break
    taken.push(one)
  }
  return taken
}

/** Where a device stands that has heard nothing yet. */
export const freshPosition: Position = {
  epoch: null,
  cursor: null,
  ledgerThrough: 0,
  acked: 0,
  serverTime: null,
  offsetMs: 0,
  pulledAt: null,
  scopes: [],
  staged: 0,
}

/** A device that has sent nothing yet. */
export const freshDevice = (deviceId: string): Device => ({ deviceId, nextSeq: 1, inFlightThrough: 0, lastMid: null })

/** A copy of what is in memory is worth having where the database cannot be read any more. */
export function unlessStorageFails(error: unknown): undefined {
  if (!isStorageFailure(error)) throw error
}
