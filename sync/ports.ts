/** Everything that the engine reaches outside itself. Nothing in sync/ uses a global in their place. */
export interface Ports {
  readonly clock: Clock
  /** Uniform in [0, 1), for jitter. */
  readonly random: () => number
  /** That many random url-safe characters. */
  readonly randomText: (length: number) => string
  /** SHA-256 in lower-case hex. */
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
  /** What copies of unsent work are sealed with. */
  readonly crypto: Pick<Crypto, 'subtle' | 'getRandomValues'>
  /** Null where the browser has no Web Locks: every tab then syncs. */
  readonly locks: Locks | null
  readonly channel: Channel
  readonly surroundings: Surroundings
  readonly disk: Disk
  readonly marker: Marker
}

export interface Clock {
  /** Epoch milliseconds by the device's clock. */
  readonly now: () => number
  /** Runs once after that many milliseconds. Returns how to call it off. */
  later(run: () => void, delayMs: number): () => void
}

export interface Locks {
  /**
   * Runs `held` while this tab alone holds the name; waits for its turn unless it steals.
   * Rejects when another tab stole it, or when the signal aborts the wait.
   */
  hold(name: string, options: { readonly steal: boolean; readonly signal: AbortSignal }, held: () => Promise<void>): Promise<void>
  /** Names that somebody holds, or waits for. */
  names(): Promise<readonly string[]>
}

/** Messages between the tabs of one person. A tab does not hear itself. */
export interface Channel {
  post(message: unknown): void
  listen(heard: (message: unknown) => void): () => void
  close(): void
}

export interface Surroundings {
  /** False only when the browser is certain that there is no network. */
  online(): boolean
  visible(): boolean
  /**
   * Calls back at `online`, `offline`, focus, changes of visibility, `leaving`, after which the page may end, and `put-away` behind it: the
   * page is kept for who goes back.
   */
  watch(changed: (what: 'online' | 'offline' | 'visible' | 'hidden' | 'focus' | 'leaving' | 'put-away') => void): () => void
}

export interface Disk {
  estimate(): Promise<{ readonly usageBytes: number; readonly quotaBytes: number }>
  persisted(): Promise<boolean>
  /** Asks the browser not to evict; true when it agreed. */
  persist(): Promise<boolean>
}

/** A small memory apart from the database: tells an evicted database from a new one (ST8). */
export interface Marker {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}
