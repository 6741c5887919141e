import type { RestValue } from '#shared/answers/model.ts'
import type { HistoryAction } from '#shared/contract/mutation.ts'
import type { TraceRow } from '#shared/evaluations/routes.ts'
import type { Instant } from '#shared/kernel/instant.ts'

const decisionActions: ReadonlySet<string> = new Set<HistoryAction>([
  'Observa',
  'Acepta',
  'Rechaza',
  'Réplica aceptada',
  'Réplica rechazada',
])
const notApplied: HistoryAction = 'No aplicado'

type Line = Pick<TraceRow, 'date' | 'action' | 'value'>

/**
 * What an answer said when a decision was made on it, by the lines of its history, newest first: the last value that stood before the
 * decision's own line. Null when the lines do not reach back so far.
 */
export function seenInHistory(lines: readonly Line[], decidedAt: Instant): Exclude<RestValue, null> | null {
  const at = lines.findIndex(({ date, action }) => date === decidedAt && decisionActions.has(action))
  if (at === -1) return null
  return lines.slice(at + 1).find(({ action, value }) => value !== null && action !== notApplied)?.value ?? null
}
