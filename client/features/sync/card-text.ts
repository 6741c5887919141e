import type { Conflict } from '#shared/conflicts/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import { errorText } from '#client/i18n/errors.ts'
import type { SyncTranslate } from './text.ts'

const param = (card: Pick<Conflict, 'params'>, name: string): string => String(card.params[name] ?? '')

/** Sentence of a card: what happened to whom. Codes that are failures read as their failure does. */
export function cardText(t: SyncTranslate, card: Pick<Conflict, 'code' | 'params'>): string {
  const name = param(card, 'name')
  switch (card.code) {
    case 'suggested':
      return t('cardSuggested', { name })
    case 'not_assignee':
      return t('cardNotAssignee', { name })
    case 'replaced_by_responsible':
      return t('cardReplaced', { name })
    case 'replaced_other':
      return t('cardReplacedOther', { name })
    case 'own_other_device':
      return t('cardOwnDevice')
    case 'assigned_meanwhile':
      return t('cardAssignedMeanwhile', { element: param(card, 'element'), name })
    default:
      return card.code.startsWith('late_') ? t('cardLate', { name }) : errorText(failure(card.code, card.params))
  }
}
