import type { Change } from '#shared/world.ts'
import type { Institution, Participant } from '#shared/institutions/model.ts'
import { letsIn } from '#shared/institutions/rules.ts'
import type { Person } from '#shared/accounts/model.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import { numberKey } from '#shared/sends/receipt-code.ts'
import { isToEvaluation } from '#shared/sends/recall.ts'
import type { SiteChange } from '#shared/site.ts'
import type { Snapshot } from '#shared/results/model.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { sql } from 'kysely'
import { must } from '#shared/kernel/assert.ts'
import { givenRows, listed, oneOf, onConflict } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { ResultFigures, ResultSnapshotTable, SyncRowTable } from '../db/schema.ts'
import { evaluatorOnceRows, institutionRows, participantRows, receiptRows, resultSnapshotRows, syncRows } from '../db/tables.ts'
import { commitOrder, newStamp, stampKey } from './stamps.ts'

/** The commit that changed a scope before, and the one that does now. */
export interface Move {
  readonly from: number
  readonly to: number
}

/** A row that goes: only the server makes one, of what it derives. */
export type Removal = Pick<Change, 'scope' | 'part' | 'table' | 'id'> & { readonly row: null }

/** Whatever may be written under the number of a commit. */
export type Written = Change | SiteChange | Removal

export const scopesIn = (changes: readonly Written[]): string[] => [...new Set(changes.map(({ scope }) => scope))]

/**
 * Writes rows under the number of the commit that they are part of, and gives it to each scope that they touch.
 * The number is taken inside the transaction and under a lock that ends with it, so that its order is the commits'.
 * `locked`: versions of the scopes that others might change, when the caller holds them already. Returns how each scope moved.
 */
export async function writeChanges(
  tx: Tx,
  changes: readonly Written[],
  at: string,
  locked?: ReadonlyMap<string, number>,
): Promise<Map<string, Move>> {
  if (changes.length === 0) return new Map()
  const last = new Map<string, Written>()
  for (const change of changes) last.set(`${change.scope}\n${change.table}\n${change.id}`, change)
  const scopes = scopesIn([...last.values()]).toSorted()
  const before = locked ?? (await lockedVersions(tx, scopes))
  const commit = await writeRows(
    tx,
    scopes,
    [...last.values()].map((change) => ({
      scope: change.scope,
      part: change.part,
      tbl: change.table,
      id: change.id,
      deleted: change.row === null ? 1 : 0,
      reason: null,
      data: JSON.stringify(change.row),
    })),
  )
  await writeMirrors(
    tx,
    [...last.values()].filter((change) => change.row !== null),
    at,
  )
  return new Map(scopes.map((scope) => [scope, { from: before.get(scope) ?? 0, to: commit }]))
}

/** Has nobody else change scopes until the end of the transaction; where one writes at a time there is nothing to do. */
export async function lockScopes(tx: Tx, scopes: readonly string[]): Promise<void> {
  if (tx.kind !== 'postgres') return
  await sql`select id from sync_scope where ${oneOf(tx.kind, 'id', scopes.toSorted())} order by id for update`.execute(tx.q)
}

/** Versions of scopes, which nobody else changes until the end of the transaction. Scopes are locked before the order of commits. */
export async function lockedVersions(tx: Tx, scopes: readonly string[]): Promise<Map<string, number>> {
  const query = tx.q
    .selectFrom('sync_scope')
    .select(['id', 'version'])
    .where(oneOf(tx.kind, 'id', scopes))
    .orderBy('id')
  const rows = await (tx.kind === 'postgres' ? query.forUpdate() : query).execute()
  return new Map(rows.map((row) => [row.id, row.version]))
}

/**
 * Takes the next number of the order of commits, with a stamp, for some scopes and writes their rows under it. All other commits wait from
 * here on until this one has ended, so PostgreSQL is asked for all of it in one statement.
 */
async function writeRows(tx: Tx, scopes: readonly string[], rows: readonly Omit<SyncRowTable, 'version'>[]): Promise<number> {
  if (tx.kind === 'postgres') {
    const { version: _, ...columns } = syncRows.columns
    const { names, given } = givenRows<Omit<SyncRowTable, 'version'>>(columns, rows)
    const { rows: found } = await sql<{ version: number }>`
      with next as (
        insert into sync_scope (id, version, floor_version) values (${commitOrder}, 1, 0)
        on conflict (id) do update set version = sync_scope.version + 1 returning version
      ), moved as (
        insert into sync_scope (id, version, floor_version) select listed.id, next.version, 0 from next, ${listed(tx.kind, scopes)}
        ${movesOn}
      ), stamped as (
        insert into sync_stamp (key, stamp) select ${stampKey('')}::text || next.version::text, ${newStamp()} from next
      ), written as (
        insert into sync_row (version, ${names}) select next.version, ${names} from next, ${given}${sql.raw(onConflict(syncRows))}
      ) select version from next`.execute(tx.q)
    return must(found[0], 'a commit without a number').version
  }
  const { version } = await tx.q
    .insertInto('sync_scope')
    .values({ id: commitOrder, version: 1, floor_version: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet((row) => ({ version: sql`${row.ref('sync_scope.version')} + 1` })))
    .returning('version')
    .executeTakeFirstOrThrow()
  await sql`
    insert into sync_scope (id, version, floor_version) select id, ${version}, 0 from ${listed(tx.kind, scopes)} where true
    ${movesOn}`.execute(tx.q)
  await tx.q
    .insertInto('sync_stamp')
    .values({ key: stampKey(version), stamp: newStamp() })
    .execute()
  await tx.bulk.upsert(
    syncRows,
    rows.map((row) => ({ ...row, version })),
  )
  return version
}

/** A scope that there is already goes on with the commit's number. */
const movesOn = sql`on conflict (id) do update set version = excluded.version`

/** Typed tables that queries and sign-in read, kept equal to the replicated rows in the same transaction. */
async function writeMirrors(tx: Tx, changes: readonly (Change | SiteChange)[], at: string): Promise<void> {
  const participants: Participant[] = []
  const institutions: Institution[] = []
  for (const change of changes) {
    if (change.table === 'participant') participants.push(change.row)
    if (change.table === 'institution') institutions.push(change.row)
    if (change.table === 'person') await mirrorPerson(tx, change.row, at)
    if (change.table === 'form') await mirrorForm(tx, change.row)
  }
  await tx.bulk.upsert(
    institutionRows,
    institutions.map((row) => ({
      id: row.id,
      name: row.name,
      code: row.code,
      lets_in: letsIn(row) ? 1 : 0,
      rehearsal: row.rehearsal ?? null,
    })),
  )
  for (const { institutionId, formId } of participants.filter(isGone))
    await tx.q.deleteFrom('participant').where('institution_id', '=', institutionId).where('form_id', '=', formId).execute()
  await tx.bulk.upsert(
    participantRows,
    participants
      .filter((row) => !isGone(row))
      .map((row) => ({
        institution_id: row.institutionId,
        form_id: row.formId,
        leader_id: row.leaderId,
        delegate_id: row.delegateId,
        evaluator_id: row.evaluatorId,
        locked: row.locked ? 1 : 0,
      })),
  )
  await tx.bulk.upsert(
    evaluatorOnceRows,
    participants.flatMap(({ institutionId, formId, evaluatorId }) =>
      evaluatorId === null ? [] : [{ institution_id: institutionId, form_id: formId, user_id: evaluatorId }],
    ),
  )
  await tx.bulk.upsert(
    receiptRows,
    changes.flatMap((change) =>
      change.table === 'send' && isToEvaluation(change.row)
        ? [{ scope: change.scope, id: change.id, number: numberKey(change.row.number) }]
        : [],
    ),
  )
  await mirrorResults(tx, changes)
}

/** Figures of snapshots, and which of them were published when. */
async function mirrorResults(tx: Tx, changes: readonly (Change | SiteChange)[]): Promise<void> {
  await tx.bulk.upsert(
    resultSnapshotRows,
    changes.flatMap((change) => (change.table === 'snapshot' ? [mirrorOf(change.row)] : [])),
  )
  for (const change of changes) {
    const scope = change.table === 'publication' ? parseScope(change.scope) : undefined
    if (change.table !== 'publication' || scope?.kind !== 'results') continue
    const { kind, snapshotId, at } = change.row
    await tx.q
      .updateTable('result_snapshot')
      .set({ published_at: at })
      .where('form_id', '=', scope.formId)
      .where('institution_id', '=', scope.institutionId)
      .where('kind', '=', kind)
      .where('number', '=', numberOf(snapshotId))
      .execute()
  }
}

/** Number of the snapshot that an id names: it ends in it. */
const numberOf = (snapshotId: string): number => Number(snapshotId.slice(snapshotId.lastIndexOf('-') + 1))

function mirrorOf({ result, category, ...row }: Snapshot): ResultSnapshotTable {
  const figures: ResultFigures = {
    dimensions: Object.fromEntries(result.dimensions.map(({ id, points, max }) => [id, [points, max]])),
    questions: Object.fromEntries(result.questions.map(({ id, points, max }) => [id, [points, max]])),
    thresholds: row.thresholds,
  }
  return {
    form_id: row.formId,
    institution_id: row.institutionId,
    kind: row.kind,
    number: row.number,
    version: row.version,
    definition_id: row.definitionId,
    category: category.id,
    orientation: row.orientation,
    points: result.points,
    max: result.max,
    maturity: result.maturity,
    figures: JSON.stringify(figures),
    at: row.at,
    published_at: null,
  }
}

/** Whether an administrator took an institution out of a form: nobody reaches it there any more. */
const isGone = ({ removedAt }: Participant): boolean => typeof removedAt === 'string'

async function mirrorForm(tx: Tx, form: FormHeader): Promise<void> {
  const values = { name: form.name, version_id: form.versionId, enabled: form.enabled ? 1 : 0, removed: form.removed ? 1 : 0 }
  await tx.q
    .insertInto('form')
    .values({ id: form.id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** A letter's secret is for the mailbox that it went to: it opens nothing once the address is another or the account is closed. */
async function spendMovedSecrets(tx: Tx, person: Person): Promise<void> {
  const before = await tx.q.selectFrom('user').select('email').where('id', '=', person.id).executeTakeFirst()
  if (before && (before.email !== person.email.toLowerCase() || !person.active))
    await tx.q.deleteFrom('token').where('user_id', '=', person.id).execute()
}

async function mirrorPerson(tx: Tx, person: Person, at: string): Promise<void> {
  if (person.left) return mirrorLeaving(tx, person)
  const values = {
    email: person.email.toLowerCase(),
    kind: person.kind,
    name: person.name,
    surname: person.surname,
    active: person.active ? 1 : 0,
    joined: person.joined ? 1 : 0,
    rehearsal: person.rehearsal ?? null,
  }
  await spendMovedSecrets(tx, person)
  await tx.q
    .insertInto('user')
    .values({
      id: person.id,
      ...values,
      institution_id: person.institutionId,
      password_hash: null,
      show_onboarding: 1,
      language: 'es',
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  if (person.institutionId === null) return
  await tx.q
    .insertInto('membership')
    .values({ user_id: person.id, institution_id: person.institutionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Who left an institution is still the account that they are; where it was at home there, it is at home in another of theirs. Whoever was
 * only invited to that one, which was taken back, has none: nobody signs in to nothing, and their address is free (OR9).
 */
async function mirrorLeaving(tx: Tx, { id, institutionId, joined }: Person): Promise<void> {
  await tx.q.deleteFrom('membership').where('user_id', '=', id).where('institution_id', '=', institutionId).execute()
  const next = await tx.q
    .selectFrom('membership')
    .select('institution_id')
    .where('user_id', '=', id)
    .orderBy('institution_id')
    .limit(1)
    .executeTakeFirst()
  if (!next && !joined) {
    await tx.q.deleteFrom('token').where('user_id', '=', id).execute()
    await tx.q.deleteFrom('user').where('id', '=', id).where('joined', '=', 0).execute()
  }
  if (!next) return
  await tx.q
    .updateTable('user')
    .set({ institution_id: next.institution_id })
    .where('id', '=', id)
    .where('institution_id', '=', institutionId)
    .execute()
}
