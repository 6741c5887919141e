import { keyringKey } from './tables.ts'

/** Where a person's data stands on a device: in clear, or sealed. At rest there is one of them. */
export interface Places {
  readonly plain: string
  readonly locked: string
}
export type Browser = Pick<IDBFactory, 'open' | 'deleteDatabase'>

/**
 * How a person's data stands. ring: a Keyring, as it was found. left: a copy in clear stands beside what is sealed, of a move that was cut,
 * or of an application of before.
 */
export type Standing = { readonly kind: 'plain' } | { readonly kind: 'locked'; readonly ring: unknown; readonly left: boolean }

/**
 * Looks where a person's data stands. What is sealed is whole once it has its keyring, and counts from then on; before that, what is in
 * clear does, and the beginnings of what was being sealed go (LK3).
 */
export async function standingOf(browser: Browser, places: Places): Promise<Standing> {
  const locked = await opened(browser, places.locked)
  if (!locked) return { kind: 'plain' }
  const ring = await keyringIn(locked)
  locked.close()
  const left = await isThere(browser, places.plain)
  if (ring !== undefined) return { kind: 'locked', ring, left }
  // Without another one beside it, what it holds may be all that there is.
  if (left) await removed(browser, places.locked)
  return { kind: 'plain' }
}

/** Where a sealed database keeps what its author is given without its key: a copy that the server opens. */
export const copyKey = 'copy'

/** That copy; null where there is none. */
export async function copyIn(browser: Browser, name: string): Promise<string | null> {
  const database = await opened(browser, name)
  if (!database) return null
  const row: unknown = await answered(database.transaction('meta').objectStore('meta').get(copyKey))
  database.close()
  const value = valueIn(row)
  return typeof value === 'string' ? value : null
}

export const isThere = async (browser: Browser, name: string): Promise<boolean> => {
  const found = await opened(browser, name)
  found?.close()
  return found !== null
}

/** Resolves when it is gone. Whoever has it open is told to let go of it. */
export const removed = async (browser: Browser, name: string): Promise<void> => void (await answered(browser.deleteDatabase(name)))

/** A database that is there; null for one that is not, which is not made either. Lets go of it when somebody wants it gone. */
export function opened(browser: Browser, name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const asked = browser.open(name)
    let absent = false
    asked.addEventListener('upgradeneeded', () => {
      absent = true
      asked.transaction?.abort()
    })
    asked.addEventListener('error', (event) => {
      event.preventDefault()
      if (absent) resolve(null)
      else reject(asked.error ?? new Error('the database could not be opened'))
    })
    asked.addEventListener('success', () => {
      const { result } = asked
      result.addEventListener('versionchange', () => result.close())
      resolve(result)
    })
  })
}

async function keyringIn(database: IDBDatabase): Promise<unknown> {
  if (!database.objectStoreNames.contains('meta')) return undefined
  return valueIn(await answered(database.transaction('meta').objectStore('meta').get(keyringKey)))
}

export const valueIn = (row: unknown): unknown => (typeof row === 'object' && row !== null ? Reflect.get(row, 'value') : undefined)

export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database did not answer')))
  })
