import { systemActor } from '#shared/access/actor.ts'
import { contentMatches } from '#shared/attachments/content.ts'
import { partBytes, type Attachment } from '#shared/attachments/model.ts'
import { fileInvalidity } from '#shared/attachments/rules.ts'
import type { UploadState } from '#shared/attachments/routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { sql } from 'kysely'
import { createHash, randomUUID } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { oneOf } from '../../db/dialect.ts'
import type { UploadTable } from '../../db/schema.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { sees } from '../../world/door.ts'
import { KeyedMutex } from '../../world/keyed-mutex.ts'
import { visibilityOf } from '../../sync/visibility.ts'

/** Most bytes that one institution may keep in one form (reliability 1.2, ASVS 5.2.4). */
const quotaBytes = 5_000_000_000

export interface FoundAttachment {
  readonly scope: string
  readonly row: Attachment
}

/** An attachment in a scope and part that the caller sees; undefined otherwise, whether it exists or not. */
export async function visibleAttachment(server: Server, session: Session, id: string): Promise<FoundAttachment | undefined> {
  return server.db.read(async (tx) => {
    const visible = await visibilityOf(tx, server.worlds, session.actor, server.now())
    const row = await tx.q
      .selectFrom('sync_row')
      .select(['scope', 'part', 'data'])
      .where(oneOf(tx.kind, 'scope', [...visible.keys()]))
      .where('tbl', '=', 'attachment')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row || !sees(visible.get(row.scope) ?? [], row.part)) return undefined
    return { scope: row.scope, row: JSON.parse(row.data) }
  })
}

/** Resumable uploads (sync.md §2.6). A file's bytes are checked and on the disk before its row says `ready`. */
export class Uploads {
  readonly #server: Server
  readonly #mutex = new KeyedMutex()

  constructor(server: Server) {
    this.#server = server
  }

  async begin(
    session: Session,
    id: string,
    claimed: { sha256: string; size: number; mime: string },
  ): Promise<Result<UploadState & { fresh: boolean }>> {
    const found = await this.#own(session, id)
    if (!found.ok) return found
    const { row, scope } = found.value
    if (row.sha256 !== claimed.sha256 || row.sizeBytes !== claimed.size) return fail('metadata_mismatch')
    const wrong = fileInvalidity(row.name, row.sizeBytes)
    if (wrong) return { ok: false, failure: wrong }
    return this.#mutex.run([id], async () => {
      const known = await this.#uploadOf(found.value)
      if (!known.ok) return known
      const upload = known.value
      if (row.state !== 'awaiting_blob') return done({ state: 'ready' as const, fresh: false })
      if (upload?.state === 'ready') {
        await this.#announce(scope, row)
        return done({ state: 'ready' as const, fresh: false })
      }
      if (upload) return done({ state: 'open' as const, offset: upload.received, partSize: partBytes, fresh: false })
      if ((await this.#kept(scope)) + row.sizeBytes > quotaBytes) return fail('file_quota')
      await rm(this.#server.blobs.uploadPath(id), { force: true })
      await this.#enter(session, row, scope, { mime: claimed.mime, received: 0, state: 'open' })
      return done({ state: 'open' as const, offset: 0, partSize: partBytes, fresh: true })
    })
  }

  /** How many bytes have arrived. */
  async offset(session: Session, id: string): Promise<Result<number>> {
    const found = await this.#own(session, id)
    if (!found.ok) return found
    const upload = await this.#uploadOf(found.value)
    return upload.ok && upload.value ? done(upload.value.received) : fail('attachment_missing')
  }

  /** Adds a part and returns the new offset. Fails: upload_offset, upload_checksum, too_large, metadata_mismatch, file_content. */
  async part(session: Session, id: string, offset: number, bytes: Uint8Array, checksum: string | null): Promise<Result<number>> {
    const found = await this.#own(session, id)
    if (!found.ok) return found
    const { row, scope } = found.value
    if (checksum !== null && checksum !== `sha256 ${createHash('sha256').update(bytes).digest('base64')}`) return fail('upload_checksum')
    return this.#mutex.run([id], async () => {
      const known = await this.#uploadOf(found.value)
      const upload = known.ok ? known.value : undefined
      if (!upload) return fail('attachment_missing')
      if (upload.state === 'ready')
        return offset + bytes.length === upload.size ? done(upload.size) : fail('upload_offset', { offset: upload.size })
      if (upload.received !== offset) return fail('upload_offset', { offset: upload.received })
      if (offset + bytes.length > upload.size) return fail('too_large', { bytes: upload.size - offset })
      await this.#write(id, offset, bytes)
      const received = offset + bytes.length
      await this.#server.db.q
        .updateTable('upload')
        .set({ received, updated_at: this.#server.now() })
        .where('attachment_id', '=', id)
        .execute()
      if (received < upload.size) return done(received)
      const finished = await this.#finish(upload, row)
      if (!finished.ok) return finished
      await this.#announce(scope, row)
      return done(received)
    })
  }

  /** Keeps a file that came whole with its own call, its content checked. */
  async whole(session: Session, { scope, row }: FoundAttachment, bytes: Uint8Array): Promise<Result<null>> {
    const known = await this.#uploadOf({ scope, row })
    if (!known.ok) return known
    await this.#server.blobs.put(bytes)
    await this.#keepBlob(row)
    await this.#enter(session, row, scope, { mime: row.mime, received: row.sizeBytes, state: 'ready' })
    await this.#announce(scope, row)
    return done(null)
  }

  async #own(session: Session, id: string): Promise<Result<FoundAttachment>> {
    const found = await visibleAttachment(this.#server, session, id)
    return found && found.row.authorId === session.user.id ? done(found) : fail('attachment_missing')
  }

  /**
   * Whether this attachment's own bytes came. The same bytes under another attachment do not count:
   * who names a hash would otherwise be given a file that is somebody else's.
   */
  async hasArrived(found: FoundAttachment): Promise<boolean> {
    if (found.row.state === 'awaiting_blob') return false
    if (found.row.state === 'ready') return true
    const upload = await this.#uploadOf(found)
    return upload.ok && upload.value?.state === 'ready'
  }

  async #enter(
    session: Session,
    row: Attachment,
    scope: string,
    progress: { mime: string; received: number; state: 'open' | 'ready' },
  ): Promise<void> {
    const now = this.#server.now()
    const { id: attachment_id, sha256, sizeBytes: size } = row
    await this.#server.db.q
      .insertInto('upload')
      .values({ attachment_id, scope, user_id: session.user.id, sha256, size, created_at: now, updated_at: now, ...progress })
      .onConflict((conflict) => conflict.column('attachment_id').doUpdateSet({ ...progress, updated_at: now }))
      .execute()
  }

  /** Its upload. An id that another institution's file has already is no upload of this one. Fails: metadata_mismatch. */
  async #uploadOf({ scope, row }: FoundAttachment): Promise<Result<UploadTable | undefined>> {
    const upload = await this.#server.db.q
      .selectFrom('upload')
      .select(['attachment_id', 'scope', 'user_id', 'sha256', 'size', 'mime', 'received', 'state', 'created_at', 'updated_at'])
      .where('attachment_id', '=', row.id)
      .executeTakeFirst()
    return upload && (upload.scope !== scope || upload.sha256 !== row.sha256) ? fail('metadata_mismatch') : done(upload)
  }

  async #kept(scope: string): Promise<number> {
    const { rows } = await sql<{ total: number | string | null }>`select sum(size) as total from upload where scope = ${scope}`.execute(
      this.#server.db.q,
    )
    return Number(rows[0]?.total ?? 0)
  }

  async #write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    const path = this.#server.blobs.uploadPath(id)
    const file = await open(path, offset === 0 ? 'w' : 'r+')
    try {
      await file.write(bytes, 0, bytes.length, offset)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  async #finish(upload: UploadTable, row: Attachment): Promise<Result<null>> {
    const path = this.#server.blobs.uploadPath(upload.attachment_id)
    const bytes = await readFile(path)
    const whole = createHash('sha256').update(bytes).digest('hex') === upload.sha256 && bytes.length === upload.size
    if (!whole || !contentMatches(row.name, bytes)) {
      await this.#server.db.q.deleteFrom('upload').where('attachment_id', '=', upload.attachment_id).execute()
      await rm(path, { force: true })
      return fail(whole ? 'file_content' : 'metadata_mismatch')
    }
    await this.#server.blobs.adopt(path, upload.sha256)
    await this.#keepBlob(row)
    await this.#server.db.q.updateTable('upload').set({ state: 'ready' }).where('attachment_id', '=', upload.attachment_id).execute()
    return done(null)
  }

  async #keepBlob(row: Attachment): Promise<void> {
    await this.#server.db.q
      .insertInto('blob')
      .values({ sha256: row.sha256, size: row.sizeBytes, created_at: this.#server.now() })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute()
  }

  /** Tells everybody who sees the attachment that its bytes are here. */
  async #announce(scope: string, row: Attachment): Promise<void> {
    const { id, sha256, sizeBytes } = row
    const executed = await this.#server.execute({
      device: { id: systemActor.id, app: 'server', schema: 1, pending: 0 },
      userId: systemActor.id,
      asked: [{ mid: `ready-${randomUUID()}`, n: 'attachment.ready', v: 1, s: scope, a: { id, sha256, sizeBytes }, t: this.#server.now() }],
      door: 'system',
    })
    if (!executed.ok) throw new Error(`attachment ${id} could not be announced: ${executed.failure.code}`)
  }
}
