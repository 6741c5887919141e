import type { HistoryAction } from '../contract/mutation.ts'
import { dayMs, epochMs, instantOf } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Impersonation } from './model.ts'

/** Without anything done it ends by itself after an hour (IM3). */
const idleMs = 3_600_000

/** Until when it lasts if nothing more is done in it. */
export const endOf = ({ lastAt, endedAt }: Pick<Impersonation, 'lastAt' | 'endedAt'>): Instant => {
  const idle = instantOf(epochMs(lastAt) + idleMs)
  return endedAt !== null && endedAt < idle ? endedAt : idle
}

/** Whether it goes on. */
export const goesOn = (impersonation: Impersonation, now: Instant): boolean => now <= endOf(impersonation)

/** How long a device may still bring what was done in it. */
const broughtMs = 7 * dayMs

/** When a device brings something, when it was done there, and when the device was last in contact with nothing waiting; null: not known. */
export interface Brought {
  readonly at: Instant
  readonly now: Instant
  readonly contactAt: Instant | null
}

/**
 * Whether something was done in it, by when it was done (IM4). Once it is over only a device that was in contact meanwhile can know of work
 * in it, and brings it within days: another one writes what it likes into its times.
 */
export function covers(impersonation: Impersonation, { at, now, contactAt }: Brought): boolean {
  const end = endOf(impersonation)
  if (at < impersonation.startedAt || at > end) return false
  if (goesOn(impersonation, now)) return true
  return contactAt !== null && contactAt >= impersonation.startedAt && epochMs(now) - epochMs(end) <= broughtMs
}

/** Acts of an institution: whoever of the lab does one does it in the institution's place. */
const inPlace: ReadonlySet<string> = new Set(['answer', 'attachment', 'answers', 'assignment'])

/** Whether an administrator does this only in the place of an institution (IM1). */
export const isOnBehalf = (mutation: string): boolean => inPlace.has(mutation.split('.')[0] ?? '')

/** What histories call the acts of an institution. */
const actionsInPlace: ReadonlySet<string> = new Set<HistoryAction>([
  'Responde',
  'Modifica',
  'Trae respuesta',
  'Limpia por dependencia',
  'Restaura',
  'Mantiene respuesta',
  'Adjunta',
  'Elimina archivo',
  'Marca sin adjunto',
  'Desmarca sin adjunto',
  'Asigna',
  'Quita responsable',
  'Envía',
  'Retira envío',
])

/** Whether a line of a history that an administrator left was done in the place of the institution (IM1). */
export const wasOnBehalf = (role: string, action: string): boolean => role === 'Administrator' && actionsInPlace.has(action)
