import { createStaff, joinPerson, renamePerson } from './accounts/directory.ts'
import { correctInvitation, resendInvitation, withdrawInvitation } from './accounts/mutations.ts'
import { clearAnswer, keepAnswer, setAnswer } from './answers/mutations.ts'
import { setAssignment, setDelegate, setLeader } from './assignments/mutations.ts'
import { addAttachment, declineAttachment, readyAttachment, removeAttachment } from './attachments/mutations.ts'
import { addComment, editComment, redactComment, replyComment, resolveComment } from './comments/mutations.ts'
import { quarantineRaw, resolveConflict } from './conflicts/mutations.ts'
import type { AnyMutation, Mutation } from './contract/mutation.ts'
import { acceptRemaining, decideAnswer, reopenAccepted, sendEvaluation } from './evaluations/mutations.ts'
import { addParticipant, removeParticipant, reopenParticipant, setEvaluator } from './institutions/mutations.ts'
import { configureReplica, justifyReplica, openReplica } from './replica/mutations.ts'
import { calculateForm, cloneForm, createForm, editForm, importForm, publishForm, removeForm, toggleForm } from './forms/mutations.ts'
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
import { moveRehearsal, rehearseForm } from './rehearsals/mutations.ts'
import { sendAnswers, sendSurvey } from './sends/mutations.ts'
import { adoptUnsent } from './unsent/mutations.ts'
import { advanceStage, editStages, tellExtension, tickStage } from './stages/mutations.ts'

/** Every change that a person, or the platform, may make. Arguments are parsed by a mutation's own `input` before they reach its `decide`. */
const all: readonly AnyMutation[] = [
  setAnswer,
  clearAnswer,
  keepAnswer,
  addAttachment,
  removeAttachment,
  declineAttachment,
  readyAttachment,
  addComment,
  replyComment,
  resolveComment,
  editComment,
  redactComment,
  setAssignment,
  setDelegate,
  setLeader,
  resendInvitation,
  correctInvitation,
  withdrawInvitation,
  sendAnswers,
  sendSurvey,
  decideAnswer,
  acceptRemaining,
  reopenAccepted,
  sendEvaluation,
  reopenParticipant,
  addParticipant,
  setEvaluator,
  removeParticipant,
  openReplica,
  justifyReplica,
  tickStage,
  tellExtension,
  resolveConflict,
  quarantineRaw,
  adoptUnsent,
  renamePerson,
  joinPerson,
  createStaff,
  advanceStage,
  createForm,
  editForm,
  toggleForm,
  calculateForm,
  configureReplica,
  removeForm,
  cloneForm,
  importForm,
  publishForm,
  rehearseForm,
  moveRehearsal,
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
  editStages,
]

/** The catalogue, by name. */
export const mutations: ReadonlyMap<string, AnyMutation> = new Map(all.map((one) => [one.name, one]))

const onParticipation = (one: AnyMutation): one is Mutation => one.on === 'participation'

const onQuestionnaire = (one: AnyMutation): one is Mutation<string, unknown, 'questionnaire'> => one.on === 'questionnaire'

/** Those that an administrator's device previews and sends: what is decided on a form and what it asks. */
export const questionnaireMutations: ReadonlyMap<string, Mutation<string, unknown, 'questionnaire'>> = new Map(
  all.filter(onQuestionnaire).map((one) => [one.name, one]),
)

/** Those that a device previews and sends: what is decided on an institution in a form. */
export const participationMutations: ReadonlyMap<string, Mutation> = new Map(all.filter(onParticipation).map((one) => [one.name, one]))
