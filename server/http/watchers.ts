import { timingSafeEqual } from 'node:crypto'
import { isLoopback } from '../config.ts'
import { isLoopbackAddress } from './peer.ts'
import { hashOfSecret } from './session.ts'

export interface Watcher {
  readonly request: Request
  /** Other end of the connection. */
  readonly address: string
  /** What METRICS_TOKEN says; undefined for nothing. */
  readonly token: string | undefined
  /** Origin that people use. */
  readonly publicUrl: string
}

/**
 * Whether a caller may read the server's figures: with the token, or, while the server is for this machine only, from it.
 * Once people come from elsewhere a proxy may stand before it, and then everybody seems to be on this machine.
 */
export function mayWatch({ request, address, token, publicUrl }: Watcher): boolean {
  const given = request.headers.get('authorization')?.match(/^Bearer (.+)$/i)?.[1]
  if (token !== undefined) return given !== undefined && timingSafeEqual(bytesOf(given), bytesOf(token))
  const forwarded = request.headers.has('x-forwarded-for') || request.headers.has('forwarded')
  // A page that somebody on this machine has open may send its browser here under a name of its own.
  const isAsked = isLoopback(new URL(request.url).hostname)
  return !forwarded && isAsked && isLoopbackAddress(address) && isLoopback(new URL(publicUrl).hostname)
}

const bytesOf = (secret: string): Buffer => Buffer.from(hashOfSecret(secret), 'hex')
