import { createContext, useCallback, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { must } from '#shared/kernel/assert.ts'
import { browserPorts } from '#sync/browser.ts'
import { createSync } from '#sync/engine.ts'
import type { Engine } from '#sync/face.ts'
import type { SyncStatus } from '#sync/status.ts'
import { dexieStorage } from '#sync/storage/dexie.ts'
import { httpTransport } from '#sync/transport/http.ts'
import { StorageSilentError } from '#sync/storage/storage.ts'
import { removed } from '#sync/storage/standing.ts'
import type { lockedStorage } from '#sync/storage/locked.ts'
import type { memoryStorage } from '#sync/storage/memory.ts'
import type { Storage } from '#sync/storage/storage.ts'
import { loadPart } from '#client/ui/loading/load-part.ts'
import { connection } from '#client/data/server/online.ts'
import { databaseOf, placesOf } from '#client/data/session/sealed.ts'
import { actorOf, endSession, recordUnsent, rewriteSession, session, subscribeSession } from '#client/data/session/session.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { traceparent } from '#client/data/server/traceparent.ts'
import { useVault, vaultOf } from '#client/data/session/vault.ts'
import type { Opened, VaultState } from '#client/data/session/vault.ts'

export type EngineState =
  | { readonly kind: 'starting' }
  /** Behind the person's PIN, which nobody has given on this page (LK1). */
  | { readonly kind: 'locked' }
  /** Being sealed, or opened for good: share from 0 to 1. */
  | { readonly kind: 'moving'; readonly to: 'sealed' | 'clear'; readonly share: number }
  /** The browser keeps nothing for us: private window, policy, or a full disk (ST14). */
  | { readonly kind: 'blocked'; readonly retry: () => void; readonly readOnly: () => void }
  /** The browser's database was opened and has not answered. */
  | { readonly kind: 'silent'; readonly retry: () => void; readonly readOnly: () => void }
  /** evicted: this device held data once and the browser took it away. */
  | { readonly kind: 'ready'; readonly engine: Engine; readonly evicted: boolean; readonly readOnly: boolean }

const EngineContext = createContext<Engine | null>(null)

/** Engine of the signed-in person. Only inside the signed-in area, once it has started. */
export const useEngine = (): Engine => must(useContext(EngineContext), 'this part is drawn before the engine has started')

/** The same where there may be none: the engine has not started, or cannot. */
export const useEngineIfAny = (): Engine | null => useContext(EngineContext)

/** engine: null until it has started. */
export function EngineProvider({ engine, children }: { readonly engine: Engine | null; readonly children: ReactNode }) {
  return <EngineContext value={engine}>{children}</EngineContext>
}

interface Kinds {
  /** Makes the storage of who only reads: without the browser's database, for as long as the page lasts. Null for everybody else. */
  readonly memory: typeof memoryStorage | null
  /** Of who has a PIN. */
  readonly seal: typeof lockedStorage | null
}

function build(user: SessionUser, opened: Opened | null, { memory, seal }: Kinds): Engine {
  const name = databaseOf(user._id)
  // Who only reads hears nothing from tabs that keep work, and tells them nothing.
  const browser = browserPorts(memory ? `${name}-reading-${crypto.randomUUID()}` : name)
  // What the page knows of the server is a better guess than the browser's word.
  const ports = { ...browser, surroundings: { ...browser.surroundings, online: () => connection.guess } }
  const storage = memory
    ? memory(`${name}-reading-${crypto.randomUUID()}`)
    : opened && seal
      ? sealedOf(user._id, opened, seal, () => engine.supersede())
      : plainOf(user._id, () => engine.supersede())
  const transport = httpTransport({
    fetch: (input, init) => fetch(input, init),
    origin: '',
    clock: ports.clock,
    // Another person may have signed in by another tab: their token must not carry this one's work.
    token: () => (session().user?._id === user._id ? session().token : null),
    traceparent,
  })
  const engine: Engine = createSync({
    actor: actorOf(user),
    storage,
    transport,
    ports,
    app: __APP_VERSION__,
    report: (what, error) => console.error(`sync: ${what}`, error),
  })
  return engine
}

/** Wipes the other place too: WebKit keeps an empty database, with the person's id in its name, after every look at one that is not there. */
const withOtherPlace = (storage: Storage, other: string): Storage => ({
  ...storage,
  wipe: async () => {
    await storage.wipe()
    await removed(indexedDB, other)
  },
})

function plainOf(userId: string, onSuperseded: () => void): Storage {
  const { plain, locked } = placesOf(userId)
  return withOtherPlace(dexieStorage({ name: plain, indexedDB, IDBKeyRange, onSuperseded }), locked)
}

/** Behind a PIN: another database, which its tabs know by the same name. */
function sealedOf(userId: string, { box, ring }: Opened, seal: typeof lockedStorage, onSuperseded: () => void): Storage {
  const { plain, locked } = placesOf(userId)
  // The PIN may be another one by now.
  const keyring = (): unknown => {
    const { state } = vaultOf(userId)
    return state.kind === 'open' ? state.ring : ring
  }
  const inner = dexieStorage({ name: locked, knownAs: plain, keyring, indexedDB, IDBKeyRange, onSuperseded })
  return seal(withOtherPlace(inner, plain), box)
}

/** The engines of this page: one, but for the moments in which another takes its place. */
const running = new Set<Engine>()

/** What is half written on this page becomes a change where it is one, and is kept where it is not. Resolves when that is on the disk, or could not be. */
export const settleDraftsHere = async (): Promise<void> => void (await Promise.all([...running].map((engine) => engine.settleDrafts())))

/** Keeps what the rest of the application knows of the session in step with what the engine hears. */
function follow(engine: Engine, user: SessionUser, readOnly: boolean): () => void {
  let { putBack } = engine
  const read = (): void => {
    const { status } = engine
    // What waits in a database that could not be opened is not known here.
    if (!readOnly) recordUnsent(user._id, status.pending)
    if (engine.putBack !== putBack) {
      putBack = engine.putBack
      // Who was signed in went with the rest.
      if (putBack && session().user?._id === user._id) rewriteSession()
    }
    if (status.kind === 'needs-auth' && session().user?._id === user._id) endSession(status.revoked ? 'revoked' : 'unauthenticated')
  }
  let asked = false
  // The first work of one's own is what the browser is asked to keep.
  const persistOnce = (): void => {
    if (asked || engine.counts().toSend === 0) return
    asked = true
    void engine.persist()
  }
  let token = session().token
  const stops = [
    connection.follow(engine),
    engine.subscribe('status', read),
    engine.subscribe('queue', persistOnce),
    subscribeSession(() => {
      const next = session().token
      if (next !== null && next !== token && session().user?._id === user._id) void engine.reauthenticated()
      token = next
    }),
  ]
  read()
  running.add(engine)
  return () => {
    running.delete(engine)
    for (const stop of stops) stop()
  }
}

/** Starts the engine of a person and stops it when another takes the place. */
export function useStartedEngine(user: SessionUser): EngineState {
  const [state, setState] = useState<EngineState>({ kind: 'starting' })
  const [attempt, setAttempt] = useState({ number: 1, readOnly: false })
  const { _id: userId } = user
  const vault = useVault(userId)
  const box = vault.kind === 'open' ? vault.box : null
  const stands = box !== null || vault.kind === 'plain'
  useEffect(() => {
    let left = false
    let unfollow: (() => void) | null = null
    let engine: Engine | null = null
    setState({ kind: 'starting' })
    void vaultOf(userId).look()
    if (!stands) return
    const { readOnly } = attempt
    const again = (how: { readonly readOnly: boolean }) => (): void => setAttempt(({ number }) => ({ number: number + 1, ...how }))
    const start = async (): Promise<void> => {
      const { state: opened } = vaultOf(userId)
      const seal = opened.kind === 'open' ? (await loadPart(() => import('#sync/storage/locked.ts'))).lockedStorage : null
      const memory = readOnly ? (await loadPart(() => import('#sync/storage/memory.ts'))).memoryStorage : null
      if (left) return
      engine = build(user, opened.kind === 'open' ? opened : null, { memory, seal })
      const { evicted } = await engine.start()
      if (left) return
      unfollow = follow(engine, user, readOnly)
      if (readOnly) void engine.retryStorage()
      setState({ kind: 'ready', engine, evicted: evicted && !readOnly, readOnly })
      if (opened.kind === 'open' && opened.left && !readOnly) await takeLeftOf(userId, engine)
    }
    start().catch((error: unknown) => {
      // An engine that was stopped while it started says nothing about the device.
      if (left) return
      console.error('sync: start', error)
      const kind = error instanceof StorageSilentError ? 'silent' : 'blocked'
      setState({ kind, retry: again({ readOnly: false }), readOnly: again({ readOnly: true }) })
    })
    return () => {
      left = true
      unfollow?.()
      engine?.stop()
    }
    // The person's name may change while their engine goes on: only another person, or another place of the data, needs another engine.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [userId, attempt, stands, box])
  const readOnly = (): void => {
    // Read from the server: nothing is made on this device.
    vaultOf(userId).set({ kind: 'plain' })
    setAttempt(({ number }) => ({ number: number + 1, readOnly: true }))
  }
  return shownOf(state, vault, { retry: () => vaultOf(userId).lookAgain(), readOnly })
}

const shownOf = (
  state: EngineState,
  vault: VaultState,
  how: { readonly retry: () => void; readonly readOnly: () => void },
): EngineState => {
  if (vault.kind === 'locked') return { kind: 'locked' }
  if (vault.kind === 'unreadable') return { kind: vault.silent ? 'silent' : 'blocked', ...how }
  return vault.kind === 'moving' ? vault : state
}

/** What an application of before, or a move that was cut, left in clear: it stays until it could be taken over. */
async function takeLeftOf(userId: string, engine: Engine): Promise<void> {
  try {
    const { takeLeft } = await loadPart(() => import('#client/data/session/vault-acts.ts'))
    await takeLeft(userId, engine)
  } catch (error) {
    console.error('vault: left', error)
  }
}

/** How often a topic of the engine has changed; the part is drawn again at each change. */
export function useTopic(topic: string): number {
  const engine = useEngine()
  return useSyncExternalStore(
    useCallback((listener) => engine.subscribe(topic, listener), [engine, topic]),
    () => engine.version(topic),
  )
}

export function useSyncStatus(): SyncStatus {
  const engine = useEngine()
  return useSyncExternalStore(
    useCallback((listener) => engine.subscribe('status', listener), [engine]),
    () => engine.status,
  )
}

/** All that waits on this device, in the order in which it will be sent. */
export function useQueue(): ReturnType<Engine['queue']> {
  const engine = useEngine()
  const version = useTopic('queue')
  const outcomes = useTopic('outcomes')
  const status = useSyncStatus()
  // The queue's states move with all three.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => engine.queue(), [engine, version, outcomes, status])
}
