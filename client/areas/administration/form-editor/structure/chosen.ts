import type { Question } from '#shared/forms/model.ts'
import type { QuestionId } from '#shared/kernel/ids.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'

/** Questions that somebody ticked, to do one thing to all of them. */
export class Chosen {
  readonly #listeners = new Set<() => void>()
  #ids: ReadonlySet<QuestionId> = new Set()

  get ids(): ReadonlySet<QuestionId> {
    return this.#ids
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tick(id: QuestionId, wanted: boolean): void {
    this.#put(wanted ? [...this.#ids, id] : [...this.#ids].filter((each) => each !== id))
  }

  clear(): void {
    if (this.#ids.size > 0) this.#put([])
  }

  #put(ids: readonly QuestionId[]): void {
    this.#ids = new Set(ids)
    for (const listener of this.#listeners) listener()
  }
}

/** What a question hangs on: the one that opens it, or the block that it is asked in. */
const aboveOf = (state: Questionnaire, { parentId, blockId }: Question): Question | undefined => state.question(parentId ?? blockId ?? '')

/** Whether a question goes with one of these that it hangs on, however far above. */
export function goesWith(state: Questionnaire, question: Question, ids: ReadonlySet<QuestionId>): boolean {
  const above = aboveOf(state, question)
  return above !== undefined && (ids.has(above.id) || goesWith(state, above, ids))
}

/** Of these the questions that stand and go with no other of them, in reading order: what is done to them takes the rest along (ED6). */
export const rootsOf = (state: Questionnaire, ids: ReadonlySet<QuestionId>): readonly Question[] =>
  ids.size === 0 ? [] : state.definition.questions.filter((each) => ids.has(each.id) && !goesWith(state, each, ids))

/** Why questions cannot go to another place together; null when they can. */
export function heldInPlace(roots: readonly Question[]): 'hangs' | 'survey' | null {
  if (roots.some(({ parentId, blockId }) => parentId !== null || blockId !== null)) return 'hangs'
  return roots.some(({ survey }) => survey) ? 'survey' : null
}
