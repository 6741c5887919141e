import { createHash } from 'node:crypto'
import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Channel, Locks, Marker, Ports, Surroundings } from '../ports.ts'
import { dexieStorage } from '../storage/dexie.ts'
import type { Storage } from '../storage/storage.ts'
import { copyDisk } from './disk.ts'
import { ManualClock } from './manual-clock.ts'

interface Waiting {
  grant(): void
}

/** One browser of one person: a database, locks and a channel that its tabs share. */
export class TestBrowser {
  readonly indexedDB = new IDBFactory()
  readonly clock: ManualClock
  readonly random: () => number
  skewMs = 0
  online = true
  usageBytes = 0
  quotaBytes = 1_000_000_000
  withLocks = true
  readonly marks = new Map<string, string>()
  /** True: the small memory beside the database throws, as a browser's does that blocks it. */
  marksBlocked = false
  readonly #held = new Map<string, { stolen(): void }>()
  readonly #queues = new Map<string, Waiting[]>()
  readonly #listeners = new Set<{ readonly tab: number; heard(message: unknown): void }>()
  readonly #watchers = new Set<{ readonly tab: number; changed: Parameters<Surroundings['watch']>[0] }>()
  #tabs = 0

  constructor(clock = new ManualClock(), random: () => number = seeded(1)) {
    this.clock = clock
    this.random = random
  }

  /** What becomes of an attempt to open a database: `fails` as on a broken disk, `silent` is never answered. */
  opening: 'works' | 'fails' | 'silent' = 'works'
  readonly #factory: IDBFactory = factoryOf(this)

  /** The browser takes the database away under its open tabs, as when a person clears the site's data. */
  clearStorage(): void {
    const databases = Reflect.get(this.indexedDB, '_databases') as Map<string, { readonly connections: (typeof IDBDatabase)[] }>
    for (const [name, { connections }] of databases) {
      databases.delete(name)
      for (const connection of [...connections]) forceCloseDatabase(connection)
    }
    this.marks.clear()
  }

  /** The browser lets go of the database under its open tabs and leaves it where it is. */
  closeConnections(): void {
    const databases = Reflect.get(this.indexedDB, '_databases') as Map<string, { readonly connections: (typeof IDBDatabase)[] }>
    for (const { connections } of databases.values()) for (const connection of [...connections]) forceCloseDatabase(connection)
  }

  /** Another browser with all that this one keeps now: a profile that was copied, or will be put back. */
  async copy(random: () => number): Promise<TestBrowser> {
    const copy = new TestBrowser(this.clock, random)
    copy.skewMs = this.skewMs
    copy.withLocks = this.withLocks
    await copyDisk(this, copy)
    return copy
  }

  /**
   * What one tab's engine reaches; `kill` makes it as if the process had ended, `freeze` holds everything that would run in it
   * until `thaw`; `putAway` does so after the page was told that it is left. `awake` resolves while it is not frozen: replies of a network wait for it.
   */
  tab(name: string): {
    readonly ports: Ports
    readonly storage: Storage
    readonly kill: () => void
    readonly freeze: () => void
    readonly thaw: () => void
    readonly awake: () => Promise<void>
    readonly putAway: () => void
    readonly setVisible: (visible: boolean) => void
  } {
    const tab = this.#tabs++
    const life = new Life()
    const releases = new Set<() => void>()
    const clock = this.clock.device(this.skewMs)
    const storage = dexieStorage({ name, indexedDB: this.#factory, IDBKeyRange, onSuperseded: () => undefined })
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const ports: Ports = {
      clock: {
        now: clock.now,
        later: (run, delayMs) => {
          let off = false
          const cancel = clock.later(() => life.run(() => (off ? undefined : run())), delayMs)
          return () => {
            off = true
            cancel()
          }
        },
      },
      random: this.random,
      randomText: (length) => Array.from({ length }, () => letters[Math.floor(this.random() * 64)]).join(''),
      sha256: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
      crypto,
      locks: this.withLocks ? this.#locks(life, releases) : null,
      channel: this.#channel(tab, life),
      surroundings: {
        online: () => this.online,
        visible: () => life.visible,
        watch: (changed) => {
          const watcher = { tab, changed: (what: Parameters<typeof changed>[0]) => life.run(() => changed(what)) }
          this.#watchers.add(watcher)
          return () => this.#watchers.delete(watcher)
        },
      },
      disk: {
        estimate: () => Promise.resolve({ usageBytes: this.usageBytes, quotaBytes: this.quotaBytes }),
        persisted: () => Promise.resolve(true),
        persist: () => Promise.resolve(true),
      },
      marker: this.#marker(),
    }
    const kill = (): void => {
      life.dead = true
      for (const listener of this.#listeners) if (listener.tab === tab) this.#listeners.delete(listener)
      for (const watcher of this.#watchers) if (watcher.tab === tab) this.#watchers.delete(watcher)
      storage.close()
      for (const release of releases) release()
    }
    return {
      ports,
      storage,
      kill,
      freeze: () => life.freeze(),
      thaw: () => life.thaw(),
      awake: () => new Promise((resolve) => life.run(resolve)),
      putAway: () => {
        for (const watcher of this.#watchers) if (watcher.tab === tab) watcher.changed('put-away')
        life.freeze()
      },
      setVisible: (visible) => (life.visible = visible),
    }
  }

  /** The person comes back to the tabs. */
  focus(): void {
    for (const watcher of this.#watchers) watcher.changed('focus')
  }

  setOnline(online: boolean): void {
    this.online = online
    for (const watcher of this.#watchers) watcher.changed(online ? 'online' : 'offline')
  }

  #marker(): Marker {
    const marks = (): Map<string, string> => {
      if (this.marksBlocked) throw new DOMException('blocked', 'SecurityError')
      return this.marks
    }
    return {
      get: (key) => marks().get(key) ?? null,
      set: (key, value) => void marks().set(key, value),
      remove: (key) => void marks().delete(key),
    }
  }

  #channel(tab: number, life: Life): Channel {
    const own = new Set<{ readonly tab: number; heard(message: unknown): void }>()
    return {
      post: (message) => {
        const copy: unknown = structuredClone(message)
        life.run(() => {
          for (const listener of this.#listeners) if (listener.tab !== tab) queueMicrotask(() => listener.heard(copy))
        })
      },
      listen: (heard) => {
        const listener = { tab, heard: (message: unknown) => life.run(() => heard(message)) }
        own.add(listener)
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
      close: () => {
        for (const listener of own) this.#listeners.delete(listener)
      },
    }
  }

  #locks(life: Life, releases: Set<() => void>): Locks {
    return {
      names: () => Promise.resolve([...this.#held.keys()]),
      hold: (name, { steal, signal }, held) =>
        new Promise((resolve, reject) => {
          const stop = (): void => reject(Object.assign(new Error('aborted'), { name: 'AbortError' }))
          const grant = (): void => {
            let over = false
            const end = (finish: () => void): void => {
              if (over) return
              over = true
              if (this.#held.get(name) === owner) {
                this.#held.delete(name)
                this.#next(name)
              }
              life.run(finish)
            }
            const owner = { stolen: () => end(stop) }
            releases.add(() => end(() => undefined))
            this.#held.get(name)?.stolen()
            this.#held.set(name, owner)
            if (life.dead) return end(stop)
            life.run(() =>
              held().then(
                () => end(resolve),
                (error: unknown) => end(() => reject(error)),
              ),
            )
          }
          if (steal || !this.#held.has(name)) {
            if (steal && this.#held.has(name)) {
              const former = this.#held.get(name)
              this.#held.delete(name)
              const waiting = this.#queues.get(name) ?? []
              this.#queues.set(name, [])
              former?.stolen()
              this.#queues.set(name, waiting)
            }
            grant()
            return
          }
          const waiting: Waiting = { grant }
          this.#queues.set(name, [...(this.#queues.get(name) ?? []), waiting])
          const leave = (): void => {
            this.#queues.set(
              name,
              (this.#queues.get(name) ?? []).filter((one) => one !== waiting),
            )
          }
          releases.add(leave)
          signal.addEventListener('abort', () => {
            leave()
            stop()
          })
        }),
    }
  }

  #next(name: string): void {
    const [first, ...rest] = this.#queues.get(name) ?? []
    this.#queues.set(name, rest)
    first?.grant()
  }
}

/** Whether what would run in a tab runs: at once, when it is thawed, or never. */
class Life {
  dead = false
  visible = true
  #held: (() => unknown)[] | null = null

  run(work: () => unknown): void {
    if (this.dead) return
    if (this.#held) this.#held.push(work)
    else work()
  }

  freeze(): void {
    this.#held ??= []
  }

  thaw(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const work of held) this.run(work)
  }
}

/** The browser's databases, opened as the browser's state says. */
function factoryOf(browser: TestBrowser): IDBFactory {
  return new Proxy(browser.indexedDB, {
    get(factory, name) {
      if (name === 'open' && browser.opening === 'fails')
        return () => {
          throw new DOMException('the disk is broken', 'UnknownError')
        }
      // A request that nobody ever answers.
      if (name === 'open' && browser.opening === 'silent') return () => new EventTarget()
      const found: unknown = Reflect.get(factory, name)
      return typeof found === 'function' ? found.bind(factory) : found
    },
  })
}

/** A repeatable stream of numbers in [0, 1). */
export function seeded(seed: number): () => number {
  // As integers: a product beyond 2^53 would lose its last digits.
  let state = Math.imul(seed, 2654435761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 0x1_0000_0000
  }
}
