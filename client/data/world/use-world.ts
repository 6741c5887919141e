import type { Actor } from '#shared/access/actor.ts'
import { fullName } from '#shared/accounts/model.ts'
import type { Mutation } from '#shared/contract/mutation.ts'
import { must } from '#shared/kernel/assert.ts'
import type { FormId, InstitutionId, Mid, UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { World } from '#shared/world.ts'
import type { Engine, Place } from '#sync/face.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { useEngine, useSyncStatus, useTopic } from './engine.tsx'
import { useReadingOf } from './reading.ts'

/** What goes with a mutation besides its arguments. */
export interface Asking {
  /** Draft that it replaces, deleted in the same write. */
  readonly clearDraft?: string | undefined
  /** Version that the person saw, where it is not the one that stands. */
  readonly base?: Mid | null | undefined
  /** Scope that it is about, where it is not the institution's own. */
  readonly scope?: string | undefined
}

/** One institution in one form, open on this device: what pages of the signed-in area read and change. */
export interface OpenWorld {
  readonly actor: Actor
  readonly scope: string
  /** Confirmed rows with the pending mutations folded in. Read anew after each notice. */
  world(): World
  /** False once the person's scopes of it were taken away while it is open: it stays as it stood. */
  isHere(): boolean
  /** Best estimate of the server's time. */
  now(): Instant
  /** Topics: `*`, `table:<table>`, `unit:<unit>`, `row:<table>:<id>` of the rows; `queue` and `outcomes` of what waits. */
  subscribe(topic: string, listener: () => void): () => void
  version(topic: string): number
  /** Fails with the code of a refusal, or of what would be lost; nothing is kept then. */
  dispatch<Args>(mutation: Mutation<string, Args>, args: Args, asking?: Asking): Promise<Result<{ readonly mid: Mid | null }>>
  /** Resolves once everything that was asked of it so far stands, or was refused: what is read then counts it. */
  settled(): Promise<void>
}

const ofEngine: ReadonlySet<string> = new Set(['queue', 'outcomes', 'status', 'position'])

function openWorld(engine: Engine, live: LiveWorld): OpenWorld {
  const { scope } = live.world
  const underWay = new Set<Promise<unknown>>()
  return {
    actor: engine.actor,
    scope,
    world: () => live.world,
    isHere: () => live.isHere,
    now: () => engine.now(),
    subscribe: (topic, listener) => (ofEngine.has(topic) ? engine.subscribe(topic, listener) : live.topics.subscribe(topic, listener)),
    version: (topic) => (ofEngine.has(topic) ? engine.version(topic) : live.topics.version(topic)),
    dispatch(mutation, args, { scope: other, ...how } = {}) {
      const asked = engine.dispatch(mutation, other ?? scope, args, how)
      underWay.add(asked)
      return asked.finally(() => underWay.delete(asked))
    },
    async settled() {
      await Promise.allSettled(underWay)
    },
  }
}

/** opening: being read · missing: nothing of it on this device yet · open. */
export type WorldState = { readonly kind: 'opening' } | { readonly kind: 'missing' } | { readonly kind: 'open'; readonly open: OpenWorld }

/** Opens an institution's world; what is not on this device yet, one of the lab's people brings by opening it. */
async function opened(engine: Engine, place: Place): Promise<OpenWorld | null> {
  const found = await engine.world(place.institutionId, place.formId)
  if (found.ok) return openWorld(engine, found.value)
  if (found.failure.code !== 'not_found' || !(await engine.bring([place])).ok) return null
  const brought = await engine.world(place.institutionId, place.formId)
  return brought.ok ? openWorld(engine, brought.value) : null
}

/** An institution's rows in a form, opened; tried again after each pull until they are there. */
export function useWorldOf(institutionId: InstitutionId | null, formId: FormId | null): WorldState {
  const engine = useEngine()
  const status = useSyncStatus()
  const position = useTopic('position')
  const [found, setFound] = useState<{ readonly key: string; readonly open: OpenWorld | null } | null>(null)
  const key = `${institutionId ?? ''}:${formId ?? ''}`
  const isOpen = found?.key === key && found.open?.isHere() === true
  useEffect(() => {
    if (isOpen || institutionId === null || formId === null) return
    let left = false
    void opened(engine, { institutionId, formId }).then((open) => {
      if (!left) setFound({ key, open })
    })
    return () => {
      left = true
    }
  }, [engine, institutionId, formId, key, isOpen, position])
  if (institutionId === null || formId === null) return { kind: 'missing' }
  if (found?.key === key && found.open?.isHere()) return { kind: 'open', open: found.open }
  const mayStillCome =
    status.kind === 'connecting' || (status.syncedAt === null && status.kind !== 'offline' && status.kind !== 'needs-auth')
  return mayStillCome || found?.key !== key ? { kind: 'opening' } : { kind: 'missing' }
}

/** Whether the person only looks: what they see they do not change. */
export const WatchingContext = createContext(false)

/** An institution as whoever looks has it: an administrator who does not act for it changes nothing in it (IM1). */
export function useAsSeen(open: OpenWorld | null): OpenWorld | null {
  const watching = useContext(WatchingContext)
  return useMemo(() => open && (watching ? { ...open, actor: { ...open.actor, watching } } : open), [open, watching])
}

export const WorldContext = createContext<OpenWorld | null>(null)

export const useOpenWorld = (): OpenWorld => must(useContext(WorldContext), 'this part is drawn outside an open institution')

export const everything: readonly string[] = ['*']

/** What a reading of the world gives now, and again whenever a topic moves or time passes: see `useReadingOf`. */
export function useReading<T>(
  topics: readonly string[],
  read: (world: World, open: OpenWorld) => T,
  same: (left: T, right: T) => boolean = Object.is,
): T {
  return useReadingOf(useOpenWorld(), topics, (open) => read(open.world(), open), same)
}

/** Name of a person as everybody sees it; undefined when the account was deleted. */
export function personName(world: World, userId: UserId | null | undefined): string | undefined {
  const person = userId ? world.person(userId) : undefined
  return person ? fullName(person) : undefined
}
