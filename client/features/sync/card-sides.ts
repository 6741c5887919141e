import type { Conflict, Side } from '#shared/conflicts/model.ts'
import type { PanelTranslate } from './panel-text.ts'

/** A card that brings words of somebody's and nothing to choose between. */
export const isWords = (card: Pick<Conflict, 'code'>): boolean => card.code === 'recovered_text'

/** A card about something that was asked for and did not happen: nobody wrote anything that could stand, or be copied. */
export const isRequest = (card: { readonly mutation: string }): boolean =>
  card.mutation.endsWith('.send') || card.mutation === 'replica.open' || card.mutation === 'answers.recall'

/** A card about who is responsible: what was wanted is done, or left, where they are listed. */
export const isOfAssignments = (card: { readonly mutation: string }): boolean =>
  card.mutation === 'assignment.set' || card.mutation === 'delegate.set' || card.mutation === 'leader.set'

/** A card that tells of somebody's change that came too late: what stands is on one's own side (CF6, CF13). */
export const tellsOfLate = (card: Pick<Conflict, 'code'>): boolean => card.code.startsWith('late_')

type SidesOf = Pick<Conflict, 'code' | 'side' | 'mine' | 'ownerId'>

/** What the two values of a card are to its owner. */
export function sideTitles(t: PanelTranslate, card: SidesOf): { readonly mine: string; readonly theirs: string } {
  if (tellsOfLate(card)) return { mine: t('standing'), theirs: t('lateValue') }
  if (card.code === 'replaced_other') return { mine: t('mine'), theirs: t('replacedValue') }
  if (isWords(card)) return { mine: t('standing'), theirs: t('recoveredWords') }
  if (card.side === 'other') return { mine: card.mine?.authorId === card.ownerId ? t('yours') : t('standing'), theirs: t('suggestion') }
  return { mine: ownTitle(t, card.mine), theirs: t('standing') }
}

export const ownTitle = (t: PanelTranslate, side: Side | null): string => (side?.decision ? t('decided') : t('mine'))
