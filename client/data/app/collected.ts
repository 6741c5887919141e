import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'

/**
 * All bytes of a reply, however slowly they come: the limit is for the silence between two pieces, not for the whole.
 * hush: called off and set again at each piece; what it does ends the reply. Fails: unavailable (it broke off or fell silent).
 */
export async function collected(reply: Response, limitMs: number, hush: () => void): Promise<Result<Blob>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let timer = setTimeout(hush, limitMs)
  try {
    const reader = reply.body?.getReader()
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      parts.push(next.value)
      clearTimeout(timer)
      timer = setTimeout(hush, limitMs)
    }
    return done(new Blob(parts, { type: reply.headers.get('Content-Type') ?? '' }))
  } catch {
    // Every way in which reading throws here is a network that did not answer.
    return fail('unavailable')
  } finally {
    clearTimeout(timer)
  }
}
