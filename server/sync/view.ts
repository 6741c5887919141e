import type { Dropped, PullReply } from '#shared/protocol/pull.ts'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Database, Tx } from '../db/open.ts'
import type { Parts } from '../world/visibility.ts'
import type { Ledger } from './ledger.ts'
import type { ScopeStands } from './stands.ts'

const partsSchema = v.union([v.literal('*'), v.array(v.string())])
const viewSchema = v.object({
  /** Institutions in forms, by their scope, that come whole to one of the lab's people because they were opened there. */
  opened: v.array(v.string()),
  /** Scopes, and their parts, whose rows the device has up to the cursor's key. */
  holds: v.record(v.string(), partsSchema),
  /** Those that it is being given whole, in this order, each after the one before. A place keeps its number until all have come. */
  fill: v.array(v.tuple([v.string(), partsSchema])),
  /** Scopes that were begun after what the cursor's key tells, each with the newest commit then. */
  begun: v.record(v.string(), v.number()),
})

/** What a device was given and is being given. The cursor names it by digest; a device that names one that is not kept starts over. */
export interface View {
  readonly opened: readonly string[]
  readonly holds: Readonly<Record<string, Parts>>
  readonly fill: readonly (readonly [scope: string, parts: Parts])[]
  readonly begun: Readonly<Record<string, number>>
}

export const nothingHeld: View = { opened: [], holds: {}, fill: [], begun: {} }

/** How many views of a device are kept beside the one that it names: its newest, and those that a reply which was lost may have left it with. */
const keptViews = 4

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const textOf = ({ opened, holds, fill, begun }: View): string =>
  JSON.stringify({ opened: opened.toSorted(), holds: sorted(holds), fill, begun: sorted(begun) })

export const digestOf = (view: View): string => createHash('sha256').update(textOf(view)).digest('base64url').slice(0, 22)

/** The view that a row of `sync_view` holds. */
export const viewFrom = (data: string): View => v.parse(viewSchema, JSON.parse(data))

/**
 * Keeps what a device is being told that it holds, before it is told. `named`: digest of the view that its cursor names, which is kept
 * for as long as it does: it may never hear of this one, nor of the next.
 */
export async function keepView(db: Database, { userId, deviceId }: Ledger, view: View, now: string, named: string | null): Promise<void> {
  const digest = digestOf(view)
  await db.write(async (tx) => {
    await tx.q
      .insertInto('sync_view')
      .values({ user_id: userId, device_id: deviceId, digest, data: textOf(view), made_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'device_id', 'digest']).doUpdateSet({ made_at: now }))
      .execute()
    const newest = tx.q
      .selectFrom('sync_view')
      .select('digest')
      .where('user_id', '=', userId)
      .where('device_id', '=', deviceId)
      .orderBy('made_at', 'desc')
      .orderBy('digest')
      .limit(keptViews)
    await tx.q
      .deleteFrom('sync_view')
      .where('user_id', '=', userId)
      .where('device_id', '=', deviceId)
      .where('digest', 'not in', [digest, named ?? digest])
      .where('digest', 'not in', newest)
      .execute()
  })
}

/** A view that follows what a person may see, and what the device must forget for it. */
export interface Turn extends Pick<PullReply, 'reset'> {
  readonly view: View
  readonly drop: Dropped[]
}

/**
 * Compares what a person may see now with what the device has been given. `known`: parts that there are in a scope, of which
 * the device had all. `isTooOld`: what the device has of a scope cannot be brought up to date. `newest`: commit.
 */
function turned(
  view: View,
  visible: ReadonlyMap<string, Parts>,
  known: (scope: string) => readonly string[],
  isTooOld: (scope: string) => boolean,
  newest: number,
): Turn {
  const turn = { reset: new Array<Turn['reset'][number]>(), drop: new Array<Dropped>() }
  const holds = new Map(Object.entries(view.holds))
  const begun = new Map(Object.entries(view.begun))
  const fill = view.fill.map(([scope, parts]): [string, Parts] => [scope, parts])
  const given = (scope: string): Parts[] => [
    ...(holds.has(scope) ? [holds.get(scope) ?? []] : []),
    ...fill.flatMap(([each, parts]) => (each === scope && parts.length > 0 ? [parts] : [])),
  ]
  const forget = (scope: string): void => {
    holds.delete(scope)
    begun.delete(scope)
    for (const place of fill) if (place[0] === scope) place[1] = []
  }
  const startOver = (scope: string, parts: Parts): void => {
    forget(scope)
    turn.reset.push({ scope, part: null })
    fill.push([scope, parts])
    begun.set(scope, newest)
  }
  /** Leaves of each list what is still seen, and tells what is not. */
  const narrow = (scope: string, parts: readonly string[]): readonly string[] => {
    const left = (had: Parts): readonly string[] => {
      for (const part of had === '*' ? known(scope) : had)
        if (!parts.includes(part)) turn.drop.push({ scope, part, reason: 'assignment_removed' })
      return had === '*' ? parts : had.filter((part) => parts.includes(part))
    }
    const seen = new Set<string>()
    const held = holds.get(scope)
    if (held !== undefined) holds.set(scope, left(held))
    for (const place of fill) if (place[0] === scope && place[1].length > 0) place[1] = left(place[1])
    for (const part of given(scope).flat()) seen.add(part)
    return parts.filter((part) => !seen.has(part))
  }
  for (const [scope, parts] of [...visible].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const had = given(scope)
    // From some parts to all is rare, and simplest to send whole.
    if (had.length === 0 || isTooOld(scope) || (parts === '*' && had.some((each) => each !== '*'))) startOver(scope, parts)
    else if (parts !== '*') {
      const fresh = narrow(scope, parts)
      for (const part of fresh) turn.reset.push({ scope, part })
      if (fresh.length > 0) fill.push([scope, fresh])
    }
  }
  for (const scope of new Set([...holds.keys(), ...fill.flatMap(([each, parts]) => (parts.length > 0 ? [each] : []))])) {
    if (visible.has(scope)) continue
    turn.drop.push({ scope, part: null, reason: 'role_removed' })
    forget(scope)
  }
  return { ...turn, view: { opened: view.opened, holds: Object.fromEntries(holds), fill, begun: Object.fromEntries(begun) } }
}

/** Scopes that a device was given or is being given something of. */
export const namedIn = (view: View): string[] => [...new Set([...Object.keys(view.holds), ...view.fill.map(([scope]) => scope)])]

/**
 * Turns what a device was given towards what its person may see now. `read`: commit up to which it has read what it holds; `newest`:
 * the newest there is; `stands`: where the scopes that changed since stand.
 */
export async function turnOf(
  tx: Tx,
  view: View,
  visible: ReadonlyMap<string, Parts>,
  { read, newest, stands }: { readonly read: number; readonly newest: number; readonly stands: ScopeStands },
): Promise<Turn> {
  const isNarrower = (scope: string, parts: Parts): boolean =>
    parts !== '*' && (view.holds[scope] === '*' || view.fill.some(([each, had]) => each === scope && had === '*'))
  const known = new Map<string, readonly string[]>()
  for (const [scope, parts] of visible) if (isNarrower(scope, parts)) known.set(scope, await partsIn(tx, scope))
  const begun = Object.fromEntries(Object.entries(view.begun).filter(([, commit]) => commit >= read))
  return turned(
    { ...view, begun },
    visible,
    (scope) => known.get(scope) ?? [],
    (scope) => {
      const { floor } = stands.get(scope) ?? { floor: 0 }
      return floor >= Math.max(read, 1) && floor > (begun[scope] ?? -1)
    },
    newest,
  )
}

async function partsIn(tx: Tx, scope: string): Promise<string[]> {
  const rows = await tx.q.selectFrom('sync_row').select('part').distinct().where('scope', '=', scope).orderBy('part').execute()
  return rows.map((row) => row.part)
}

/** The view once everything that was being given has come. */
export function filled(view: View): View {
  const all = new Map(Object.entries(view.holds))
  for (const [scope, parts] of view.fill) {
    if (parts.length === 0) continue
    const had = all.get(scope) ?? []
    all.set(scope, parts === '*' || had === '*' ? '*' : [...new Set([...had, ...parts])])
  }
  return { ...view, holds: Object.fromEntries(all), fill: [] }
}
