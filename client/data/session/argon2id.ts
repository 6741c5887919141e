import type { Argon2id } from '#sync/storage/keyring.ts'

/** Longest that a slow telephone may take. */
const workerMs = 60_000

/** What the worker is asked. */
export interface Argon2idAsked {
  readonly secret: Uint8Array<ArrayBuffer>
  readonly salt: Uint8Array<ArrayBuffer>
  readonly memoryKiB: number
  readonly turns: number
}

/** Apart from the page, which goes on meanwhile, and with memory that goes with the worker. */
export const argon2id: Argon2id = (secret, salt, { memoryKiB, turns }) => {
  const worker = new Worker(new URL('./argon2id-worker.ts', import.meta.url), { type: 'module', name: 'argon2id' })
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const timer = setTimeout(() => reject(new Error('argon2id: it took too long')), workerMs)
  // Only `argon2id-worker.ts` is at the other end.
  worker.addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | string>) =>
    typeof data === 'string' ? reject(new Error(`argon2id: ${data}`)) : resolve(data),
  )
  worker.addEventListener('error', () => reject(new Error('argon2id: the worker did not start')))
  worker.postMessage({ secret, salt, memoryKiB, turns } satisfies Argon2idAsked)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.terminate()
  })
}
