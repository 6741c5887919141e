import { instantOf } from '#shared/kernel/instant.ts'
import { parseArgs } from 'node:util'
import { configOf } from '../config.ts'
import { lookOver } from '../copies/look-over.ts'
import { moveTo, takeBack } from '../copies/move.ts'

const usage = 'usage: move postgres://… | move --take-back'

/**
 * Moves the SQLite database of DATA_DIR to PostgreSQL while no server runs (UG4). Ends with another code than 0 when it was not moved, or what
 * arrived does not fit.
 */
export async function move(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { 'take-back': { type: 'boolean' } } })
  const [url, ...more] = positionals
  const { dataDir, fileStore } = configOf({ ...process.env, DATABASE_URL: undefined })
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  if (values['take-back'] === true && url === undefined) {
    await takeBack(dataDir)
    return say('The SQLite database is the right one again: start without DATABASE_URL.')
  }
  if (url === undefined || more.length > 0 || !/^postgres(ql)?:\/\//.test(url)) throw new Error(usage)
  const startedMs = Date.now()
  const { filled, migrated, audit } = await moveTo(url, { dataDir, at: instantOf(startedMs) })
  const tables = Object.entries(filled)
  const rows = tables.reduce((sum, [, count]) => sum + count, 0)
  say(`Moved ${rows} rows of ${tables.length} tables in ${((Date.now() - startedMs) / 1_000).toFixed(1)} s, each read back and compared.`)
  if (migrated.length > 0) say(`Migrated by ${migrated.join(', ')}.`)
  say(audit.n === 0 ? 'The audit is empty.' : `The audit's chain is verified: ${audit.n}:${audit.digest}`)
  await lookOver({ databaseUrl: url, dataDir, fileStore }, say)
  say('Files stay where they are. Set DATABASE_URL and start: devices notice nothing. No server starts on the SQLite database any more.')
}
