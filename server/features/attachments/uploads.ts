import { systemActor } from '#shared/access/actor.ts'
import { contentMatches } from '#shared/attachments/content.ts'
import { maxFileBytes, partBytes, type Attachment } from '#shared/attachments/model.ts'
import { fileInvalidity } from '#shared/attachments/rules.ts'
import type { UploadState } from '#shared/attachments/bytes-routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { epochMs, instantOf } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { sql } from 'kysely'
import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import type { UploadTable } from '../../db/schema.ts'
import { piecesOf } from '../../files/store.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { sees } from '../../world/look.ts'
import { KeyedMutex } from '../../keyed-mutex.ts'
import { ownDevices } from '../../sync/batch.ts'
import { visibilityOf } from '../../world/visibility.ts'

/** Most bytes that one institution may keep in one form (UP3). */
export const quotaBytes = 5_000_000_000
/** Room that is held for what one person has announced and not sent, and for how long after the last part. */
const reservedBytes = 4 * maxFileBytes
const reservedMs = 3_600_000

export interface FoundAttachment {
  readonly scope: string
  readonly row: Attachment
}

/** An attachment in a scope and part that the caller sees; undefined otherwise, whether it exists or not. */
export async function visibleAttachment(server: Server, session: Session, id: string): Promise<FoundAttachment | undefined> {
  const found = await server.db.read((tx) => attachmentOf(server, tx, session, id))
  return found?.seen ? found : undefined
}

/** An attachment in a scope that the caller sees, and whether they see its part of it. */
async function attachmentOf(
  server: Server,
  tx: Tx,
  session: Session,
  id: string,
): Promise<(FoundAttachment & { readonly seen: boolean }) | undefined> {
  const visible = await visibilityOf(tx, server.worlds, session.actor, server.now())
  const row = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'part', 'data'])
    .where(oneOf(tx.kind, 'scope', [...visible.keys()]))
    .where('tbl', '=', 'attachment')
    .where('id', '=', id)
    .where('deleted', '=', 0)
    .executeTakeFirst()
  return row && { scope: row.scope, row: JSON.parse(row.data), seen: sees(visible.get(row.scope) ?? [], row.part) }
}

/** Where an upload stands after a call. */
export interface Progress {
  readonly received: number
  readonly ready: boolean
}

/** A part that is kept: its bytes, and their SHA-256. */
type Part = readonly [bytes: number, sha256: string]

const sizeOf = (parts: readonly Part[]): number => parts.reduce((total, [bytes]) => total + bytes, 0)
const uploadName = (attachmentId: string): string => createHash('sha256').update(attachmentId).digest('hex')
const partName = (attachmentId: string, sha256: string): string => `${uploadName(attachmentId)}.${sha256}`
// Written by #keepPart.
const partsOf = ({ parts }: Pick<UploadTable, 'parts'>): readonly Part[] => (parts === null ? [] : JSON.parse(parts))

/** Whether a kept part is of one of these uploads. */
export function partsOfUploads(attachmentIds: readonly string[]): (name: string) => boolean {
  const known = new Set(attachmentIds.map(uploadName))
  return (name) => known.has(name.split('.')[0] ?? '')
}

/**
 * Resumable uploads (UP1). The rows say nothing that is not kept: a part is durable before it is counted, and the last one, which is kept by
 * itself nowhere, is counted only with the whole file verified, in its place and durable. Whatever breaks in between, the next call finds how
 * much is kept and goes on from there. A part has a name that its content gives it, and is counted only onto what its server had read: of two
 * servers that are sent the same upload one moves it on, and neither harms what the other keeps (FS5).
 */
export class Uploads {
  readonly #server: Server
  /** Of one process, so that the same work is not done twice at once; what has to hold for several, the rows say. */
  readonly #mutex = new KeyedMutex()

  constructor(server: Server) {
    this.#server = server
  }

  /** Where to go on from. Fails: attachment_missing, metadata_mismatch, file_format, file_empty, file_too_large, file_quota. */
  async begin(session: Session, id: string, claimed: { sha256: string; size: number; mime: string }): Promise<Result<UploadState>> {
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
      if (await this.#holds(row, upload)) {
        if (row.state === 'awaiting_blob') await this.#announce(scope, row)
        return done({ state: 'ready' as const })
      }
      if (upload?.state === 'open') return done({ state: 'open' as const, offset: await this.#received(upload), partSize: partBytes })
      const { held, reserved } = await this.#kept(scope, id)
      if (held + reserved + row.sizeBytes > quotaBytes) return fail('file_quota')
      await this.#enter(session, row, scope, { mime: claimed.mime, received: 0, state: 'open' })
      return done({ state: 'open' as const, offset: 0, partSize: partBytes })
    })
  }

  /** How many bytes have arrived. */
  async offset(session: Session, id: string): Promise<Result<Progress>> {
    const found = await this.#own(session, id)
    if (!found.ok) return found
    const upload = await this.#uploadOf(found.value)
    if (!upload.ok || !upload.value) return fail('attachment_missing')
    const ready = await this.#holds(found.value.row, upload.value)
    return done({ received: ready ? upload.value.size : await this.#received(upload.value), ready })
  }

  /** Adds a part. Fails: upload_offset, upload_checksum, too_large, file_quota, metadata_mismatch, file_content. */
  async part(session: Session, id: string, offset: number, bytes: Uint8Array, checksum: string | null): Promise<Result<Progress>> {
    const found = await this.#own(session, id)
    if (!found.ok) return found
    const { row, scope } = found.value
    if (checksum !== null && checksum !== `sha256 ${createHash('sha256').update(bytes).digest('base64')}`) return fail('upload_checksum')
    return this.#mutex.run([id], async () => {
      const known = await this.#uploadOf(found.value)
      const upload = known.ok ? known.value : undefined
      if (!upload) return fail('attachment_missing')
      if (upload.state === 'ready') {
        if (!(await this.#holds(row, upload))) return fail('attachment_missing')
        return offset + bytes.length === upload.size
          ? done({ received: upload.size, ready: true })
          : fail('upload_offset', { offset: upload.size })
      }
      const before = await this.#received(upload)
      if (before !== offset) return fail('upload_offset', { offset: before })
      const received = offset + bytes.length
      if (received > upload.size) return fail('too_large', { bytes: upload.size - offset })
      if ((await this.#kept(scope, id)).held + received > quotaBytes) return fail('file_quota')
      const parts = before === 0 ? [] : partsOf(upload)
      if (received < upload.size)
        return bytes.length === 0 ? done({ received, ready: false }) : this.#keepPart(found.value, upload, parts, bytes)
      const finished = await this.#finish(found.value, upload, parts, bytes)
      if (!finished.ok) return finished
      await this.#announce(scope, row)
      await this.#drop(id, partsOf(upload))
      return done({ received, ready: true })
    })
  }

  /**
   * Keeps a part beside those before it. Over a slow line they are small and many: one takes those before it along that are no larger, so that
   * few are kept and no byte is written again often. Fails: attachment_missing, upload_offset.
   */
  async #keepPart(found: FoundAttachment, upload: UploadTable, before: readonly Part[], bytes: Uint8Array): Promise<Result<Progress>> {
    const left = [...before]
    let piece = bytes
    for (let last = left.at(-1); last && last[0] < partBytes && last[0] <= piece.length; last = left.at(-1)) {
      const earlier = await this.#part(upload.attachment_id, last)
      if (!earlier) return this.#overtaken(found)
      piece = Buffer.concat([earlier, piece])
      left.pop()
    }
    const sha256 = createHash('sha256').update(piece).digest('hex')
    await this.#server.files.parts.put(partName(upload.attachment_id, sha256), piecesOf(piece))
    const parts: readonly Part[] = [...left, [piece.length, sha256]]
    const received = sizeOf(parts)
    const moved = await this.#asRead(upload, { received, parts: JSON.stringify(parts), updated_at: this.#server.now() })
    if (!moved) return this.#overtaken(found)
    // The same bytes in two places of a file are one kept part.
    const named = new Set(parts.map(([, each]) => each))
    await this.#drop(
      upload.attachment_id,
      before.filter(([, each]) => !named.has(each)),
    )
    return done({ received, ready: false })
  }

  /** Changes an upload that is still as it was read: whether it was. */
  async #asRead(upload: UploadTable, values: Partial<UploadTable>): Promise<boolean> {
    const { attachment_id, received, parts } = upload
    const changed = await this.#server.db.q
      .updateTable('upload')
      .set(values)
      .where('attachment_id', '=', attachment_id)
      .where('state', '=', 'open')
      .where('received', '=', received)
      .where((is) => (parts === null ? is('parts', 'is', null) : is('parts', '=', parts)))
      .executeTakeFirst()
    return changed.numUpdatedRows > 0n
  }

  /** Where an upload is that another server moved on, or of which a part is lost: who sends goes on from there. Fails: attachment_missing, upload_offset. */
  async #overtaken(found: FoundAttachment): Promise<Result<Progress>> {
    const known = await this.#uploadOf(found)
    if (!known.ok || !known.value) return fail('attachment_missing')
    const { state, size } = known.value
    return fail('upload_offset', { offset: state === 'ready' ? size : await this.#received(known.value) })
  }

  /** Keeps a file that came whole with its own call, its content checked. Fails: metadata_mismatch, file_quota. */
  async whole(session: Session, { scope, row }: FoundAttachment, bytes: Uint8Array): Promise<Result<null>> {
    return this.#mutex.run([row.id], async () => {
      const known = await this.#uploadOf({ scope, row })
      if (!known.ok) return known
      if ((await this.#kept(scope, row.id)).held + row.sizeBytes > quotaBytes) return fail('file_quota')
      await this.#server.files.put(row.sha256, row.sizeBytes, () => piecesOf(bytes))
      await this.#keepBlob(row)
      await this.#enter(session, row, scope, { mime: row.mime, received: row.sizeBytes, state: 'ready' })
      await this.#announce(scope, row)
      if (known.value) await this.#drop(row.id, partsOf(known.value))
      return done(null)
    })
  }

  /** A file of one's own brings its bytes although its question is somebody else's to see by now: nobody else has them. */
  async #own(session: Session, id: string): Promise<Result<FoundAttachment>> {
    const found = await this.#server.db.read((tx) => attachmentOf(this.#server, tx, session, id))
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
    const entry = { ...progress, parts: null, updated_at: now }
    await this.#server.db.q
      .insertInto('upload')
      .values({ attachment_id, scope, user_id: session.user.id, sha256, size, created_at: now, ...entry })
      .onConflict((conflict) => {
        const entered = conflict.column('attachment_id').doUpdateSet(entry)
        // What another server began meanwhile goes on.
        return progress.state === 'open' ? entered.where('upload.state', '=', 'ready') : entered
      })
      .execute()
  }

  /** Its upload. An id that another institution's file has already is no upload of this one. Fails: metadata_mismatch. */
  async #uploadOf({ scope, row }: FoundAttachment): Promise<Result<UploadTable | undefined>> {
    const upload = await this.#server.db.q
      .selectFrom('upload')
      .select(['attachment_id', 'scope', 'user_id', 'sha256', 'size', 'mime', 'received', 'state', 'created_at', 'updated_at', 'parts'])
      .where('attachment_id', '=', row.id)
      .executeTakeFirst()
    return upload && (upload.scope !== scope || upload.sha256 !== row.sha256) ? fail('metadata_mismatch') : done(upload)
  }

  /** Whether every byte of this attachment came as its own and is kept now. */
  async #holds(row: Attachment, upload: UploadTable | undefined): Promise<boolean> {
    return (row.state === 'ready' || upload?.state === 'ready') && (await this.#server.files.size(row.sha256)) === row.sizeBytes
  }

  /** Bytes that are both counted and kept: an upload of which a part is lost, after a restore above all, begins anew. */
  async #received(upload: UploadTable): Promise<number> {
    const parts = partsOf(upload)
    // What the program before this one counted it kept in another way.
    if (upload.received === 0 || sizeOf(parts) !== upload.received) return 0
    const { files } = this.#server
    const kept = await Promise.all(
      parts.map(async ([bytes, sha256]) => (await files.parts.size(partName(upload.attachment_id, sha256))) === bytes),
    )
    return kept.every(Boolean) ? upload.received : 0
  }

  /**
   * What a scope's files take, without one of them: bytes that are here, and those that are announced, for an hour after their
   * last part and up to a bound for each person, so that beginning many uploads keeps nobody else from theirs.
   */
  async #kept(scope: string, without: string): Promise<{ held: number; reserved: number }> {
    const since = instantOf(epochMs(this.#server.now()) - reservedMs)
    const { rows } = await sql<{ held: number | string; wanted: number | string }>`
      select sum(received) as held, sum(case when state = 'open' and updated_at >= ${since} then size - received else 0 end) as wanted
      from upload where scope = ${scope} and attachment_id <> ${without} group by user_id`.execute(this.#server.db.q)
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
    return {
      held: sum(rows.map((each) => Number(each.held))),
      reserved: sum(rows.map((each) => Math.min(Number(each.wanted), reservedBytes))),
    }
  }

  /** Makes the parts and the last bytes the file that was announced. Fails: metadata_mismatch, file_content, upload_offset, attachment_missing. */
  async #finish(found: FoundAttachment, upload: UploadTable, parts: readonly Part[], last: Uint8Array): Promise<Result<null>> {
    const { attachment_id: id, sha256, size } = upload
    const { db, files } = this.#server
    const pieces: Uint8Array[] = []
    for (const part of parts) {
      const piece = await this.#part(id, part)
      if (!piece) {
        const overtaken = await this.#overtaken(found)
        return overtaken.ok ? done(null) : overtaken
      }
      pieces.push(piece)
    }
    const bytes = pieces.length === 0 ? last : Buffer.concat([...pieces, last])
    const whole = bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256
    if (!whole || !contentMatches(found.row.name, bytes)) {
      // Otherwise another server has moved it on, and its parts are that one's.
      if (await this.#asRead(upload, { received: 0, parts: null })) {
        await db.q.deleteFrom('upload').where('attachment_id', '=', id).where('state', '=', 'open').where('received', '=', 0).execute()
        await this.#drop(id, partsOf(upload))
      }
      return fail(whole ? 'file_content' : 'metadata_mismatch')
    }
    await files.put(sha256, size, () => piecesOf(bytes))
    await this.#keepBlob(found.row)
    await db.q
      .updateTable('upload')
      .set({ received: size, state: 'ready', parts: null, updated_at: this.#server.now() })
      .where('attachment_id', '=', id)
      .execute()
    return done(null)
  }

  /** A part as it came; undefined when it is not there, or not what came: then nothing of it stays, and the upload begins anew. */
  async #part(id: string, [bytes, sha256]: Part): Promise<Uint8Array | undefined> {
    const { parts } = this.#server.files
    const kept = await parts.read(partName(id, sha256))
    if (!kept) return undefined
    const piece = await buffer(kept)
    if (piece.length === bytes && createHash('sha256').update(piece).digest('hex') === sha256) return piece
    await parts.remove(partName(id, sha256))
    return undefined
  }

  /** Removes parts of an upload that it is not made of any more. What cannot be removed now the sweep removes: no row names it. */
  async #drop(id: string, parts: readonly Part[]): Promise<void> {
    const { files, log } = this.#server
    const removed = await Promise.allSettled(parts.map(([, sha256]) => files.parts.remove(partName(id, sha256))))
    for (const each of removed) if (each.status === 'rejected') log.error({ err: each.reason }, 'a part of an upload was not removed')
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
      device: { id: ownDevices.system, app: 'server', schema: 1, pending: 0 },
      userId: systemActor.id,
      asked: [{ mid: `ready-${randomUUID()}`, n: 'attachment.ready', v: 1, s: scope, a: { id, sha256, sizeBytes }, t: this.#server.now() }],
      door: 'system',
    })
    if (!executed.ok) throw new Error(`attachment ${id} could not be announced: ${executed.failure.code}`)
  }
}
