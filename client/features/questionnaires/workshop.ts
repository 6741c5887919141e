import type { Failure } from '#shared/kernel/failure.ts'
import type { DimensionId, Mid, QuestionId } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { DraftBook } from '#client/data/drafts.ts'
import type { OpenQuestionnaire } from '#client/data/use-questionnaire.ts'
import { ask, formerOf, inverseOf, subjectOf } from './acts.ts'
import type { Act } from './acts.ts'
import { FieldsEditor } from './fields-editor.ts'
import type { Subject } from './fields-editor.ts'
import type { NewPlace } from './new-question.ts'
import { newId } from './new-question.ts'

/** How many changes can be taken back. */
const undoDepth = 200

/** A change that can be taken back, or made again. */
export interface Step {
  /** What was done, to be told of. */
  readonly done: Act
  /** What takes it back. */
  readonly inverse: Act
  /** Number or name of what it was about, as it was called then. */
  readonly name: string
}

const keyOf = (subject: Subject): string => (subject.kind === 'form' ? '~form' : subject.id)

/** One person's work on a questionnaire in this tab: what is being written in it, what is new in it, and what can be undone. */
export class Workshop {
  readonly open: OpenQuestionnaire
  readonly #drafts: DraftBook
  readonly #editors = new Map<string, FieldsEditor>()
  readonly #listeners = new Set<() => void>()
  #additions: readonly QuestionId[] = []
  #undo: readonly Step[] = []
  #redo: readonly Step[] = []
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
    const { result, step } = await this.#doing(act, asking)
    if (step) {
      for (const listener of this.#told) listener(act)
      this.#undo = [...this.#undo, step].slice(-undoDepth)
      this.#redo = []
    }
    this.#tell()
    return result
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

  /** Takes the last change back. Null when there is none; the failure when something stands against it: the change is then forgotten. */
  undo(): Promise<{ readonly step: Step; readonly failure: Failure | null } | null> {
    return this.#turn('undo')
  }

  redo(): Promise<{ readonly step: Step; readonly failure: Failure | null } | null> {
    return this.#turn('redo')
  }

  /** Saves what can be saved of everything that is being written. */
  async commitAll(): Promise<boolean> {
    const done = await Promise.all([...this.#editors.values()].map((editor) => editor.commit()))
    return done.every(Boolean)
  }

  async #turn(which: 'undo' | 'redo'): Promise<{ readonly step: Step; readonly failure: Failure | null } | null> {
    const step = which === 'undo' ? this.#undo.at(-1) : this.#redo.at(-1)
    if (!step) return null
    if (which === 'undo') this.#undo = this.#undo.slice(0, -1)
    else this.#redo = this.#redo.slice(0, -1)
    const { result, step: turned } = await this.#doing(step.inverse, {}, step.name)
    if (turned) {
      if (which === 'undo') this.#redo = [...this.#redo, turned]
      else this.#undo = [...this.#undo, turned]
    }
    this.#tell()
    return { step, failure: result.ok ? null : result.failure }
  }

  async #doing(
    act: Act,
    asking: { readonly clearDraft?: string | undefined },
    known?: string,
  ): Promise<{ readonly result: Result<{ readonly mid: Mid | null }>; readonly step: Step | null }> {
    const former = formerOf(this.open.state(), act)
    const before = known ?? this.nameOf(act)
    const result = await ask(this.open, act, asking)
    if (!result.ok || result.value.mid === null) return { result, step: null }
    const inverse = inverseOf(act, former, this.open.state())
    return { result, step: inverse && { done: act, inverse, name: before === '' ? this.nameOf(act) : before } }
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
