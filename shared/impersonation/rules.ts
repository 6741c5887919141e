import type { HistoryAction } from '../contract/mutation.ts'
import { epochMs, instantOf } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Impersonation } from './model.ts'

/** Without anything done it ends by itself after an hour (IM3). */
const idleMs = 3_600_000

/** Until when it lasts if nothing more is done in it. */
export const endOf = ({ lastAt, endedAt }: Pick<Impersonation, 'lastAt' | 'endedAt'>): Instant => {
  const idle = instantOf(epochMs(lastAt) + idleMs)
  return endedAt !== null && endedAt < idle ? endedAt : idle
}

/** Whether something was done in it, by when it was done: what a device brings later counts by that too (IM4). */
export const covers = (impersonation: Impersonation, at: Instant): boolean => at >= impersonation.startedAt && at <= endOf(impersonation)

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
