import type { Page } from '@playwright/test'

/** Everything that an origin keeps in a browser, as text, by where it is. */
export interface Traces {
  readonly databases: readonly string[]
  readonly texts: readonly { readonly where: string; readonly text: string }[]
}

/** Reads IndexedDB, both storages, Cache Storage and the page itself, whole. It runs in the page and is sent there as its text. */
export async function readTraces(): Promise<Traces> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('request failed')))
    })
  const textOf = async (value: unknown): Promise<string> => {
    if (value instanceof Blob) return value.text()
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value)
    if (Array.isArray(value)) return (await Promise.all(value.map(textOf))).join(' ')
    if (typeof value !== 'object' || value === null) return String(value)
    const parts = await Promise.all(Object.entries(value).map(async ([key, each]) => `${key}=${await textOf(each)}`))
    return parts.join(' ')
  }
  const databases = (await indexedDB.databases()).flatMap(({ name }) => (name === undefined ? [] : [name]))
  const texts: { where: string; text: string }[] = []
  for (const name of databases) {
    const db = await settled(indexedDB.open(name))
    for (const store of db.objectStoreNames) {
      const opened = db.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([settled(opened.getAllKeys()), settled(opened.getAll())])
      texts.push({ where: `${name}/${store}`, text: await textOf([keys, values]) })
    }
    db.close()
  }
  texts.push({ where: 'localStorage', text: JSON.stringify(localStorage) })
  texts.push({ where: 'sessionStorage', text: JSON.stringify(sessionStorage) })
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const reply = await cache.match(request)
      texts.push({ where: `cache ${request.url}`, text: (await reply?.text()) ?? '' })
    }
  }
  texts.push({ where: 'page', text: `${document.title} ${location.href} ${JSON.stringify(history.state)} ${document.body.textContent}` })
  return { databases, texts }
}

export const tracesOn = (page: Page): Promise<Traces> => page.evaluate(readTraces)

/** Where a browser still holds one of the words. */
export const placesThatHold = async (page: Page, words: readonly string[]): Promise<string[]> => placesIn(await tracesOn(page), words)

/** Where traces hold one of the words. */
export function placesIn({ databases, texts }: Traces, words: readonly string[]): string[] {
  return [
    ...databases.filter((name) => words.some((word) => name.includes(word))).map((name) => `database ${name}`),
    ...texts.flatMap(({ where, text }) => words.filter((word) => text.includes(word)).map((word) => `${word} in ${where}`)),
  ]
}
