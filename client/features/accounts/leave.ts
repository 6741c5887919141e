import { closeSession } from '#client/data/session.ts'
import { signOutAtServer } from './account-calls.ts'

/** Ends the session once its data has left the device. The page is loaded anew, so that nothing stays in memory. */
export function leave(to = '/login'): void {
  // Started while the token is still there; whether it arrives changes nothing here.
  void signOutAtServer()
  closeSession({ forget: true })
  location.replace(to)
}
