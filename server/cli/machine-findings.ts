import { createTransport } from 'nodemailer'
import pg from 'pg'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { connectionOptions, usualPatience } from '../db/pool.ts'
import { maskedAddresses } from '../discreet-log.ts'
import { openS3Store } from '../files/s3.ts'
import { openFiles } from '../process-figures.ts'
import { clientVersion, programVersion } from '../version.ts'
import { ok, warning, wrong, type Found } from './finding.ts'

/** The Node that everything is tried with has this first number. */
const nodeMajor = 24
const diskLowBytes = 2_000_000_000
const diskFullBytes = 200_000_000
/** Connections of a process beside those of its pool: the one that listens, and one for a command of its operator. */
const besidePool = 2
const clockSeconds = 5
/** Open files that ten thousand listeners and what is beside them need. */
const filesForMany = 16_384
const smtpMs = 8_000

/** File systems of other machines, by their numbers in Linux: SQLite's locks are not to be relied on there. */
const networkDisks: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x00c36400, 'Ceph'],
])

const indexFile = fileURLToPath(new URL('../../client/dist/index.html', import.meta.url))

/** What this machine and those that the settings name say when they are asked; nothing is written, and no letter goes (OX2). */
export async function machineFindings(config: Config): Promise<Found[]> {
  return [
    ...program(),
    ...dataDir(config),
    ...descriptors(config),
    ...(config.databaseUrl === undefined ? [] : await postgres(config.databaseUrl, config.databasePool)),
    ...(config.fileStore.kind === 's3' ? await bucket(config) : []),
    ...(config.smtpUrl === undefined ? [] : await mailServer(config.smtpUrl)),
  ]
}

function program(): Found[] {
  const found: Found[] = []
  const node = process.versions.node
  const major = Number(node.split('.')[0])
  if (major < nodeMajor) found.push(wrong('Node', `is ${node}: this program runs on ${nodeMajor}`, 'npm ci installs it'))
  else if (major > nodeMajor) found.push(warning('Node', `is ${node}, and this program was tried with ${nodeMajor}`))
  else found.push(ok('Node', node))
  const built = clientVersion()
  if (!existsSync(indexFile)) found.push(warning('client', 'is not built: only the calls are served, and no page', 'npm run build'))
  else if (built === undefined)
    found.push(warning('client', `does not say its version, and the server is ${programVersion}`, 'npm run build'))
  else if (built !== programVersion) found.push(wrong('client', `is ${built}, and the server ${programVersion}`, 'npm run build'))
  else found.push(ok('client', `is built, and ${built} like the server`))
  return found
}

function dataDir({ dataDir: given, databaseUrl }: Config): Found[] {
  const path = resolve(given)
  if (!existsSync(path)) {
    const above = dirname(path)
    return mayWrite(above)
      ? [ok('DATA_DIR', `${path} is not there yet: the first start makes it`)]
      : [wrong('DATA_DIR', `${path} is not there, and this user may not make it`, 'Make it, and give it to the user of the server')]
  }
  if (!mayWrite(path)) return [wrong('DATA_DIR', `${path} cannot be written by this user`, 'Give it to the user of the server')]
  const { type, bavail, bsize } = statfsSync(path)
  const free = bavail * bsize
  const gb = `${(free / 1e9).toFixed(1)} GB`
  const found: Found[] = []
  const network = networkDisks.get(type)
  if (network !== undefined && databaseUrl === undefined)
    found.push(
      wrong(
        'DATA_DIR',
        `${path} is on ${network}, where SQLite’s locks are not to be relied on`,
        'Keep it on a disk of this machine, or use PostgreSQL',
      ),
    )
  if (free < diskFullBytes) found.push(wrong('DATA_DIR', `${path} has ${gb} left`, 'Make room before the server starts'))
  else if (free < diskLowBytes) found.push(warning('DATA_DIR', `${path} has ${gb} left`, 'Make room'))
  return found.length > 0 ? found : [ok('DATA_DIR', `${path} can be written and has ${gb} left`)]
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    // Not there, not ours, or on a disk that is read-only.
    return false
  }
}

function descriptors({ loopback, publicUrl }: Config): Found[] {
  const { most } = openFiles()
  if (most === undefined) return []
  if (most >= filesForMany || (loopback && !publicUrl.startsWith('https:'))) return [ok('open files', `up to ${most}`)]
  return [
    warning(
      'open files',
      `may be ${most}: each device that is open takes one, and one more through a proxy`,
      `Allow ${filesForMany} or more to the server (LimitNOFILE, ulimit -n)`,
    ),
  ]
}

async function postgres(url: string, pool: number): Promise<Found[]> {
  const client = new pg.Client({ ...connectionOptions(url, usualPatience) })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    return [wrong('DATABASE_URL', `PostgreSQL cannot be reached: ${said(error)}`, 'Nothing works without it')]
  }
  try {
    const asked = Date.now()
    const { rows } = await client.query<{
      encoding: string
      may: boolean
      most: number
      kept: number
      used: number
      replica: boolean
      version: number
      ms: string
    }>(`select current_setting('server_encoding') as encoding,
      has_schema_privilege(current_user, coalesce(current_schema(), 'public'), 'create') as may,
      current_setting('max_connections')::int as most, current_setting('superuser_reserved_connections')::int as kept,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      pg_is_in_recovery() as replica, current_setting('server_version_num')::int as version,
      (extract(epoch from clock_timestamp()) * 1000)::text as ms`)
    const [row] = rows
    if (!row) return [wrong('DATABASE_URL', 'PostgreSQL answered nothing')]
    const found: Found[] = []
    if (row.encoding !== 'UTF8')
      found.push(
        wrong('DATABASE_URL', `the database is in ${row.encoding}`, 'Make one with encoding UTF8: texts would be refused in this one'),
      )
    if (!row.may) found.push(wrong('DATABASE_URL', 'the role may not make tables there', 'Use a database of its own that the role owns'))
    if (row.replica) found.push(wrong('DATABASE_URL', 'PostgreSQL is a replica and takes no writes', 'Name the primary'))
    const free = row.most - row.kept
    const needed = pool + besidePool
    if (free < needed)
      found.push(wrong('DATABASE_URL', `PostgreSQL takes ${free} connections, and one server needs ${needed}`, 'Raise max_connections'))
    else if (free < needed * 2)
      found.push(
        warning(
          'DATABASE_URL',
          `PostgreSQL takes ${free} connections: enough for one server of ${needed}, and for no second one`,
          'Raise max_connections before there are several',
        ),
      )
    const apart = Math.abs(Number(row.ms) - (asked + Date.now()) / 2) / 1000
    if (apart > clockSeconds)
      found.push(warning('clock', `this machine’s and PostgreSQL’s are ${apart.toFixed(0)} seconds apart`, 'Let both follow a time server'))
    return found.length > 0
      ? found
      : [
          ok(
            'DATABASE_URL',
            `PostgreSQL ${Math.floor(row.version / 10_000)} answers, in UTF-8, to a role that may make tables; ${row.used} of ${free} connections are in use`,
          ),
          ok('clock', 'this machine’s and PostgreSQL’s agree'),
        ]
  } catch (error) {
    return [wrong('DATABASE_URL', `PostgreSQL does not say what it is: ${said(error)}`)]
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Gives a store elsewhere a probe and asks it back: that is the one thing that is written by looking. */
async function bucket({ fileStore }: Config): Promise<Found[]> {
  if (!fileStore.s3) return [wrong('FILES', 'is s3, and no bucket is named')]
  try {
    const trouble = await openS3Store(fileStore.s3).trouble()
    return trouble === undefined
      ? [ok('S3_ENDPOINT', 'the store of files gives back what it is given')]
      : // Answers are taken without it, and files wait on devices.
        [wrong('S3_ENDPOINT', trouble, 'Files wait on devices until it does')]
  } catch (error) {
    return [wrong('S3_ENDPOINT', `the store of files does not answer as it should: ${said(error)}`)]
  }
}

/** Connects, greets and signs in as for a letter, and sends none. */
async function mailServer(url: string): Promise<Found[]> {
  const transport = createTransport({
    url,
    connectionTimeout: smtpMs,
    greetingTimeout: smtpMs,
    socketTimeout: smtpMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.verify()
    return [ok('SMTP_URL', 'the mail server answers and takes this server’s greeting')]
  } catch (error) {
    // Letters wait and are tried again: the server starts and works without it.
    return [warning('SMTP_URL', `the mail server does not answer as it should: ${said(error)}`, 'Letters wait until it does')]
  } finally {
    transport.close()
  }
}

/** What went wrong, without an address and without what a URL holds: drivers quote it. */
function said(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const inner = error instanceof AggregateError ? error.errors.find((each): each is Error => each instanceof Error) : undefined
  const { message } = inner ?? error
  return maskedAddresses((message || error.name).replace(/(?<!\w)\w+:\/\/\S+/g, '<url>')).replace(/\.$/, '')
}

/** Bytes that this process may use: of its group where it has one, else of the machine. */
export function memoryOf(total: number): number {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < total ? limit : total
}
