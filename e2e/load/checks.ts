import { oneOf } from '#server/db/dialect.ts'
import { openForReading, type Database } from '#server/db/open.ts'
import type { Answer } from '#shared/answers/model.ts'
import type { Attachment } from '#shared/attachments/model.ts'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Promised } from './order.ts'

/** What became of everything that servers acknowledged. */
export interface Verdict {
  readonly devices: number
  readonly mutations: number
  readonly files: number
  /** Acknowledged mutations that the ledger does not hold, answers that do not stand, files that are not there as they were sent. */
  readonly lost: number
  /** Mutations that the ledger holds twice, and answers that were set more often than somebody set them. */
  readonly doubled: number
  /** Devices whose sequences do not go from one to the last without a gap. */
  readonly gaps: number
  /** What devices had not sent when time was up. */
  readonly unsent: number
  /** Some of what is wrong, to look at. */
  readonly examples: readonly string[]
}

const mostExamples = 10

export const isWhole = ({ lost, doubled, gaps, unsent, mutations }: Verdict): boolean =>
  lost === 0 && doubled === 0 && gaps === 0 && unsent === 0 && mutations > 0

/** Compares what devices were promised with the ledger, with what stands, and with the files on the disk; no server takes part. */
export async function checked(databaseUrl: string | undefined, dataDir: string, promises: readonly string[]): Promise<Verdict> {
  const db = openForReading(databaseUrl, dataDir)
  try {
    const found = new Finding()
    for (const path of promises)
      for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
        const promised: Promised = JSON.parse(line)
        await inLedger(db, promised, found)
        await standing(db, promised, found)
        await onDisk(db, dataDir, promised, found)
      }
    return found.verdict()
  } finally {
    await db.close()
  }
}

class Finding {
  devices = 0
  mutations = 0
  files = 0
  unsent = 0
  #lost = 0
  #doubled = 0
  #gaps = 0
  readonly #examples: string[] = []

  lost(what: string): void {
    this.#lost += 1
    this.#say(`lost: ${what}`)
  }

  doubled(what: string): void {
    this.#doubled += 1
    this.#say(`doubled: ${what}`)
  }

  gap(what: string): void {
    this.#gaps += 1
    this.#say(`gap: ${what}`)
  }

  verdict(): Verdict {
    const { devices, mutations, files, unsent } = this
    return { devices, mutations, files, unsent, lost: this.#lost, doubled: this.#doubled, gaps: this.#gaps, examples: this.#examples }
  }

  #say(what: string): void {
    if (this.#examples.length < mostExamples) this.#examples.push(what)
  }
}

async function inLedger(db: Database, { userId, deviceId, mids, unsent }: Promised, found: Finding): Promise<void> {
  const entries = await db.q
    .selectFrom('sync_mutation')
    .select(['seq', 'mid', 'sent_mid'])
    .where('author_id', '=', userId)
    .where('device_id', '=', deviceId)
    .orderBy('seq')
    .execute()
  const times = new Map<string, number>()
  for (const { mid, sent_mid } of entries) times.set(sent_mid ?? mid, (times.get(sent_mid ?? mid) ?? 0) + 1)
  for (const mid of mids) if (!times.has(mid)) found.lost(`${mid} of ${deviceId}`)
  for (const [mid, count] of times) if (count > 1) found.doubled(`${mid} of ${deviceId} ${count} times`)
  if (entries.some(({ seq }, at) => seq !== at + 1)) found.gap(`${deviceId} up to ${entries.at(-1)?.seq}`)
  found.devices += 1
  found.mutations += mids.length
  found.unsent += unsent
}

/** What was acknowledged has had its effect, once: the answer stands with its mid, and was set as often as somebody set it. */
async function standing(db: Database, { scope, answers, deviceId }: Promised, found: Finding): Promise<void> {
  const rows = await rowsOf<Answer>(db, scope, 'answer', Object.keys(answers))
  for (const [unit, { mid, times }] of Object.entries(answers)) {
    const row = rows.get(unit)
    if (row?.mid !== mid) found.lost(`the answer to ${unit} of ${deviceId}`)
    else if (row.rev > times) found.doubled(`the answer to ${unit} of ${deviceId}: ${row.rev} for ${times}`)
  }
}

async function onDisk(db: Database, dataDir: string, { scope, files, deviceId }: Promised, found: Finding): Promise<void> {
  const rows = await rowsOf<Attachment>(
    db,
    scope,
    'attachment',
    files.map(({ id }) => id),
  )
  for (const { id, sha256, sizeBytes } of files) {
    found.files += 1
    const row = rows.get(id)
    const bytes = await readFile(join(dataDir, 'files', sha256)).catch(() => undefined)
    const isThere = bytes?.length === sizeBytes && createHash('sha256').update(bytes).digest('hex') === sha256
    if (row?.state !== 'ready' || row.sha256 !== sha256 || !isThere) found.lost(`the file ${id} of ${deviceId}`)
  }
}

async function rowsOf<Row>(db: Database, scope: string, table: string, ids: readonly string[]): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map()
  const rows = await db.q
    .selectFrom('sync_row')
    .select(['id', 'data'])
    .where('scope', '=', scope)
    .where('tbl', '=', table)
    .where(oneOf(db.kind, 'id', ids))
    .where('deleted', '=', 0)
    .execute()
  return new Map(rows.map((row) => [row.id, JSON.parse(row.data)]))
}
