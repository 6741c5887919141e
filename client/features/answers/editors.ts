import { must } from '#shared/kernel/assert.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { DraftBook } from '#sync/drafts/book.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { AnswerEditor } from './answer-editor.ts'
import type { EditorState } from './answer-editor.ts'

/** Every answer that is on the page or half written, so that one button, or the page's end, can keep them all. */
export class Editors {
  readonly drafts: DraftBook
  readonly #open: OpenWorld
  readonly #editors = new Map<Unit, AnswerEditor>()

  constructor(open: OpenWorld, drafts: DraftBook) {
    this.#open = open
    this.drafts = drafts
  }

  of(unit: Unit): AnswerEditor {
    const known = this.#editors.get(unit)
    if (known) return known
    const question = must(this.#open.world().index.question(questionIdOf(unit)), `question of ${unit} is not in the form`)
    const editor = new AnswerEditor(unit, question, { open: this.#open, drafts: this.drafts })
    this.#editors.set(unit, editor)
    return editor
  }

  /**
   * Makes everything half written an answer. Gives the units that could not be. What was chosen, declined or said a moment before stands then
   * too: what is still to do is read after it.
   */
  async commitAll(): Promise<Unit[]> {
    const refused: Unit[] = []
    for (const unit of new Set<Unit>([...this.#editors.keys(), ...this.drafts.units])) {
      if (!this.#open.world().index.question(questionIdOf(unit))) continue
      if (!(await this.of(unit).commit())) refused.push(unit)
    }
    await this.#open.settled()
    return refused
  }
}

export const EditorsContext = createContext<Editors | null>(null)

export const useEditors = (): Editors => must(useContext(EditorsContext), 'answers are edited inside a page that keeps them')

export function useEditor(unit: Unit): { readonly editor: AnswerEditor; readonly state: EditorState } {
  const editors = useEditors()
  const editor = useMemo(() => editors.of(unit), [editors, unit])
  const state = useSyncExternalStore(
    useMemo(() => (listener: () => void) => editor.subscribe(listener), [editor]),
    () => editor.state,
  )
  return { editor, state }
}

export const useHasEditors = (): boolean => {
  const open = useOpenWorld()
  return useContext(EditorsContext) !== null && open.actor.kind !== 'Evaluator'
}
