import { createContext, useContext } from 'react'
import type { QuestionId } from '#shared/kernel/ids.ts'
import type { Editing } from './use-editing.ts'
import type { Workshop } from './workshop.ts'

/** What rows need of the work on a questionnaire; the same object as long as the page lasts. */
export interface EditingParts {
  readonly workshop: Workshop
  readonly editing: () => Editing
  /** Field of the open question to go to. */
  readonly field: () => string | null
  /** Asks where questions are to go. */
  readonly askMove: (ids: readonly QuestionId[]) => void
}

/** Null where the questionnaire can only be read. */
export const EditingContext = createContext<EditingParts | null>(null)
export const useEditingParts = (): EditingParts | null => useContext(EditingContext)
