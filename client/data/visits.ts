import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { Instant } from '#shared/kernel/instant.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { visitSchema, type Visit } from '#shared/visits/model.ts'
import { visit as visitRoute } from '#shared/visits/routes.ts'
import { together, visitNow } from '#shared/visits/rules.ts'
import { callRoute } from './server/call.ts'
import { visitName } from './session/session.ts'
import { readStored, writeStored } from './storage.ts'

/** How exactly the last sign of life is kept, and how exactly the server knows it. */
const stepMs = 15_000
const toldStepMs = 15 * 60_000

const storedSchema = v.object({ userId: v.string(), visit: visitSchema })

/** A person's visit as this device knows it. */
export interface KnownVisit {
  readonly userId: UserId
  readonly visit: Visit
  /** Until when changes are told of together: what comes once the page stands and is in contact is told as it comes. */
  readonly until: Instant
}

let current: KnownVisit | null = null
let toldAtMs = 0
let told: Visit | null = null
const listeners = new Set<() => void>()

function take(next: KnownVisit): void {
  const isSame = current?.userId === next.userId && JSON.stringify(current) === JSON.stringify(next)
  current = next
  if (isSame) return
  writeStored(visitName, JSON.stringify({ userId: next.userId, visit: next.visit }))
  for (const listener of listeners) listener()
}

/** What another tab, or this device before, kept of it; null for anybody else's, and for what does not read. */
function stored(userId: UserId): Visit | null {
  const text = readStored(visitName)
  if (text === null) return null
  try {
    const read = v.safeParse(storedSchema, JSON.parse(text))
    return read.success && read.output.userId === userId ? read.output.visit : null
  } catch {
    // Whoever looks into a browser's store may write there, too.
    return null
  }
}

/** Somebody is here: their visit goes on, or another begins (VS1). */
export function noteVisit(userId: UserId, now: Instant): void {
  const known = stored(userId) ?? (current?.userId === userId ? current.visit : null)
  const visit = visitNow(known, now)
  const isSame = current?.userId === userId && current.visit.at === visit.at
  const isFresh = !isSame || Date.parse(visit.seenAt) - Date.parse(current?.visit.seenAt ?? now) >= stepMs
  if (isFresh || known?.dismissed !== current?.visit.dismissed) take({ userId, visit, until: isSame && current ? current.until : now })
  if (!isSame || Date.now() - toldAtMs >= toldStepMs) void tellVisit(userId)
}

/** What came with the first contact of a visit is of before it. */
export function noteContact(userId: UserId, now: Instant): void {
  if (current?.userId === userId && now > current.until) take({ ...current, until: now })
  void tellVisit(userId)
}

/** Tells the server of the visit, and takes over what the person's other devices know of it (VS2). */
export async function tellVisit(userId: UserId): Promise<void> {
  if (current?.userId !== userId || current.visit === told) return
  const said = current.visit
  toldAtMs = Date.now()
  const reply = await callRoute(visitRoute, { body: said })
  // Without a network the device goes by what it knows, and tells it with the next sign of life.
  if (!reply.ok || current?.userId !== userId) return
  take({ ...current, visit: together(current.visit, reply.value) })
  told = current.visit
}

/** The person has read what had changed, or does not want to (VS3). */
export function dismissVisit(userId: UserId): void {
  if (current?.userId !== userId) return
  take({ ...current, visit: { ...current.visit, dismissed: true } })
  void tellVisit(userId)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A person's visit; null until they were noticed. */
export function useVisit(userId: UserId): KnownVisit | null {
  const found = useSyncExternalStore(subscribe, () => current)
  return found?.userId === userId ? found : null
}
