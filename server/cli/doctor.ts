import { totalmem } from 'node:os'
import { settingsOf, type Config } from '../config.ts'
import { filesToRead } from '../copies/files-of.ts'
import { unstorableIn } from '../copies/unstorable.ts'
import { openForReading } from '../db/open.ts'
import { IdentityProvider } from '../features/accounts/identity-provider.ts'
import { examine } from './examine.ts'
import { lineOf, ok, warning, wrong, type Found } from './finding.ts'
import { machineFindings, memoryOf } from './machine-findings.ts'
import { settingsFindings } from './settings-findings.ts'

/**
 * `doctor [--json]`: looks the settings over, then the machine and whom the settings name, then the database and its files, reading only. Ends
 * with 1 when there is an error; a warning is what its operator may have chosen. Secrets are not printed. `--json`: one object with `findings`.
 */
export async function doctor(args: readonly string[]): Promise<void> {
  const asJson = args.includes('--json')
  const found: Found[] = []
  const tell = (more: readonly Found[]): void => {
    found.push(...more)
    if (!asJson) for (const each of more) process.stdout.write(lineOf(each))
  }
  const settings = settingsOf(process.env)
  if (settings.ok) {
    const { config } = settings
    tell(settingsFindings(config, Object.keys(process.env), { memoryBytes: memoryOf(totalmem()) }))
    const machine = await machineFindings(config)
    tell(machine)
    tell(await singleSignOn(config))
    // Of a database that is out of reach that is all there is to say.
    if (!machine.some(({ level, about }) => level === 'error' && about === 'DATABASE_URL')) tell(await database(config))
  } else tell(settings.wrong.map(({ name, sentence }) => wrong(name, sentence.replace(/\.$/, ''))))
  const errors = found.filter(({ level }) => level === 'error').length
  if (asJson) process.stdout.write(`${JSON.stringify({ ok: errors === 0, findings: found }, null, 2)}\n`)
  if (errors > 0) process.exitCode = 1
}

async function singleSignOn({ sso, publicUrl }: Config): Promise<Found[]> {
  if (!sso) return []
  const silent = { info: () => undefined, error: () => undefined }
  const notes = await new IdentityProvider({ config: sso, publicUrl, log: silent }).examine()
  // A provider may be down: the server starts and works without it.
  if (notes.length > 0) return notes.map((note) => warning('single sign-on', note))
  return [ok('single sign-on', `${sso.name} answers as it should`)]
}

async function database(config: Config): Promise<Found[]> {
  try {
    const findings = await look(config)
    const wrongs = findings.filter(({ level }) => level === 'error').length
    if (wrongs === 0) return [...findings, ok('database', 'sound: it fits its ledger and its files')]
    return [...findings, wrong('database', `${wrongs} findings: this is not what the program wrote`)]
  } catch (error) {
    return [wrong('database', error instanceof Error ? error.message : String(error))]
  }
}

/** What of a database and its files is not what the program wrote, reading only. */
async function look(config: Config): Promise<Found[]> {
  const db = openForReading(config.databaseUrl, config.dataDir)
  try {
    const wrongs = (await examine(db, await filesToRead(config, db), Date.now())).map(({ check, what }) => wrong(check, what))
    const mended = (await db.read((tx) => unstorableIn(tx, 1))).filter((each) => each.mended)
    return [...wrongs, ...mended.map(({ what }) => warning('text', what, 'It is the name of a device: a move leaves the character out'))]
  } finally {
    await db.close()
  }
}
