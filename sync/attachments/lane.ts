import { maxFileBytes, partBytes } from '#shared/attachments/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { backoffMs } from '../outbox/backoff.ts'
import { resultOf } from '../outbox/courier.ts'
import type { Attempt } from '../outbox/step.ts'
import type { Clock, Disk } from '../ports.ts'
import type { Replica } from '../replica/replica.ts'
import { isQuotaError, type Storage, type Upload } from '../storage/storage.ts'
import type { Reply, Transport, UploadState } from '../transport/transport.ts'

const quickRetries = 5
const slowRetryMs = 120_000
/** Refusals of a file that no repetition changes: its mutation did not stand, or its bytes are not what they should be. */
const hopeless: ReadonlySet<string> = new Set([
  'not_found',
  'attachment_missing',
  'metadata_mismatch',
  'file_content',
  'file_format',
  'file_too_large',
  'file_empty',
  'file_not_allowed',
  'file_unreadable',
])

export interface LaneOptions {
  readonly storage: Storage
  readonly transport: Transport
  readonly replica: Replica
  readonly clock: Clock
  readonly disk: Disk
  readonly random: () => number
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
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
}

/** Files on their way to the server, one at a time, after the answers and never before them (sync.md §2.6). */
export class Lane {
  readonly #options: LaneOptions
  readonly #uploads = new Map<string, Upload>()
  readonly #notBefore = new Map<string, number>()
  #running = false
  #stopped = true
  #cancelTimer: (() => void) | null = null

  constructor(options: LaneOptions) {
    this.#options = options
  }

  async open(): Promise<void> {
    const stored = await this.#options.storage.uploads()
    this.#uploads.clear()
    for (const upload of stored) this.#uploads.set(upload.id, upload)
    this.#options.changed()
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
    }
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (let at = 0; at < sizeBytes; at += partBytes) parts.push(file.bytes.slice(at, at + partBytes))
    try {
      await this.#options.storage.addUpload(upload, parts)
    } catch (error) {
      if (!isQuotaError(error)) throw error
      return fail('no_space')
    }
    this.#uploads.set(upload.id, upload)
    this.#options.changed()
    return done(upload)
  }

  async remove(id: string): Promise<void> {
    this.#uploads.delete(id)
    await this.#options.storage.removeUpload(id)
    this.#options.changed()
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
    for (;;) {
      const now = this.#options.clock.now()
      const next = this.waiting.find((upload) => (this.#notBefore.get(upload.id) ?? 0) <= now && this.#announced(upload))
      if (!next || this.#stopped) return
      const reply = await this.#send(next)
      this.#options.log({ what: 'upload', result: resultOf(reply), count: next.sizeBytes })
      if (reply.kind === 'ok') continue
      if (reply.kind === 'refused' && hopeless.has(reply.code)) await this.#change(next.id, { state: 'parked', lastError: reply.code })
      else await this.#failed(next, resultOf(reply))
      if (reply.kind === 'offline' || reply.status === 401) return
    }
  }

  /** The server can only take a file of which the ledger has heard. */
  #announced(upload: Upload): boolean {
    const { replica } = this.#options
    return !replica.pending.some(
      (entry) => entry.row.seq > replica.position.ledgerThrough && entry.row.n === 'attachment.add' && idOf(entry.row.a) === upload.id,
    )
  }

  async #send(upload: Upload): Promise<Reply<UploadState>> {
    const { transport, storage } = this.#options
    let reply = await transport.startUpload(upload)
    let asked = 0
    while (reply.kind === 'ok' && !reply.value.ready) {
      const { offset } = reply.value
      if (offset >= upload.sizeBytes) {
        // All parts are there: the next start answers whether the whole is what it says it is.
        if (asked++ > 1) return { kind: 'refused', status: 409, code: 'metadata_mismatch', params: {}, retryAfterMs: null }
        reply = await transport.startUpload(upload)
        continue
      }
      await this.#change(upload.id, { state: 'uploading', sentBytes: offset })
      const part = await storage.blobPart(upload.id, Math.floor(offset / partBytes))
      if (!part) return { kind: 'refused', status: 0, code: 'file_unreadable', params: {}, retryAfterMs: null }
      const bytes = part.slice(offset % partBytes)
      if (this.#stopped) return { kind: 'offline', reason: 'stopped' }
      const sent: Reply<UploadState> = await transport.sendPart(upload.id, offset, bytes, await this.#options.sha256(bytes))
      reply =
        sent.kind === 'refused' && sent.code === 'upload_offset' && asked++ < quickRetries ? await transport.uploadOffset(upload.id) : sent
    }
    if (reply.kind === 'ok') await this.#change(upload.id, { state: 'uploaded', sentBytes: upload.sizeBytes, lastError: null })
    return reply
  }

  async #failed(upload: Upload, lastError: string): Promise<void> {
    const attempts = (this.#uploads.get(upload.id)?.attempts ?? 0) + 1
    const delay = attempts <= quickRetries ? backoffMs(attempts, this.#options.random) : slowRetryMs
    this.#notBefore.set(upload.id, this.#options.clock.now() + delay)
    await this.#change(upload.id, { state: 'failed', attempts, lastError })
  }

  async #change(id: string, change: Partial<Omit<Upload, 'id'>>): Promise<void> {
    const known = this.#uploads.get(id)
    if (!known) return
    this.#uploads.set(id, { ...known, ...change })
    await this.#options.storage.updateUpload(id, change)
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

const idOf = (args: unknown): unknown => (typeof args === 'object' && args !== null ? Reflect.get(args, 'id') : undefined)
