import type { Actor } from '#shared/access/actor.ts'
import { carriedBy, type Participation } from '#shared/access/visibility.ts'
import { failure } from '#shared/kernel/failure.ts'
import { epochMs, type Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import { checkOf } from '#shared/protocol/check.ts'
import type { CopySeal } from '#shared/unsent/model.ts'
import { groupsOf } from '#shared/protocol/columns.ts'
import { pullMaxRows, type PullReply, type PullRequest } from '#shared/protocol/pull.ts'
import { instScope, parseScope } from '#shared/protocol/scope.ts'
import { openingSchema } from '#shared/protocol/version.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { boundsOf } from '#shared/stages/rules.ts'
import type { TableName } from '#shared/world.ts'
import { oneOf } from '../db/dialect.ts'
import type { Database, Tx } from '../db/open.ts'
import { JsonText } from '../http/body.ts'
import type { Session } from '../http/session.ts'
import { scopesOf, type WorldStore } from '../world/store.ts'
import { partsOf, receivedBy, type Parts } from '../world/visibility.ts'
import { openCursor, sealCursor, type Cursor } from './cursor.ts'
import { keepContact } from './device.ts'
import type { Epochs } from './epoch.ts'
import { midAt, notableBetween, wireResult, type Ledger } from './ledger.ts'
import { afterCommit, readPage, textOf, wireRow, type Reading } from './page.ts'
import { versionFailure } from './push.ts'
import { standingOf } from './standing.ts'
import { standsOf, type ScopeStands } from './stands.ts'
import { digestOf, keepView, namedIn, nothingHeld, turnOf, type View } from './view.ts'

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

/** Everything visible that changed since the cursor, read in one snapshot with the acknowledgement (IN5). */
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
  const { page, contact, view } = found.value
  const ledger: Ledger = { userId: session.user.id, deviceId: request.deviceId }
  if (view) await keepView(deps.db, ledger, view, deps.now(), before?.h ?? null)
  if (contact) await keepContact(deps.db, ledger, request.schema, deps.now())
  return { ok: true, value: page }
}

/** A page, and what must be kept before the device has it: that it had nothing waiting, and what it is told that it holds. */
interface Found {
  readonly page: JsonText
  readonly contact: boolean
  /** What the device holds with this page, where that is news. */
  readonly view: View | null
}

async function inSnapshot(
  deps: PullDeps,
  tx: Tx,
  session: Session,
  request: PullRequest,
  before: Cursor | undefined,
): Promise<Result<Found>> {
  const ledger: Ledger = { userId: session.user.id, deviceId: request.deviceId }
  const standing = await standingOf(tx, ledger, before)
  const { device, newest, held, stamp } = standing
  const epoch = deps.epochs.seen(standing.epoch)
  if (before && (before.e !== epoch || standing.isBeyond)) return { ok: false, failure: failure('epoch_changed') }
  if (device?.isRevoked) return { ok: false, failure: failure('device_revoked') }

  const now = deps.now()
  const idle = request.pending === 0
  // Only the device knows what it has open. One of before has everything, and is given it anew.
  if (request.schema >= openingSchema && request.cursor !== null && !held) return { ok: false, failure: failure('cursor_unknown') }
  const from: Reading =
    held && before ? { view: held, key: before.k, fill: before.f } : { view: nothingHeld, key: afterCommit(newest), fill: null }
  const [read] = from.key
  const { visible, opened, stands } = await sightOf(tx, deps, session.actor, now, request, { view: from.view, read })
  const turn = await turnOf(tx, { ...from.view, opened }, visible, { read, newest, stands })
  const limit = Math.min(request.limit ?? defaultLimit, pullMaxRows)
  const { rows, more, reading } = await readPage(tx, { ...from, view: turn.view }, { newest, stands }, limit)

  const lastSeq = device?.lastSeq ?? 0
  // Until its last page a pull shows only part of what the device's mutations did.
  const acked = more ? Math.min(before?.a ?? 0, lastSeq) : lastSeq
  const ackedThrough = request.ackedThrough ?? 0
  const outcomes = acked > ackedThrough ? await notableBetween(tx, ledger, ackedThrough + 1, acked) : []
  const quiet = (before?.n ?? checkEvery) + (rows.length > 0 ? 1 : 0)
  const checking = !more && rows.length > 0 && quiet > checkEvery
  const digest = digestOf(reading.view)
  const cursor: Cursor = {
    e: epoch,
    u: session.user.id,
    d: request.deviceId,
    a: acked,
    l: idle ? now : leaseOn([device?.contactAt, before?.l, standing.sealedContactAt]),
    n: checking ? 0 : Math.min(quiet, checkEvery),
    h: digest,
    k: reading.key,
    f: reading.fill,
    w: stamp === undefined ? null : [newest, stamp],
  }
  const rest: Omit<PullReply, 'rows'> = {
    epoch,
    cursor: sealCursor(deps.secret, cursor),
    more,
    serverTime: deps.now(),
    acked,
    ackedMid: acked === lastSeq ? standing.lastMid : await midAt(tx, ledger, acked),
    outcomes: outcomes.map(wireResult),
    reset: turn.reset,
    drop: turn.drop,
    check: checking ? await checksOf(tx, visible) : {},
    ...sealNews(request, () => deps.sealFor(session.user.id)),
  }
  const listed = request.groups ? `"groups":${JSON.stringify(groupsOf(rows.map(wireRow)))}` : `"rows":[${rows.map(textOf).join(',')}]`
  const page = new JsonText(`${JSON.stringify(rest).slice(0, -1)},${listed}}`)
  const isKept = held !== undefined && before?.d === ledger.deviceId && before.h === digest
  const contact = idle && (await isNews(tx, [...visible.keys()], device?.contactAt ?? null, now))
  return { ok: true, value: { page, contact, view: isKept ? null : reading.view } }
}

interface Sight {
  /** Where the scopes stand that the device holds or is to be given, those that changed since it read them. */
  readonly stands: ScopeStands
  readonly visible: ReadonlyMap<string, Parts>
  /** What comes whole to one of the lab's people, by its scope: it goes on coming. */
  readonly opened: readonly string[]
}

/**
 * What a person receives on a device, with what was opened there before and what is opened now. `from`: what the device was given, and the
 * commit up to which it has read it.
 */
async function sightOf(
  tx: Tx,
  { worlds }: PullDeps,
  actor: Actor,
  now: Instant,
  { schema, open = [] }: PullRequest,
  from: { readonly view: View; readonly read: number },
): Promise<Sight> {
  const isOpen = new Set([...from.view.opened, ...open])
  let carried: readonly Participation[] = []
  const carriedOf = (participations: readonly Participation[]): readonly Participation[] => {
    carried = schema >= openingSchema ? carriedBy(actor, participations, isOpen) : participations
    return carried
  }
  const received = await receivedBy(tx, actor, schema, carriedOf, isOpen)
  const ofWorlds = received.flatMap(({ toldBy }) => (toldBy ? scopesOf(toldBy) : []))
  const stands = await standsOf(tx, ofWorlds, [...namedIn(from.view), ...received.map(({ scope }) => scope)], from.read)
  const versions = new Map([...stands].map(([scope, { version }]) => [scope, version]))
  const visible = await partsOf(tx, worlds, actor, now, received, versions)
  if (actor.kind === 'Institutional') return { visible, stands, opened: [] }
  const questionnaires = [...visible.keys()].filter((scope) => parseScope(scope)?.kind === 'questionnaire')
  return { visible, stands, opened: [...carried.map(({ institutionId, formId }) => instScope(institutionId, formId)), ...questionnaires] }
}

/** What copies are sealed with, to a device that asks for it and holds another, or none. */
function sealNews({ seal }: PullRequest, current: () => CopySeal): Pick<PullReply, 'seal'> {
  if (seal === undefined) return {}
  const now = current()
  return seal === now.id ? {} : { seal: now }
}

/** The lease that goes on, from whichever device the cursor was sealed for: the newest contact that is known. */
const leaseOn = (contacts: readonly (Instant | null | undefined)[]): Instant | null =>
  contacts.reduce<Instant | null>((newest, each) => ((each ?? '') > (newest ?? '') ? (each ?? null) : newest), null)

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
