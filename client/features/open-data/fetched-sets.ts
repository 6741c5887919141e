import * as v from 'valibot'
import type { OpenFilter } from '#shared/open-data/filter.ts'
import { openSets } from '#shared/open-data/replies.ts'
import type { OpenDataView } from '#shared/open-data/view.ts'
import { publicReply } from '#client/data/kept-call.ts'
import { callOf, setsOfPage } from './asked.ts'
import type { OpenPage } from './asked.ts'

/** Sets of a page, with what was chosen. keptAt: the moment of which they are, where they are a copy of this device's; null: the newest. */
export interface Shown {
  readonly filter: OpenFilter
  readonly sets: OpenDataView['sets']
  readonly keptAt: string | null
}

/** A page's sets for a filter, all of them or none. */
export async function fetchedSets(page: OpenPage, filter: OpenFilter): Promise<Shown | 'absent' | 'failed'> {
  const names = setsOfPage[page]
  const replies = await Promise.all(names.map((name) => publicReply(callOf(name, filter))))
  let keptAt: string | null = null
  const sets: Record<string, unknown> = {}
  for (const [at, reply] of replies.entries()) {
    const name = names[at]
    if (name === undefined) continue
    if (reply.is !== 'told') return reply.is === 'absent' ? 'absent' : 'failed'
    const parsed = v.safeParse(openSets[name], reply.value)
    if (!parsed.success) return 'failed'
    sets[name] = parsed.output
    if (reply.keptAt !== null && (keptAt === null || reply.keptAt < keptAt)) keptAt = reply.keptAt
  }
  // Each was parsed by the schema of its own name.
  return { filter, sets, keptAt }
}
