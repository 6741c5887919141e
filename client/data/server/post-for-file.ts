import { pathOf } from '#shared/contract/route.ts'
import type { Route } from '#shared/contract/route.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import { collected } from '#client/data/app/collected.ts'
import { envelopeOf, requestRaw, timeoutMs } from './request.ts'
import { endSession, session } from '#client/data/session/session.ts'

/** A file that the server makes of what is sent along, as the signed-in person. */
export async function postForFile<Params extends Readonly<Record<string, string>>, Body>(
  route: Pick<Route<Params, unknown, Body>, 'method' | 'path' | 'params' | 'body'>,
  { params, query, body }: { readonly params: Params; readonly query?: Readonly<Record<string, string>>; readonly body: Body },
): Promise<Result<Blob>> {
  const { token } = session()
  const identity = token === null ? null : { token, onEnded: (ended: 'unauthenticated' | 'revoked') => endSession(ended, token) }
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  const reply = await requestRaw({ method: route.method, path: pathOf(route, params), query, body, identity }, abort.signal)
  clearTimeout(timer)
  if (!reply.ok) return reply
  if (reply.value.ok) return collected(reply.value, timeoutMs, () => abort.abort())
  const read = await envelopeOf(reply.value)
  if (!read || read.success) return fail('internal_error')
  const { code, params: said } = read.error
  if (reply.value.status === 401 && (code === 'unauthenticated' || code === 'revoked')) endSession(code, token)
  return { ok: false, failure: failure(code, said) }
}
