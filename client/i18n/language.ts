import { createContext, use, useSyncExternalStore } from 'react'

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

let bringEnglish: (() => Promise<unknown>) | null = null
let english: Promise<unknown> | null = null

/** Brings the words of a language, once; a try that failed is made again. Fails as the import does. */
async function wordsOf(next: Language): Promise<void> {
  if (next === 'es' || !bringEnglish) return
  english ??= bringEnglish()
  try {
    await english
  } catch (cause) {
    english = null
    throw cause
  }
}

const tellDocument = (): void => void (document.documentElement.lang = current)

/**
 * Begins in the language that was chosen, once its words are there; once, before anything is drawn. `bring` registers English. Without its
 * words the page is in Spanish, and the choice stays for the next one.
 */
export async function startLanguage(bring: () => Promise<unknown>): Promise<void> {
  bringEnglish = bring
  await wordsOf(current).catch(() => void (current = 'es'))
  tellDocument()
}

/** Language of the interface now. Spanish until somebody chooses. */
export const language = (): Language => current

/** Changes the language, once its words are there. Fails where they cannot be brought: then nothing changes. */
export async function setLanguage(next: Language): Promise<void> {
  if (next === current) return
  await wordsOf(next)
  current = next
  tellDocument()
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

/** The language of a page whose address says it, whatever was chosen elsewhere. Null: the chosen one. */
export const AddressLanguage = createContext<Language | null>(null)

export function useLanguage(): Language {
  const chosen = useSyncExternalStore(subscribe, language, language)
  return use(AddressLanguage) ?? chosen
}
