import type { Conflict } from '#shared/conflicts/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import { errorText } from '#client/i18n/errors.ts'
import type { SyncTranslate } from '#client/features/sync/text.ts'

const param = (card: Pick<Conflict, 'params'>, name: string): string => String(card.params[name] ?? '')

type Told = Pick<Conflict, 'code' | 'params'> & { readonly mutation?: string | undefined }

/** What was asked for and was not done, by the mutation that asked. */
const requests = {
  'answers.send': 'notSent',
  'survey.send': 'notSentSurvey',
  'evaluation.send': 'notSentEvaluation',
  'answers.recall': 'notRecalled',
  'evaluation.acceptRemaining': 'notAcceptedRest',
  'evaluation.reopenAccepted': 'notReopenedAccepted',
} as const
const isAsked = (mutation: string | undefined): mutation is keyof typeof requests =>
  mutation !== undefined && Object.hasOwn(requests, mutation)

/** A failure in words, after what was asked for where nobody can see that otherwise. */
function failed(t: SyncTranslate, { code, params, mutation }: Told): string {
  const reason = errorText(failure(code, params))
  return isAsked(mutation) ? `${t(requests[mutation])} ${reason}` : reason
}

/** Sentence of a card: what happened to whom. Codes that are failures read as their failure does. */
export function cardText(t: SyncTranslate, card: Told): string {
  const name = param(card, 'name')
  if (proposesNoFile(card)) return t('cardSaysNoFile', { name })
  switch (card.code) {
    case 'suggested':
      return t(card.mutation === 'evaluation.decide' ? 'cardSuggestedDecision' : 'cardSuggested', { name })
    case 'already_decided':
      return t('cardDecided', { name })
    case 'not_assignee':
      return t('cardNotAssignee', { name })
    case 'recovered':
      return t('cardRecovered', { name })
    case 'recovered_text':
      return t('cardRecoveredText', { name })
    case 'replaced_by_responsible':
      return t('cardReplaced', { name })
    case 'replaced_other':
      return t('cardReplacedOther', { name })
    case 'replica_undone':
      return t('cardReplicaUndone', { name, text: param(card, 'text') })
    case 'suggested_closing':
      return t('cardSuggestedClosing', { name })
    case 'closed_meanwhile':
      return t('cardClosedMeanwhile', { name })
    case 'closed_others':
      return t('cardClosedOthers', { name })
    case 'own_other_device':
      return t('cardOwnDevice')
    case 'assigned_meanwhile':
      if (card.mutation === 'delegate.set' || card.mutation === 'leader.set')
        return t(card.mutation === 'delegate.set' ? 'cardDelegateMeanwhile' : 'cardLeaderMeanwhile', { name, by: param(card, 'by') })
      return t('cardAssignedMeanwhile', { element: param(card, 'element'), name })
    case 'changed_since_review':
      if (card.mutation === 'survey.send') return t('cardSurveyChanged', { name, numbers: param(card, 'numbers') })
      return failed(t, card)
    case 'evaluated_old_revision':
    case 'evaluated_old_file': {
      const numbers = param(card, 'numbers')
      if (card.mutation !== 'evaluation.acceptRemaining' || numbers === '') return failed(t, card)
      const n = Number(card.params['n'])
      const more = n - numbers.split(', ').length
      return t('cardLeft', { n, numbers, more, what: card.code === 'evaluated_old_file' ? 'file' : 'answer' })
    }
    default:
      return card.code.startsWith('late_') ? t('cardLate', { name }) : failed(t, card)
  }
}

/** A card in which somebody would have no file where one stands that they had not seen. */
export const proposesNoFile = (card: { readonly code: string; readonly mutation?: string | undefined }): boolean =>
  card.mutation === 'attachment.decline' && card.code === 'suggested'
