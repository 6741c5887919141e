import { closeSession } from '#client/data/session.ts'
import { signOutAtServer } from './account-calls.ts'

/**
 * Ends the session once its data has left the device. The page is loaded anew, so that nothing stays in memory. `forget` false:
 * the data could not be reached, and waits here for the same person.
 */
export function leave(to = '/login', { forget = true }: { readonly forget?: boolean } = {}): void {
  // Started while the token is still there; whether it arrives changes nothing here.
  void signOutAtServer()
  closeSession({ forget })
  location.replace(to)
}
