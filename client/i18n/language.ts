import { useSyncExternalStore } from 'react'

export type Language = 'es' | 'en'
export const languages = ['es', 'en'] as const satisfies readonly Language[]

/** Name of the stored choice. */
const storedName = 'lang'

const listeners = new Set<() => void>()
let current: Language = remembered()

function remembered(): Language {
  try {
    return localStorage.getItem(storedName) === 'en' ? 'en' : 'es'
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
    return 'es'
  }
}

/** Tells the document its language; once, at the start. */
export function showLanguage(): void {
  document.documentElement.lang = current
}

/** Language of the interface now. Spanish until somebody chooses. */
export const language = (): Language => current

export function setLanguage(next: Language): void {
  if (next === current) return
  current = next
  showLanguage()
  try {
    localStorage.setItem(storedName, next)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, language)
