import type { Conflict, Side } from '#shared/conflicts/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import { errorText } from '#client/i18n/errors.ts'
import type { SyncTranslate } from './text.ts'

const param = (card: Pick<Conflict, 'params'>, name: string): string => String(card.params[name] ?? '')

/** Sentence of a card: what happened to whom. Codes that are failures read as their failure does. */
export function cardText(t: SyncTranslate, card: Pick<Conflict, 'code' | 'params'> & { readonly mutation?: string | undefined }): string {
  const name = param(card, 'name')
  if (proposesNoFile(card)) return t('cardSaysNoFile', { name })
  switch (card.code) {
    case 'suggested':
      return t('cardSuggested', { name })
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
    case 'own_other_device':
      return t('cardOwnDevice')
    case 'assigned_meanwhile':
      return t('cardAssignedMeanwhile', { element: param(card, 'element'), name })
    default:
      return card.code.startsWith('late_') ? t('cardLate', { name }) : errorText(failure(card.code, card.params))
  }
}

/** A card in which somebody would have no file where one stands that they had not seen. */
export const proposesNoFile = (card: { readonly code: string; readonly mutation?: string | undefined }): boolean =>
  card.mutation === 'attachment.decline' && card.code === 'suggested'

/** A card that brings words of somebody's and nothing to choose between. */
export const isWords = (card: Pick<Conflict, 'code'>): boolean => card.code === 'recovered_text'

/** A card about something that was asked for and did not happen: nobody wrote anything that could stand, or be copied. */
export const isRequest = (card: { readonly mutation: string }): boolean =>
  card.mutation.endsWith('.send') || card.mutation === 'replica.open' || card.mutation === 'answers.recall'

/** A card that tells of somebody's change that came too late: what stands is on one's own side (CF6, CF13). */
export const tellsOfLate = (card: Pick<Conflict, 'code'>): boolean => card.code.startsWith('late_')

type SidesOf = Pick<Conflict, 'code' | 'side' | 'mine' | 'ownerId'>

/** What the two values of a card are to its owner. */
export function sideTitles(t: SyncTranslate, card: SidesOf): { readonly mine: string; readonly theirs: string } {
  if (tellsOfLate(card)) return { mine: t('standing'), theirs: t('lateValue') }
  if (card.code === 'replaced_other') return { mine: t('mine'), theirs: t('replacedValue') }
  if (isWords(card)) return { mine: t('standing'), theirs: t('recoveredWords') }
  if (card.side === 'other') return { mine: card.mine?.authorId === card.ownerId ? t('yours') : t('standing'), theirs: t('suggestion') }
  return { mine: ownTitle(t, card.mine), theirs: t('standing') }
}

export const ownTitle = (t: SyncTranslate, side: Side | null): string => (side?.decision ? t('decided') : t('mine'))
