import { isHelpOpen } from '#shared/help/hours.ts'
import type { Instant } from '#shared/kernel/instant.ts'

interface Asked {
  /** Where somebody of the lab talks; null where the platform is told of no such service. */
  readonly url: string | null
  readonly now: Instant
  readonly offline: boolean
}

/** Whether there is somebody to talk to, and where: null for nobody, `offline` where only the network is missing (HE3). */
export function chatAt({ url, now, offline }: Asked): { readonly url: string } | 'offline' | null {
  // What a device keeps is not trusted to be an address.
  if (url === null || !url.startsWith('https://') || !isHelpOpen(now)) return null
  return offline ? 'offline' : { url }
}
