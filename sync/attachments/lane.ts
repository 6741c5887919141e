import { namesFile } from '#shared/attachments/rules.ts'
import { maxFileBytes, partBytes } from '#shared/attachments/model.ts'
import { fail, type Failure } from '#shared/kernel/failure.ts'
import { epochMs, instantOf } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { backoffMs } from '#shared/kernel/backoff.ts'
import { resultOf } from '../outbox/courier.ts'
import type { Attempt } from '../outbox/step.ts'
import type { Clock, Disk } from '../ports.ts'
import type { Replica } from '../replica/replica.ts'
import { isQuotaError, type Storage, type Upload } from '../storage/storage.ts'
import type { Reply, Transport, UploadState } from '../transport/transport.ts'

const quickRetries = 5
const slowRetryMs = 120_000
/** A file whose mutation is nowhere for so long was left behind by a tab that ended between keeping it and naming it. */
const abandonedMs = 60_000
/** Refusals of a file that no repetition changes: its mutation did not stand, or its bytes are not what they should be. */
const hopeless: ReadonlySet<string> = new Set([
  'metadata_mismatch',
  'file_content',
  'file_format',
  'file_too_large',
  'file_empty',
  'file_not_allowed',
  'file_unreadable',
])

/** Bytes sent at once: from a first guess that any line carries, doubling while they go well, halving when they do not arrive. */
const firstPartBytes = 524_288
const leastPartBytes = 32_768
/** How long a part should take, so that a line that breaks off loses little and progress is seen. */
const partMs = 10_000

export interface LaneOptions {
  readonly storage: Storage
  readonly transport: Transport
  readonly replica: Replica
  readonly clock: Clock
  readonly disk: Disk
  readonly random: () => number
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
  /** Names a file by its mutation again, which a tab left undone when it ended; null when the mutation was taken. */
  announce(upload: Upload): Promise<Failure | null>
  changed(): void
  /** A file arrived, failed, or was given up: the other tabs read it again. */
  moved(): void
  log(attempt: Omit<Attempt, 'at'>): void
  report(error: unknown): void
}

export interface NewFile {
  readonly id: string
  readonly scope: string
  readonly unit: string
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** What `attachment.add` says of it, for the case that the tab ends before it is dispatched. */
  readonly replaces?: string | null | undefined
}

/** Files on their way to the server, one at a time, after the answers and never before them (AT4). */
export class Lane {
  readonly #options: LaneOptions
  readonly #uploads = new Map<string, Upload>()
  readonly #notBefore = new Map<string, number>()
  /** Files that the server is known to have heard of. */
  readonly #known = new Set<string>()
  /** Files that had all gone when the pull under way began, and those of which a pull has said since that they are there. */
  #gone: ReadonlySet<string> = new Set()
  readonly #there = new Set<string>()
  #turn: Promise<void> = Promise.resolve()
  #partBytes = firstPartBytes
  #running = false
  #stopped = true
  #cancelTimer: (() => void) | null = null

  constructor(options: LaneOptions) {
    this.#options = options
  }

  async open(): Promise<void> {
    await this.#inTurn(async () => {
      const stored = await this.#options.storage.uploads()
      this.#uploads.clear()
      this.#known.clear()
      this.#there.clear()
      for (const upload of stored) this.#uploads.set(upload.id, upload)
    })
    this.#options.changed()
  }

  /** What is read from the disk and what is written to it follow one another, so that the list in memory is the disk's. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.then(
      () => undefined,
      () => undefined,
    )
    return done
  }

  list(): readonly Upload[] {
    return [...this.#uploads.values()]
  }

  /** Files whose bytes the server does not have yet. */
  get waiting(): readonly Upload[] {
    return this.list().filter((upload) => upload.state !== 'uploaded' && upload.state !== 'parked')
  }

  /** Files that the server will never take. */
  get parked(): readonly Upload[] {
    return this.list().filter((upload) => upload.state === 'parked')
  }

  /** Keeps a file's bytes on the device. Fails: file_empty, file_too_large, no_space. */
  async stage(file: NewFile): Promise<Result<Upload>> {
    const sizeBytes = file.bytes.byteLength
    if (sizeBytes === 0) return fail('file_empty')
    if (sizeBytes > maxFileBytes) return fail('file_too_large')
    const { usageBytes, quotaBytes } = await this.#options.disk.estimate()
    if (quotaBytes > 0 && quotaBytes - usageBytes < 2 * sizeBytes) return fail('no_space')
    const upload: Upload = {
      id: file.id,
      scope: file.scope,
      unit: file.unit,
      name: file.name,
      mime: file.mime,
      sizeBytes,
      sha256: await this.#options.sha256(file.bytes),
      sentBytes: 0,
      state: 'waiting',
      attempts: 0,
      lastError: null,
      addedAt: instantOf(this.#options.clock.now()),
      replaces: file.replaces,
    }
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (let at = 0; at < sizeBytes; at += partBytes) parts.push(file.bytes.slice(at, at + partBytes))
    try {
      await this.#inTurn(async () => {
        await this.#options.storage.addUpload(upload, parts)
        this.#uploads.set(upload.id, upload)
      })
    } catch (error) {
      if (!isQuotaError(error)) throw error
      return fail('no_space')
    }
    this.#options.changed()
    return done(upload)
  }

  async remove(id: string): Promise<void> {
    await this.#inTurn(async () => {
      await this.#options.storage.removeUpload(id)
      this.#uploads.delete(id)
    })
    this.#options.changed()
    this.#options.moved()
  }

  /** The file as this device holds it; undefined when it does not. */
  async file(id: string): Promise<Blob | undefined> {
    const upload = this.#uploads.get(id)
    if (!upload) return undefined
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (let part = 0; part * partBytes < upload.sizeBytes; part += 1) {
      const bytes = await this.#options.storage.blobPart(id, part)
      if (!bytes) return undefined
      parts.push(bytes)
    }
    return new Blob(parts, { type: upload.mime })
  }

  /** A pull begins: what it will say of a file that has gone by now is what the server has of it. */
  pullBegins(): void {
    this.#gone = new Set(this.list().flatMap(({ id, state }) => (state === 'uploaded' && !this.#there.has(id) ? [id] : [])))
  }

  /**
   * A pull has ended. A file that went before it began, and that the server still waits for, was lost with what the server lost:
   * nothing that a cursor counts need have been lost with it, so the device says nothing else of it. It goes once more.
   */
  async pullEnded(): Promise<void> {
    const gone = [...this.#gone]
    this.#gone = new Set()
    for (const id of gone) {
      const upload = this.#uploads.get(id)
      const row = upload?.state === 'uploaded' ? await this.#row(upload) : undefined
      if (row?.state === 'awaiting_blob') await this.#change(id, { state: 'waiting', sentBytes: 0 })
      else if (row) this.#there.add(id)
    }
    if (this.waiting.length > 0) this.kick()
  }

  start(): void {
    this.#stopped = false
    this.kick()
  }

  stop(): void {
    this.#stopped = true
    this.#cancelTimer?.()
  }

  /** Sends what may go now. Never waits for anything that an answer waits for. */
  kick(): void {
    if (this.#stopped || this.#running) return
    this.#running = true
    this.#cancelTimer?.()
    this.#run()
      .catch((error: unknown) => this.#options.report(error))
      .finally(() => {
        this.#running = false
        this.#arm()
      })
  }

  async #run(): Promise<void> {
    await this.#tidy()
    for (;;) {
      const next = await this.#next()
      if (!next || this.#stopped) return
      const reply = await this.#send(next)
      if (reply === 'gives way') continue
      this.#options.log({ what: 'upload', result: resultOf(reply), count: next.sizeBytes })
      if (reply.kind === 'ok') continue
      if (reply.kind === 'refused' && hopeless.has(reply.code)) await this.#park(next, reply.code)
      else if (reply.kind === 'refused' && reply.code === 'attachment_missing' && this.#isOutOfSight(next))
        await this.#park(next, 'no_role')
      else await this.#failed(next, reply)
      if (reply.kind === 'offline' || reply.status === 401) return
    }
  }

  /** The file to send now: of those that are due and of which the server has heard, the one with the fewest bytes to go. */
  async #next(): Promise<Upload | undefined> {
    const now = this.#options.clock.now()
    const due = this.waiting.filter((upload) => (this.#notBefore.get(upload.id) ?? 0) <= now)
    for (const upload of due.toSorted((a, b) => remaining(a) - remaining(b))) if (await this.#isKnown(upload)) return upload
    return undefined
  }

  /**
   * Parked files that somebody took out of force are done with. Those that the server knows of by now are tried again, unless it is their
   * bytes that it does not take: they were out of sight, or it was put back and has taken the mutation that it had refused.
   */
  async #tidy(): Promise<void> {
    for (const upload of this.parked) {
      const row = await this.#row(upload)
      if (row?.state === 'removed') await this.remove(upload.id)
      else if (row && !hopeless.has(upload.lastError ?? '')) await this.#change(upload.id, { state: 'waiting', lastError: null })
    }
  }

  /**
   * Whether the server's ledger has heard of the file: its mutation is in it, or has brought its row. Nothing less will do, for
   * a file may be here before its mutation is. One that was refused is parked, and one that nobody named is named.
   */
  async #isKnown(upload: Upload): Promise<boolean> {
    if (this.#known.has(upload.id)) return true
    const { replica, clock } = this.#options
    const pending = replica.pending.find(({ row }) => namesFile(row, upload.id))
    const row = await this.#row(upload)
    const refused = [...replica.outcomes.values()].find((outcome) => outcome.d === 'refused' && namesFile(outcome, upload.id))
    if (refused && !row) await this.#park(upload, refused.code)
    else if (pending ? pending.row.seq <= replica.position.ledgerThrough : row) {
      this.#known.add(upload.id)
      return true
    } else if (!pending && replica.position.cursor !== null) {
      if (this.#isOutOfSight(upload)) await this.#park(upload, 'no_role')
      else if (epochMs(upload.addedAt) + abandonedMs <= clock.now()) {
        const named = await this.#options.storage.whereFileIsNamed(upload.id)
        // By another tab, of which this one has not heard yet.
        if (named === 'waiting') return false
        // What it is evidence of is out of this person's sight by now: its bytes are wanted all the same.
        if (named === 'sent') {
          this.#known.add(upload.id)
          return true
        }
        const failure = await this.#options.announce(upload)
        if (failure) await this.#park(upload, failure.code)
      }
    }
    return false
  }

  /** Whether the file's institution was taken from this device. */
  #isOutOfSight({ scope }: Upload): boolean {
    const { position } = this.#options.replica
    return position.cursor !== null && !position.scopes.includes(scope)
  }

  /** What the server has said of the file; undefined when nothing. */
  async #row({ scope, id }: Upload): Promise<{ readonly state: unknown } | undefined> {
    const [row] = await this.#options.storage.rowsAt([[scope, 'attachment', id]])
    return typeof row?.r === 'object' && row.r !== null ? { state: Reflect.get(row.r, 'state') } : undefined
  }

  async #send(upload: Upload): Promise<Reply<UploadState> | 'gives way'> {
    const { transport, storage } = this.#options
    let reply = await transport.startUpload(upload)
    let asked = 0
    let restarted = false
    while (reply.kind === 'ok' && !reply.value.ready) {
      const { offset } = reply.value
      if (offset >= upload.sizeBytes) {
        // All parts are there: the next start answers whether the whole is what it says it is.
        if (asked++ > quickRetries) return { kind: 'offline', reason: 'unfinished' }
        reply = await transport.startUpload(upload)
        continue
      }
      await this.#change(upload.id, { state: 'uploading', sentBytes: offset })
      const rest = await this.#next()
      if (rest && rest.id !== upload.id && remaining(rest) < upload.sizeBytes - offset) return 'gives way'
      const part = await storage.blobPart(upload.id, Math.floor(offset / partBytes))
      if (!part) return { kind: 'refused', status: 0, code: 'file_unreadable', params: {}, retryAfterMs: null }
      const bytes = part.slice(offset % partBytes, (offset % partBytes) + this.#partBytes)
      if (this.#stopped) return { kind: 'offline', reason: 'stopped' }
      const sent = await this.#sendPart(upload, offset, bytes)
      reply = sent
      if (sent.kind !== 'refused') continue
      if (sent.code === 'upload_offset' && asked++ < quickRetries) reply = await transport.uploadOffset(upload.id)
      if (sent.code === 'metadata_mismatch' && !restarted) {
        // What the server had of it was not this file: it has thrown it away and takes the whole once more.
        restarted = true
        reply = await transport.startUpload(upload)
      }
    }
    if (reply.kind === 'ok') await this.#change(upload.id, { state: 'uploaded', sentBytes: upload.sizeBytes, lastError: null })
    return reply
  }

  /** Sends one part and learns from it how many bytes the line carries. */
  async #sendPart(upload: Upload, offset: number, bytes: Uint8Array<ArrayBuffer>): Promise<Reply<UploadState>> {
    const { transport, clock, sha256 } = this.#options
    const startedAt = clock.now()
    const reply = await transport.sendPart(upload.id, offset, bytes, await sha256(bytes))
    const tookMs = Math.max(1, clock.now() - startedAt)
    if (reply.kind === 'ok') {
      const carried = Math.floor((bytes.byteLength / tookMs) * partMs)
      // A last part, shorter than asked for, says nothing against longer ones.
      const most = bytes.byteLength < this.#partBytes ? this.#partBytes : Math.min(2 * this.#partBytes, carried)
      this.#partBytes = Math.min(partBytes, Math.max(leastPartBytes, most))
      await this.#change(upload.id, { attempts: 0, sentBytes: offset + bytes.byteLength })
    } else if (reply.kind === 'offline' || reply.status === 413) {
      this.#partBytes = Math.max(leastPartBytes, Math.floor(Math.min(this.#partBytes, bytes.byteLength) / 2))
    }
    return reply
  }

  async #park(upload: Upload, code: string): Promise<void> {
    await this.#change(upload.id, { state: 'parked', lastError: code })
  }

  async #failed(upload: Upload, reply: Exclude<Reply<UploadState>, { kind: 'ok' }>): Promise<void> {
    const attempts = (this.#uploads.get(upload.id)?.attempts ?? 0) + 1
    const waitMs = attempts <= quickRetries ? backoffMs(attempts, this.#options.random) : slowRetryMs
    const delayMs = Math.max(waitMs, reply.kind === 'refused' ? (reply.retryAfterMs ?? 0) : 0)
    this.#notBefore.set(upload.id, this.#options.clock.now() + delayMs)
    await this.#change(upload.id, { state: 'failed', attempts, lastError: reply.kind === 'refused' ? reply.code : resultOf(reply) })
  }

  /** First on the disk: what only this tab believed would leave the others waiting for a file that has long arrived. */
  async #change(id: string, change: Partial<Omit<Upload, 'id'>>): Promise<void> {
    const changed = await this.#inTurn(async () => {
      const known = this.#uploads.get(id)
      if (!known) return false
      await this.#options.storage.updateUpload(id, change)
      this.#uploads.set(id, { ...known, ...change })
      return true
    })
    if (!changed) return
    this.#options.changed()
    if (change.state !== 'uploading') this.#options.moved()
  }

  #arm(): void {
    if (this.#stopped || this.waiting.length === 0) return
    const now = this.#options.clock.now()
    const due = Math.min(...this.waiting.map((upload) => this.#notBefore.get(upload.id) ?? now + slowRetryMs))
    this.#cancelTimer?.()
    this.#cancelTimer = this.#options.clock.later(() => this.kick(), Math.max(100, due - now))
  }
}

const remaining = (upload: Upload): number => upload.sizeBytes - upload.sentBytes

/** What `attachment.add` says of a file that is kept here. */
export const addingOf = ({ id, unit, name, sizeBytes, mime, sha256, replaces }: Upload) => ({
  id,
  unit,
  name,
  sizeBytes,
  mime,
  sha256,
  ...(replaces === undefined ? {} : { replaces }),
})
