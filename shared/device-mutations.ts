import type { Mutation } from './contract/mutation.ts'
import { correctInvitation, resendInvitation, withdrawInvitation } from './accounts/mutations.ts'
import { clearAnswer, keepAnswer, setAnswer } from './answers/mutations.ts'
import { setAssignment, setDelegate, setLeader } from './assignments/mutations.ts'
import { addAttachment, declineAttachment, readyAttachment, removeAttachment } from './attachments/mutations.ts'
import { addComment, editComment, redactComment, replyComment, resolveComment } from './comments/mutations.ts'
import { quarantineRaw, resolveConflict } from './conflicts/mutations.ts'
import { acceptRemaining, decideAnswer, reopenAccepted, sendEvaluation } from './evaluations/mutations.ts'
import { writeNote } from './evaluations/note-mutations.ts'
import { declineReopen, reopenParticipant } from './institutions/mutations.ts'
import { justifyReplica, openReplica } from './replica/mutations.ts'
import { markReady } from './sends/ready-mutations.ts'
import { openSend, recallSend } from './sends/recall-mutations.ts'
import { askReopen } from './sends/reopen-mutations.ts'
import { sendAnswers, sendSurvey } from './sends/mutations.ts'
import { tickStage } from './stages/mutations.ts'
import { writeToMember } from './team/mutations.ts'

const all: readonly Mutation[] = [
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
  writeToMember,
  sendAnswers,
  sendSurvey,
  markReady,
  recallSend,
  openSend,
  askReopen,
  decideAnswer,
  acceptRemaining,
  reopenAccepted,
  sendEvaluation,
  writeNote,
  reopenParticipant,
  declineReopen,
  openReplica,
  justifyReplica,
  tickStage,
  resolveConflict,
  quarantineRaw,
]

/**
 * What a device previews and sends of an institution in a form, by name. What only the server's doors ask for is not among them: no
 * device carries it.
 */
export const deviceMutations: ReadonlyMap<string, Mutation> = new Map(all.map((one) => [one.name, one]))
