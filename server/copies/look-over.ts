import type { Config } from '../config.ts'
import { examine } from '../cli/examine.ts'
import { openForReading } from '../db/open.ts'
import { filesToRead } from './files-of.ts'

/** Looks a database and its files over, reading only, says what does not fit, and throws a sentence when anything does not. */
export async function lookOver(config: Pick<Config, 'databaseUrl' | 'dataDir' | 'fileStore'>, say: (line: string) => void): Promise<void> {
  const db = openForReading(config.databaseUrl, config.dataDir)
  try {
    const findings = await examine(db, await filesToRead(config, db), Date.now())
    for (const { check, what } of findings) say(`${check}: ${what}`)
    if (findings.length > 0) throw new Error(`${findings.length} findings: this is not what the program wrote.`)
  } finally {
    await db.close()
  }
  say('Sound: the database fits its ledger and its files.')
}
