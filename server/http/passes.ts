import { epochMs, type Instant } from '#shared/kernel/instant.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long a pass opens its download. The download itself takes as long as it takes. */
const passMs = 60_000

/** Passes to one download each, for a browser that fetches by an address alone and so brings no token. */
export interface Passes {
  /** `path`: of the download, whole. `tokenHash`: of the session that it stands for. */
  issue(tokenHash: string, path: string, now: Instant): string
  /** The session for which somebody has this download; undefined for a pass that is over, of another path, or not ours. */
  sessionIn(pass: string, path: string, now: Instant): string | undefined
}

/**
 * A pass is signed with the server's secret over session, path and end, and nothing of it is stored. It is no token: it opens one
 * download, for a minute, and only while the session stands. Who has it has no more than the hash under which the session is kept.
 */
export function createPasses(secret: string): Passes {
  const proofOf = (tokenHash: string, path: string, end: string): string =>
    createHmac('sha256', secret).update(`iip-download pass\n${tokenHash}\n${path}\n${end}`).digest('base64url')
  return {
    issue(tokenHash, path, now) {
      const end = String(epochMs(now) + passMs)
      return [tokenHash, end, proofOf(tokenHash, path, end)].join('.')
    },
    sessionIn(pass, path, now) {
      const [, tokenHash, end, proof] = /^([\da-f]{64})\.(\d{1,15})\.([\w-]{43})$/.exec(pass) ?? []
      if (tokenHash === undefined || end === undefined || proof === undefined) return undefined
      const given = Buffer.from(proof)
      const expected = Buffer.from(proofOf(tokenHash, path, end))
      return timingSafeEqual(given, expected) && epochMs(now) < Number(end) ? tokenHash : undefined
    },
  }
}
