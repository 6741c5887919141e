import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localStorageOver } from './testing/local-storage.ts'

let disk: Map<string, string>
let words: Map<string, string>

/** A page of the same device: what localStorage had not written yet when the browser was killed is not there. */
async function aPage(kept: ReadonlyMap<string, string>) {
  vi.resetModules()
  words = new Map(kept)
  vi.stubGlobal('localStorage', localStorageOver(words))
  return import('./storage.ts')
}

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database said no')))
  })

/** Until the copy on the disk says what localStorage says. */
const copied = (): Promise<void> =>
  vi.waitFor(async () => {
    const database = await asked(indexedDB.open('iip_words'))
    const copy: unknown = await asked(database.transaction('words').objectStore('words').get('all'))
    database.close()
    const { iip_turn: turn, ...rest } = Object.fromEntries(words)
    expect(copy).toEqual({ turn: Number(turn), words: rest })
  })

beforeEach(() => {
  disk = new Map()
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => vi.unstubAllGlobals())

test('who was signed in a moment before the browser was killed is signed in after it', async () => {
  const page = await aPage(disk)
  page.writeStored('iip_user', 'ana')
  page.writeStored('iip_local_token', 'token-1')
  await copied()
  const next = await aPage(disk)
  expect(await next.recoverStored()).toBe(true)
  expect([next.readStored('iip_user'), next.readStored('iip_local_token')]).toEqual(['ana', 'token-1'])
})

test('who signed out a moment before the browser was killed stays signed out, and no copy holds them', async () => {
  const page = await aPage(disk)
  page.writeStored('iip_user', 'ana')
  await copied()
  disk = new Map(words)
  const leaving = await aPage(disk)
  leaving.writeStored('iip_user', null)
  await copied()
  const next = await aPage(disk)
  expect(next.readStored('iip_user')).toBe('ana')
  expect(await next.recoverStored()).toBe(true)
  expect(next.readStored('iip_user')).toBe(null)
})

test('a page that waits for the copy before it goes leaves nobody in it', async () => {
  const page = await aPage(disk)
  page.writeStored('iip_user', 'ana')
  await page.storedCopied()
  page.writeStored('iip_local_token', 'token-1')
  page.writeStored('iip_user', null)
  page.writeStored('iip_local_token', null)
  await page.storedCopied()
  const database = await asked(indexedDB.open('iip_words'))
  expect(await asked(database.transaction('words').objectStore('words').get('all'))).toEqual({ turn: 4, words: {} })
})

test('a copy that is behind changes nothing, and is brought up', async () => {
  const page = await aPage(disk)
  page.writeStored('iip_user', 'ana')
  await copied()
  disk = new Map([...words, ['iip_user', 'berta'], ['iip_turn', '9']])
  const next = await aPage(disk)
  expect(await next.recoverStored()).toBe(false)
  expect(next.readStored('iip_user')).toBe('berta')
  await copied()
})

test('without a database everything goes on, and nothing is recovered', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const page = await aPage(disk)
  page.writeStored('iip_user', 'ana')
  expect(page.readStored('iip_user')).toBe('ana')
  expect(await page.recoverStored()).toBe(false)
})
