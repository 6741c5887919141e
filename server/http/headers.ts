const documentPolicy = (connect: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    connect,
    "worker-src 'self'",
    "manifest-src 'self'",
    // Evidence that is looked at beside its answer: bytes that a page has made a file of, and no address.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const ownPolicy = documentPolicy("connect-src 'self'")

const dataPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
/** For what people uploaded: nothing in it runs, whatever it is (UP2). */
export const uploadPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

const yearSeconds = 31_536_000

/** Puts the headers that every reply carries on one that does not have them yet. `filesAt`: origin where pages read files by themselves (FS7). */
export function secure(headers: Headers, { api, https, filesAt }: { api: boolean; https: boolean; filesAt?: string | undefined }): void {
  const put = (name: string, value: string): void => {
    if (!headers.has(name)) headers.set(name, value)
  }
  put('Content-Security-Policy', api ? dataPolicy : filesAt === undefined ? ownPolicy : documentPolicy(`connect-src 'self' ${filesAt}`))
  put('X-Content-Type-Options', 'nosniff')
  put('Referrer-Policy', 'no-referrer')
  put('X-Frame-Options', 'DENY')
  put('Cross-Origin-Opener-Policy', 'same-origin')
  put('Cross-Origin-Resource-Policy', 'same-origin')
  put('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
  if (https) put('Strict-Transport-Security', `max-age=${yearSeconds}`)
  if (!api) return
  put('Cache-Control', 'no-store')
  // Whatever is kept all the same, by whatever stands between, is for who asked and nobody else.
  if (!/\bauthorization\b/i.test(headers.get('Vary') ?? '')) headers.append('Vary', 'Authorization')
}
