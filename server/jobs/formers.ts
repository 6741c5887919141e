import { formersOf, formsBefore, linesOf, ownFormersOf } from '#shared/evaluations/former.ts'
import type { Former } from '#shared/evaluations/model.ts'
import type { HistoryAction } from '#shared/contract/mutation.ts'
import type { FormId, InstitutionId, Unit } from '#shared/kernel/ids.ts'
import { beforeScope, formerScope, instScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Change } from '#shared/world.ts'
import type { Tx } from '../db/open.ts'
import type { Server } from '../server.ts'
import { lockScopes, writeChanges, type Removal } from '../sync/changes.ts'
import { headersOf, versionsOf } from '../world/store.ts'

/** Institutions that are made anew in one transaction. */
const chunkSize = 10

/** An institution in a form, and the form that came before; null when none did any more. */
interface Making {
  readonly institutionId: InstitutionId
  readonly form: FormHeader
  readonly before: FormHeader | null
}

/**
 * Keeps, beside each institution in an enabled form, what it answered in the newest earlier one that asked the same and is over (FB1). What is
 * kept says what it was made of: nothing is read while that still stands. Returns how many institutions were made anew.
 */
export async function fillFormers(server: Pick<Server, 'db' | 'worlds' | 'now' | 'jump' | 'log' | 'pokes'>): Promise<number> {
  // By a clock that may be wrong a form that runs is over.
  if (server.jump()) return 0
  const stale = await server.db.read((tx) => staleIn(server, tx))
  const broken: unknown[] = []
  for (let at = 0; at < stale.length; at += chunkSize) {
    const some = stale.slice(at, at + chunkSize)
    try {
      const moved = await server.db.write((tx) => make(server, tx, some))
      if (moved.size > 0) server.pokes.moved({ versions: Object.fromEntries(moved), people: [] })
    } catch (error) {
      // The others have theirs all the same.
      broken.push(error)
      const scopes = some.map(({ institutionId, form }) => formerScope(institutionId, form.id))
      server.log.error({ scopes, err: error }, 'answers of an earlier form were not kept')
    }
  }
  if (broken.length > 0) throw broken[0]
  return stale.length
}

const keyOf = (institutionId: InstitutionId, formId: FormId): string => `${institutionId} ${formId}`
/** Counts up with the shape of what is made: what was made otherwise is made anew. */
const shape = 2
const madeWith = (form: FormHeader, before: FormHeader): string =>
  `${shape} ${form.structure ?? form.versionId} ${before.id} ${before.versionId}`

async function staleIn({ worlds, now }: Pick<Server, 'worlds' | 'now'>, tx: Tx): Promise<Making[]> {
  const headers = await headersOf(tx, 'published')
  const partOf = await tx.q.selectFrom('participant').select(['institution_id', 'form_id']).orderBy('institution_id').execute()
  const takesPart = new Set(partOf.map((row) => keyOf(row.institution_id, row.form_id)))
  const sources = new Map(
    (await tx.q.selectFrom('former_source').selectAll().execute()).map((row) => [keyOf(row.institution_id, row.form_id), row]),
  )
  const at = now()
  const wanted: { making: Making; before: FormHeader }[] = []
  const gone: Making[] = []
  for (const form of headers.filter((each) => each.enabled)) {
    const asking: FormHeader[] = []
    for (const each of formsBefore(form, headers, at)) if (await asksTheSame(worlds, tx, form, each)) asking.push(each)
    for (const { institution_id: institutionId, form_id } of partOf) {
      if (form_id !== form.id) continue
      const before = asking.find((each) => takesPart.has(keyOf(institutionId, each.id))) ?? null
      const making = { institutionId, form, before }
      if (before) wanted.push({ making, before })
      else if (sources.has(keyOf(institutionId, form.id))) gone.push(making)
    }
  }
  const versions = await versionsOf(
    tx,
    wanted.map(({ making, before }) => instScope(making.institutionId, before.id)),
  )
  const moved = wanted.filter(({ making: { institutionId, form }, before }) => {
    const source = sources.get(keyOf(institutionId, form.id))
    const version = versions.get(instScope(institutionId, before.id)) ?? 0
    // A newer program's server made it: this one would make it anew in its own shape, and that one again in its.
    if (source && Number(source.made_with.split(' ', 1)[0]) > shape) return false
    return source?.made_with !== madeWith(form, before) || source.inst_version !== version
  })
  return [...moved.map(({ making }) => making), ...gone]
}

async function asksTheSame(worlds: Server['worlds'], tx: Tx, form: FormHeader, before: FormHeader): Promise<boolean> {
  const lines = linesOf(await worlds.indexOf(tx, form.versionId))
  return [...linesOf(await worlds.indexOf(tx, before.versionId))].some((line) => lines.has(line))
}

async function make({ worlds, now }: Pick<Server, 'worlds' | 'now'>, tx: Tx, some: readonly Making[]): Promise<Map<string, number>> {
  const scopes = some.flatMap(({ institutionId, form }) => [formerScope, beforeScope].map((scopeOf) => scopeOf(institutionId, form.id)))
  await lockScopes(tx, scopes)
  const changes: (Change | Removal)[] = []
  for (const making of some) changes.push(...(await differing(worlds, tx, making)))
  return new Map([...(await writeChanges(tx, changes, now()))].map(([scope, { to }]) => [scope, to]))
}

/** Writes what one institution's were made of, and returns the rows that are others than those that stand. */
async function differing(worlds: Server['worlds'], tx: Tx, { institutionId, form, before }: Making): Promise<(Change | Removal)[]> {
  // Asked before its rows are read: what comes in between is seen at the next look.
  const sources = before ? [...(await versionsOf(tx, [instScope(institutionId, before.id)])).values()] : []
  const rows = before ? await rowsOf(worlds, tx, institutionId, form, before) : []
  const place = { institution_id: institutionId, form_id: form.id }
  if (!before) await tx.q.deleteFrom('former_source').where('institution_id', '=', institutionId).where('form_id', '=', form.id).execute()
  if (before) {
    const made = { made_with: madeWith(form, before), inst_version: sources[0] ?? 0 }
    await tx.q
      .insertInto('former_source')
      .values({ ...place, ...made })
      .onConflict((conflict) => conflict.columns(['institution_id', 'form_id']).doUpdateSet(made))
      .execute()
  }
  const own = before ? ownFormersOf(rows, await worlds.indexOf(tx, before.versionId), await worlds.indexOf(tx, form.versionId)) : []
  return [
    ...(await differingIn(
      tx,
      formerScope(institutionId, form.id),
      rows.map((row) => ({ part: '', row })),
    )),
    ...(await differingIn(tx, beforeScope(institutionId, form.id), own)),
  ]
}

/** Rows of a scope that are others than those that stand there. */
async function differingIn(
  tx: Tx,
  scope: string,
  wanted: readonly { readonly part: string; readonly row: Former }[],
): Promise<(Change | Removal)[]> {
  const stored = await tx.q
    .selectFrom('sync_row')
    .select(['id', 'part', 'data'])
    .where('scope', '=', scope)
    .where('deleted', '=', 0)
    .execute()
  const standing = new Map(stored.map(({ id, part, data }) => [id, { part, text: `${part} ${data}` }]))
  const kept = new Set(wanted.map(({ row }) => row.unit))
  return [
    ...wanted
      .filter(({ part, row }) => standing.get(row.unit)?.text !== `${part} ${JSON.stringify(row)}`)
      .map(({ part, row }): Change => ({ scope, part, table: 'former', id: row.unit, row })),
    ...[...standing].flatMap(([id, { part }]): Removal[] => (kept.has(id) ? [] : [{ scope, part, table: 'former', id, row: null }])),
  ]
}

async function rowsOf(
  worlds: Server['worlds'],
  tx: Tx,
  institutionId: InstitutionId,
  form: FormHeader,
  before: FormHeader,
): Promise<readonly Former[]> {
  const index = await worlds.indexOf(tx, form.versionId)
  const observed = await observedIn(tx, instScope(institutionId, before.id))
  const world = await worlds.readOnce(tx, { institutionId, formId: before.id })
  return world ? formersOf(world, index, observed) : []
}

/** Text of the last observation of each unit that has one. */
async function observedIn(tx: Tx, scope: string): Promise<Map<Unit, string>> {
  const action: HistoryAction = 'Observa'
  const rows = await tx.q
    .selectFrom('history')
    .select(['unit', 'text'])
    .where('scope', '=', scope)
    .where('action', '=', action)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  return new Map(rows.flatMap(({ unit, text }) => (text === null ? [] : [[unit, text] as const])))
}
