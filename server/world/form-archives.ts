import { parsedAs } from '#shared/kernel/parsed.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { epochMs, type Instant } from '#shared/kernel/instant.ts'
import {
  beforeScope,
  evalScope,
  formerScope,
  formScope,
  instScope,
  notesScope,
  pointsScope,
  questionnaireScope,
  resultsScope,
} from '#shared/protocol/scope.ts'
import type { KeptArchive } from '#shared/questionnaire.ts'
import { reportKeptMs } from '#shared/reports/model.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { boundsOf } from '#shared/stages/rules.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { FormArchiveTable } from '../db/schema.ts'
import { dueInForm } from './due-stages.ts'
import { headerOf, versionsOf, type WorldKey } from './store.ts'

const ofInstitution = [instScope, evalScope, beforeScope, formerScope, notesScope, resultsScope] as const

async function scopesOfForm(tx: Tx, formId: FormId): Promise<readonly string[]> {
  const rows = await tx.q.selectFrom('participant').select('institution_id').where('form_id', '=', formId).execute()
  const scopes = rows.flatMap(({ institution_id: id }) => ofInstitution.map((scopeOf) => scopeOf(id, formId)))
  return [formScope(formId), questionnaireScope(formId), pointsScope(formId), ...scopes].toSorted()
}

/**
 * What the scopes of a form have come to, as one digest: it is another one as soon as anything of the form changes. Overviews are no part
 * of it, which are made of the others, nor what the public dashboards show.
 */
export async function standOf(tx: Tx, formId: FormId): Promise<string> {
  const versions = await versionsOf(tx, await scopesOfForm(tx, formId))
  const sorted = [...versions].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

/** Every institution that takes part in a form, or was taken out of it, in order of their ids: an archive tells of all. */
export async function everyParticipation(tx: Tx, formId: FormId): Promise<readonly WorldKey[]> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'id'])
    .where('tbl', '=', 'participant')
    .where('scope', 'like', 'inst:%')
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  return rows.filter(({ scope, id }) => scope === instScope(id, formId)).map(({ id }) => ({ institutionId: id, formId }))
}

/** Archives of a form that were made and verified, the newest first. */
export const archivesOf = (tx: Tx, formId: FormId): Promise<FormArchiveTable[]> =>
  tx.q.selectFrom('form_archive').selectAll().where('form_id', '=', formId).orderBy('made_at', 'desc').orderBy('sha256').execute()

/** Until when the platform still has the file of an archive, for who prepared it; null where it has it no more, or never had. */
export async function copiesOf(tx: Tx, formId: FormId, now: Instant): Promise<(archive: FormArchiveTable) => Instant | null> {
  const rows = await tx.q
    .selectFrom('report_job')
    .select(['user_id', 'started_at', 'expires_at'])
    .where('form_id', '=', formId)
    .where('kind', '=', 'Archive')
    .where('state', '=', 'ready')
    .where('expires_at', '>', now)
    .execute()
  // Of one person one report is made at a time: it is the one that was begun before the archive was, and done after.
  return ({ made_by, made_at }) =>
    rows.find(
      ({ user_id, started_at, expires_at }) =>
        user_id === made_by &&
        started_at !== null &&
        started_at <= made_at &&
        expires_at !== null &&
        epochMs(expires_at) - reportKeptMs >= epochMs(made_at),
    )?.expires_at ?? null
}

/** Enters an archive that was verified. The same bytes again are what they were. */
export async function enterArchive(tx: Tx, row: FormArchiveTable): Promise<void> {
  await tx.q
    .insertInto('form_archive')
    .values(row)
    .onConflict((conflict) => conflict.columns(['form_id', 'sha256']).doNothing())
    .execute()
}

/**
 * Tells of archives of a form whether each still says all of it: nothing changed since it was begun; and of a form that is over, that it was
 * begun since, and time has nothing left to do in it, which the close would keep from being done ever.
 */
export async function currencyOf(
  tx: Tx,
  header: FormHeader,
  now: Instant,
): Promise<(archive: Pick<FormArchiveTable, 'stand' | 'made_at'>) => boolean> {
  const stand = await standOf(tx, header.id)
  const endMs = Math.max(...header.stages.map((stage) => boundsOf(stage).endMs))
  if (epochMs(now) <= endMs) return (archive) => archive.stand === stand
  // Of a form that is not shown time does nothing.
  const isDue = header.enabled && (await dueInForm(tx, header, now)).length > 0
  return (archive) => !isDue && archive.stand === stand && epochMs(archive.made_at) > endMs
}

const naming = v.looseObject({ archive: v.string() })

/**
 * The archive that one of some changes of a form names, for who closes it. Whoever writes in one of the form's institutions is waited
 * for, or waits: nothing is written between this look and the end of the transaction.
 */
export async function namedArchive(
  tx: Tx,
  formId: FormId,
  asked: readonly { readonly a: unknown }[],
  now: Instant,
): Promise<{ readonly archive?: KeptArchive }> {
  const names = asked.flatMap(({ a }) => {
    const parsed = parsedAs(naming, a)
    return parsed.success ? [parsed.output.archive] : []
  })
  const found = (await archivesOf(tx, formId)).find(({ sha256 }) => names.includes(sha256))
  if (!found) return {}
  if (tx.kind === 'postgres') {
    const scopes = await scopesOfForm(tx, formId)
    await sql`select id from sync_scope where ${oneOf(tx.kind, 'id', scopes)} order by id for update`.execute(tx.q)
  }
  const header = await headerOf(tx, formId)
  const isCurrent = header !== undefined && (await currencyOf(tx, header, now))(found)
  return { archive: { sha256: found.sha256, isCurrent, waiting: found.waiting } }
}
