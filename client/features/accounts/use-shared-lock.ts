import { useEffect } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import { lockSession } from '#client/data/session.ts'
import { isLeftAlone, isSharedBy, noteActivity } from '#client/data/shared-device.ts'
import { signOutAtServer } from './account-calls.ts'

const lookMs = 15_000
const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** On a shared computer that is left alone, goes back to sign-in: the person's work stays on the device for them (SD1). */
export function useSharedLock(userId: string): void {
  useEffect(() => {
    if (!isSharedBy(userId)) return
    const note = (): void => noteActivity(Date.now())
    const look = (): void => {
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
  }, [userId])
}
