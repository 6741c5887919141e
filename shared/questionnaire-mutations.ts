import type { Mutation } from './contract/mutation.ts'
import { calculateForm, editForm } from './forms/mutations.ts'
import {
  addDimension,
  addQuestion,
  editDimension,
  editQuestion,
  editReportText,
  moveDimension,
  moveQuestion,
  removeDimension,
  removeQuestion,
  restoreDimension,
  restoreQuestion,
} from './questionnaires/mutations.ts'
import { configureReplica } from './replica/configuration-mutations.ts'
import { editAlert } from './questionnaires/alert-mutations.ts'
import { editStages } from './stages/plan-mutations.ts'

type OnQuestionnaire = Mutation<string, unknown, 'questionnaire'>

const all: readonly OnQuestionnaire[] = [
  editForm,
  calculateForm,
  addDimension,
  editDimension,
  moveDimension,
  removeDimension,
  restoreDimension,
  addQuestion,
  editQuestion,
  moveQuestion,
  removeQuestion,
  restoreQuestion,
  editReportText,
  editAlert,
  editStages,
  configureReplica,
]

/** What is decided on a form and what it asks, by name, as far as an administrator's device previews and sends it; it loads them for it. */
export const questionnaireMutations: ReadonlyMap<string, OnQuestionnaire> = new Map(all.map((one) => [one.name, one]))
