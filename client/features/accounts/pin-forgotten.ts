const name = 'iip_pin_forgotten'

/** Remembers, for as long as this tab lives, who goes to sign in because they forgot their PIN. */
export function noteForgotten(userId: string): void {
  try {
    sessionStorage.setItem(name, userId)
  } catch {
    // Blocked: then their password opens it, and the PIN stays until they change it.
  }
}

/** Whether it was them, once. */
export function wasForgotten(userId: string): boolean {
  try {
    return sessionStorage.getItem(name) === userId
  } catch {
    // Blocked, as above.
    return false
  }
}

export function forgottenNoMore(): void {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Blocked, as above.
  }
}
