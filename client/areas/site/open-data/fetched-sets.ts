import * as v from 'valibot'
import type { OpenFilter } from '#shared/open-data/filter.ts'
import { openSets } from '#shared/open-data/replies.ts'
import type { OpenDataView } from '#shared/open-data/view.ts'
import { publicReply } from '#client/data/server/kept-call.ts'
import { callOf, setsOfPage } from './asked.ts'
import type { OpenPage } from './asked.ts'

/** Sets of a page, with what was chosen. keptAt: the moment of which they are, where they are a copy of this device's; null: the newest. */
export interface Shown {
  readonly filter: OpenFilter
  readonly sets: OpenDataView['sets']
  readonly keptAt: string | null
}

/** What the server says once the report that a page was drawn from is public no more. */
const gone: ReadonlySet<string> = new Set(['open_years_unknown', 'open_data_none'])

/** A page's sets for a filter, all of them or none, and of the page's own report alone. replaced: another report is public now. */
export async function fetchedSets(page: OpenPage, filter: OpenFilter, reportId: string): Promise<Shown | 'absent' | 'failed' | 'replaced'> {
  const names = setsOfPage[page]
  const replies = await Promise.all(names.map((name) => publicReply(callOf(name, filter))))
  let keptAt: string | null = null
  const sets: Record<string, unknown> = {}
  for (const [at, reply] of replies.entries()) {
    const name = names[at]
    if (name === undefined) continue
    if (reply.is === 'absent') return 'absent'
    if (reply.is === 'refused') return gone.has(reply.code) ? 'replaced' : 'failed'
    // What is kept of another report says nothing of this one.
    if (reply.report !== null && reply.report !== reportId) return reply.keptAt === null ? 'replaced' : 'absent'
    const parsed = v.safeParse(openSets[name], reply.value)
    if (!parsed.success) return 'failed'
    sets[name] = parsed.output
    if (reply.keptAt !== null && (keptAt === null || reply.keptAt < keptAt)) keptAt = reply.keptAt
  }
  // Each was parsed by the schema of its own name.
  return { filter, sets, keptAt }
}
