import { pathOf, type Route } from '#shared/contract/route.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { collected } from '#client/data/app/collected.ts'
import { envelopeOf, requestRaw, requestRoute, timeoutMs } from './request.ts'
import type { Identity, RouteArguments } from './request.ts'
import { saveBlob } from './save-blob.ts'
import { endSession, session } from '#client/data/session/session.ts'

/** Who is signed in. A 401 ends the session's right to send, and nothing else. */
function signedIn(): Identity | null {
  const { token } = session()
  return token === null ? null : { token, onEnded: (code) => endSession(code, token) }
}

/** A call of the contract as the signed-in person. `asUser`: also where anybody may call. */
export const callRoute = <Params, Query, Body, Reply>(
  route: Route<Params, Query, Body, Reply>,
  { asUser = route.access !== 'public', ...given }: RouteArguments<Params, Query, Body> & { readonly asUser?: boolean | undefined } = {},
): Promise<Result<Reply>> => requestRoute(route, given, asUser ? signedIn() : null)

/** Name that the server gives a download, or the fallback. */
function downloadName(reply: Response, fallback: string): string {
  const header = reply.headers.get('Content-Disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? fallback
}

type FileRoute<Params> = Pick<Route<Params>, 'method' | 'path' | 'params' | 'linked'>
type FetchedFile = Result<{ readonly name: string; readonly file: Blob }>

/**
 * Fetches a file as the signed-in person, with the name that the server gives it. One that is led to where files are kept, and does not come
 * from there, the server is asked to bring: a document that was kept from before may not ask anybody else, nor an old browser.
 */
export async function fetchFile<Params extends Readonly<Record<string, string>>>(
  route: FileRoute<Params>,
  params: Params,
  fallbackName: string,
  query?: Readonly<Record<string, string>>,
): Promise<FetchedFile> {
  const fetched = await fetchOnce(route, params, fallbackName, query)
  const isLost = !fetched.ok && (fetched.failure.code === 'unavailable' || fetched.failure.code === 'internal_error')
  return route.linked && isLost ? fetchOnce(route, params, fallbackName, { ...query, through: 'server' }) : fetched
}

async function fetchOnce<Params extends Readonly<Record<string, string>>>(
  route: FileRoute<Params>,
  params: Params,
  fallbackName: string,
  query: Readonly<Record<string, string>> | undefined,
): Promise<FetchedFile> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  const reply = await requestRaw({ method: route.method, path: pathOf(route, params), query, identity: signedIn() }, abort.signal)
  clearTimeout(timer)
  if (!reply.ok) return reply
  if (!reply.value.ok) {
    const read = await envelopeOf(reply.value)
    if (!read || read.success) return fail('internal_error')
    return { ok: false, failure: failure(read.error.code, undefined, read.error.requestId) }
  }
  const name = downloadName(reply.value, fallbackName)
  const file = await collected(reply.value, timeoutMs, () => abort.abort())
  return file.ok ? done({ name, file: file.value }) : file
}

/** Fetches a file as the signed-in person and hands it to the browser's downloads. Resolves to its name. */
export async function download<Params extends Readonly<Record<string, string>>>(
  ...asked: Parameters<typeof fetchFile<Params>>
): Promise<Result<string>> {
  const fetched = await fetchFile(...asked)
  if (!fetched.ok) return fetched
  saveBlob(fetched.value.file, fetched.value.name)
  return done(fetched.value.name)
}
