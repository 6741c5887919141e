import type { PageContent } from '#shared/site/model.ts'
import { applied } from './acts.ts'
import type { Act } from './acts.ts'

/** How many steps can be taken back. */
const most = 200

interface Step {
  readonly act: Act
  readonly before: PageContent
  readonly after: PageContent
}

/** A page that is being written, with what was done to it and what was taken back (WE1). */
export interface Trail {
  readonly now: PageContent
  readonly done: readonly Step[]
  readonly undone: readonly Step[]
}

export const trailOf = (now: PageContent): Trail => ({ now, done: [], undone: [] })

/** Keys in one field are one step, until something else is done. */
const fieldOf = (act: Act): string | null => {
  if (act.kind === 'name') return 'name'
  if (act.kind === 'about') return `about.${act.field}`
  return act.kind === 'write' && typeof act.value === 'string' ? `${act.id} ${act.language} ${act.path}` : null
}

export function withAct(trail: Trail, act: Act): Trail {
  const after = applied(trail.now, act)
  if (after === trail.now) return trail
  const last = trail.done.at(-1)
  const goesOn = last !== undefined && fieldOf(act) !== null && fieldOf(act) === fieldOf(last.act) && trail.undone.length === 0
  const step = { act, before: goesOn ? last.before : trail.now, after }
  return { now: after, done: [...(goesOn ? trail.done.slice(0, -1) : trail.done), step].slice(-most), undone: [] }
}

export function undone(trail: Trail): Trail {
  const last = trail.done.at(-1)
  return last ? { now: last.before, done: trail.done.slice(0, -1), undone: [...trail.undone, last] } : trail
}

export function redone(trail: Trail): Trail {
  const last = trail.undone.at(-1)
  return last ? { now: last.after, done: [...trail.done, last], undone: trail.undone.slice(0, -1) } : trail
}
