import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { schemaVersion } from '#shared/protocol/version.ts'
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { ImpersonationTable, LetterTable, SyncAliasTable, SyncMutationTable } from '../db/schema.ts'
import { migrations } from '../migrations/index.ts'
import { ownDevices, type Asked } from '../sync/batch.ts'
import { flightMs } from '../sync/batch-writer.ts'
import { isErrorCode } from '#shared/errors.ts'
import { isUnkept } from '../sync/unkept.ts'
import { keepContact } from '../sync/device.ts'
import { beginEpoch } from '../sync/epoch.ts'
import type { Source } from './pieces.ts'
import type { Row } from './rows.ts'

/** What became of a later ledger that was decided again on an older database. */
export interface DecidedAgain {
  /** Entries that were decided again. */
  readonly entries: number
  /** Those that came out otherwise than they had, by mid, with what became of them. */
  readonly otherwise: readonly string[]
  /** When the newest of them had come; null for none. */
  readonly through: Instant | null
}

/**
 * Goes on from an older database to a moment: decides again, in their order and at their moments, the entries of a later ledger that came
 * after it, by the same rules and through the same door. What no ledger holds is not brought back: passwords, sessions, invitations' secrets,
 * what was marked as read. Letters that had gone out are not sent again. The database begins another life, for its commits are others.
 */
export async function decideAgain(
  db: Database,
  later: Source,
  { until, config }: { readonly until: Instant; readonly config: Config },
): Promise<DecidedAgain> {
  if (later.schema !== migrations.length)
    throw new Error(`The later ledger has schema ${later.schema} and this program ${migrations.length}: use the version that wrote it.`)
  await takeOver(db, later)
  const batches = await batchesAfter(db, later, until)
  let now = instantOf(Date.now())
  const log = { info: () => undefined, error: () => undefined }
  const app = await createApp({ config: { ...config, sso: undefined }, db, log, now: () => now, elapsed: () => 0 })
  const otherwise: string[] = []
  let entries = 0
  for (const batch of batches) {
    now = batch.at
    const { author_id: userId, device_id: deviceId } = batch.first
    await believe(db, batch)
    const executed = await app.server.execute({
      device: { id: deviceId, app: 'restore', schema: schemaVersion, pending: 1 },
      userId,
      asked: batch.asked,
      door: deviceId === ownDevices.system ? 'system' : deviceId === ownDevices.rest ? 'rest' : 'sync',
    })
    const results = executed.ok ? executed.value.results : []
    // Twins stand between them: with the mid of an entry, and a number of their own.
    const decided = new Map(results.map((result) => [result.seq, result]))
    for (const was of batch.entries) {
      entries += 1
      const is = decided.get(was.seq)
      const became = executed.ok ? `${is?.d ?? 'not decided'} ${is?.code ?? ''}`.trim() : executed.failure.code
      if (is?.d !== was.disposition || is.code !== was.code)
        otherwise.push(`${was.mid} ${was.name}: ${became}, was ${was.disposition} ${was.code}`)
    }
  }
  await app.settled()
  app.drain()
  await settleLetters(db, later)
  const redacted = batches.flatMap((batch) => batch.entries.filter(({ said }) => said !== null))
  await db.write(async (tx) => {
    // Last, for a twin was decided by the words that stand. What left them is proved by acts of the later audit, and needs no proof in this one.
    for (const { mid, args, said } of redacted)
      await tx.q.updateTable('sync_mutation').set({ said }).where('mid', '=', mid).where('args', '=', args).execute()
    const row = await tx.q.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirst()
    await beginEpoch(tx, row?.value ?? '', instantOf(Date.now()))
  })
  return { entries, otherwise, through: batches.at(-1)?.at ?? null }
}

/**
 * What was known of the device's clock then, which no ledger says: when the device had last had nothing waiting, as far as it shows in what
 * was believed of its times.
 */
async function believe(db: Database, { first, entries }: AgainBatch): Promise<void> {
  const ledger = { userId: first.author_id, deviceId: first.device_id }
  const leases = entries.flatMap(({ lease }) => lease ?? [])
  const moved = entries.find(({ occurred_at, client_at }) => occurred_at !== null && client_at < occurred_at)?.occurred_at
  const contactAt = leases.toSorted().at(-1) ?? (moved === undefined || moved === null ? null : instantOf(epochMs(moved) + flightMs))
  if (contactAt !== null) return keepContact(db, ledger, schemaVersion, contactAt)
  await db.q
    .updateTable('sync_device')
    .set({ contact_at: null })
    .where('user_id', '=', ledger.userId)
    .where('id', '=', ledger.deviceId)
    .execute()
}

interface AgainBatch {
  readonly at: Instant
  readonly first: SyncMutationTable
  readonly asked: readonly Asked[]
  readonly entries: readonly SyncMutationTable[]
}

/** Entries that the database does not have, up to a moment, as they came: together what one request brought. */
async function batchesAfter(db: Database, later: Source, until: Instant): Promise<AgainBatch[]> {
  const keyOf = (author: string, device: string): string => `${author} ${device}`
  const devices = await db.q.selectFrom('sync_device').select(['user_id', 'id', 'last_seq']).execute()
  const reached = new Map(devices.map((row) => [keyOf(row.user_id, row.id), row.last_seq]))
  const isNew = (row: { readonly author_id: string; readonly device_id: string; readonly seq: number }): boolean =>
    row.seq > (reached.get(keyOf(row.author_id, row.device_id)) ?? 0)
  const entries = await rowsWhere<SyncMutationTable>(later, 'sync_mutation', (row) => isNew(row) && row.received_at <= until)
  const aliases = await rowsWhere<SyncAliasTable>(later, 'sync_alias', isNew)
  // What a twin repeats came before it: here, or in what the copy holds.
  const repeated = new Set(aliases.map(({ mid }) => mid))
  const known = await rowsWhere<SyncMutationTable>(later, 'sync_mutation', (row) => repeated.has(row.mid))
  const firsts = new Map(known.map((row) => [row.mid, row]))
  const twins = Map.groupBy(aliases, (row) => keyOf(row.author_id, row.device_id))

  const order = (a: SyncMutationTable, b: SyncMutationTable): number =>
    a.received_at !== b.received_at
      ? a.received_at < b.received_at
        ? -1
        : 1
      : keyOf(a.author_id, a.device_id) === keyOf(b.author_id, b.device_id)
        ? a.seq - b.seq
        : keyOf(a.author_id, a.device_id) < keyOf(b.author_id, b.device_id)
          ? -1
          : 1
  const groups = new Map<string, SyncMutationTable[]>()
  for (const row of entries.toSorted(order)) {
    const key = `${row.received_at} ${keyOf(row.author_id, row.device_id)}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const device = keyOf(first.author_id, first.device_id)
    const asked = own.flatMap((row) => {
      const before = twins.get(device)?.filter((twin) => twin.seq < row.seq && twin.seq > (reached.get(device) ?? 0)) ?? []
      reached.set(device, row.seq)
      return [...before.flatMap((twin) => twinOf(twin, firsts.get(twin.mid))), askedOf(row)]
    })
    return [{ at: first.received_at, first, asked, entries: own }]
  })
}

const twinOf = (twin: SyncAliasTable, first: SyncMutationTable | undefined): Asked[] =>
  first ? [{ ...askedOf(first), seq: twin.seq }] : []

function askedOf(row: SyncMutationTable): Asked {
  // Of what the ledger has only the beginning nothing can be decided again: it was refused, and is.
  const said = isUnkept(row) ? row.said : null
  const isSpoiled = row.code === 'malformed' || row.code === 'too_large' || said !== null
  return {
    seq: row.seq,
    mid: row.sent_mid ?? row.mid,
    n: row.name,
    v: row.version,
    s: row.scope,
    a: isSpoiled ? null : JSON.parse(row.args),
    b: row.base,
    t: row.client_at,
    l: row.lease,
    text: row.args,
    ...(row.call === null ? {} : { call: row.call }),
    ...(isSpoiled && isErrorCode(row.code) ? { spoiled: { text: row.args, code: row.code, ...(said === null ? {} : { said }) } } : {}),
  }
}

/** In whose place administrators were: no ledger says it, and what they did for an institution needs it. */
async function takeOver(db: Database, later: Source): Promise<void> {
  for (const row of await rowsWhere<ImpersonationTable>(later, 'impersonation', () => true))
    await db.q
      .insertInto('impersonation')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
}

/** What had gone out, or could not, stays so. */
async function settleLetters(db: Database, later: Source): Promise<void> {
  const waiting = new Set((await db.q.selectFrom('letter').select('id').where('state', '=', 'waiting').execute()).map(({ id }) => id))
  for (const { id, state, attempts, next_at, sent_at, error, quiet } of await rowsWhere<LetterTable>(later, 'letter', (row) =>
    waiting.has(row.id),
  )) {
    await db.q.updateTable('letter').set({ state, attempts, next_at, sent_at, error, quiet }).where('id', '=', id).execute()
  }
}

/** Rows of a table of a source as the program's own types have them, which the schema that both share makes certain. */
async function rowsWhere<T extends object>(source: Source, name: string, wanted: (row: T) => boolean): Promise<T[]> {
  const table = source.tables.find(({ shape }) => shape.name === name)
  if (!table) throw new Error(`there is no table ${name}`)
  const found: T[] = []
  for await (const page of table.rows()) {
    for (const values of page) {
      const row = objectOf<T>(
        table.shape.columns.map((column) => column.name),
        values,
      )
      if (wanted(row)) found.push(row)
    }
  }
  return found
}

const objectOf = <T extends object>(names: readonly string[], values: Row): T =>
  Object.fromEntries(names.map((name, at) => [name, values[at] ?? null])) as T
