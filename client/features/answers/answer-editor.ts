import type { Answer, AnswerValue } from '#shared/answers/model.ts'
import { closedBy } from '#shared/answers/rules.ts'
import { invalidity, isEmpty, sameValue } from '#shared/answers/validity.ts'
import { clearAnswer, setAnswer } from '#shared/answers/mutations.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Mid, Unit } from '#shared/kernel/ids.ts'
import type { DraftBook } from '#client/data/drafts.ts'
import type { OpenWorld } from '#client/data/use-world.ts'

/** Pause after a keystroke before the draft is written. */
export const draftPauseMs = 300
/** From leaving a question to its answer (institution-area §9). */
export const autosaveMs = 500

export interface EditorState {
  /** What the field shows. */
  readonly value: AnswerValue | null
  /** The person wrote something that is not the answer yet. */
  readonly dirty: boolean
  readonly saving: boolean
  /** What keeps it from being the answer; told once the field was left. */
  readonly problem: Failure | null
  /** Answers that this one would clear: it waits for a yes. */
  readonly closes: readonly Unit[]
  /** What somebody else wrote while this was being edited. */
  readonly remote: Answer | null
  /** Grows when the value was put there by anything but typing: the field takes it over. */
  readonly revision: number
}

/** Runs later, once; gives how to call it off. */
export type Later = (run: () => void, delayMs: number) => () => void

const timers: Later = (run, delayMs) => {
  const id = setTimeout(run, delayMs)
  return () => clearTimeout(id)
}

interface Ports {
  readonly open: OpenWorld
  readonly drafts: DraftBook
  readonly later?: Later | undefined
}

const same = (left: AnswerValue | null, right: AnswerValue | null): boolean => sameValue(left, right) || (isEmpty(left) && isEmpty(right))

/**
 * The way of one answer from the keyboard to the outbox: every change is a draft on the device within 300 ms, and becomes the
 * answer 500 ms after the question was left, or at once where a choice is made. What somebody else writes meanwhile never
 * replaces what is being edited (ux 13, 19).
 */
export class AnswerEditor {
  readonly #open: OpenWorld
  readonly #drafts: DraftBook
  readonly #later: Later
  readonly #question: Question
  readonly #unit: Unit
  readonly #listeners = new Set<() => void>()
  #state: EditorState
  #focused = false
  /** Version that the field's value was taken from. */
  #seen: Mid | null
  #given: AnswerValue | null | undefined
  #stopDraft: (() => void) | null = null
  #stopCommit: (() => void) | null = null
  #stopListening: (() => void) | null = null

  constructor(unit: Unit, question: Question, { open, drafts, later = timers }: Ports) {
    this.#open = open
    this.#drafts = drafts
    this.#later = later
    this.#question = question
    this.#unit = unit
    const standing = open.world().answer(unit)
    const draft = drafts.get(unit)
    this.#seen = draft ? draft.base : (standing?.mid ?? null)
    const value = draft ? (draft.value as AnswerValue | null) : (standing?.value ?? null)
    const dirty = draft !== undefined && !same(value, standing?.value ?? null)
    this.#state = { value, dirty, saving: false, problem: null, closes: [], remote: null, revision: 0 }
    if (dirty) this.#state = { ...this.#state, problem: this.#problemOf(value), remote: this.#remoteNow() }
  }

  get state(): EditorState {
    return this.#state
  }

  /** Follows the world while somebody listens; what is half written is kept when nobody does any more. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    this.#stopListening ??= this.#open.subscribe(`unit:${this.#unit}`, () => this.#follow())
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#stopListening?.()
      this.#stopListening = null
      this.keepDraft()
    }
  }

  focus(): void {
    this.#focused = true
    this.#stopCommit?.()
    this.#stopCommit = null
  }

  /** The question was left: it becomes the answer after the autosave's pause. */
  blur(): void {
    this.#focused = false
    this.keepDraft()
    if (!this.#state.dirty) return this.#follow()
    if (!isEmpty(this.#state.value)) this.#change({ problem: this.#problemOf(this.#state.value) })
    this.#stopCommit?.()
    this.#stopCommit = this.#later(() => void this.commit(), autosaveMs)
  }

  /** A keystroke. */
  write(value: AnswerValue | null): void {
    if (!this.#put(value)) return
    this.#stopDraft?.()
    this.#stopDraft = this.#later(() => this.keepDraft(), draftPauseMs)
  }

  /** A choice: it is the answer at once, unless it would clear others or does not fit yet. */
  choose(value: AnswerValue | null, { closing = false } = {}): void {
    if (!this.#put(value)) return
    this.keepDraft()
    void this.commit({ closing })
  }

  /** Writes the draft now: at a pause, when the page is hidden, when the card goes away. */
  keepDraft(): void {
    this.#stopDraft?.()
    this.#stopDraft = null
    if (this.#state.dirty) void this.#drafts.save(this.#unit, { value: this.#state.value, base: this.#seen })
  }

  /** Makes the value the answer. False when something keeps it from being one; what was written stays. */
  async commit({ closing = false, restore = false } = {}): Promise<boolean> {
    this.#stopCommit?.()
    this.#stopCommit = null
    const { value, dirty } = this.#state
    if (!dirty) return true
    const problem = this.#problemOf(value)
    if (problem) {
      this.keepDraft()
      this.#change({ problem })
      return false
    }
    const closes = closing ? [] : closedBy(this.#open.world(), this.#unit, isEmpty(value) ? null : value)
    if (closes.length > 0) {
      this.keepDraft()
      this.#change({ closes })
      return false
    }
    return this.#give(value, restore)
  }

  async #give(value: AnswerValue | null, restore: boolean): Promise<boolean> {
    this.#given = value
    this.#change({ saving: true, closes: [], problem: null })
    const asking = { clearDraft: this.#drafts.keyOf(this.#unit), base: this.#seen }
    const result =
      value === null || isEmpty(value)
        ? await this.#open.dispatch(clearAnswer, { unit: this.#unit }, asking)
        : await this.#open.dispatch(setAnswer, { unit: this.#unit, value, ...(restore ? { restore } : {}) }, asking)
    this.#given = undefined
    if (!result.ok) {
      this.#change({ saving: false, problem: result.failure })
      return false
    }
    const standing = this.#open.world().answer(this.#unit)
    this.#seen = standing?.mid ?? null
    const dirty = !same(this.#state.value, value)
    if (dirty) this.#drafts.given(this.#unit)
    else if (result.value.mid === null) await this.#drafts.clear(this.#unit)
    else this.#drafts.given(this.#unit)
    this.#change({ saving: false, dirty, remote: null })
    if (dirty) this.keepDraft()
    return true
  }

  /** The clearing of others was agreed to. */
  confirmClosing(): Promise<boolean> {
    return this.commit({ closing: true })
  }

  /** Back to what stands: what was written goes, its draft too. */
  revert(): void {
    const standing = this.#open.world().answer(this.#unit)
    this.#takeOver(standing)
    void this.#drafts.clear(this.#unit)
  }

  /** The other person's value was chosen over what was being written. */
  adopt(): void {
    this.revert()
  }

  /** What was being written was chosen, with the other person's value in sight. */
  keepMine(): void {
    this.#seen = this.#state.remote?.mid ?? this.#seen
    this.#change({ remote: null })
    this.keepDraft()
    void this.commit()
  }

  /** Offers again what a dependency had cleared (rules L12). */
  restore(value: AnswerValue): Promise<boolean> {
    this.#put(value)
    this.#change({ revision: this.#state.revision + 1 })
    return this.commit({ restore: true })
  }

  #put(value: AnswerValue | null): boolean {
    const standing = this.#open.world().answer(this.#unit)
    if (same(value, this.#state.value) && this.#state.closes.length === 0) return false
    const dirty = !same(value, standing?.value ?? null)
    const problem = this.#state.problem && dirty ? this.#problemOf(value) : null
    if (!dirty && this.#state.dirty) void this.#drafts.clear(this.#unit)
    this.#change({ value, dirty, problem, closes: [] })
    return true
  }

  #problemOf(value: AnswerValue | null): Failure | null {
    return value === null || isEmpty(value) ? null : (invalidity(this.#question, value) ?? null)
  }

  #remoteNow(): Answer | null {
    const standing = this.#open.world().answer(this.#unit)
    return standing && standing.value !== null && standing.mid !== this.#seen ? standing : null
  }

  #follow(): void {
    const standing = this.#open.world().answer(this.#unit)
    if ((standing?.mid ?? null) === this.#seen && same(standing?.value ?? null, this.#state.value)) return
    const value = standing?.value ?? null
    if (this.#given !== undefined && same(value, this.#given)) return
    if (!this.#state.dirty && (!this.#focused || same(value, this.#state.value))) return this.#takeOver(standing)
    if (same(value, this.#state.value)) {
      this.#takeOver(standing)
      void this.#drafts.clear(this.#unit)
      return
    }
    if ((standing?.mid ?? null) === this.#seen) return
    this.#change({ remote: standing ?? null })
  }

  #takeOver(standing: Answer | undefined): void {
    this.#seen = standing?.mid ?? null
    const value = standing?.value ?? null
    const revision = same(value, this.#state.value) ? this.#state.revision : this.#state.revision + 1
    this.#change({ value, dirty: false, problem: null, closes: [], remote: null, revision })
  }

  #change(part: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }
}
