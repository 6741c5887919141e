import { halfWritten } from './half-written.ts'
import type { Draft, DraftKind, DraftRow, StoredDraft } from './half-written.ts'

/** From the first key that is not on the disk to its writing: who never pauses loses no more than this. */
export const draftPauseMs = 300
/** Until a write that failed is tried again without another key. */
const retryMs = 2000
/** Where a browser cannot tell which tabs live: a draft that rested this long is nobody's who is writing now. */
const restedMs = 15_000

/** How far the text in the field has got. saved: this very text is on the disk. */
export type Kept = 'none' | 'unsaved' | 'saved' | 'failed'

/** Another text about the same: of another tab, or of one that died. */
export interface OtherDraft {
  readonly key: string
  readonly draft: Draft
  readonly savedAt: string
  /** Its tab is open: the text is in its field, too. */
  readonly living: boolean
}

/** Where drafts are kept for good. Every promise resolves after a strict commit. */
export interface DraftStore {
  drafts(): Promise<readonly DraftRow[]>
  saveDraft(key: string, value: unknown): Promise<void>
  clearDraft(key: string): Promise<void>
  /** Undefined when it is gone: another tab took it first. */
  moveDraft(from: string, to: string): Promise<unknown>
  /** Topic `drafts`: another tab wrote one, or took one. */
  subscribe(topic: string, listener: () => void): () => void
}

/** The pages that write. */
export interface Writers {
  /** This page. */
  readonly me: string
  /** Pages that are open now; null when the browser cannot tell. */
  alive(): Promise<ReadonlySet<string> | null>
}

/** Runs later, once; gives how to call it off. */
export type Later = (run: () => void, delayMs: number) => () => void

const timers: Later = (run, delayMs) => {
  const id = setTimeout(run, delayMs)
  return () => clearTimeout(id)
}

const draftKey = (kind: DraftKind, scope: string, subject: string, writer: string): string => `${kind}:${scope}:${subject}#${writer}`

const inTime = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** Unit that a draft is about. */
export const unitOfSubject = (subject: string): string => subject.split('~')[0] ?? subject

const sameText = (left: Draft | undefined, right: Draft): boolean =>
  left !== undefined && JSON.stringify(sayingOf(left)) === JSON.stringify(sayingOf(right))

const sayingOf = ({ value, text, ticked }: Draft): readonly unknown[] => [value, text ?? null, ticked === true]

interface SlotPorts {
  readonly store: DraftStore
  readonly later: Later
  /** Reads again what other tabs hold. */
  refresh(): Promise<void>
}

/**
 * One half-written text on its way to the disk: written at the latest 300 ms after the first key that is not there yet, however
 * fast the next ones come. Each page writes a row of its own, so that no tab overwrites another's.
 */
export class DraftSlot {
  /** Key of this page's row: what a mutation that it becomes deletes. */
  readonly key: string
  readonly #ports: SlotPorts
  readonly #listeners = new Set<() => void>()
  #own: Draft | undefined
  #met: readonly OtherDraft[] = []
  #stamp = 0
  #version = 0
  #durable = 0
  #failed = false
  #giving = false
  #parked = 0
  #stopTimer: (() => void) | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(key: string, ports: SlotPorts) {
    this.key = key
    this.#ports = ports
  }

  get draft(): Draft | undefined {
    return this.#own
  }

  /** Other texts about the same that differ from this one. */
  get others(): readonly OtherDraft[] {
    return this.#met.filter((other) => !sameText(this.#own, other.draft))
  }

  /** Grows with every change. */
  get stamp(): number {
    return this.#stamp
  }

  get kept(): Kept {
    if (!this.#own) return 'none'
    if (this.#durable === this.#version) return 'saved'
    return this.#failed ? 'failed' : 'unsaved'
  }

  /** Tells of every change of the text's way, and of the others. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A keystroke. */
  write(draft: Draft): void {
    if (sameText(this.#own, draft) && this.#own?.base === draft.base) return
    this.#own = draft
    this.#version += 1
    this.#tell()
    if (!this.#giving) this.#stopTimer ??= this.#ports.later(() => void this.keep(), draftPauseMs)
  }

  /** Writes it now: the field was left, the page is hidden, the card goes away. Resolves when it is on the disk, or could not be. */
  async keep(): Promise<void> {
    if (this.#giving) return
    this.#stop()
    const { version, draft } = { version: this.#version, draft: this.#own }
    if (!draft || this.#durable === version) return
    const writing = this.#ports.store.saveDraft(this.key, draft).then(
      () => {
        this.#durable = Math.max(this.#durable, version)
        this.#failed = false
      },
      () => {
        // Said beside the field, and tried again without waiting for another key.
        this.#failed = true
        this.#stopTimer ??= this.#ports.later(() => void this.keep(), retryMs)
      },
    )
    this.#writing = writing
    await writing
    this.#tell()
  }

  /** It is not wanted any more. */
  async clear(): Promise<void> {
    this.#forget()
    await this.#ports.store.clearDraft(this.key)
  }

  /**
   * Turns it into a mutation. Nothing is written meanwhile, so that the write which enqueues the mutation deletes the row that
   * is there; what was typed on is written after. `dispatch` resolves to whether it was given, and whether anything was enqueued.
   */
  async give<R extends { readonly given: boolean; readonly enqueued: boolean }>(dispatch: (key: string) => Promise<R>): Promise<R> {
    this.#stop()
    this.#giving = true
    const version = this.#version
    try {
      await this.#writing
      const result = await dispatch(this.key)
      if (result.given && !result.enqueued) await this.#ports.store.clearDraft(this.key)
      if (result.given && version === this.#version) this.#forget()
      else if (result.given) this.#durable = 0
      return result
    } finally {
      this.#giving = false
      void this.keep()
    }
  }

  /** The other text comes into the field. What was there stays on the device and is offered in its turn. */
  async take(other: OtherDraft): Promise<void> {
    if (this.#own) await this.#ports.store.saveDraft(`${this.key}.${(this.#parked += 1)}`, this.#own)
    this.write({ ...other.draft })
    await this.keep()
    if (!other.living && this.kept === 'saved') await this.#ports.store.clearDraft(other.key)
    await this.#ports.refresh()
  }

  /** A text that nobody writes any more goes for good, by the person's own act. */
  async discard(other: OtherDraft): Promise<void> {
    await this.#ports.store.clearDraft(other.key)
    await this.#ports.refresh()
  }

  /** What the disk holds of this page's: at the opening. */
  load(draft: Draft): void {
    this.#own = draft
    this.#durable = this.#version
  }

  /** What the disk holds of others'. */
  meet(others: readonly OtherDraft[]): void {
    if (JSON.stringify(others) === JSON.stringify(this.#met)) return
    this.#met = others
    this.#tell()
  }

  #forget(): void {
    this.#stop()
    this.#own = undefined
    this.#version += 1
    this.#durable = this.#version
    this.#failed = false
    this.#tell()
  }

  #stop(): void {
    this.#stopTimer?.()
    this.#stopTimer = null
  }

  #tell(): void {
    this.#stamp += 1
    for (const listener of this.#listeners) listener()
  }
}

interface BookPorts {
  readonly writers: Writers
  readonly now?: (() => number) | undefined
  readonly later?: Later | undefined
}

/** The half-written texts of one place, read once and then at hand: a field shows its draft in its first frame. */
export class DraftBook {
  readonly #store: DraftStore
  readonly #scope: string
  readonly #writers: Writers
  readonly #now: () => number
  readonly #later: Later
  readonly #slots = new Map<string, DraftSlot>()
  /** When each text that was there at the opening had been written. */
  readonly #found = new Map<string, { readonly draft: Draft; readonly savedAt: string }>()

  #reading: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(store: DraftStore, scope: string, { writers, now = Date.now, later = timers }: BookPorts) {
    this.#store = store
    this.#scope = scope
    this.#writers = writers
    this.#now = now
    this.#later = later
  }

  /** Reads what is there, and takes over what pages left that are gone: of two tabs that open, one does. */
  async open(): Promise<void> {
    for (const { row, living } of await this.#rows()) {
      const slot = this.slot(row.kind, row.subject)
      if (slot.draft || living || (row.writer !== this.#writers.me && !(await this.#store.moveDraft(row.key, slot.key)))) continue
      slot.load(row.draft)
      this.#found.set(slot.key, row)
    }
    this.#store.subscribe('drafts', () => void this.refresh())
    await this.refresh()
  }

  /** Reads again what other pages hold; asked many times while it reads, once more after. */
  refresh(): Promise<void> {
    const read = (): Promise<void> => {
      this.#next = null
      this.#reading = this.#meetOthers()
      return this.#reading
    }
    this.#next ??= this.#reading.then(read, read)
    return this.#next
  }

  async #meetOthers(): Promise<void> {
    const others = new Map<DraftSlot, OtherDraft[]>()
    for (const { row, living } of await this.#rows()) {
      if (row.writer === this.#writers.me) continue
      const slot = this.slot(row.kind, row.subject)
      const { key, draft, savedAt } = row
      others.set(slot, [...(others.get(slot) ?? []), { key, draft, savedAt, living }])
    }
    for (const slot of this.#slots.values()) slot.meet(others.get(slot) ?? [])
  }

  slot(kind: DraftKind, subject: string): DraftSlot {
    const key = draftKey(kind, this.#scope, subject, this.#writers.me)
    const known = this.#slots.get(key)
    if (known) return known
    const slot = new DraftSlot(key, { store: this.#store, later: this.#later, refresh: () => this.refresh() })
    this.#slots.set(key, slot)
    return slot
  }

  /** Units with an answer that is half written here. */
  get units(): readonly string[] {
    return this.#subjects(() => true)
  }

  /** Subjects with a draft of a kind on this page. */
  subjectsOf(kind: DraftKind): readonly string[] {
    return this.#subjects(() => true, kind)
  }

  /** Units whose answer was half written when the page opened, had rested since then, and has not been touched. */
  restedSince(instant: string): readonly string[] {
    return this.#subjects((slot) => {
      const found = this.#found.get(slot.key)
      return found !== undefined && found.savedAt < instant && slot.draft === found.draft && slot.others.length === 0
    })
  }

  async keepAll(): Promise<void> {
    await Promise.all([...this.#slots.values()].map((slot) => slot.keep()))
  }

  #subjects(wanted: (slot: DraftSlot) => boolean, kind: DraftKind = 'answer'): readonly string[] {
    const prefix = draftKey(kind, this.#scope, '', '').slice(0, -1)
    return [...this.#slots.values()]
      .filter((slot) => slot.key.startsWith(prefix) && slot.draft !== undefined && wanted(slot))
      .map((slot) => slot.key.slice(prefix.length, slot.key.indexOf('#')))
  }

  /** Rows of this place, newest first. */
  async #rows(): Promise<readonly { readonly row: StoredDraft; readonly living: boolean }[]> {
    const [rows, alive] = await Promise.all([this.#store.drafts(), this.#writers.alive()])
    const rested = new Date(this.#now() - restedMs).toISOString()
    return halfWritten(rows)
      .filter((row) => row.scope === this.#scope)
      .toSorted((left, right) => inTime(right.savedAt, left.savedAt))
      .map((row) => ({
        row,
        living: row.writer !== this.#writers.me && (alive ? alive.has(row.writer) : row.savedAt > rested),
      }))
  }
}
