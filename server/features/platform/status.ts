import { userKinds, type UserKind } from '#shared/access/actor.ts'
import { fullName } from '#shared/accounts/model.ts'
import { dayMs, epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { jobNames } from '#shared/platform/model.ts'
import type { JobView, PlatformStatus, ServerProcess } from '#shared/platform/routes.ts'
import { isGone, nearQuotaShare } from '#shared/platform/rules.ts'
import { protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { migrations } from '../../migrations/index.ts'
import { programVersion } from '../../program-version.ts'
import { standingSince } from '../../http/session.ts'
import { quotaBytes } from '../attachments/uploads.ts'
import { programOf } from '../accounts/sessions.ts'
import { waitingNow } from './letters.ts'
import { leftLongBefore } from './devices.ts'
import { processesIn } from './processes.ts'

/** Reports, and people who signed in, that are told of one by one. */
const reportsTold = 50
const signInsTold = 10
/** Versions of the application that are told of. */
const appsTold = 30
/** Devices that were seen since then use the platform now. */
const recentMs = 30 * dayMs

/** The state of the platform as one moment has it. `own`: id of the process that answers. */
export async function statusIn(tx: Tx, own: string, now: Instant): Promise<PlatformStatus> {
  const processes = await processesIn(tx, own)
  return {
    at: now,
    program: { version: programVersion, schema: migrations.length, wire: protocolVersion, catalogue: schemaVersion },
    database: await databaseOf(tx),
    processes,
    backup: await backupIn(tx),
    letters: await waitingNow(tx, now),
    jobs: await jobsIn(
      tx,
      processes.filter((each) => !isGone(each, now)),
    ),
    reports: await reportsIn(tx),
    storage: await storedIn(tx),
    devices: await devicesIn(tx, now),
    sessions: { byKind: await signedInBy(tx, now), newest: await newestSignIns(tx) },
  }
}

async function databaseOf(tx: Tx): Promise<PlatformStatus['database']> {
  const asked =
    tx.kind === 'sqlite'
      ? sql<{ version: string; bytes: number | string }>`
          select sqlite_version() as version, page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ version: string; bytes: number | string }>`
          select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
  const [row] = (await asked.execute(tx.q)).rows
  return { kind: tx.kind, version: row?.version ?? '', bytes: Number(row?.bytes ?? 0) }
}

/** Written by the commands that copy and that put a copy on trial. */
const backupKeys = { backupAt: 'backup_at', drillAt: 'drill_at' } as const

async function backupIn(tx: Tx): Promise<PlatformStatus['backup']> {
  const rows = await tx.q.selectFrom('meta').select(['key', 'value']).where('key', 'in', Object.values(backupKeys)).execute()
  const at = (key: string): Instant | null => {
    const value = rows.find((row) => row.key === key)?.value
    return value !== undefined && Number.isFinite(Date.parse(value)) ? value : null
  }
  return { backupAt: at(backupKeys.backupAt), drillAt: at(backupKeys.drillAt) }
}

async function jobsIn(tx: Tx, here: readonly ServerProcess[]): Promise<JobView[]> {
  const rows = await tx.q.selectFrom('job_run').selectAll().execute()
  const running = here.flatMap(({ figures }) => figures.running)
  return jobNames.map((name) => {
    const row = rows.find((each) => each.name === name)
    const since = running.filter((each) => each.name === name).map((each) => each.since)
    return {
      name,
      lastStartedAt: row?.last_started_at ?? null,
      lastFinishedAt: row?.last_finished_at ?? null,
      ms: row ? Number(row.ms) : null,
      server: row?.server ?? null,
      lastSuccessAt: row?.last_success_at ?? null,
      failures: row?.failures ?? 0,
      lastFailedAt: row?.last_failed_at ?? null,
      lastErrorId: row?.last_error_id ?? null,
      lastErrorServer: row?.last_error_server ?? null,
      runningSince: since.toSorted()[0] ?? null,
    }
  })
}

async function reportsIn(tx: Tx): Promise<PlatformStatus['reports']> {
  const rows = await tx.q
    .selectFrom('report_job')
    .leftJoin('user', 'user.id', 'report_job.user_id')
    .leftJoin('form', 'form.id', 'report_job.form_id')
    .select(['report_job.id', 'report_job.kind', 'report_job.state', 'report_job.done', 'report_job.total', 'report_job.created_at'])
    .select(['user.name', 'user.surname', 'form.name as form'])
    .where('report_job.state', 'in', ['waiting', 'running'])
    .orderBy('report_job.created_at')
    .orderBy('report_job.id')
    .limit(reportsTold)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    form: row.form ?? '',
    by: fullName({ name: row.name ?? '', surname: row.surname ?? '' }),
    state: row.state === 'running' ? ('running' as const) : ('waiting' as const),
    done: row.done,
    total: row.total,
    createdAt: row.created_at,
  }))
}

async function storedIn(tx: Tx): Promise<PlatformStatus['storage']> {
  const near = Math.floor(quotaBytes * nearQuotaShare)
  const { rows } = await sql<Record<'files' | 'bytes' | 'near', number | string | null>>`
    select sum(files) as files, sum(bytes) as bytes, sum(case when bytes >= ${near} then 1 else 0 end) as near
    from (select count(*) as files, sum(received) as bytes from upload group by scope) as held`.execute(tx.q)
  const [row] = rows
  return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0), nearQuota: Number(row?.near ?? 0) }
}

async function devicesIn(tx: Tx, now: Instant): Promise<PlatformStatus['devices']> {
  const { rows: waiting } = await sql<Record<'n' | 'old', number | string | null>>`
    select count(*) as n, sum(case when last_seen_at < ${leftLongBefore(now)} then 1 else 0 end) as old
    from sync_device where pending > 0 and id not like '~%'`.execute(tx.q)
  const since = instantOf(epochMs(now) - recentMs)
  const { rows: apps } = await sql<{ app: string; last: string } & Record<'devices' | 'recent' | 'waiting', number | string>>`
    select app, count(*) as devices, max(last_seen_at) as last,
      sum(case when last_seen_at >= ${since} then 1 else 0 end) as recent,
      sum(case when pending > 0 then 1 else 0 end) as waiting
    from sync_device where id not like '~%' group by app order by devices desc, app limit ${appsTold}`.execute(tx.q)
  return {
    waiting: Number(waiting[0]?.n ?? 0),
    leftLong: Number(waiting[0]?.old ?? 0),
    apps: apps.map(({ app, last, devices, recent, waiting: held }) => ({
      app,
      devices: Number(devices),
      recent: Number(recent),
      waiting: Number(held),
      lastSeenAt: last,
    })),
  }
}

/** People with a session that stands, by kind. */
async function signedInBy(tx: Tx, now: Instant): Promise<PlatformStatus['sessions']['byKind']> {
  const rows = await tx.q
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['user.kind', sql<number | string>`count(distinct session.user_id)`.as('n')])
    .where('user.active', '=', 1)
    .where('user.rehearsal', 'is', null)
    .where((each) =>
      each.or(
        userKinds.map((kind) => {
          const since = standingSince(kind, null, now)
          return each.and([
            each('user.kind', '=', kind),
            each('session.created_at', '>=', since.opened),
            each('session.last_used_at', '>=', since.used),
          ])
        }),
      ),
    )
    .groupBy('user.kind')
    .execute()
  const count = (kind: UserKind): number => Number(rows.find((row) => row.kind === kind)?.n ?? 0)
  return { Administrator: count('Administrator'), Evaluator: count('Evaluator'), Institutional: count('Institutional') }
}

async function newestSignIns(tx: Tx): Promise<PlatformStatus['sessions']['newest']> {
  const rows = await tx.q
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.user_id', 'session.created_at', 'session.agent', 'user.name', 'user.surname', 'user.email', 'user.kind'])
    .where('user.active', '=', 1)
    .where('user.rehearsal', 'is', null)
    .orderBy('session.created_at', 'desc')
    .orderBy('session.id')
    .limit(signInsTold)
    .execute()
  return rows.map((row) => ({
    user: row.user_id,
    name: fullName(row),
    email: row.email,
    kind: row.kind,
    at: row.created_at,
    ...programOf(row.agent ?? ''),
  }))
}
