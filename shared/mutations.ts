import { createStaff, joinPerson, renamePerson } from './accounts/directory.ts'
import { correctInvitation, resendInvitation, withdrawInvitation } from './accounts/mutations.ts'
import { clearAnswer, keepAnswer, setAnswer } from './answers/mutations.ts'
import { setAssignment, setDelegate, setLeader } from './assignments/mutations.ts'
import { addAttachment, declineAttachment, readyAttachment, removeAttachment } from './attachments/mutations.ts'
import { addComment, editComment, redactComment, replyComment, resolveComment } from './comments/mutations.ts'
import { quarantineRaw, resolveConflict } from './conflicts/mutations.ts'
import type { DirectoryMutation, Mutation } from './contract/mutation.ts'
import { acceptRemaining, decideAnswer, reopenAccepted, sendEvaluation } from './evaluations/mutations.ts'
import { reopenParticipant, tickStage } from './institutions/mutations.ts'
import { sendAnswers, sendSurvey } from './sends/mutations.ts'
import { adoptUnsent } from './unsent/mutations.ts'
import { advanceStage } from './stages/mutations.ts'

/** A mutation whose arguments have been forgotten: they are parsed by its own `input` before they reach its `decide`. */
const entry = <Args>(definition: Mutation<string, Args>): [string, Mutation] => [definition.name, definition]

/** The catalogue: every change that a person, or the platform, may make. */
export const mutations: ReadonlyMap<string, Mutation> = new Map([
  entry(setAnswer),
  entry(clearAnswer),
  entry(keepAnswer),
  entry(addAttachment),
  entry(removeAttachment),
  entry(declineAttachment),
  entry(readyAttachment),
  entry(addComment),
  entry(replyComment),
  entry(resolveComment),
  entry(editComment),
  entry(redactComment),
  entry(setAssignment),
  entry(setDelegate),
  entry(setLeader),
  entry(resendInvitation),
  entry(correctInvitation),
  entry(withdrawInvitation),
  entry(sendAnswers),
  entry(sendSurvey),
  entry(decideAnswer),
  entry(acceptRemaining),
  entry(reopenAccepted),
  entry(sendEvaluation),
  entry(reopenParticipant),
  entry(tickStage),
  entry(resolveConflict),
  entry(quarantineRaw),
  entry(adoptUnsent),
])

const directoryEntry = <Args>(definition: DirectoryMutation<string, Args>): [string, DirectoryMutation] => [definition.name, definition]

/** What changes outside any institution's form: people, and when stages run. */
export const directoryMutations: ReadonlyMap<string, DirectoryMutation> = new Map([
  directoryEntry(renamePerson),
  directoryEntry(joinPerson),
  directoryEntry(createStaff),
  directoryEntry(advanceStage),
])
