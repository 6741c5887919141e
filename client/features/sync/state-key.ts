import type { SyncStatus } from '#sync/status.ts'
import { storageKeys } from './device/storage-keys.ts'

const stateKeys = {
  offline: 'stateOffline',
  connecting: 'stateConnecting',
  syncing: 'stateSyncing',
  attention: 'stateAttention',
  stalled: 'stateStalled',
  'half-written': 'stateHalfWritten',
  'up-to-date': 'stateUpToDate',
  'needs-auth': 'stateNeedsAuth',
  'needs-update': 'stateNeedsUpdate',
} as const satisfies Record<Exclude<SyncStatus['kind'], 'storage'>, string>

/** Sentence for the state of synchronising. */
export const stateKeyOf = (status: SyncStatus) => (status.kind === 'storage' ? storageKeys[status.cause] : stateKeys[status.kind])
