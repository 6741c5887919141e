import { responsibleOf } from '#shared/assignments/rules.ts'
import { awaitedOf, holderOf } from '#shared/answers/rules.ts'
import type { ReadOnlyReason } from '#shared/answers/rules.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { personName } from '#client/data/world/use-world.ts'
import type { useText } from '#client/i18n/text.ts'
import type { answersText } from './text.ts'

/** Who can edit it instead, where the reason is about a person. */
export function personOfReason(world: World, reason: ReadOnlyReason, unit: Unit, question: Question): string {
  const thread = world.get('thread', unit)
  if (reason === 'comment_pending') return (thread && personName(world, awaitedOf(world, question, thread))) ?? ''
  // Where nobody is responsible below them, the leader is.
  if (reason === 'not_assignee') return personName(world, responsibleOf(world, question) ?? world.participant.leaderId) ?? ''
  if (reason === 'sent_upward') return personName(world, holderOf(world, question, world.answer(unit))) ?? ''
  return ''
}

/** Sentence that says why an answer cannot be edited, and by whom it can. */
export function readOnlyText(t: ReturnType<typeof useText<(typeof answersText)['es']>>, reason: ReadOnlyReason, name: string): string {
  switch (reason) {
    case 'no_role':
      return t('lockNoRole')
    case 'impersonation_missing':
      return t('lockWatching')
    case 'form_disabled':
      return t('lockFormDisabled')
    case 'form_sent':
      return t('lockFormSent')
    case 'stage_closed':
      return t('lockStageClosed')
    case 'administrators_only':
      return t('lockAdministratorsOnly')
    case 'answer_already_accepted':
      return t('lockAccepted')
    case 'not_observed':
      return t('lockNotObserved')
    case 'replica_closed':
      return t('lockReplicaClosed')
    case 'comment_pending':
      return t('lockCommentPending', { name })
    case 'not_assignee':
      return t('lockNotAssignee', { name })
    case 'sent_upward':
      return t('lockSentUpward', { name })
    case 'survey_leaders_only':
      return t('lockSurveyLeaders')
    case 'survey_sent':
      return t('lockSurveySent')
    case 'dependent_closed':
    case 'row_missing':
      return t('lockDependentClosed')
  }
}
