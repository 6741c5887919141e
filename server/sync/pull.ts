import { failure } from '#shared/kernel/failure.ts'
import { epochMs, type Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import { checkOf } from '#shared/protocol/check.ts'
import type { CopySeal } from '#shared/unsent/model.ts'
import { groupsOf } from '#shared/protocol/columns.ts'
import { pullMaxRows, type Dropped, type PullReply, type PullRequest, type WireRow } from '#shared/protocol/pull.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { boundsOf } from '#shared/stages/rules.ts'
import type { TableName } from '#shared/world.ts'
import { oneOf } from '../db/dialect.ts'
import type { Database, Tx } from '../db/open.ts'
import { JsonText } from '../http/body.ts'
import type { Session } from '../http/session.ts'
import type { WorldStore } from '../world/store.ts'
import { openCursor, sealCursor, type Cursor, type Key, type Track } from './cursor.ts'
import { contactOf, keepContact } from './device.ts'
import { isBeyond, type Epochs } from './epoch.ts'
import { stampKey, stampsOf } from './stamps.ts'
import { midAt, notableBetween, wireResult, type Ledger } from './ledger.ts'
import { versionFailure } from './push.ts'
import { visibilityOf, type Parts } from '../world/visibility.ts'

export interface PullDeps {
  readonly db: Database
  readonly worlds: WorldStore
  readonly epochs: Epochs
  readonly secret: string
  readonly now: () => string
  readonly sealFor: (userId: string) => CopySeal
}

const defaultLimit = 2000
/** Complete pulls that brought rows, between two checks of everything that a device holds. */
const checkEvery = 16
const start: Key = [0, '', '']

/** Everything visible that changed since the cursor, read in one snapshot with the acknowledgement (sync.md §2.3, I5). */
export async function pull(deps: PullDeps, session: Session, request: PullRequest): Promise<Result<JsonText>> {
  const outdated = versionFailure(request)
  if (outdated) return { ok: false, failure: outdated }
  const sealed = request.cursor === null ? undefined : openCursor(deps.secret, request.cursor)
  const before = sealed?.u === session.user.id ? sealed : undefined
  const found = await deps.db.read((tx) => inSnapshot(deps, tx, session, request, before))
  if (!found.ok) {
    if (before && found.failure.code === 'epoch_changed') await deps.epochs.proven(before)
    return found
  }
  const { page, contact } = found.value
  const ledger: Ledger = { userId: session.user.id, deviceId: request.deviceId }
  if (contact) await keepContact(deps.db, ledger, request.schema, deps.now())
  return { ok: true, value: page }
}

/** A page, and whether it must be kept that the device had nothing waiting. */
interface Found {
  readonly page: JsonText
  readonly contact: boolean
}

async function inSnapshot(
  deps: PullDeps,
  tx: Tx,
  session: Session,
  request: PullRequest,
  before: Cursor | undefined,
): Promise<Result<Found>> {
  const epoch = await deps.epochs.in(tx)
  if (before && (before.e !== epoch || (await isBeyond(tx, before)))) return { ok: false, failure: failure('epoch_changed') }
  const ledger: Ledger = { userId: session.user.id, deviceId: request.deviceId }
  const device = await tx.q
    .selectFrom('sync_device')
    .select(['last_seq', 'contact_at', 'revoked_at'])
    .where('user_id', '=', ledger.userId)
    .where('id', '=', ledger.deviceId)
    .executeTakeFirst()
  if (device && device.revoked_at !== null) return { ok: false, failure: failure('device_revoked') }

  const now = deps.now()
  const idle = request.pending === 0
  const visible = await visibilityOf(tx, deps.worlds, session.actor, now)
  const scopes = await scopeStates(tx, [...visible.keys()])
  const plan = await planOf(tx, visible, scopes, before)
  const limit = Math.min(request.limit ?? defaultLimit, pullMaxRows)
  const { rows, more } = await readRows(tx, plan.tracks, scopes, limit)

  const lastSeq = device?.last_seq ?? 0
  // Until its last page a pull shows only part of what the device's mutations did.
  const acked = more ? Math.min(before?.a ?? 0, lastSeq) : lastSeq
  const ackedThrough = request.ackedThrough ?? 0
  const outcomes = acked > ackedThrough ? await notableBetween(tx, ledger, ackedThrough + 1, acked) : []
  const quiet = (before?.n ?? checkEvery) + (rows.length > 0 ? 1 : 0)
  const checking = !more && rows.length > 0 && quiet > checkEvery
  const cursor: Cursor = {
    e: epoch,
    u: session.user.id,
    d: request.deviceId,
    a: acked,
    l: idle ? now : await leaseOn(tx, ledger, before, device?.contact_at ?? null),
    n: checking ? 0 : Math.min(quiet, checkEvery),
    s: Object.fromEntries(plan.tracks),
    w: await witnessed(tx, scopes),
  }
  const rest: Omit<PullReply, 'rows'> = {
    epoch,
    cursor: sealCursor(deps.secret, cursor),
    more,
    serverTime: deps.now(),
    acked,
    ackedMid: await midAt(tx, ledger, acked),
    outcomes: outcomes.map(wireResult),
    reset: plan.reset,
    drop: plan.drop,
    check: checking ? await checksOf(tx, visible) : {},
    ...sealNews(request, () => deps.sealFor(session.user.id)),
  }
  const listed = request.groups ? `"groups":${JSON.stringify(groupsOf(rows.map(wireRow)))}` : `"rows":[${rows.map(textOf).join(',')}]`
  const page = new JsonText(`${JSON.stringify(rest).slice(0, -1)},${listed}}`)
  return { ok: true, value: { page, contact: idle && (await isNews(tx, [...visible.keys()], device?.contact_at ?? null, now)) } }
}

/** What copies are sealed with, to a device that asks for it and holds another, or none. */
function sealNews({ seal }: PullRequest, current: () => CopySeal): Pick<PullReply, 'seal'> {
  if (seal === undefined) return {}
  const now = current()
  return seal === now.id ? {} : { seal: now }
}

/** The lease that goes on, from whichever device the cursor was sealed for. */
async function leaseOn(tx: Tx, ledger: Ledger, before: Cursor | undefined, contactAt: Instant | null): Promise<Instant | null> {
  const other = before?.d !== undefined && before.d !== ledger.deviceId ? await contactOf(tx, { ...ledger, deviceId: before.d }) : null
  return [contactAt, before?.l ?? null, other].reduce((newest, each) => ((each ?? '') > (newest ?? '') ? each : newest), null)
}

/** A contact is not written at each pull: only when it is old, or when a stage ended since the last one, which it then proves. */
const contactMs = { fresh: 60_000, old: 600_000 } as const

async function isNews(tx: Tx, scopes: readonly string[], before: Instant | null, now: Instant): Promise<boolean> {
  if (before === null) return true
  const ageMs = epochMs(now) - epochMs(before)
  if (ageMs > contactMs.old || ageMs < 0) return true
  if (ageMs < contactMs.fresh) return false
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where(
      oneOf(
        tx.kind,
        'scope',
        scopes.filter((scope) => scope.startsWith('form:')),
      ),
    )
    .where('tbl', '=', 'form')
    .execute()
  const stages = rows.flatMap((row) => (JSON.parse(row.data) as FormHeader).stages)
  return stages.some((stage) => {
    const { endMs } = boundsOf(stage)
    return endMs >= epochMs(before) && endMs < epochMs(now)
  })
}

/** The versions that stand in this snapshot, each with its stamp. */
async function witnessed(tx: Tx, scopes: ReadonlyMap<string, ScopeState>): Promise<NonNullable<Cursor['w']>> {
  const keys = [...scopes].map(([scope, { version }]) => ({ scope, version, key: stampKey(scope, version) }))
  const stamps = await stampsOf(
    tx,
    keys.map((each) => each.key),
  )
  return Object.fromEntries(
    keys.flatMap(({ scope, version, key }) => {
      const stamp = stamps.get(key)
      return stamp === undefined ? [] : [[scope, [version, stamp] as const]]
    }),
  )
}

interface ScopeState {
  readonly version: number
  readonly floor: number
}

async function scopeStates(tx: Tx, scopes: readonly string[]): Promise<Map<string, ScopeState>> {
  const rows = await tx.q
    .selectFrom('sync_scope')
    .select(['id', 'version', 'floor_version'])
    .where(oneOf(tx.kind, 'id', scopes))
    .execute()
  return new Map(rows.map((row) => [row.id, { version: row.version, floor: row.floor_version }]))
}

interface Plan {
  /** What is to be read, per scope, from where. */
  readonly tracks: Map<string, Track[]>
  readonly reset: { scope: string; part: string | null }[]
  readonly drop: Dropped[]
}

/** Compares what the person may see now with what the device has been given. */
async function planOf(
  tx: Tx,
  visible: ReadonlyMap<string, Parts>,
  scopes: ReadonlyMap<string, ScopeState>,
  before: Cursor | undefined,
): Promise<Plan> {
  const plan: Plan = { tracks: new Map(), reset: [], drop: [] }
  for (const [scope, parts] of [...visible].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const known = before?.s[scope]
    const state = scopes.get(scope)
    const compacted = known?.some((track) => track.k[0] > 0 && track.k[0] <= (state?.floor ?? 0)) ?? false
    if (!known || compacted || startsOver(known, parts)) {
      plan.reset.push({ scope, part: null })
      plan.tracks.set(scope, [{ p: partsList(parts), k: start }])
      continue
    }
    plan.tracks.set(scope, await adjusted(tx, scope, known, parts, plan))
  }
  for (const scope of Object.keys(before?.s ?? {})) {
    if (!visible.has(scope)) plan.drop.push({ scope, part: null, reason: 'role_removed' })
  }
  return plan
}

const partsList = (parts: Parts): Track['p'] => (parts === '*' ? '*' : [...parts])

/** From some parts to all: rare, and simplest to send whole. */
const startsOver = (known: readonly Track[], parts: Parts): boolean => parts === '*' && known.some((track) => track.p !== '*')

async function adjusted(tx: Tx, scope: string, known: readonly Track[], parts: Parts, plan: Plan): Promise<Track[]> {
  if (parts === '*') return [...known]
  const kept: Track[] = []
  const given = new Set<string>()
  for (const track of known) {
    const had = track.p === '*' ? await partsIn(tx, scope) : track.p
    for (const part of had) {
      if (!parts.includes(part)) plan.drop.push({ scope, part, reason: 'assignment_removed' })
    }
    const still = track.p === '*' ? [...parts] : track.p.filter((part) => parts.includes(part))
    for (const part of still) given.add(part)
    if (still.length > 0) kept.push({ p: still, k: track.k })
  }
  const fresh = parts.filter((part) => !given.has(part))
  for (const part of fresh) plan.reset.push({ scope, part })
  return fresh.length > 0 ? [...kept, { p: fresh, k: start }] : kept
}

async function partsIn(tx: Tx, scope: string): Promise<string[]> {
  const rows = await tx.q.selectFrom('sync_row').select('part').distinct().where('scope', '=', scope).orderBy('part').execute()
  return rows.map((row) => row.part)
}

/** Reads tracks in order until the page is full, moving each track's key; merges the tracks of scopes that are read to their end. */
async function readRows(
  tx: Tx,
  tracks: Map<string, Track[]>,
  scopes: ReadonlyMap<string, ScopeState>,
  limit: number,
): Promise<{ rows: ReadRow[]; more: boolean }> {
  const rows: ReadRow[] = []
  for (const [scope, list] of tracks) {
    const version = scopes.get(scope)?.version ?? 0
    const read: Track[] = []
    for (const track of list) {
      if (rows.length >= limit) return { rows, more: true }
      const found = atEnd(track, version) ? [] : await rowsAfter(tx, scope, track, limit - rows.length + 1)
      const full = found.length > limit - rows.length
      const page = full ? found.slice(0, -1) : found
      rows.push(...page)
      const last = page.at(-1)
      if (full) {
        const key: Key = last?.key ?? track.k
        tracks.set(scope, [...read, { p: track.p, k: key }, ...list.slice(read.length + 1)])
        return { rows, more: true }
      }
      read.push({ p: track.p, k: endOf(version) })
      tracks.set(scope, [...read, ...list.slice(read.length)])
    }
    tracks.set(scope, [{ p: merged(read), k: endOf(version) }])
  }
  return { rows, more: false }
}

/** Before every row of the next version. */
const endOf = (version: number): Key => [version + 1, '', '']
const atEnd = (track: Track, version: number): boolean => track.k[0] > version

function merged(tracks: readonly Track[]): Track['p'] {
  const parts = new Set<string>()
  for (const track of tracks) {
    if (track.p === '*') return '*'
    for (const part of track.p) parts.add(part)
  }
  return [...parts]
}

/** A row as it lies in the database, its content as JSON; null when it is gone. */
interface ReadRow {
  readonly key: Key
  readonly scope: string
  readonly part: string
  readonly data: string | null
}

/** A WireRow as JSON: its content is JSON already and is not taken apart. */
const textOf = ({ key: [version, table, id], scope, part, data }: ReadRow): string =>
  `{"s":${JSON.stringify(scope)},"p":${JSON.stringify(part)},"t":"${table}","i":${JSON.stringify(id)},"r":${data ?? 'null'},"v":${version}}`

const wireRow = ({ key: [v, table, i], scope: s, part: p, data }: ReadRow): WireRow => ({
  s,
  p,
  // Written from a Change: the table's name is the model's.
  t: table as TableName,
  i,
  r: data === null ? null : JSON.parse(data),
  v,
})

async function rowsAfter(tx: Tx, scope: string, track: Track, limit: number): Promise<ReadRow[]> {
  const [version, table, id] = track.k
  const query = tx.q
    .selectFrom('sync_row')
    .select(['part', 'tbl', 'id', 'version', 'deleted', 'data'])
    .where('scope', '=', scope)
    .where('version', '>=', version)
    .where((row) =>
      row.or([row('version', '>', version), row.and([row('tbl', '>', table)]), row.and([row('tbl', '=', table), row('id', '>', id)])]),
    )
    .orderBy('version')
    .orderBy('tbl')
    .orderBy('id')
    .limit(limit)
  const found = await (track.p === '*' ? query : query.where(oneOf(tx.kind, 'part', track.p))).execute()
  return found.map(({ part, tbl, id: rowId, version: v, deleted, data }) => ({
    key: [v, tbl, rowId],
    scope,
    part,
    data: deleted ? null : data,
  }))
}

async function checksOf(tx: Tx, visible: ReadonlyMap<string, Parts>): Promise<PullReply['check']> {
  const checks: Record<string, { count: number; hash: string }> = {}
  for (const [scope, parts] of visible) {
    const query = tx.q
      .selectFrom('sync_row')
      .select(['tbl as t', 'id as i', 'version as v'])
      .where('scope', '=', scope)
      .where('deleted', '=', 0)
    const rows = await (parts === '*' ? query : query.where(oneOf(tx.kind, 'part', parts))).execute()
    checks[scope] = checkOf(rows.map((row) => ({ ...row, t: row.t as TableName })))
  }
  return checks
}
