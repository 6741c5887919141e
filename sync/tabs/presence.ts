import { presenceMs, type PresentEvent, type Standing } from '#shared/presence/model.ts'
import type { Clock, Surroundings } from '../ports.ts'
import type { Reply } from '../transport/transport.ts'

/** A tab that somebody looks at says so often, and its device tells the server where others are to hear of it. */
const restateMs = 20_000
/** A device whose person is alone there says so seldom: whoever comes is told of, and then it answers at once. */
const aloneMs = 110_000
/** What a tab said is believed for so long. */
const heardMs = 30_000
/** Somebody who goes from question to question is told of once they rest. */
const gatherMs = 400
/** Between two signs. */
const gapMs = 1_500

/** What tabs tell each other. */
export type PresenceMessage =
  | { readonly kind: 'standing'; readonly tab: string; readonly at: Standing | null }
  | { readonly kind: 'present'; readonly present: PresentEvent | null }

export interface PresenceOptions {
  readonly tab: string
  readonly clock: Clock
  readonly surroundings: Surroundings
  /** False where there is no live stream: then nobody is told of anybody. */
  readonly live: boolean
  leading(): boolean
  stand(at: Standing | null): Promise<Reply<null>>
  post(message: PresenceMessage): void
  changed(): void
}

const same = (a: Standing | null, b: Standing | null): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * What the person has open, told to colleagues on line by one tab for all of the browser's, and who of them is there. Nothing waits for
 * it and nothing of it is kept: without a network it is silent (PS5).
 */
export class TabPresence {
  readonly #options: PresenceOptions
  #own: Standing | null = null
  #present: PresentEvent | null = null
  #latest: { readonly at: Standing | null; readonly tab: string; readonly heardAt: number } | null = null
  /** What the server was told last, and when; null before anything was. */
  #signed: { readonly at: Standing | null; readonly atMs: number } | null = null
  #cancelSign: (() => void) | null = null
  #cancelRestate: (() => void) | null = null
  #cancelClear: (() => void) | null = null
  #stopped = false

  constructor(options: PresenceOptions) {
    this.#options = options
  }

  get present(): PresentEvent | null {
    return this.#present
  }

  // This tab.

  /** What the person has open on this tab; null for nothing. */
  stand(at: Standing | null): void {
    if (same(at, this.#own)) return
    this.#own = at
    this.#state()
  }

  /** The tab is looked at again, or not any more. */
  seen(): void {
    if (this.#own !== null) this.#state()
  }

  /** The browser says that the network went. */
  wentOffline(): void {
    this.#signed = null
    this.#show(null)
  }

  stop(): void {
    this.#stopped = true
    for (const cancel of [this.#cancelSign, this.#cancelRestate, this.#cancelClear]) cancel?.()
  }

  #state(): void {
    const { surroundings, clock, leading, post, tab, live } = this.#options
    this.#cancelRestate?.()
    this.#cancelRestate = null
    if (this.#stopped || !live) return
    // Who looks elsewhere is not there, and is forgotten after a while.
    if (this.#own !== null && !surroundings.visible()) return
    if (leading()) this.#take(this.#own, tab)
    else post({ kind: 'standing', tab, at: this.#own })
    if (this.#own !== null) this.#cancelRestate = clock.later(() => this.#state(), restateMs)
  }

  // The tab that leads.

  heard(message: PresenceMessage): void {
    if (message.kind === 'present') return this.#show(message.present)
    if (!this.#options.leading()) return
    this.#take(message.at, message.tab)
    this.#options.post({ kind: 'present', present: this.#present })
  }

  /** Another tab opens: it is told who is there. */
  tell(): void {
    if (this.#present) this.#options.post({ kind: 'present', present: this.#present })
  }

  /** The stream is open, perhaps to a server that has never heard of this device. */
  streamOpened(): void {
    this.#signed = null
    this.streamAlive()
    if (this.#own !== null && this.#options.leading()) this.#state()
    else this.#signSoon()
  }

  /** The stream said anything at all. */
  streamAlive(): void {
    if (this.#present) this.#armClear()
  }

  streamEnded(): void {
    this.#show(null)
    this.#options.post({ kind: 'present', present: null })
  }

  /** Who is there, as the server tells it. */
  streamTold(present: PresentEvent): void {
    this.#show(present)
    this.#options.post({ kind: 'present', present })
    // Whoever came hears of this device at once.
    if (present.n > 0 && this.#isDue(restateMs)) this.#signSoon()
  }

  #take(at: Standing | null, tab: string): void {
    const now = this.#options.clock.now()
    // A tab that leaves takes nothing away from the one that the person looks at.
    if (at === null && this.#latest !== null && this.#latest.tab !== tab) return
    this.#latest = { at, tab, heardAt: now }
    const isNews = !same(at, this.#signed?.at ?? null)
    if (isNews || (at !== null && this.#isDue((this.#present?.n ?? 0) > 0 ? restateMs : aloneMs))) this.#signSoon()
  }

  /** Whether the last sign is about to be too old. */
  #isDue(ms: number): boolean {
    return this.#signed === null || this.#options.clock.now() - this.#signed.atMs >= ms - gapMs
  }

  #signSoon(): void {
    const { clock } = this.#options
    if (this.#stopped || this.#cancelSign) return
    const sinceLast = this.#signed ? clock.now() - this.#signed.atMs : gapMs
    this.#cancelSign = clock.later(
      () => {
        this.#cancelSign = null
        void this.#sign()
      },
      Math.max(gatherMs, gapMs - sinceLast),
    )
  }

  async #sign(): Promise<void> {
    const { clock, surroundings, leading, stand } = this.#options
    const latest = this.#latest
    if (this.#stopped || !leading() || !surroundings.online() || latest === null) return
    const now = clock.now()
    // A tab that has said nothing for a while is looked at no more.
    if (latest.at !== null && now - latest.heardAt > heardMs) return
    if (latest.at === null && (this.#signed?.at ?? null) === null) return
    this.#signed = { at: latest.at, atMs: now }
    const reply = await stand(latest.at)
    // Not told: said again when the tab says again that it is there. What the server refused is not said twice.
    if (reply.kind === 'offline') this.#signed = null
  }

  #show(present: PresentEvent | null): void {
    // A stream may seem to stand for a while after the network went.
    const shown = present && present.n > 0 && this.#options.surroundings.online() ? present : null
    if (shown) this.#armClear()
    else this.#cancelClear?.()
    if (JSON.stringify(shown) === JSON.stringify(this.#present)) return
    this.#present = shown
    this.#options.changed()
  }

  /** What nobody has confirmed for as long as somebody counts as there is not so any more. */
  #armClear(): void {
    this.#cancelClear?.()
    this.#cancelClear = this.#options.clock.later(() => this.#show(null), presenceMs)
  }
}
