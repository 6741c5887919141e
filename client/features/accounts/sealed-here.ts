const name = 'iip_sealed_here'

/** Remembers, for as long as this tab lives, whose work was sealed in it: its author sits before it. */
export function noteSealedHere(userId: string): void {
  try {
    sessionStorage.setItem(name, userId)
  } catch {
    // Blocked: then nobody is told apart from a stranger.
  }
}

export function wasSealedHere(userId: string): boolean {
  try {
    return sessionStorage.getItem(name) === userId
  } catch {
    // Blocked, as above.
    return false
  }
}
