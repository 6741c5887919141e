/** localStorage that may be blocked (private windows, policies): reads give null, and what is written lasts as long as the page. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Blocked or full: what was to be remembered lasts as long as the page, and the storage notice is shown.
  }
}
