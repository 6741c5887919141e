import { createHash, randomUUID } from 'node:crypto'
import type { Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'

/** An id for something that a call makes: of one call with a key always the same, so that it is made once however often it is asked for. */
export function idOfCall(letter: string, { request }: Said, session: Session): string {
  const key = request.headers.get('idempotency-key')
  const seed = key ? `${session.user.id} ${request.method} ${new URL(request.url).pathname} ${key}` : randomUUID()
  return `${letter}-${createHash('sha256').update(seed).digest('hex').slice(0, 20)}`
}
