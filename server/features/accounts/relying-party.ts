import { isIP } from 'node:net'

/** To whom passkeys belong: the name of the platform's host, at one origin. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/**
 * Whom passkeys would belong to; undefined where browsers make none: at an address of numbers, and where the way to the platform is open
 * to others (PK1). Only the setting says it, never a request.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) > 0) return undefined
  const onThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || onThisMachine ? { id: hostname, origin } : undefined
}
