import type { PageContent } from '#shared/site/model.ts'
import { applied } from './acts.ts'
import type { Act } from './acts.ts'

/** How many steps can be taken back. */
const most = 200

/** A page as it was, and the version that it was made of again. */
interface State {
  readonly content: PageContent
  readonly restoredFrom: number | null
}

interface Step {
  readonly act: Act
  readonly before: State
  readonly after: State
}

/** A page that is being written, with what was done to it and what was taken back (WE1). */
export interface Trail {
  readonly now: PageContent
  /** The version that it was made of again; null for one that was written. Who takes the restoring back takes this back with it. */
  readonly restoredFrom: number | null
  readonly done: readonly Step[]
  readonly undone: readonly Step[]
}

export const trailOf = (now: PageContent, restoredFrom: number | null = null): Trail => ({ now, restoredFrom, done: [], undone: [] })

/** Keys in one field are one step, until something else is done. */
const fieldOf = (act: Act): string | null => {
  if (act.kind === 'name') return 'name'
  if (act.kind === 'about') return `about.${act.field}`
  return act.kind === 'write' && typeof act.value === 'string' ? `${act.id} ${act.language} ${act.path}` : null
}

/** The page after an act. `restoredFrom`: the version that it is made of from then on; what it was made of, where nothing is said. */
export function withAct(trail: Trail, act: Act, restoredFrom: number | null = trail.restoredFrom): Trail {
  const content = applied(trail.now, act)
  if (content === trail.now) return trail
  const last = trail.done.at(-1)
  const goesOn = last !== undefined && fieldOf(act) !== null && fieldOf(act) === fieldOf(last.act) && trail.undone.length === 0
  const before = goesOn ? last.before : stateOf(trail)
  const step = { act, before, after: { content, restoredFrom } }
  return { now: content, restoredFrom, done: [...(goesOn ? trail.done.slice(0, -1) : trail.done), step].slice(-most), undone: [] }
}

export function undone(trail: Trail): Trail {
  const last = trail.done.at(-1)
  return last ? { ...at(last.before), done: trail.done.slice(0, -1), undone: [...trail.undone, last] } : trail
}

export function redone(trail: Trail): Trail {
  const last = trail.undone.at(-1)
  return last ? { ...at(last.after), done: [...trail.done, last], undone: trail.undone.slice(0, -1) } : trail
}

/** The same page, once it was saved: which version it was made of is told, and the steps before it can still be taken back. */
export const savedTrail = (trail: Trail): Trail => ({ ...trail, restoredFrom: null })

const stateOf = ({ now, restoredFrom }: Trail): State => ({ content: now, restoredFrom })
const at = ({ content, restoredFrom }: State): Pick<Trail, 'now' | 'restoredFrom'> => ({ now: content, restoredFrom })
