import type { Failure } from '#shared/kernel/failure.ts'
import type { DimensionId, Mid, QuestionId } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { DraftBook } from '#sync/drafts/book.ts'
import type { OpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { ask, formerOf, inverseOf, subjectOf } from './acts.ts'
import type { Act } from './acts.ts'
import { Carrying } from './structure/carrying.ts'
import { Chosen } from './structure/chosen.ts'
import { FieldsEditor } from './questions/fields-editor.ts'
import type { Subject } from './questions/fields-editor.ts'
import type { NewPlace } from './questions/new-question.ts'
import { newId } from './questions/new-question.ts'

/** How many changes can be taken back. */
const undoDepth = 200

/** What was done together, and is taken back or made again together. */
export interface Step {
  /** What was done, in its order, to be told of. */
  readonly done: readonly Act[]
  /** What takes it back, in the order in which that is asked for. */
  readonly inverse: readonly Act[]
  /** Number or name of what the first was about, as it was called then. */
  readonly name: string
}

/** What came of a step that was taken back or made again. */
export interface Turned {
  readonly step: Step
  /** How many of its changes were. */
  readonly stood: number
  /** What stands against the first that was not; null when all were. Those are forgotten. */
  readonly failure: Failure | null
}

/** What came of changes that were asked for together. */
export interface DoneTogether {
  /** Those that stand. */
  readonly done: readonly Act[]
  /** What stands against the first of the others. */
  readonly failure: Failure | null
}

interface Doing {
  readonly result: Result<{ readonly mid: Mid | null }>
  readonly part: { readonly done: Act; readonly inverse: Act; readonly name: string } | null
}

const keyOf = (subject: Subject): string => (subject.kind === 'form' ? '~form' : subject.id)

/** One person's work on a questionnaire in this tab: what is being written in it, what is new in it, and what can be undone. */
export class Workshop {
  readonly open: OpenQuestionnaire
  readonly chosen = new Chosen()
  readonly carrying = new Carrying()
  readonly #drafts: DraftBook
  readonly #editors = new Map<string, FieldsEditor>()
  readonly #listeners = new Set<() => void>()
  #additions: readonly QuestionId[] = []
  #undo: readonly Step[] = []
  #redo: readonly Step[] = []
  /** The last of what is taken back or made again: one after the other. */
  #turning: Promise<unknown> = Promise.resolve()
  #version = 0
  readonly #told = new Set<(act: Act) => void>()

  constructor(open: OpenQuestionnaire, drafts: DraftBook) {
    this.open = open
    this.#drafts = drafts
    // What was begun before the page went is where it was.
    this.#additions = drafts.subjectsOf('fields').filter((id) => this.#editorOf({ kind: 'question', id }).state.isNew)
  }

  /** Grows with every change of what is new or can be undone. */
  get version(): number {
    return this.#version
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  question = (id: QuestionId): FieldsEditor => this.#editorOf({ kind: 'question', id })
  dimension = (id: DimensionId): FieldsEditor => this.#editorOf({ kind: 'dimension', id })
  get form(): FieldsEditor {
    return this.#editorOf({ kind: 'form' })
  }

  /** Questions that were begun and lack something: they are no part of the questionnaire yet. */
  get additions(): readonly FieldsEditor[] {
    return this.#additions.map((id) => this.question(id)).filter((editor) => editor.state.isNew && !editor.standing)
  }

  /** Begins a question; undefined while another one lacks something. */
  begin(place: NewPlace): QuestionId {
    const id = newId()
    this.#editors.set(id, this.#made({ kind: 'question', id }, place))
    this.#additions = [...this.#additions, id]
    this.#tell()
    return id
  }

  /** A question that was begun is not wanted. Gives how it comes back. */
  abandon(id: QuestionId): () => void {
    const back = this.question(id).drop()
    const former = this.#additions
    this.#additions = former.filter((each) => each !== id)
    this.#tell()
    return () => {
      back()
      this.#additions = [...this.#additions.filter((each) => each !== id), id]
      this.#tell()
    }
  }

  /** Asks for a change and remembers how it is taken back. */
  async perform(act: Act, asking: { readonly clearDraft?: string | undefined } = {}): Promise<Result<{ readonly mid: Mid | null }>> {
    const { result, part } = await this.#doing(act, asking)
    if (part) this.#remember([part])
    this.#tell()
    return result
  }

  /**
   * Asks for changes one after the other and remembers them as one (ED6). Each is made of the last before it that stood; one that is
   * refused keeps no other back.
   */
  async performAll(acts: readonly ((before: Act | null) => Act)[]): Promise<DoneTogether> {
    const { parts, ...together } = await this.#together(acts)
    if (parts.length > 0) this.#remember(parts)
    this.#tell()
    return together
  }

  async #together(
    acts: readonly ((before: Act | null) => Act)[],
  ): Promise<DoneTogether & { readonly parts: readonly NonNullable<Doing['part']>[] }> {
    const parts: NonNullable<Doing['part']>[] = []
    const done: Act[] = []
    let failure: Failure | null = null
    for (const next of acts) {
      const act = next(done.at(-1) ?? null)
      const { result, part } = await this.#doing(act, {})
      if (result.ok) done.push(act)
      else failure ??= result.failure
      if (part) parts.push(part)
    }
    return { done, failure, parts }
  }

  #remember(parts: readonly NonNullable<Doing['part']>[]): void {
    for (const { done } of parts) for (const listener of this.#told) listener(done)
    this.#undo = [...this.#undo, stepOf(parts)].slice(-undoDepth)
    this.#redo = []
  }

  /** Hears of each change that was made, but of none that is taken back. */
  onDone(listener: (act: Act) => void): () => void {
    this.#told.add(listener)
    return () => this.#told.delete(listener)
  }

  get lastDone(): Step | undefined {
    return this.#undo.at(-1)
  }

  get lastUndone(): Step | undefined {
    return this.#redo.at(-1)
  }

  /** Takes the last step back, as much of it as can be. Null when there is none. */
  undo(): Promise<Turned | null> {
    return this.#inTurn('undo')
  }

  redo(): Promise<Turned | null> {
    return this.#inTurn('redo')
  }

  /** Saves what can be saved of everything that is being written. */
  async commitAll(): Promise<boolean> {
    const done = await Promise.all([...this.#editors.values()].map((editor) => editor.commit()))
    return done.every(Boolean)
  }

  #inTurn(which: 'undo' | 'redo'): Promise<Turned | null> {
    const run = (): Promise<Turned | null> => this.#turn(which)
    const turn = this.#turning.then(run, run)
    this.#turning = turn
    return turn
  }

  async #turn(which: 'undo' | 'redo'): Promise<Turned | null> {
    const step = which === 'undo' ? this.#undo.at(-1) : this.#redo.at(-1)
    if (!step) return null
    if (which === 'undo') this.#undo = this.#undo.slice(0, -1)
    else this.#redo = this.#redo.slice(0, -1)
    const { done, failure, parts } = await this.#together(step.inverse.map((act) => () => act))
    if (parts.length > 0) {
      const turned = { ...stepOf(parts), name: step.name }
      if (which === 'undo') this.#redo = [...this.#redo, turned]
      else this.#undo = [...this.#undo, turned]
    }
    this.#tell()
    return { step, stood: done.length, failure }
  }

  async #doing(act: Act, asking: { readonly clearDraft?: string | undefined }): Promise<Doing> {
    const former = formerOf(this.open.state(), act)
    const before = this.nameOf(act)
    const result = await ask(this.open, act, asking)
    if (!result.ok || result.value.mid === null) return { result, part: null }
    const inverse = inverseOf(act, former, this.open.state(), this.open.actor.id)
    return { result, part: inverse && { done: act, inverse, name: before === '' ? this.nameOf(act) : before } }
  }

  /** Number of a question, or name of a dimension; '' for what has none now. */
  nameOf(act: Act): string {
    const id = subjectOf(act)
    const state = this.open.state()
    if (id === null) return state.form?.name ?? ''
    return act.kind.endsWith('Dimension') ? (state.get('dimension', id)?.name ?? '') : state.index.numberOf(id)
  }

  #editorOf(subject: Subject): FieldsEditor {
    const known = this.#editors.get(keyOf(subject))
    if (known) return known
    const made = this.#made(subject)
    this.#editors.set(keyOf(subject), made)
    return made
  }

  #made(subject: Subject, place?: NewPlace): FieldsEditor {
    const about = (): string => {
      const state = this.open.state()
      const formName = state.form?.name ?? ''
      if (subject.kind === 'form') return formName
      const number = subject.kind === 'question' ? state.index.numberOf(subject.id) : ''
      return `${formName} · ${number} ${subject.kind === 'question' ? (state.question(subject.id)?.text ?? '') : (state.dimension(subject.id)?.name ?? '')}`.trim()
    }
    return new FieldsEditor(
      subject,
      { open: this.open, slot: this.#drafts.slot('fields', keyOf(subject)), perform: (act, asking) => this.perform(act, asking), about },
      place,
    )
  }

  #tell(): void {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }
}

/** What was done last is taken back first. */
const stepOf = (parts: readonly NonNullable<Doing['part']>[]): Step => ({
  done: parts.map(({ done }) => done),
  inverse: parts.map(({ inverse }) => inverse).toReversed(),
  name: parts[0]?.name ?? '',
})
