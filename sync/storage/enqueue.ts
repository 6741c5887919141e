import { StorageLostError } from './storage.ts'
import type { Device, Enqueue, Enqueued, OutboxRow } from './storage.ts'

/**
 * Numbers mutations and keeps them, in one strict transaction of the browser's own: a person waits for it, and Dexie's
 * bookkeeping around a transaction takes as long as the transaction itself.
 */
export function enqueueIn(begin: (stores: string[]) => IDBTransaction, order: Enqueue): Promise<Enqueued> {
  return new Promise((resolve, reject) => {
    const stores = order.clearDrafts.length > 0 ? ['meta', 'outbox', 'draft'] : ['meta', 'outbox']
    const transaction = begin(stores)
    const outbox = transaction.objectStore('outbox')
    const standing = order.replace.map((next): IDBRequest<OutboxRow | undefined> => outbox.get(next.seq))
    // Asked for last, so that it is answered last.
    const device: IDBRequest<{ value: Device } | undefined> = transaction.objectStore('meta').get('device')
    let done: Enqueued | undefined
    device.addEventListener('success', () => {
      try {
        if (!device.result) throw new StorageLostError('the database is empty')
        done = write(
          transaction,
          device.result.value,
          order,
          standing.map((request) => request.result),
        )
        transaction.commit()
      } catch (error) {
        reject(error)
        transaction.abort()
      }
    })
    transaction.addEventListener('complete', () => {
      if (done) resolve(done)
    })
    transaction.addEventListener('abort', () => reject(transaction.error ?? new DOMException('aborted', 'AbortError')))
  })
}

/** Does one thing and asks for nothing more: the commit is ordered at once, so that it goes on without the page. */
export function atOnce(transaction: IDBTransaction, act: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new DOMException('aborted', 'AbortError')))
    act()
    transaction.commit()
  })
}

function write(
  transaction: IDBTransaction,
  now: Device,
  { add, replace, clearDrafts }: Enqueue,
  standing: readonly (OutboxRow | undefined)[],
): Enqueued {
  const lastMid = add.at(-1)?.mid
  // The same order again, after a connection that was lost when it had already been written.
  if (lastMid !== undefined && lastMid === now.lastMid) return { kind: 'written', seqs: seqsFrom(now.nextSeq - add.length, add.length) }
  for (const [position, next] of replace.entries()) {
    if (next.seq <= now.inFlightThrough || standing[position]?.mid !== next.mid) {
      return { kind: 'immutable', inFlightThrough: now.inFlightThrough }
    }
  }
  const outbox = transaction.objectStore('outbox')
  for (const next of replace) outbox.put(next)
  for (const [position, one] of add.entries()) outbox.put({ ...one, seq: now.nextSeq + position })
  if (lastMid !== undefined) {
    const value: Device = { ...now, nextSeq: now.nextSeq + add.length, lastMid }
    transaction.objectStore('meta').put({ k: 'device', value })
  }
  for (const key of clearDrafts) transaction.objectStore('draft').delete(key)
  return { kind: 'written', seqs: seqsFrom(now.nextSeq, add.length) }
}

const seqsFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, position) => first + position)
