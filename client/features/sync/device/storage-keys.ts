import type { StorageTrouble } from '#sync/storage/keeper.ts'

/** Sentences for what is wrong with this browser's storage. */
export const storageKeys = {
  lost: 'stateStorageLost',
  silent: 'stateStorageSilent',
  failing: 'stateStorageFailing',
} as const satisfies Record<StorageTrouble, string>
