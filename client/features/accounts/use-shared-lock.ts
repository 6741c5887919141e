import { useEffect } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import { lockSession } from '#client/data/session/session.ts'
import { isIdle, isLeftAlone, isSharedBy, noteActivity } from '#client/data/session/shared-device.ts'
import { vaultOf } from '#client/data/session/vault.ts'
import { signOutAtServer } from './account-calls.ts'

const lookMs = 15_000
const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * A computer that is left alone: behind a PIN it asks for that (LK6); a shared one goes back to sign-in. The person's work stays on
 * the device for them (SD1).
 */
export function useSharedLock(userId: string, minutes: number | null): void {
  useEffect(() => {
    if (minutes === null && !isSharedBy(userId)) return
    const note = (): void => noteActivity(Date.now())
    const look = (): void => {
      if (minutes !== null) {
        if (isIdle(Date.now(), minutes * 60_000)) void vaultOf(userId).lock()
        return
      }
      if (!isLeftAlone(userId, Date.now())) return
      // Started while the token is still there; whether it arrives changes nothing here.
      const signedOut = signOutAtServer()
      // The page is loaded anew, so that nothing stays in memory; where single sign-on is left, too, nobody else gets in by it.
      void lockSession().then(async () => location.replace((await signedOut) ?? pageAddress('login', { locked: userId })))
    }
    const timer = setInterval(look, lookMs)
    // A computer that slept looks at the clock before anybody sees the page.
    document.addEventListener('visibilitychange', look)
    for (const sign of signsOfLife) addEventListener(sign, note, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      for (const sign of signsOfLife) removeEventListener(sign, note, { capture: true })
    }
  }, [userId, minutes])
}
