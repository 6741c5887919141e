import type { Poke } from '#shared/protocol/pull.ts'
import type { PresentEvent } from '#shared/presence/model.ts'
import { catalogScope, parseScope } from '#shared/protocol/scope.ts'
import type { Clock, Surroundings } from '../ports.ts'
import type { Transport } from '../transport/transport.ts'
import { backoffMs } from '#shared/kernel/backoff.ts'
import type { Courier } from './courier.ts'
import type { Attempt, Step } from './step.ts'

const visiblePollMs = 60_000
const hiddenPollMs = 300_000
/** Devices that hear of the same at once come one after the other, each this long after the one before, and all within the longest. */
const pullMs = 4
const longestSpreadMs = 1_500
/**
 * Where a server does not say how many hear of it: what concerns one institution reaches a few dozen devices; a form's header
 * or the lab's names reach all of them.
 */
const fewSpreadMs = 60
/** Pokes that follow one another, as when somebody's week of work arrives, are not each answered with a pull. */
const pokeGapMs = 150
/** A stream that says nothing for this long is dead, heartbeats coming every 25 s. */
const silenceMs = 60_000
/** A fixed sequence of bookkeeping repairs ends well before this. */
const maxRepairs = 8
const unrepaired: Step = { kind: 'later', reason: 'unrepaired', reachable: true, afterMs: null }

/** What the loop knows, as every tab shows it. */
export interface LoopState {
  readonly blocked: 'auth' | 'revoked' | 'update' | 'device' | null
  /** Null before the first attempt has ended. */
  readonly reachable: boolean | null
  readonly failures: number
  readonly lastError: string | null
  /** When the last attempt ended, whichever way; epoch ms by the device. */
  readonly endedAt: number | null
  /** When the last good one ended of which everything is here, questions of forms too. */
  readonly syncedAt: number | null
}

export interface LoopOptions {
  readonly courier: Courier
  readonly transport: Transport
  readonly clock: Clock
  readonly surroundings: Surroundings
  readonly random: () => number
  /** False to have no live stream. */
  readonly live: boolean
  /** True while the database is being made anew: a walk that began before would end in a database that was made since. */
  held(): boolean
  /** Whether what moved may concern what this device holds, or is to hold. */
  concerns(poke: Poke): boolean
  changed(state: LoopState): void
  /** What the live stream says besides pokes, and whether it is there. */
  readonly presence: {
    streamOpened(): void
    streamAlive(): void
    streamEnded(): void
    streamTold(present: PresentEvent): void
  }
  /** After every good walk: what may wait until answers have gone. False when something of it did not come. */
  settled(): Promise<boolean>
  fenced(): void
  log(attempt: Omit<Attempt, 'at'>): void
  report(error: unknown): void
}

/** When the leading tab walks to the server: on demand, on pokes, on a timer that always re-arms (OB10). */
export class Loop {
  readonly #options: LoopOptions
  #leader: string | null = null
  #leading = false
  #walking: Promise<void> | null = null
  #wanted = false
  /** The network came back while a walk was under way: its end, if it is no good, is followed by another at once. */
  #reconnected = false
  #cancelTimer: (() => void) | null = null
  #cancelPoke: (() => void) | null = null
  #pokeDueAt = 0
  #stream: AbortController | null = null
  #state: LoopState = { blocked: null, reachable: null, failures: 0, lastError: null, endedAt: null, syncedAt: null }

  constructor(options: LoopOptions) {
    this.#options = options
  }

  get state(): LoopState {
    return this.#state
  }

  get walking(): boolean {
    return this.#walking !== null
  }

  /** Another tab's loop says how it goes. */
  adopt(state: LoopState): void {
    if (!this.#leading) this.#state = state
  }

  lead(token: string | null): void {
    this.#leader = token
    this.#leading = true
    void this.kick()
    if (this.#options.live) this.#listen()
  }

  stop(): void {
    this.#leading = false
    this.#cancelTimer?.()
    this.#cancelPoke?.()
    this.#stream?.abort()
    this.#stream = null
  }

  /** Something waits: walks now, unless walks have been failing and the timer will. */
  nudge(): void {
    if (this.#state.failures === 0 && this.#state.blocked === null) void this.kick()
  }

  /**
   * Walks now, or once more right after the walk under way. Resolves when the walk that it asked for has ended. `poked`: it is
   * for what others did, and nothing of this device need be looked for on the disk.
   */
  async kick(poked = false): Promise<void> {
    if (!this.#leading || this.#options.held()) return
    if (this.#walking) {
      this.#wanted = true
      await this.#walking
      return this.#walking ?? undefined
    }
    this.#cancelTimer?.()
    this.#walking = this.#run(poked).finally(() => (this.#walking = null))
    await this.#walking
  }

  /** There is a network again: what hangs on the former one is given up, and a walk goes at once. */
  reconnect(): void {
    if (!this.#leading) return
    this.#reconnected = this.#walking !== null
    this.#options.transport.hangUp()
    this.#restartStream()
    void this.kick()
  }

  /** The browser says that the network went: whether the server still answers is asked at once, before anything is put on the wire. */
  doubt(): void {
    if (this.#state.reachable === true) this.#set({ reachable: null })
    void this.kick()
  }

  /** A call of the application ended. If that contradicts the state, a walk finds out at once; the call itself decides nothing (ST17). */
  callEnded(answered: boolean): void {
    if (!this.#leading || this.#state.reachable !== !answered) return
    if (!answered) return this.doubt()
    // The walk under way may hang on a network that is gone.
    this.#reconnected = this.#walking !== null
    void this.kick()
  }

  /** The person signed in again, or the application was renewed. */
  unblock(): Promise<void> {
    this.#set({ blocked: null, failures: 0 })
    this.#restartStream()
    return this.kick()
  }

  async #run(poked: boolean): Promise<void> {
    let repairs = 0
    for (let first = true; ; first = false) {
      this.#wanted = false
      const walked = await this.#walk(poked && first)
      // What does not come right by itself is a failure like any other, and waits like one.
      const step: Step = walked.kind === 'again' && repairs++ >= maxRepairs ? unrepaired : walked
      if (!this.#leading) return
      const retried = this.#reconnected && step.kind === 'later' && !step.reachable
      this.#reconnected = false
      if (retried && !this.#options.held()) continue
      this.#note(step)
      if (step.kind === 'fenced' && this.#leader !== null) return this.#options.fenced()
      if (step.kind === 'ok' && (await this.#isWhole()) && this.#leading) this.#set({ syncedAt: this.#state.endedAt })
      if (!this.#leading) return
      if (step.kind === 'again') continue
      if (this.#wanted && (step.kind === 'ok' || step.kind === 'fenced')) continue
      return this.#arm(step)
    }
  }

  /** Whether what a good walk has told of is here, too. */
  async #isWhole(): Promise<boolean> {
    try {
      return await this.#options.settled()
    } catch (error) {
      this.#options.report(error)
      return false
    }
  }

  async #walk(poked: boolean): Promise<Step> {
    try {
      // What is put on the wire may not be edited any more, so an unproven network is tried with a pull first.
      if (this.#state.reachable !== true) {
        const probed = await this.#options.courier.pull(this.#leader)
        if (probed.kind !== 'ok') return probed
      }
      if (!poked || this.#options.courier.waiting) {
        const pushed = await this.#options.courier.push(this.#leader)
        if (pushed.kind !== 'ok') return pushed
      }
      return await this.#options.courier.pull(this.#leader)
    } catch (error) {
      this.#options.report(error)
      this.#options.log({ what: 'storage', result: error instanceof Error ? error.name : 'unknown', count: 0 })
      // Whether the server answered, if the walk got that far, is not known.
      return { kind: 'later', reason: error instanceof Error ? error.name : 'unknown', reachable: null, afterMs: null }
    }
  }

  #note(step: Step): void {
    const endedAt = this.#options.clock.now()
    if (step.kind === 'ok') this.#set({ blocked: null, reachable: true, failures: 0, lastError: null, endedAt })
    else if (step.kind === 'later')
      this.#set({
        reachable: step.reachable,
        failures: this.#state.failures + 1,
        lastError: step.reason,
        ...(step.reachable === true ? {} : { endedAt }),
      })
    else if (step.kind === 'blocked') this.#set({ blocked: step.by, reachable: true, lastError: step.code, endedAt })
  }

  #set(change: Partial<LoopState>): void {
    this.#state = { ...this.#state, ...change }
    this.#options.changed(this.#state)
  }

  #arm(step: Step): void {
    const { clock, random, surroundings } = this.#options
    const poll = surroundings.visible() ? visiblePollMs : hiddenPollMs
    const failed = step.kind === 'later'
    const delay =
      step.kind === 'later' && step.afterMs !== null ? step.afterMs : failed ? backoffMs(Math.max(1, this.#state.failures), random) : poll
    this.#cancelTimer?.()
    this.#cancelTimer = clock.later(() => void this.kick(), delay)
  }

  #restartStream(): void {
    this.#stream?.abort()
    this.#stream = null
    if (this.#leading && this.#options.live) this.#listen()
  }

  #listen(): void {
    const stream = new AbortController()
    this.#stream = stream
    void this.#stayTuned(stream).catch((error: unknown) => this.#options.report(error))
  }

  async #stayTuned(stream: AbortController): Promise<void> {
    const { clock, transport, random, presence } = this.#options
    let failures = 0
    while (!stream.signal.aborted) {
      const attempt = new AbortController()
      const stop = (): void => attempt.abort()
      stream.signal.addEventListener('abort', stop)
      let silence = clock.later(stop, silenceMs)
      const beat = (): void => {
        silence()
        silence = clock.later(stop, silenceMs)
        presence.streamAlive()
      }
      const reply = await transport.events(attempt.signal, {
        opened: () => {
          failures = 0
          beat()
          presence.streamOpened()
          void this.kick()
        },
        poke: (poke, hearers) => this.#poked(poke, hearers),
        beat,
        present: (present) => presence.streamTold(present),
      })
      silence()
      presence.streamEnded()
      stream.signal.removeEventListener('abort', stop)
      if (stream.signal.aborted) return
      // Signed out, or not allowed: the walks find out and say so; unblocking listens again.
      if (reply.kind === 'refused' && (reply.status === 401 || reply.status === 403)) return
      failures += 1
      await new Promise<void>((resolve) => {
        const cancel = clock.later(resolve, backoffMs(failures, random))
        stream.signal.addEventListener('abort', () => {
          cancel()
          resolve()
        })
      })
    }
  }

  /** Something moved at the server: walk soon, not all devices at once. */
  #poked(poke: Poke, hearers: number | undefined): void {
    const { clock, random, concerns } = this.#options
    if (!concerns(poke)) return
    const jitter = random() * spreadMs(poke, hearers)
    const now = clock.now()
    const gap = Math.min(pokeGapMs, (this.#state.endedAt ?? 0) + pokeGapMs - now)
    const delay = Math.floor(Math.max(jitter, gap))
    const dueAt = now + delay
    if (this.#cancelPoke && this.#pokeDueAt <= dueAt) return
    this.#cancelPoke?.()
    this.#pokeDueAt = dueAt
    this.#cancelPoke = clock.later(() => {
      this.#cancelPoke = null
      if (this.#walking) void this.#walking.then(() => this.#poked(poke, hearers))
      else void this.kick(true)
    }, delay)
  }
}

/** Time over which the devices that hear of a poke are spread. */
function spreadMs(poke: Poke, hearers: number | undefined): number {
  if (hearers !== undefined) return Math.min(longestSpreadMs, Math.max(0, hearers - 1) * pullMs)
  const reachesAll = Object.keys(poke).some((scope) => scope === catalogScope || parseScope(scope)?.kind === 'form')
  return reachesAll ? longestSpreadMs : fewSpreadMs
}
