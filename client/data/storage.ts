/**
 * The few words that this device keeps beside the database of a person: who is signed in, whose data is here, what was chosen.
 *
 * They stand in localStorage, because a page must know them before it draws. A browser writes localStorage to the disk seconds, at
 * times a minute, after it was set: one that is killed before forgets a sign-in, and without a network nobody gets back to their work.
 * So what stands there is also committed to a small database of its own, and a page that starts takes back what localStorage lost.
 */

/** Names of what is worth it: the rest is a comfort. */
const prefix = 'iip_'
/** Counts the changes: of two copies the one that counted further is the newer. Tells nothing of anybody, and stays. */
const turnName = 'iip_turn'
const databaseName = 'iip_words'
const storeName = 'words'
const recordKey = 'all'
/** A database that does not answer holds up no page for longer. */
const answerMs = 1_000

interface Words {
  readonly turn: number
  readonly words: Readonly<Record<string, string>>
}

/** Says that a tab keeps to itself who is in it: one of a rehearsal, beside the administrator's own. */
const ownTabName = 'iip_own_tab'

/** Whether this tab keeps to itself who is in it. */
export function isOwnTab(): boolean {
  try {
    return sessionStorage.getItem(ownTabName) === '1'
  } catch {
    return false
  }
}

/** From now on this tab keeps its words to itself, and for as long as it lives. False where the browser keeps nothing for a tab. */
export function keepToThisTab(): boolean {
  try {
    sessionStorage.setItem(ownTabName, '1')
  } catch {
    return false
  }
  return isOwnTab()
}

const words = (): Storage => (isOwnTab() ? sessionStorage : localStorage)

/** localStorage may be blocked (private windows, policies): then reads give null, and what is written lasts as long as the page. */
export function readStored(name: string): string | null {
  try {
    return words().getItem(name)
  } catch {
    return null
  }
}

/** Null removes. */
export function writeStored(name: string, value: string | null): void {
  // Blocked or full: what was to be remembered lasts as long as the page, and the storage notice is shown.
  if (!set(name, value)) return
  if (!name.startsWith(prefix) || isOwnTab()) return
  set(turnName, String(turnNow() + 1))
  copySoon()
}

/** Brings localStorage up to the copy, or the copy up to localStorage, whichever is behind. True when localStorage was. */
export async function recoverStored(): Promise<boolean> {
  if (isOwnTab()) return false
  const tooLate = new Promise<null>((resolve) => void setTimeout(resolve, answerMs, null))
  const copy = await Promise.race([readCopy().catch(() => null), tooLate])
  const turn = turnNow()
  if (!copy || copy.turn <= turn) {
    if (turn > (copy?.turn ?? 0)) copySoon()
    return false
  }
  for (const name of Object.keys(wordsNow().words)) if (!(name in copy.words)) set(name, null)
  for (const [name, value] of Object.entries(copy.words)) set(name, value)
  set(turnName, String(copy.turn))
  return true
}

function set(name: string, value: string | null): boolean {
  try {
    if (value === null) words().removeItem(name)
    else words().setItem(name, value)
    return true
  } catch {
    return false
  }
}

const turnNow = (): number => Number(readStored(turnName) ?? 0)

function wordsNow(): Words {
  const found: Record<string, string> = {}
  for (let at = 0; at < localStorage.length; at += 1) {
    const name = localStorage.key(at)
    const value = name === null ? null : readStored(name)
    if (name?.startsWith(prefix) && name !== turnName && value !== null) found[name] = value
  }
  return { turn: turnNow(), words: found }
}

let copying: Promise<void> | null = null
let changed = false

/** One copy at a time; what changes meanwhile goes with the next. */
function copySoon(): void {
  changed = true
  copying ??= copyWhileChanged().finally(() => (copying = null))
}

/**
 * Resolves when the copy says what localStorage says, or did not answer: a page that forgets somebody and is left before that leaves
 * the copy as it was.
 */
export async function storedCopied(): Promise<void> {
  const tooLate = new Promise<void>((resolve) => void setTimeout(resolve, answerMs))
  await Promise.race([copying, tooLate])
}

async function copyWhileChanged(): Promise<void> {
  while (changed) {
    changed = false
    try {
      await writeCopy(wordsNow())
    } catch {
      // A browser without a database says so where work is kept. What is lost here is that a crash in this minute asks for a sign-in.
    }
  }
}

const readCopy = (): Promise<Words | null> =>
  inStore<Words>('readonly', (store, give) => {
    const request = store.get(recordKey) as IDBRequest<Words | undefined>
    request.addEventListener('success', () => {
      if (request.result) give(request.result)
    })
  })

const writeCopy = (words: Words): Promise<null> =>
  inStore<never>('readwrite', (store) => {
    const request = store.get(recordKey) as IDBRequest<Words | undefined>
    request.addEventListener('success', () => {
      // Another tab may have copied something newer meanwhile.
      if ((request.result?.turn ?? 0) <= words.turn) store.put(words, recordKey)
    })
  })

/** Resolves with what was given once the transaction is on the disk; null when nothing was. */
function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore, give: (value: T) => void) => void): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1)
    const fail = (): void => reject(opening.error ?? new Error('the words of this device could not be opened'))
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
    opening.addEventListener('error', fail)
    opening.addEventListener('blocked', fail)
    opening.addEventListener('success', () => {
      const database = opening.result
      let given: T | null = null
      const transaction = database.transaction(storeName, mode, { durability: 'strict' })
      const end = (settle: () => void) => (): void => {
        database.close()
        settle()
      }
      transaction.addEventListener(
        'complete',
        end(() => resolve(given)),
      )
      transaction.addEventListener(
        'abort',
        end(() => reject(transaction.error ?? new Error('the words of this device were not written'))),
      )
      work(transaction.objectStore(storeName), (value) => (given = value))
    })
  })
}
