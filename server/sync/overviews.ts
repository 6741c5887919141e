import { fullName } from '#shared/accounts/model.ts'
import type { Person } from '#shared/accounts/model.ts'
import { overviewShape, type Overview } from '#shared/evaluations/model.ts'
import { overviewOf } from '#shared/evaluations/overview.ts'
import type { Institution } from '#shared/institutions/model.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { instScope, orgScope, overviewScope, parseScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Change, World } from '#shared/world.ts'
import { sql } from 'kysely'
import { oneOf } from '../db/dialect.ts'
import { DatabaseLost } from '../db/lost.ts'
import type { Database, Tx } from '../db/open.ts'
import { overviewSourceRows } from '../db/tables.ts'
import { headerOf, versionsOf, WorldStore, type HeldWorlds, type WorldKey } from '../world/store.ts'
import { lockedVersions, scopesIn, writeChanges, type Move, type Removal, type Written } from './changes.ts'
import { commitOrder } from './stamps.ts'

/** Institutions that are opened, or whose rows are compared, at a time. */
const chunkSize = 20

/** What keeping overviews did. */
interface Kept {
  /** New version per scope of overviews that moved. */
  readonly versions: ReadonlyMap<string, number>
  /** A row went to another scope: who receives which scope has changed. */
  readonly moved: boolean
}

/**
 * Writes changes with the overviews that they make, once for all of it: of the institutions whose rows they are, of those that were renamed
 * or whose leader was, and of everybody in a form that is another one now, unless these are many: then they are left behind, for
 * `fillOverviews` to make in transactions of their own. A row that says the same already is left alone, so that nobody is told of nothing.
 * `held`: worlds as the changes leave them; `beside`: changes that make none. Returns how each scope moved, too.
 */
export async function writeWithOverviews(
  tx: Tx,
  held: Pick<HeldWorlds, 'get'>,
  changes: readonly Change[],
  beside: readonly Written[],
  at: Instant,
): Promise<Kept & { readonly moves: ReadonlyMap<string, Move>; readonly behind: boolean }> {
  const { places, institutions, forms } = touchedBy(changes)
  const open = places.map((key) => held.get(key)).filter((world) => world !== undefined)
  const gone = open.filter((world) => world.participant.removedAt)
  const there = open.filter((world) => !world.participant.removedAt)
  const all = [...changes, ...beside]
  // Names are read before the number is taken, for which every other commit waits: so nobody may give another name meanwhile.
  const locked = await lockedVersions(tx, [...scopesIn(all), ...there.flatMap(scopesBehind)])
  const wanted = await wantedOf(tx, there)
  const moves = await writeChanges(tx, [...all, ...(await differing(tx, wanted, changes))], at, locked)
  await keepSources(tx, there, (scope) => moves.get(scope)?.to ?? locked.get(scope) ?? 0)

  const closed = places.filter((key) => !held.get(key))
  const named = new Set(places.map(keyOf))
  const stale: WorldKey[] = []
  for (const header of forms) stale.push(...(await staleIn(tx, header)).filter((key) => !named.has(keyOf(key))))
  const isMany = stale.length > chunkSize
  const away = await takeAway(tx, gone, at)
  const anew = await makeAnew(tx, isMany ? closed : [...closed, ...stale], at)
  const renamed = await keepNames(tx, institutions, at)
  return {
    moves,
    versions: new Map([...away, ...anew.versions, ...renamed.versions]),
    moved: gone.length > 0 || anew.moved || wanted.some(isMoved),
    behind: isMany,
  }
}

/** Scopes whose rows or versions an overview is made of. */
const scopesBehind = ({ scope, evaluatorScope, institutionId }: World): string[] => [scope, evaluatorScope, orgScope(institutionId)]

/**
 * Makes the overviews that a database lacks, or that were made of anything else than what stands: by a program with another shape,
 * or beside the mutations. Some institutions at a time; returns how many it made. `broken`: one whose rows make none; the others
 * do not wait for it. `told`: which scopes moved with some of them.
 */
export async function fillOverviews(
  db: Database,
  now: () => Instant,
  broken: (key: WorldKey, error: unknown) => void,
  told: (versions: ReadonlyMap<string, number>) => void = () => undefined,
): Promise<number> {
  const forms = await db.q.selectFrom('form').select('id').where('enabled', '=', 1).orderBy('id').execute()
  let made = 0
  for (const { id } of forms) {
    const stale = await db.read(async (tx) => {
      const header = await headerOf(tx, id)
      return header ? staleIn(tx, header) : []
    })
    for (const keys of chunksOf(stale)) made += await fill(db, keys, now, broken, told)
  }
  return made
}

async function fill(
  db: Database,
  keys: readonly WorldKey[],
  now: () => Instant,
  broken: (key: WorldKey, error: unknown) => void,
  told: (versions: ReadonlyMap<string, number>) => void,
): Promise<number> {
  try {
    told((await db.write((tx) => makeAnew(tx, keys, now()))).versions)
    return keys.length
  } catch (error) {
    // What the database says is nothing about an institution.
    if (error instanceof DatabaseLost || (error instanceof Error && 'code' in error)) throw error
    const [only, ...rest] = keys
    if (only && rest.length === 0) {
      broken(only, error)
      return 0
    }
    let made = 0
    for (const key of keys) made += await fill(db, [key], now, broken, told)
    return made
  }
}

interface Touched {
  readonly places: readonly WorldKey[]
  readonly institutions: readonly InstitutionId[]
  readonly forms: readonly FormHeader[]
}

function touchedBy(changes: readonly Change[]): Touched {
  const places = new Map<string, WorldKey>()
  const institutions = new Set<InstitutionId>()
  const forms = new Map<FormId, FormHeader>()
  for (const change of changes) {
    if (change.table === 'form') forms.set(change.id, change.row)
    const scope = parseScope(change.scope)
    if (scope?.kind === 'org') institutions.add(scope.institutionId)
    if (scope?.kind !== 'inst' && scope?.kind !== 'eval') continue
    const { institutionId, formId } = scope
    places.set(instScope(institutionId, formId), { institutionId, formId })
  }
  return { places: [...places.values()], institutions: [...institutions], forms: [...forms.values()] }
}

/** What an overview is made with, beside the institution's own rows: its shape, and what it reads of the form. */
const madeWith = ({ versionId, structure, stages }: FormHeader): string =>
  [overviewShape, structure ?? versionId, ...stages.map((stage) => `${stage.id}=${stage.kind}`)].join(' ')

/** Institutions of a form whose overview was made of something else than what stands, or not at all. */
async function staleIn(tx: Tx, header: FormHeader): Promise<WorldKey[]> {
  const { rows } = await sql<{ institution_id: string; form_id: string }>`
    select p.institution_id, p.form_id from participant p
    left join overview_source o on o.institution_id = p.institution_id and o.form_id = p.form_id
    left join sync_scope i on i.id = 'inst:' || p.institution_id || ':' || p.form_id
    left join sync_scope e on e.id = 'eval:' || p.institution_id || ':' || p.form_id
    where p.form_id = ${header.id} and (o.made_with is null or o.made_with <> ${madeWith(header)}
      or o.inst_version <> coalesce(i.version, 0) or o.eval_version <> coalesce(e.version, 0))
    order by p.institution_id`.execute(tx.q)
  return rows.map((row) => ({ institutionId: row.institution_id, formId: row.form_id }))
}

/** Opens institutions that nobody holds and makes their overviews, whatever they were. */
async function makeAnew(tx: Tx, keys: readonly WorldKey[], at: Instant): Promise<Kept> {
  // A store of its own: what this transaction has written may be rolled back, and no other may have read it then.
  const store = new WorldStore()
  const all: Kept[] = []
  for (const some of chunksOf(keys)) {
    await store.hold(some, async (open) => {
      const held = await open(tx)
      // Nobody renames or counts meanwhile: whoever keeps an overview has a place in the order of commits.
      if (tx.kind === 'postgres') await sql`select id from sync_scope where id = ${commitOrder} for update`.execute(tx.q)
      const worlds = some.map((key) => held.get(key)).filter((world) => world !== undefined)
      all.push(await keepAll(tx, worlds, at))
    })
    store.forget()
  }
  return { versions: new Map(all.flatMap(({ versions }) => [...versions])), moved: all.some(({ moved }) => moved) }
}

/** An overview as it should be, and where its row was before. */
interface Wanted {
  readonly overview: Overview
  readonly former: string | undefined
}

const keyOf = ({ institutionId, formId }: WorldKey): string => `${institutionId}:${formId}`
const scopeOf = ({ formId, evaluatorId }: Overview): string => overviewScope(formId, evaluatorId)

async function keepAll(tx: Tx, worlds: readonly World[], at: Instant): Promise<Kept> {
  const gone = worlds.filter((world) => world.participant.removedAt)
  const there = worlds.filter((world) => !world.participant.removedAt)
  const away = await takeAway(tx, gone, at)
  const wanted = await wantedOf(tx, there)
  const versions = await writeDiffering(tx, wanted, at)
  const own = await versionsOf(
    tx,
    there.flatMap((world) => [world.scope, world.evaluatorScope]),
  )
  await keepSources(tx, there, (scope) => own.get(scope) ?? 0)
  return { versions: new Map([...away, ...versions]), moved: gone.length > 0 || wanted.some(isMoved) }
}

/** Overviews of worlds as they are. */
async function wantedOf(tx: Tx, worlds: readonly World[]): Promise<Wanted[]> {
  if (worlds.length === 0) return []
  const sources = await sourcesOf(tx, worlds)
  return worlds.map((world) => ({ overview: overviewOf(world), former: sources.get(keyOf(world)) }))
}

const isMoved = ({ overview, former }: Wanted): boolean => scopeOf(overview) !== former

/** Notes of which versions of their rows overviews were made. */
const keepSources = (tx: Tx, worlds: readonly World[], versionOf: (scope: string) => number): Promise<void> =>
  tx.bulk.upsert(
    overviewSourceRows,
    worlds.map((world) => ({
      institution_id: world.institutionId,
      form_id: world.formId,
      scope: overviewScope(world.formId, world.participant.evaluatorId),
      made_with: madeWith(world.form),
      inst_version: versionOf(world.scope),
      eval_version: versionOf(world.evaluatorScope),
    })),
  )

/** The overviews of institutions that do not take part any more go. */
async function takeAway(tx: Tx, gone: readonly World[], at: Instant): Promise<Map<string, number>> {
  if (gone.length === 0) return new Map()
  const sources = await sourcesOf(tx, gone)
  const removals = gone.flatMap((world): Removal[] => {
    const scope = sources.get(keyOf(world))
    return scope === undefined ? [] : [{ scope, part: '', table: 'overview', id: world.institutionId, row: null }]
  })
  for (const { institutionId, formId } of gone)
    await tx.q.deleteFrom('overview_source').where('institution_id', '=', institutionId).where('form_id', '=', formId).execute()
  return new Map([...(await writeChanges(tx, removals, at))].map(([scope, { to }]) => [scope, to]))
}

/** Gives the overviews of institutions the names of now, without opening anything. */
async function keepNames(tx: Tx, institutionIds: readonly InstitutionId[], at: Instant): Promise<Kept> {
  if (institutionIds.length === 0) return { versions: new Map(), moved: false }
  const sources = await tx.q
    .selectFrom('overview_source')
    .select(['institution_id', 'scope'])
    .where(oneOf(tx.kind, 'institution_id', institutionIds))
    .execute()
  const places = sources.map((row) => ({ scope: row.scope, id: row.institution_id }))
  const wanted = [...(await storedAt(tx, places)).values()].map((text): Wanted => {
    const overview: Overview = JSON.parse(text)
    return { overview, former: scopeOf(overview) }
  })
  const versions = await writeDiffering(tx, wanted, at)
  return { versions, moved: false }
}

/** Writes what differs from what is stored, with the names of now; returns the new version of each scope that it touched. */
async function writeDiffering(tx: Tx, wanted: readonly Wanted[], at: Instant): Promise<Map<string, number>> {
  const moves = await writeChanges(tx, await differing(tx, wanted), at)
  return new Map([...moves].map(([scope, { to }]) => [scope, to]))
}

/** Rows of overviews that differ from those that stand. `about`: changes that are to be written with them, and may give names. */
async function differing(tx: Tx, wanted: readonly Wanted[], about: readonly Change[] = []): Promise<(Change | Removal)[]> {
  const { names: standing, stored } = await namesAndOverviews(tx, wanted)
  const names = new Map([...standing, ...about.flatMap(nameIn)])
  return wanted.flatMap(({ overview, former }): (Change | Removal)[] => {
    const { institutionId: id, leaderId } = overview
    const scope = scopeOf(overview)
    const row: Overview = {
      ...overview,
      name: names.get(`institution ${id}`) ?? overview.name,
      leader: names.get(`person ${leaderId}`) ?? null,
    }
    const place = { part: '', table: 'overview', id } as const
    const changes: (Change | Removal)[] = []
    if (stored.get(`${scope} ${id}`) !== JSON.stringify(row)) changes.push({ ...place, scope, row })
    if (former !== undefined && former !== scope && stored.has(`${former} ${id}`)) changes.push({ ...place, scope: former, row: null })
    return changes
  })
}

/**
 * Names of institutions, and of the people who lead them, by table and id; and the overviews that stand where they are to be and where
 * they were. Asked for at once: others may be waiting for this commit.
 */
async function namesAndOverviews(tx: Tx, wanted: readonly Wanted[]): Promise<{ names: Map<string, string>; stored: Map<string, string> }> {
  if (wanted.length === 0) return { names: new Map(), stored: new Map() }
  const overviews = wanted.map(({ overview }) => overview)
  const places = wanted.flatMap(({ overview, former }) =>
    [scopeOf(overview), former ?? []].flat().map((scope) => ({ scope, id: overview.institutionId })),
  )
  const named = rowsIn(
    tx,
    overviews.map((each) => orgScope(each.institutionId)),
    ['institution', 'person'],
    overviews.flatMap((each) => [each.institutionId, each.leaderId]),
  )
  const rows = await named.unionAll(overviewRows(tx, places)).execute()
  const isOverview = (row: { readonly tbl: string }): boolean => row.tbl === 'overview'
  return {
    stored: textsOf(rows.filter(isOverview)),
    names: new Map(
      rows
        .filter((row) => !isOverview(row))
        .map((row) => {
          // Written from a Change of that table.
          const found: Institution | Person = JSON.parse(row.data)
          return [`${row.tbl} ${row.id}`, nameOf(found)]
        }),
    ),
  }
}

const nameOf = (row: Institution | Person): string => ('surname' in row ? fullName(row) : row.name)

const nameIn = (change: Change): [string, string][] =>
  change.table === 'institution' || change.table === 'person' ? [[`${change.table} ${change.id}`, nameOf(change.row)]] : []

const rowsIn = (tx: Tx, scopes: readonly string[], tables: readonly string[], ids: readonly string[]) =>
  tx.q
    .selectFrom('sync_row')
    .select(['scope', 'tbl', 'id', 'data'])
    .where(oneOf(tx.kind, 'scope', [...new Set(scopes)]))
    .where('tbl', 'in', tables)
    .where(oneOf(tx.kind, 'id', [...new Set(ids)]))
    .where('deleted', '=', 0)

interface Place {
  readonly scope: string
  readonly id: InstitutionId
}

const overviewRows = (tx: Tx, places: readonly Place[]) =>
  rowsIn(
    tx,
    places.map(({ scope }) => scope),
    ['overview'],
    places.map(({ id }) => id),
  )

const textsOf = (rows: readonly { readonly scope: string; readonly id: string; readonly data: string }[]): Map<string, string> =>
  new Map(rows.map((row) => [`${row.scope} ${row.id}`, row.data]))

/** Overviews that stand at some places, as JSON, by scope and institution. */
const storedAt = async (tx: Tx, places: readonly Place[]): Promise<Map<string, string>> => textsOf(await overviewRows(tx, places).execute())

/** Scope in which the overview of each institution in a form is, where it has one. */
async function sourcesOf(tx: Tx, keys: readonly WorldKey[]): Promise<Map<string, string>> {
  const rows = await tx.q
    .selectFrom('overview_source')
    .select(['institution_id', 'form_id', 'scope'])
    .where(
      oneOf(
        tx.kind,
        'institution_id',
        keys.map((each) => each.institutionId),
      ),
    )
    .where(
      oneOf(
        tx.kind,
        'form_id',
        keys.map((each) => each.formId),
      ),
    )
    .execute()
  return new Map(rows.map((row) => [keyOf({ institutionId: row.institution_id, formId: row.form_id }), row.scope]))
}

function chunksOf<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / chunkSize) }, (_, at) => list.slice(at * chunkSize, (at + 1) * chunkSize))
}
