import { instantOf, type Instant } from '#shared/kernel/instant.ts'
import type { SyncStatus } from '#sync/status.ts'
import type { PanelTranslate } from './panel-text.ts'

/** When this device last had everything from the server, in words. at: ms; null where it never had, undefined while that is being read. */
export function lastSync(
  t: PanelTranslate,
  moment: (at: Instant) => string,
  at: number | null | undefined,
  kind: SyncStatus['kind'],
): string {
  if (at === undefined) return '…'
  if (at !== null) return moment(instantOf(at))
  return t(kind === 'needs-auth' ? 'afterSignIn' : 'never')
}
