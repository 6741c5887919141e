import type { Draft, DraftStore } from './model.ts'

/** From the first key that is not on the disk to its writing: who never pauses loses no more than this. */
export const draftPauseMs = 300
/** From the last key to the change that the draft becomes, while its field has the focus (HW2). */
export const settlePauseMs = 2000
/** Until a write that failed is tried again without another key. */
const retryMs = 2000
/** Until what could not be decided or kept as a change is tried again, without anybody coming back to it (HW2). */
const laterMs = 15_000

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

/** What came of giving a draft. `later`: not now, and nobody has to be asked; otherwise one that was not given waits for the person. */
export interface Given {
  readonly given: boolean
  readonly enqueued: boolean
  readonly later?: boolean
}

/** Runs later, once; gives how to call it off. */
export type Later = (run: () => void, delayMs: number) => () => void

const sameText = (left: Draft | undefined, right: Draft): boolean =>
  left !== undefined && JSON.stringify(sayingOf(left)) === JSON.stringify(sayingOf(right))

const sayingOf = ({ value, text, ticked }: Draft): readonly unknown[] => [value, text ?? null, ticked === true]

const isSameEdit = (left: Draft, right: Draft): boolean => JSON.stringify(left.edit) === JSON.stringify(right.edit)

/** What becomes of a draft that is to be a change. given: it is one. later: not now, for want of what it is decided on. asks: the person decides. */
export type Became = 'given' | 'later' | 'asks'

export interface SlotPorts {
  readonly store: Pick<DraftStore, 'saveDraft' | 'clearDraft'>
  readonly later: Later
  /** Reads again what other tabs hold. */
  refresh(): Promise<void>
  /** Asks for the change that a draft is; its row goes with the write that enqueues it. */
  become(key: string, draft: Draft): Promise<Became>
  /** The text in hand is another one. */
  changed(): void
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
  #stopPause: (() => void) | null = null
  #settler: (() => Promise<void>) | null = null
  #writing: Promise<void> = Promise.resolve()
  #turn: Promise<unknown> = Promise.resolve()

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
    if (sameText(this.#own, draft) && this.#own?.base === draft.base && isSameEdit(this.#own, draft)) return
    this.#own = draft
    this.#version += 1
    this.#tell()
    if (!this.#giving) this.#stopTimer ??= this.#ports.later(() => void this.keep(), draftPauseMs)
    this.#stopPause?.()
    // Who has emptied a field and rests in it is about to write.
    this.#stopPause = draft.edit && draft.value !== null ? this.#ports.later(() => void this.settle(), settlePauseMs) : null
  }

  /** Who makes a change of this draft, in the place of the draft itself: the editor of its field. */
  settleBy(settler: () => Promise<void>): void {
    this.#settler = settler
  }

  /**
   * Nobody writes it just now: it becomes the change that it is. What is none yet stays as it is, on the disk. Resolves when that is done.
   */
  async settle(): Promise<void> {
    this.#stopPause?.()
    this.#stopPause = null
    // On the disk first: a page that is left may end before the change is enqueued.
    await this.keep()
    const draft = this.#own
    if (!draft?.edit || this.#giving) return
    if (this.#settler) return this.#settler()
    if (this.others.length > 0) return this.#ask()
    await this.give(async (key) => {
      const became = await this.#ports.become(key, draft)
      return { given: became === 'given', enqueued: true, later: became === 'later' }
    })
  }

  /** It waits for the person from now on. */
  async #ask(): Promise<void> {
    this.#wait()
    await this.keep()
  }

  #wait(): void {
    if (!this.#own?.edit) return
    const { edit: _, ...rest } = this.#own
    this.#own = rest
    this.#version += 1
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
  give<R extends Given>(dispatch: (key: string) => Promise<R>): Promise<R> {
    // One after the other: what is pressed while the pause ends finds it done.
    const turn = this.#turn.then(() => this.#give(dispatch))
    this.#turn = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  async #give<R extends Given>(dispatch: (key: string) => Promise<R>): Promise<R> {
    this.#stop()
    this.#giving = true
    const version = this.#version
    try {
      await this.#writing
      const result = await dispatch(this.key)
      if (result.given && !result.enqueued) await this.#ports.store.clearDraft(this.key)
      if (result.given && version === this.#version) this.#forget()
      else if (result.given) this.#durable = 0
      else if (result.later === true) this.#stopPause ??= this.#ports.later(() => void this.settle(), laterMs)
      else if (version === this.#version) this.#wait()
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
    this.#stopPause?.()
    this.#stopPause = null
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
    this.#ports.changed()
  }
}
