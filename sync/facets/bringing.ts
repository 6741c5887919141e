import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { instScope, parseScope } from '#shared/protocol/scope.ts'
import type { Core } from '../core.ts'
import type { Place } from '../face.ts'

/** Longest that a tab waits for what the leading one was asked to bring. */
const longestMs = 20_000

const scopeOf = ({ institutionId, formId }: Place): string => instScope(institutionId, formId)

export const isHere = (core: Core, scope: string): boolean => core.parts.replica.position.scopes.includes(scope)

/** The scope by which what another scope is of is opened; null where nothing is. */
export function openedBy(scope: string): string | null {
  const parsed = parseScope(scope)
  if (parsed?.kind === 'questionnaire') return scope
  return parsed?.kind === 'inst' || parsed?.kind === 'eval' ? scopeOf(parsed) : null
}

/**
 * Institutions in forms, and questionnaires, by their scopes, come to this device and stay. Resolves when they are here. Fails:
 * unavailable (no network, or it takes too long), not_found (the server does not give them to this person).
 */
export async function bring(core: Core, wanted: readonly string[]): Promise<Result<null>> {
  const { loop, opening } = core.parts
  const areHere = (): boolean => wanted.every((scope) => isHere(core, scope))
  if (areHere()) return done(null)
  if (!opening) return fail('not_found')
  const scopes = opening.askable(wanted)
  // Whoever tries at each pull would otherwise cause the next one.
  if (scopes.length === 0) return fail('not_found')
  const areRefused = (): boolean => opening.askable(scopes).length === 0
  // Also where another tab leads: should that one die meanwhile, this one may have to ask.
  opening.want(scopes)
  if (core.leading) {
    await loop.kick()
  } else {
    core.post({ kind: 'wanted', scopes })
    await until(core, () => areHere() || areRefused() || loop.state.reachable === false)
  }
  if (areHere()) return done(null)
  return fail(areRefused() ? 'not_found' : 'unavailable')
}

export const bringPlaces = (core: Core, places: readonly Place[]): Promise<Result<null>> => bring(core, places.map(scopeOf))

/** Most institutions that are brought in one pull while several are: few enough that one sees it go on. */
const together = 20

/** Every institution that one of the lab's people follows comes to this device, or those that are named. Fails: unavailable. */
export async function bringAll(core: Core, onEach: (done: number, total: number) => void, named?: readonly Place[]): Promise<Result<null>> {
  if (!core.parts.opening) return done(null)
  const wanted: readonly Place[] = named ?? (await core.parts.replica.table('overview')).rows()
  const missing = wanted.filter((each) => !isHere(core, scopeOf(each)))
  for (let at = 0; at < missing.length; at += together) {
    onEach(at, missing.length)
    const brought = await bringPlaces(core, missing.slice(at, at + together))
    // What is not theirs any more is no reason to leave out the rest.
    if (!brought.ok && brought.failure.code !== 'not_found') return brought
  }
  return done(null)
}

/** Until another tab's walks have made something true, or it takes too long. */
function until(core: Core, isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = []
    const end = (): void => {
      for (const stop of stops) stop()
      resolve()
    }
    const look = (): void => {
      if (isTrue()) end()
    }
    stops.push(core.clock.later(end, longestMs), ...['position', 'status'].map((topic) => core.topics.subscribe(topic, look)))
    look()
  })
}
