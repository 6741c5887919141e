/** The worker that makes one key of one PIN: what it is asked in, 32 bytes out, or why not. It is ended by who began it. */
import { argon2id } from 'hash-wasm'
import type { Argon2idAsked } from './argon2id.ts'

addEventListener('message', ({ data: { secret, salt, memoryKiB, turns } }: MessageEvent<Argon2idAsked>) => {
  argon2id({
    password: secret,
    salt,
    memorySize: memoryKiB,
    iterations: turns,
    parallelism: 1,
    hashLength: 32,
    outputType: 'binary',
  }).then(postMessage, (error: unknown) => postMessage(String(error)))
})
