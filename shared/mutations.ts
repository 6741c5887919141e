import { correctInvitation, resendInvitation, withdrawInvitation } from './accounts/mutations.ts'
import { clearAnswer, keepAnswer, setAnswer } from './answers/mutations.ts'
import { setAssignment, setDelegate, setLeader } from './assignments/mutations.ts'
import { addAttachment, declineAttachment, readyAttachment, removeAttachment } from './attachments/mutations.ts'
import { addComment, editComment, redactComment, replyComment, resolveComment } from './comments/mutations.ts'
import { quarantineRaw, resolveConflict } from './conflicts/mutations.ts'
import type { Mutation } from './contract/mutation.ts'
import { acceptRemaining, decideAnswer, reopenAccepted, sendEvaluation } from './evaluations/mutations.ts'
import { reopenParticipant, tickStage } from './institutions/mutations.ts'
import { sendAnswers, sendSurvey } from './sends/mutations.ts'

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
])
