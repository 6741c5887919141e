import { useSyncExternalStore } from 'react'
import { loadPart } from '#client/ui/loading/load-part.ts'
import type { Box } from '#sync/storage/box.ts'
import type { Keyring, PinCost } from '#sync/storage/keyring.ts'
import { silentMs, within } from '#sync/storage/keeper.ts'
import type { Clock } from '#sync/ports.ts'
import { standingOf, type Standing } from '#sync/storage/standing.ts'
import { StorageSilentError } from '#sync/storage/storage.ts'
import { hideToken, session, subscribeSession } from './session.ts'
import { isPinned, sealedTokenName, setPinned, tokenDue, tokenDueNoMore } from './pinned.ts'
import { placesOf } from './sealed.ts'

/** A sealed database with its key. The key is in this page's memory, and nowhere else. */
export interface Opened {
  readonly key: CryptoKey
  /** What a program of before sealed opens with this one, until all is sealed anew. */
  readonly former: CryptoKey | null
  readonly box: Box
  readonly ring: Keyring
  /** A copy in clear stands beside it: what it holds is taken over, and it goes. */
  readonly left: boolean
}

/** How what a person keeps on this device stands, for this page. */
export type VaultState =
  | { readonly kind: 'looking' }
  | { readonly kind: 'plain' }
  /** ring: a Keyring, as it was found. */
  | { readonly kind: 'locked'; readonly ring: unknown; readonly left: boolean }
  | ({ readonly kind: 'open' } & Opened)
  /** Where it stands cannot be seen. silent: the browser's database has not answered. */
  | { readonly kind: 'unreadable'; readonly silent: boolean }
  /** Being sealed, or opened for good: share from 0 to 1. */
  | { readonly kind: 'moving'; readonly to: 'sealed' | 'clear'; readonly share: number }

type Message =
  | { readonly kind: 'ask' }
  | { readonly kind: 'key'; readonly key: CryptoKey; readonly former: CryptoKey | null; readonly ring: Keyring }
  /** Another PIN, or a wrong one more. */
  | { readonly kind: 'ring'; readonly ring: Keyring }
  /** locked: nobody keeps the key · rest: the data is about to be moved. */
  | { readonly kind: 'locked' | 'rest' }

const kindIn = (value: unknown): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, 'kind') : undefined)
const isMessage = (value: unknown): value is Message => ['ask', 'key', 'ring', 'locked', 'rest'].some((kind) => kind === kindIn(value))

/** What opens and seals comes when it is needed: most people have no PIN. */
const acts = () => loadPart(() => import('./vault-acts.ts'))

/** Writes everything half written: the drafts say how, which stand on the engine that stands on this. */
let keepTexts: () => Promise<void> = () => Promise.resolve()
export const keepBeforeLocking = (keep: () => Promise<void>): void => void (keepTexts = keep)

const clock: Pick<Clock, 'later'> = {
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** How long other pages may take to let go of the data before it is moved. */
export const restMs = 10_000

/** What a person keeps on this device, behind their PIN or not, in this page (LK1). */
export class Vault {
  readonly userId: string
  /** What one guess of a PIN that is set here costs; the usual unless a test says otherwise. */
  readonly cost: PinCost | undefined
  readonly #listeners = new Set<() => void>()
  readonly #channel: BroadcastChannel | null
  #state: VaultState = { kind: 'looking' }
  #looked: Promise<void> | null = null
  #letGo: (() => void) | null = null
  /** The session's token of which the sealed one stands on the disk. */
  #sealedToken: string | null = null
  /** How often the key was to be forgotten: one that was on its way then comes too late. */
  #shuts = 0

  constructor(userId: string, cost?: PinCost) {
    this.userId = userId
    this.cost = cost
    this.#channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`iip-vault:${userId}`) : null
    this.#channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (isMessage(event.data)) this.#heard(event.data)
    })
    // Whoever signs in again, with all of this open, has another token.
    subscribeSession(() => void this.#sealToken())
    // Another page has another one by now.
    addEventListener('storage', ({ key }) => void (key === sealedTokenName(userId) && this.#sealToken(true)))
    // A page that is put away holds up no other.
    addEventListener('pagehide', () => this.#letGo?.())
  }

  get state(): VaultState {
    return this.#state
  }

  get lockName(): string {
    return `iip-vault:${this.userId}`
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(state: VaultState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  /** Looks where the data stands, once nobody moves it; another page that has it open gives the key. */
  look(): Promise<void> {
    this.#looked ??= this.#look()
    return this.#looked
  }

  async #look(): Promise<void> {
    await this.hold()
    try {
      this.#found(await within(standingOf(indexedDB, placesOf(this.userId)), clock, silentMs))
    } catch (error) {
      console.error('vault: look', error)
      // A browser without a database says so where the data is opened. Whose data is sealed gets nothing in clear made beside it.
      const silent = error instanceof StorageSilentError
      this.set(silent || isPinned(this.userId) ? { kind: 'unreadable', silent } : { kind: 'plain' })
    }
  }

  #found(standing: Standing): void {
    setPinned(this.userId, standing.kind === 'locked')
    this.set(standing)
    if (standing.kind === 'locked') this.#post({ kind: 'ask' })
    else if (tokenDue(this.userId)) void acts().then(({ watchToken }) => watchToken(this.userId, null))
  }

  /** Looks anew, after it could not be seen. */
  lookAgain(): void {
    this.#looked = null
    this.release()
    this.set({ kind: 'looking' })
    void this.look()
  }

  /** After a move that was not made: as before, or as another page left it that was faster. */
  async standAgain(before: VaultState): Promise<void> {
    const standing = await within(standingOf(indexedDB, placesOf(this.userId)), clock, silentMs).catch(() => null)
    const isAsBefore = standing === null || (before.kind === 'open') === (standing.kind === 'locked')
    if (standing?.kind === 'plain') this.#inClear()
    if (isAsBefore) this.set(before)
    else this.#found(standing)
  }

  /** Nothing was sealed after all. */
  #inClear(): void {
    hideToken(this.userId, null)
    tokenDueNoMore(this.userId)
  }

  /** The keyring as it stands on the disk by now; other pages hear of it. */
  holdsRing(ring: Keyring): void {
    this.#takeRing(ring)
    this.#post({ kind: 'ring', ring })
  }

  #takeRing(ring: Keyring): void {
    const { state } = this
    if (state.kind === 'open' || state.kind === 'locked') this.set({ ...state, ring })
  }

  /** While a page has the data open nobody moves it. */
  hold(): Promise<void> {
    if (!('locks' in navigator)) return Promise.resolve()
    return new Promise((resolve) => {
      navigator.locks
        .request(this.lockName, { mode: 'shared' }, () => {
          resolve()
          return new Promise<void>((done) => (this.#letGo = done))
        })
        .catch(() => resolve())
    })
  }

  release(): void {
    this.#letGo?.()
    this.#letGo = null
  }

  /** Asks the other pages of this person to let go of the data; they begin anew and wait. */
  askToRest(): void {
    this.#post({ kind: 'rest' })
  }

  async opened(found: Opened): Promise<void> {
    const shuts = this.#shuts
    const { takeSealedToken, watchToken } = await acts()
    await takeSealedToken(this.userId, found.box)
    // Another page gave the key meanwhile, or all were to forget it.
    if (this.#state.kind !== 'locked' || this.#shuts !== shuts) return
    this.set({ ...found, kind: 'open' })
    watchToken(this.userId, found.box)
  }

  async #sealToken(changed = false): Promise<void> {
    const { state } = this
    const { token, user } = session()
    if (state.kind !== 'open' || user?._id !== this.userId || token === null || (token === this.#sealedToken && !changed)) return
    this.#sealedToken = token
    const { takeSealedToken, watchToken } = await acts()
    await takeSealedToken(this.userId, state.box)
    watchToken(this.userId, state.box)
  }

  /** Forgets the key in every page of this person, with what is half written on the disk, and asks for the PIN (LK6). */
  async lock(): Promise<void> {
    this.#post({ kind: 'locked' })
    await this.#shut()
  }

  async #shut(): Promise<void> {
    this.#shuts += 1
    const { state } = this
    if (state.kind !== 'open') return
    // From here on no other page is given the key. What is open here keeps its own until its texts are on the disk.
    this.#state = { kind: 'locked', ring: state.ring, left: state.left }
    const tooLate = new Promise<void>((resolve) => void setTimeout(resolve, 1_000))
    await Promise.race([keepTexts(), tooLate])
    // The page is loaded anew, so that nothing stays in memory.
    location.reload()
  }

  #heard(message: Message): void {
    const { state } = this
    if (message.kind === 'ask' && state.kind === 'open') this.#post({ kind: 'key', key: state.key, former: state.former, ring: state.ring })
    else if (message.kind === 'key' && state.kind === 'locked') {
      const shuts = this.#shuts
      void acts().then(async ({ boxOf }) => {
        if (this.#state.kind === 'locked' && this.#shuts === shuts)
          await this.opened({
            key: message.key,
            former: message.former,
            box: boxOf(message.key, message.former),
            ring: message.ring,
            left: state.left,
          })
      })
    } else if (message.kind === 'ring') this.#takeRing(message.ring)
    else if (message.kind === 'locked') void this.#shut()
    else if (message.kind === 'rest' && state.kind !== 'moving' && state.kind !== 'looking')
      void keepTexts().finally(() => location.reload())
  }

  #post(message: Message): void {
    try {
      this.#channel?.postMessage(message)
    } catch (error) {
      // A key that this browser hands to no other page: each asks for the PIN.
      console.error('vault: post', error)
    }
  }

  /** Told by whoever moved the data. */
  moved(state: VaultState): void {
    if (state.kind === 'plain') hideToken(this.userId, null)
    this.set(state)
  }
}

let current: Vault | null = null

/** The one of a person in this page. */
export function vaultOf(userId: string, cost?: PinCost): Vault {
  if (current?.userId !== userId) current = new Vault(userId, cost)
  return current
}

export function useVault(userId: string): VaultState {
  const vault = vaultOf(userId)
  return useSyncExternalStore(
    (listener) => vault.subscribe(listener),
    () => vault.state,
  )
}
