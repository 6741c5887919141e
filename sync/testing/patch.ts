import type { PullPatch, Storage } from '../storage/storage.ts'

/** A page of a pull that changes nothing but what is said. */
export const patch = (change: Partial<PullPatch>): PullPatch => ({
  from: null,
  epoch: 'e1',
  cursor: 'c1',
  more: false,
  acked: 0,
  ackedMid: null,
  serverTime: '2026-03-02T12:00:00.000Z',
  offsetMs: 0,
  pulledAt: 1,
  reset: [],
  drop: [],
  rows: [],
  outcomes: [],
  ...change,
})

/** The reply to a push has told that the ledger holds a device's mutations up to a sequence. */
export async function ledgered(storage: Storage, through: number): Promise<void> {
  const { serverTime, offsetMs, epoch } = patch({})
  await storage.recordReply({ through, outcomes: [], serverTime, offsetMs, epoch }, null)
}
