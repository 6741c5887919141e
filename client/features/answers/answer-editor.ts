import * as v from 'valibot'
import { answerValueSchema } from '#shared/answers/model.ts'
import type { Answer, AnswerValue } from '#shared/answers/model.ts'
import { closedBy } from '#shared/answers/rules.ts'
import { sameValue } from '#shared/answers/same-value.ts'
import { clearAnswer, setAnswer } from '#shared/answers/mutations.ts'
import { invalidity, isEmpty, kinds } from '#shared/forms/kinds.ts'
import type { Question } from '#shared/forms/model.ts'
import { cleanText } from '#shared/kernel/clean-text.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Mid, Unit } from '#shared/kernel/ids.ts'
import type { DraftBook } from '#sync/drafts/book.ts'
import { isForLater } from '#sync/drafts/model.ts'
import type { Edit } from '#sync/drafts/model.ts'
import type { DraftSlot, Later, OtherDraft } from '#sync/drafts/slot.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'

/** From leaving a question to its answer (HW2). */
export const autosaveMs = 500

/** What was typed and is not a value yet, and why. */
export interface Unread {
  readonly text: string
  readonly problem: Failure
}

export interface EditorState {
  /** What the field shows, where it is a value. */
  readonly value: AnswerValue | null
  /** What the field shows instead, while it is none. */
  readonly unread: Unread | null
  /** The person wrote something that is not the answer yet. */
  readonly dirty: boolean
  readonly saving: boolean
  /** What keeps it from being the answer; told once the field was left. */
  readonly problem: Failure | null
  /** Answers that this one would clear: it waits for a yes. */
  readonly closes: readonly Unit[]
  /** What somebody else wrote while this was being edited. */
  readonly remote: Answer | null
  /** Other half-written texts of this answer: of another tab, or of one that died. */
  readonly others: readonly OtherDraft[]
  /** Grows when the value was put there by anything but typing: the field takes it over. */
  readonly revision: number
}

const timers: Later = (run, delayMs) => {
  const id = setTimeout(run, delayMs)
  return () => clearTimeout(id)
}

interface Ports {
  readonly open: OpenWorld
  readonly drafts: DraftBook
  readonly later?: Later | undefined
}

/** What was typed and is no value, from a draft; the field says more of it at the next key. */
const unreadOf = (text: string | undefined, { kind }: Question): Unread | null =>
  text === undefined ? null : { text, problem: kinds[kind].unread }

const storedValue = v.nullable(answerValueSchema)

/** What a draft holds, as a value; undefined when it holds none that this application knows. */
export function valueOfDraft(value: unknown): AnswerValue | null | undefined {
  // Of any length: what is too long for an answer was written all the same.
  if (typeof value === 'string') return value
  const parsed = v.safeParse(storedValue, value)
  return parsed.success ? parsed.output : undefined
}

/**
 * The way of one answer from the keyboard to the outbox: every change is a draft on the device within 300 ms, and becomes the
 * answer 500 ms after the question was left, after two seconds without a key, when the card or the page goes away, or at once where a
 * choice is made. What somebody else writes meanwhile never
 * replaces what is being edited (HW1, HW4).
 */
export class AnswerEditor {
  readonly slot: DraftSlot
  readonly #open: OpenWorld
  readonly #later: Later
  readonly #question: Question
  readonly #unit: Unit
  readonly #listeners = new Set<() => void>()
  #state: EditorState
  #focused = false
  /** Version that the field's value was taken from. */
  #seen: Mid | null
  #given: AnswerValue | null | undefined
  /** What was brought into the field from an earlier form: only that very value is asked for as such. */
  #brought: AnswerValue | null = null
  #stopCommit: (() => void) | null = null
  #stopListening: (() => void)[] = []

  constructor(unit: Unit, question: Question, { open, drafts, later = timers }: Ports) {
    this.#open = open
    this.#later = later
    this.#question = question
    this.#unit = unit
    this.slot = drafts.slot('answer', unit)
    this.slot.settleBy(() => this.#settle())
    const standing = open.world().answer(unit)
    const { draft } = this.slot
    const drafted = draft && valueOfDraft(draft.value)
    this.#seen = draft && drafted !== undefined ? draft.base : (standing?.mid ?? null)
    const value = drafted === undefined ? (standing?.value ?? null) : drafted
    const unread = unreadOf(draft?.text, question)
    const dirty = unread !== null || (drafted !== undefined && !this.#same(value, standing?.value ?? null))
    this.#state = { value, unread, dirty, saving: false, problem: null, closes: [], remote: null, others: this.slot.others, revision: 0 }
    if (dirty) {
      this.#state = { ...this.#state, problem: this.#problemNow(), remote: this.#remoteNow() }
      // What kept it from being an answer may be over, and a program of before did not say what it becomes.
      this.#writeDraft()
    } else if (draft) void this.slot.clear()
  }

  get state(): EditorState {
    return this.#state
  }

  /** Follows the world while somebody listens; what is half written is kept when nobody does any more. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    if (this.#stopListening.length === 0) {
      this.#stopListening = [
        this.#open.subscribe(`unit:${this.#unit}`, () => this.#follow()),
        this.slot.subscribe(() => this.#change({ others: this.slot.others })),
      ]
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      for (const stop of this.#stopListening.splice(0)) stop()
      void this.slot.settle()
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
    if (this.#state.unread || !this.#isEmpty(this.#state.value)) this.#change({ problem: this.#problemNow() })
    this.#stopCommit?.()
    this.#stopCommit = this.#later(() => void this.commit(), autosaveMs)
  }

  /** A keystroke. */
  write(value: AnswerValue | null): void {
    this.#put(typeof value === 'string' ? cleanText(value) : value)
  }

  /** A keystroke after which the field holds no value: it is kept as it was typed, and what stands goes on standing. */
  writeUnread(unread: Unread): void {
    this.#change({ unread, dirty: true, problem: this.#state.problem && unread.problem, closes: [] })
    this.#writeDraft()
  }

  /** A choice: it is the answer at once, unless it would clear others or does not fit yet. */
  choose(value: AnswerValue | null, { closing = false } = {}): void {
    if (this.#put(value)) void this.commit({ closing })
  }

  /** Writes the draft now: when the page is hidden, when the card goes away. */
  keepDraft(): void {
    void this.slot.keep()
  }

  /** Makes the value the answer. False when something keeps it from being one; what was written stays. */
  async commit({ closing = false, restore = false, reopens = false } = {}): Promise<boolean> {
    this.#stopCommit?.()
    this.#stopCommit = null
    const { value, dirty } = this.#state
    if (!dirty) return true
    const problem = this.#problemNow()
    if (problem) {
      this.keepDraft()
      this.#change({ problem })
      return false
    }
    const closes = closing ? [] : closedBy(this.#open.world(), this.#unit, this.#isEmpty(value) ? null : value)
    if (closes.length > 0) {
      this.keepDraft()
      this.#change({ closes })
      return false
    }
    return this.#give(value, { ...(restore ? { restore } : {}), ...(reopens ? { reopens } : {}) })
  }

  /** Nobody is writing it now: it is the answer where nothing has to be asked or corrected first, and nothing is said of it. */
  async #settle(): Promise<void> {
    const { value, dirty, saving } = this.#state
    if (dirty && !saving && this.#edit() !== undefined) await this.#give(value)
  }

  /** What the draft becomes by itself; undefined while it is not valid, clears other answers, or meets somebody else's. */
  #edit(): Edit | undefined {
    const { value, remote } = this.#state
    if (remote !== null || this.#problemNow() !== null) return undefined
    if (closedBy(this.#open.world(), this.#unit, this.#isEmpty(value) ? null : value).length > 0) return undefined
    return this.#editOf(value)
  }

  #editOf(value: AnswerValue | null): Edit {
    if (value === null || this.#isEmpty(value)) return { name: clearAnswer.name, args: { unit: this.#unit } }
    return { name: setAnswer.name, args: { unit: this.#unit, value, ...(this.#isBrought(value) ? { brought: true } : {}) } }
  }

  async #give(value: AnswerValue | null, how: { readonly restore?: true; readonly reopens?: true } = {}): Promise<boolean> {
    this.#given = value
    this.#change({ saving: true, closes: [], problem: null })
    const asked = { unit: this.#unit, base: this.#seen }
    const giving = this.slot.give(async (clearDraft) => {
      const asking = { clearDraft, base: asked.base }
      const dispatched =
        value === null || this.#isEmpty(value)
          ? await this.#open.dispatch(clearAnswer, { unit: asked.unit }, asking)
          : await this.#open.dispatch(
              setAnswer,
              { unit: asked.unit, value, ...how, ...(this.#isBrought(value) ? { brought: true } : {}) },
              asking,
            )
      const later = !dispatched.ok && isForLater(dispatched.failure.code)
      return { given: dispatched.ok, enqueued: dispatched.ok && dispatched.value.mid !== null, later, result: dispatched }
    })
    const { result } = await giving.finally(() => {
      this.#given = undefined
      this.#change({ saving: false })
    })
    if (!result.ok) {
      this.#change({ problem: result.failure })
      return false
    }
    const standing = this.#open.world().answer(this.#unit)
    this.#seen = standing?.mid ?? null
    const dirty = this.#state.unread !== null || !this.#same(this.#state.value, value)
    this.#change({ dirty, remote: null })
    if (dirty) {
      this.#writeDraft()
      this.keepDraft()
    } else if (this.slot.draft) void this.slot.clear()
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
    void this.slot.clear()
  }

  /** The other person's value was chosen over what was being written. */
  adopt(): void {
    this.revert()
  }

  /** What was being written was chosen, with the other person's value in sight. */
  keepMine(): void {
    this.#seen = this.#state.remote?.mid ?? this.#seen
    this.#change({ remote: null })
    this.#writeDraft()
    this.keepDraft()
    void this.commit()
  }

  /** Offers again what a dependency had cleared (AN4). */
  restore(value: AnswerValue): Promise<boolean> {
    this.#put(value)
    this.#change({ revision: this.#state.revision + 1 })
    return this.commit({ restore: true })
  }

  /** Brings what was answered in an earlier form: what does not fit stays in the field, with the reason (FB7). */
  bring(value: AnswerValue): Promise<boolean> {
    this.#brought = value
    return this.putIn(value)
  }

  /** Answers with what opens again what another answer had closed, and brings that back with it (AN14). What it closes was agreed to. */
  putBack(value: AnswerValue): Promise<boolean> {
    this.#put(value)
    this.#change({ revision: this.#state.revision + 1 })
    return this.commit({ closing: true, reopens: true })
  }

  /** Puts a value into the field, as if it had been written there, and makes it the answer. Null empties it. */
  putIn(value: AnswerValue | null): Promise<boolean> {
    this.#put(value)
    this.#change({ revision: this.#state.revision + 1 })
    return this.commit()
  }

  #isBrought(value: AnswerValue): boolean {
    return this.#brought !== null && sameValue(this.#brought, value)
  }

  /** Another half-written text comes into the field; what was there is offered in its turn. */
  async takeOther(other: OtherDraft): Promise<void> {
    const value = valueOfDraft(other.draft.value)
    if (value === undefined) return
    await this.slot.take(other)
    const { text } = other.draft
    const unread = unreadOf(text, this.#question)
    const standing = this.#open.world().answer(this.#unit)
    const dirty = unread !== null || !this.#same(value, standing?.value ?? null)
    this.#change({ value, unread, dirty, problem: null, closes: [], revision: this.#state.revision + 1 })
  }

  #same(left: AnswerValue | null, right: AnswerValue | null): boolean {
    return sameValue(left, right) || (this.#isEmpty(left) && this.#isEmpty(right))
  }

  #isEmpty(value: AnswerValue | null): boolean {
    return isEmpty(this.#question, value)
  }

  #put(value: AnswerValue | null): boolean {
    const standing = this.#open.world().answer(this.#unit)
    if (this.#state.unread === null && this.#same(value, this.#state.value) && this.#state.closes.length === 0) return false
    const dirty = !this.#same(value, standing?.value ?? null)
    const problem = this.#state.problem && dirty ? this.#problemOf(value) : null
    const wasDirty = this.#state.dirty
    this.#change({ value, unread: null, dirty, problem, closes: [] })
    if (dirty) this.#writeDraft()
    else if (wasDirty) void this.slot.clear()
    return true
  }

  #writeDraft(): void {
    const { value, unread } = this.#state
    const number = this.#open.world().index.numberOf(this.#question.id)
    this.slot.write({
      value,
      base: this.#seen,
      ...(unread ? { text: unread.text } : {}),
      about: `${number} ${this.#question.text}`.trim(),
      edit: this.#edit(),
    })
  }

  #problemNow(): Failure | null {
    return this.#state.unread ? this.#state.unread.problem : this.#problemOf(this.#state.value)
  }

  #problemOf(value: AnswerValue | null): Failure | null {
    return value === null || this.#isEmpty(value) ? null : (invalidity(this.#question, value) ?? null)
  }

  #remoteNow(): Answer | null {
    const standing = this.#open.world().answer(this.#unit)
    return standing && standing.value !== null && standing.mid !== this.#seen ? standing : null
  }

  #follow(): void {
    const standing = this.#open.world().answer(this.#unit)
    const { value: shown, unread, dirty } = this.#state
    const agrees = unread === null && this.#same(standing?.value ?? null, shown)
    if ((standing?.mid ?? null) === this.#seen && agrees) return
    if (this.#given !== undefined && this.#same(standing?.value ?? null, this.#given)) return
    if (!dirty && (!this.#focused || agrees)) return this.#takeOver(standing)
    if (agrees) {
      this.#takeOver(standing)
      void this.slot.clear()
      return
    }
    if ((standing?.mid ?? null) === this.#seen) return
    this.#change({ remote: standing ?? null })
  }

  #takeOver(standing: Answer | undefined): void {
    this.#seen = standing?.mid ?? null
    const value = standing?.value ?? null
    const kept = this.#state.unread === null && this.#same(value, this.#state.value)
    const revision = kept ? this.#state.revision : this.#state.revision + 1
    this.#change({ value, unread: null, dirty: false, problem: null, closes: [], remote: null, revision })
  }

  #change(part: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }
}
