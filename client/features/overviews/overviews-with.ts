import type { Actor } from '#shared/access/actor.ts'
import { receivedParts } from '#shared/assignments/rules.ts'
import type { Overview } from '#shared/evaluations/model.ts'
import { overviewOf } from '#shared/evaluations/overview.ts'
import type { InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'

type Opened = Pick<LiveWorld, 'world' | 'topics'>

/**
 * The overviews that are shown: those of the server, and in their place those of open institutions. What a person receives only in
 * part is not summed up where the server has: what is missing here would count as not there.
 */
export function overviewsWith(
  stored: ReadonlyMap<InstitutionId, Overview>,
  open: readonly Opened[],
  actor: Actor,
  now: Instant,
): Overview[] {
  const shown = new Map(stored)
  for (const live of open) {
    const { institutionId } = live.world
    if (!stored.has(institutionId) || receivedParts(live.world, actor, now) === '*') shown.set(institutionId, seenIn(live))
  }
  return [...shown.values()]
}

const seen = new WeakMap<Opened, { readonly version: number; readonly overview: Overview }>()

/** The overview of an open institution, summed up again only when it moved. */
function seenIn(live: Opened): Overview {
  const version = live.topics.version('*')
  const known = seen.get(live)
  if (known?.version === version) return known.overview
  const overview = overviewOf(live.world)
  seen.set(live, { version, overview })
  return overview
}
