import { examine } from '#server/cli/examine.ts'
import { openFiles } from '#server/files/open.ts'
import { openPostgres, type Database } from '#server/db/open.ts'
import { endlessPatience } from '#server/db/pool.ts'
import { isDeepStrictEqual } from 'node:util'
import { kept, rowsOf, type Promised } from '../simulators/promises.ts'
import type { FleetDevice } from './device.ts'

/** What is wrong, one sentence each; at most so many are told. */
const toldMost = 8

/**
 * Looks a database over in which nobody writes any more: everything that was promised somewhere, also on devices that are gone, is there
 * once, every device holds what the server holds, and the database is sound by the doctor.
 */
export async function judge(
  databaseUrl: string,
  dataDir: string,
  promises: readonly Promised[],
  devices: readonly FleetDevice[],
): Promise<readonly string[]> {
  const db = openPostgres(databaseUrl, endlessPatience)
  try {
    const wrong = [
      ...(await kept(db, dataDir, promises)).wrong,
      ...(await apart(db, devices)),
      ...devices.flatMap((device) => device.broke().map((error) => `${device.name} broke: ${error}`)),
      ...(await examine(db, await openFiles({ kind: 'disk', s3: undefined }, { dataDir, db, toLook: true }), Date.now())).map(
        ({ check, what }) => `doctor: ${check}: ${what}`,
      ),
    ]
    return wrong.length > toldMost ? [...wrong.slice(0, toldMost), `and ${wrong.length - toldMost} more`] : wrong
  } finally {
    await db.close()
  }
}

/** Devices that hold something else than the server. */
async function apart(db: Database, devices: readonly FleetDevice[]): Promise<string[]> {
  const wrong: string[] = []
  for (const device of devices) {
    const rows = await rowsOf(db, device.scope, 'answer')
    const held = await device.held()
    const differs = [...rows].filter(([id, row]) => !isDeepStrictEqual(held.get(id), row))
    if (differs.length > 0 || held.size !== rows.size)
      wrong.push(
        `${device.name} holds ${held.size} answers of ${rows.size}, ${differs.length} of them not as they stand (${differs[0]?.[0] ?? ''})`,
      )
  }
  return wrong
}
