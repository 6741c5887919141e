import { examine } from '#server/cli/examine.ts'
import { openFiles } from '#server/files/open.ts'
import { openPostgres, type Database } from '#server/db/open.ts'
import { endlessPatience } from '#server/db/pool.ts'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { Asked, FleetDevice } from './device.ts'

/** What is wrong, one sentence each; at most so many are told. */
const toldMost = 8

const answerSchema = v.looseObject({ value: v.unknown(), mid: v.string() })

/** Everything that was asked for somewhere, also of devices that are gone. */
export interface Written {
  readonly asked: readonly Asked[]
  readonly devices: readonly FleetDevice[]
}

/**
 * Looks a database over in which nobody writes any more: everything that was asked for is in the ledger once with its effect once, sequences
 * have no gap, what stands is what was written last, every device holds what the server holds, and the database is sound by the doctor.
 */
export async function judge(databaseUrl: string, dataDir: string, { asked, devices }: Written): Promise<string[]> {
  const db = openPostgres(databaseUrl, endlessPatience)
  try {
    const wrong = [
      ...(await lost(db, asked)),
      ...(await doubled(db)),
      ...(await gaps(db)),
      ...(await overwritten(db, asked)),
      ...(await apart(db, devices)),
      ...devices.flatMap((device) => device.errors.splice(0).map((error) => `${device.name} broke: ${error}`)),
      ...(await examine(db, await openFiles({ kind: 'disk', s3: undefined }, { dataDir, db, toLook: true }), Date.now())).map(
        ({ check, what }) => `doctor: ${check}: ${what}`,
      ),
    ]
    return wrong.length > toldMost ? [...wrong.slice(0, toldMost), `and ${wrong.length - toldMost} more`] : wrong
  } finally {
    await db.close()
  }
}

/** What was asked for and is not in the ledger as it was asked, or had no effect. */
async function lost(db: Database, asked: readonly Asked[]): Promise<string[]> {
  const rows = await db.q.selectFrom('sync_mutation').select(['mid', 'author_id', 'args', 'disposition', 'code']).execute()
  const ledger = new Map(rows.map((row) => [row.mid, row]))
  return asked.flatMap(({ mid, device, userId, text }) => {
    const entry = ledger.get(mid)
    if (!entry) return [`${mid} of ${device} is not in the ledger`]
    if (entry.author_id !== userId || !entry.args.includes(text)) return [`${mid} of ${device} is another in the ledger: ${entry.args}`]
    return entry.disposition.startsWith('applied') ? [] : [`${mid} of ${device} is ${entry.disposition} (${entry.code})`]
  })
}

/** Effects of one mutation that stand twice: it makes one line of one history. */
async function doubled(db: Database): Promise<string[]> {
  const { rows } = await sql<{ mid: string; n: string }>`
    select mid, count(*) as n from history where mid in (select mid from sync_mutation where name = 'answer.set')
    group by mid, unit having count(*) > 1`.execute(db.q)
  return rows.map(({ mid, n }) => `${mid} is ${n} times in its history`)
}

/** Devices whose sequence in the ledger has a gap. What came again under another sequence is an alias. */
async function gaps(db: Database): Promise<string[]> {
  const { rows } = await sql<{ device: string; last: string; n: string }>`
    select d.id as device, d.last_seq as last, (
      (select count(*) from sync_mutation m where m.author_id = d.user_id and m.device_id = d.id) +
      (select count(*) from sync_alias a where a.author_id = d.user_id and a.device_id = d.id)) as n
    from sync_device d where d.id not like '~%' and d.last_seq > 0`.execute(db.q)
  return rows.filter(({ last, n }) => Number(last) !== Number(n)).map(({ device, last, n }) => `${device} is at ${last} with ${n} entries`)
}

/** Answers that are not what was written last; each is written by one device. */
async function overwritten(db: Database, asked: readonly Asked[]): Promise<string[]> {
  const newest = new Map(asked.map((each) => [`${each.scope} ${each.unit}`, each]))
  const rows = await db.q
    .selectFrom('sync_row')
    .select(['scope', 'id', 'data'])
    .where('tbl', '=', 'answer')
    .where('deleted', '=', 0)
    .execute()
  const stands = new Map(rows.map((row) => [`${row.scope} ${row.id}`, v.parse(answerSchema, JSON.parse(row.data))]))
  return [...newest].flatMap(([key, { text, device }]) => {
    const answer = stands.get(key)
    return answer?.value === text ? [] : [`${key} should be "${text}" of ${device} and is ${JSON.stringify(answer?.value)}`]
  })
}

/** Devices that hold something else than the server. */
async function apart(db: Database, devices: readonly FleetDevice[]): Promise<string[]> {
  const wrong: string[] = []
  for (const device of devices) {
    const rows = await db.q
      .selectFrom('sync_row')
      .select(['id', 'data'])
      .where('scope', '=', device.scope)
      .where('tbl', '=', 'answer')
      .where('deleted', '=', 0)
      .execute()
    const held = await device.held()
    const differs = rows.filter((row) => !isDeepStrictEqual(held.get(row.id), JSON.parse(row.data)))
    if (differs.length > 0 || held.size !== rows.length)
      wrong.push(
        `${device.name} holds ${held.size} answers of ${rows.length}, ${differs.length} of them not as they stand (${differs[0]?.id ?? ''})`,
      )
  }
  return wrong
}
