import { createHash } from 'node:crypto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localStorageOver } from '#client/data/testing/local-storage.ts'
import type { Engine } from '#sync/face.ts'
import type { PinCost } from '#sync/storage/keyring.ts'
import { dexieStorage } from '#sync/storage/dexie.ts'
import { copyOpener } from '#sync/testing/copy-opener.ts'
import { fill } from '#sync/testing/sealing.ts'
import { toBase64 } from '#sync/sealing/base64.ts'
import { ana } from '#client/data/testing/ana.ts'
import type { Vault } from './vault.ts'

const pin = '480 271'
const setting = { pin, minutes: 15, seal: copyOpener().seal } as const

/** Each page's word about its connection, which changes when a test says so. */
const connected = { listeners: new Set<() => void>() }
vi.mock('./argon2id.ts', async () => {
  const { argon2id } = await import('hash-wasm')
  const how = { parallelism: 1, hashLength: 32, outputType: 'binary' } as const
  return {
    argon2id: (password: Uint8Array, salt: Uint8Array, { memoryKiB, turns }: PinCost) =>
      argon2id({ ...how, password, salt, memorySize: memoryKiB, iterations: turns }),
  }
})
vi.mock('#client/data/server/online.ts', () => ({
  connection: { online: true, subscribe: (listener: () => void) => void connected.listeners.add(listener) },
}))

/** What the device keeps in its small memory. */
const kept = new Map<string, string>()
const clear = (): string => [...kept.values()].join('\n')

/** A server with one session: which token opens it, and how it answers from now on. */
const server = { opens: 'token-1', line: 'good' as 'good' | 'cut' | 'reply lost', ended: [] as string[] }
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
/** The tokens that devices named, by their hashes: a test knows them from the calls that are made with them. */
let opensByHash = hashOf(server.opens)

interface Asked {
  readonly headers?: HeadersInit
  readonly body?: string | null
}

function answer(input: string, { headers, body }: Asked): Response {
  const path = new URL(input).pathname.replace('/api/v1/', '')
  const token = new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? ''
  const refused = { success: false, error: { code: 'unauthenticated', message: 'no' } }
  if (hashOf(token) !== opensByHash) {
    if (path === 'auth/logout' && token === 'former')
      return Response.json({ success: true, data: { msg: server.ended.push(token) && 'ok' } })
    return Response.json(refused, { status: 401 })
  }
  server.opens = token
  if (path === 'auth/token') {
    const { tokenHash } = JSON.parse(body ?? '') as { tokenHash: string }
    const renewed = opensByHash !== tokenHash
    opensByHash = tokenHash
    return Response.json({ success: true, data: { renewed } })
  }
  return Response.json({ success: true, data: [] })
}

beforeEach(() => {
  kept.clear()
  opensByHash = hashOf('token-1')
  Object.assign(server, { opens: 'token-1', line: 'good', ended: [] })
  // Pages know nothing of each other but through the disk.
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage(): void {}
    },
  )
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks })
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'hidden' })
  vi.stubGlobal('location', { reload: () => undefined, origin: 'http://localhost' })
  vi.stubGlobal('fetch', (input: string, asked: Asked) => {
    if (server.line === 'cut') return Promise.reject(new TypeError('no network'))
    const reply = answer(input, asked)
    return server.line === 'reply lost' ? Promise.reject(new TypeError('cut')) : Promise.resolve(reply)
  })
  vi.stubGlobal('localStorage', localStorageOver(kept))
})
const pages: { readonly vault: Vault }[] = []
afterEach(() => {
  for (const { vault } of pages.splice(0)) vault.release()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A page of this person's, loaded on the device as it stands. */
async function aPage() {
  vi.resetModules()
  connected.listeners.clear()
  const [session, acts, renewal, { vaultOf }] = await Promise.all([
    import('./session.ts'),
    import('./vault-acts.ts'),
    import('./token-renewal.ts'),
    import('./vault.ts'),
  ])
  const vault = vaultOf('ana', { memoryKiB: 8, turns: 1 })
  await vault.look()
  const engine = {
    settleDrafts: () => Promise.resolve(),
    rest: () => Promise.resolve(),
    importUnsent: () => Promise.resolve({ ok: true, value: {} }),
  } as unknown as Engine
  const page = { vault, session, acts, renewal, engine }
  pages.push(page)
  return page
}
type Page = Awaited<ReturnType<typeof aPage>>
const close = ({ vault }: Page): void => vault.release()
const due = (): boolean => [...kept.keys()].some((name) => name.startsWith('iip_token_due_'))
const boxOf = ({ vault: { state } }: Page) => {
  if (state.kind !== 'open') throw new Error('it is not open')
  return state.box
}
/** Resolves when nothing of the page is under way with tokens. */
const settled = (page: Page): Promise<boolean> => page.renewal.renewDue('ana', page.vault.state.kind === 'open' ? boxOf(page) : null)

async function signedIn(): Promise<Page> {
  const storage = dexieStorage({ name: 'iip-ana', indexedDB, IDBKeyRange, onSuperseded: () => undefined })
  await storage.open('device')
  await fill(storage)
  storage.close()
  const page = await aPage()
  page.session.openSession(ana, 'token-1')
  expect(clear()).toContain('token-1')
  return page
}

async function withPin(): Promise<Page> {
  const page = await signedIn()
  expect(await page.acts.setPin(page.vault, page.engine, setting)).toBe('done')
  return page
}

const stands = (page: Page): boolean => hashOf(page.session.session().token ?? '') === opensByHash

test('[LK7] once a PIN is set the token that stood in clear opens nothing, and the one that does stands nowhere in clear', async () => {
  const page = await signedIn()
  const atOnce: boolean[] = []
  page.vault.subscribe(() => {
    if (page.vault.state.kind === 'open') atOnce.push(opensByHash !== hashOf('token-1'))
  })
  expect(await page.acts.setPin(page.vault, page.engine, setting)).toBe('done')
  expect(atOnce[0]).toBe(true)
  expect(stands(page)).toBe(true)
  expect(clear()).not.toContain(page.session.session().token ?? '-')
  expect(due()).toBe(false)
})

test('[LK7] a PIN that is set without a network has the token end at the first contact', async () => {
  const page = await signedIn()
  server.line = 'cut'
  expect(await page.acts.setPin(page.vault, page.engine, setting)).toBe('done')
  expect([due(), opensByHash === hashOf('token-1'), page.session.session().token]).toEqual([true, true, 'token-1'])
  close(page)
  const later = await aPage()
  expect(await later.acts.unlockByPin(later.vault, pin)).toBe('done')
  await settled(later)
  expect(due()).toBe(true)
  server.line = 'good'
  for (const tell of connected.listeners) tell()
  await settled(later)
  expect([due(), stands(later), opensByHash === hashOf('token-1')]).toEqual([false, true, false])
})

test('[LK7] a reply that is lost, and the page with it, leaves the device with the token that stands', async () => {
  const page = await signedIn()
  server.line = 'reply lost'
  expect(await page.acts.setPin(page.vault, page.engine, setting)).toBe('done')
  expect([due(), opensByHash === hashOf('token-1')]).toEqual([true, false])
  close(page)
  server.line = 'good'
  const later = await aPage()
  expect(await later.acts.unlockByPin(later.vault, pin)).toBe('done')
  await settled(later)
  expect([due(), stands(later), later.session.session().needsAuth]).toEqual([false, true, null])
})

test('[LK7] a call that was on its way with the former token ends nothing', async () => {
  const page = await withPin()
  const { token } = page.session.session()
  page.session.endSession('unauthenticated', 'token-1')
  expect(page.session.session()).toMatchObject({ token, needsAuth: null })
})

test('[LK7] another page that holds the former token takes the one that stands, and is not asked to sign in', async () => {
  const first = await withPin()
  const second = await aPage()
  expect(await second.acts.unlockByPin(second.vault, pin)).toBe('done')
  // The first takes another one meanwhile.
  await first.renewal.renewBehind('ana', boxOf(first))
  expect([stands(first), stands(second)]).toEqual([true, false])
  second.session.endSession('unauthenticated')
  await settled(second)
  await vi.waitFor(() => expect(stands(second)).toBe(true))
  expect(second.session.session().needsAuth).toBeNull()
})

test('[LK7] a session that the server ended asks for a new sign-in behind a PIN too', async () => {
  const page = await withPin()
  opensByHash = hashOf('of nobody')
  page.session.endSession('unauthenticated')
  await vi.waitFor(() => expect(page.session.session()).toMatchObject({ token: null, needsAuth: 'unauthenticated' }))
  expect([...kept.keys()].filter((name) => name.startsWith('iip_sealed_token'))).toEqual([])
})

test('[LK7] a token that is found in clear beside a PIN is sealed, and ends', async () => {
  close(await withPin())
  kept.set('iip_local_token', 'left-in-clear')
  opensByHash = hashOf('left-in-clear')
  const page = await aPage()
  expect(await page.acts.unlockByPin(page.vault, pin)).toBe('done')
  await settled(page)
  await settled(page)
  expect([due(), stands(page), clear().includes('left-in-clear')]).toEqual([false, true, false])
  expect(opensByHash).not.toBe(hashOf('left-in-clear'))
})

test('[LK7] a token that a program of before sealed is the one that had stood in clear: it ends at the first contact', async () => {
  const page = await withPin()
  const { token } = page.session.session()
  kept.set('iip_sealed_token_ana', toBase64(await boxOf(page).seal('token', ['ana'], token)))
  const before = opensByHash
  close(page)
  const later = await aPage()
  expect(await later.acts.unlockByPin(later.vault, pin)).toBe('done')
  await settled(later)
  expect(opensByHash).not.toBe(before)
  expect([due(), stands(later)]).toEqual([false, true])
})

test('[LK7] with another PIN, and without one, what stood under the former one opens nothing', async () => {
  const page = await withPin()
  const [first] = [opensByHash]
  expect(await page.acts.changePin(page.vault, pin, 'cuatro gatos')).toBe('done')
  const second = opensByHash
  expect([second === first, stands(page)]).toEqual([false, true])
  expect(await page.acts.removePin(page.vault, page.engine, 'cuatro gatos')).toBe('done')
  expect([opensByHash === second, stands(page), due()]).toEqual([false, true, false])
  expect(clear()).toContain(page.session.session().token ?? '-')
})

test('[LK7] a PIN that is taken off without a network has its token end at the first contact, whether or not the server had heard', async () => {
  for (const line of ['cut', 'reply lost'] as const) {
    server.line = 'good'
    opensByHash = hashOf('token-1')
    kept.clear()
    vi.stubGlobal('indexedDB', new IDBFactory())
    const page = await withPin()
    const former = page.session.session().token ?? ''
    server.line = line
    expect(await page.acts.removePin(page.vault, page.engine, pin)).toBe('done')
    expect(await settled(page), line).toBe(false)
    close(page)
    server.line = 'good'
    const later = await aPage()
    await vi.waitFor(() => expect([due(), stands(later)], line).toEqual([false, true]))
    expect(opensByHash, line).not.toBe(hashOf(former))
    close(later)
  }
})

test('[LK7] who signs in again has the former session of this device ended', async () => {
  const page = await withPin()
  kept.set('iip_sealed_token_ana', toBase64(await boxOf(page).seal('token', ['ana'], { token: 'former', known: false, over: [] })))
  close(page)
  const later = await aPage()
  opensByHash = hashOf('token-2')
  later.session.openSession(ana, 'token-2')
  expect(await later.acts.unlockByPin(later.vault, pin)).toBe('done')
  await settled(later)
  expect([server.ended, later.session.session().token, due()]).toEqual([['former'], 'token-2', false])
})
