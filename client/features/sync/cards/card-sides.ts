import type { Conflict, Side } from '#shared/conflicts/model.ts'
import type { PanelTranslate } from '#client/features/sync/panel-text.ts'

/** A card that brings words of somebody's and nothing to choose between. */
export const isWords = (card: Pick<Conflict, 'code'>): boolean => card.code === 'recovered_text'

/** A card about something that was asked for and did not happen: nobody wrote anything that could stand, or be copied. */
export const isRequest = (card: { readonly mutation: string }): boolean =>
  card.mutation.endsWith('.send') || card.mutation === 'replica.open' || card.mutation === 'answers.recall'

/** A card about what a mass acceptance left undecided: it lists the answers, to go and decide on each. */
export const isOfMany = (card: { readonly mutation: string }): boolean => card.mutation === 'evaluation.acceptRemaining'

/** A card about who is responsible: what was wanted is done, or left, where they are listed. */
export const isOfAssignments = (card: { readonly mutation: string }): boolean =>
  card.mutation === 'assignment.set' || card.mutation === 'delegate.set' || card.mutation === 'leader.set'

/** A card that tells of somebody's change that came too late: what stands is on one's own side (CF6, CF13). */
export const tellsOfLate = (card: Pick<Conflict, 'code'>): boolean => card.code.startsWith('late_')

/** A card about what an evaluator decided. */
export const isOfDecision = (card: Pick<SidesOf, 'mine' | 'theirs'>): boolean =>
  card.mine?.decision !== undefined || card.theirs?.decision !== undefined

/** What a side is that nobody disputes: the decision that was given, or the answer that was decided on. */
const standingTitle = (t: PanelTranslate, side: Side | null | undefined): string =>
  t(side?.decision ? 'standingDecision' : 'standingAnswer')

type SidesOf = Pick<Conflict, 'code' | 'side' | 'mine' | 'ownerId'> & Partial<Pick<Conflict, 'theirs'>>

/** Whether a suggestion stands beside something of its owner's: their answer, or in a card about a decision theirs. */
export const hasOwn = (card: SidesOf): boolean =>
  card.mine?.authorId === card.ownerId && (!isOfDecision(card) || card.mine.decision !== undefined)

/** What the two values of a card are to its owner. */
export function sideTitles(t: PanelTranslate, card: SidesOf): { readonly mine: string; readonly theirs: string } {
  if (tellsOfLate(card)) return { mine: t('standing'), theirs: t('lateValue') }
  if (card.code === 'replaced_other') return { mine: t('mine'), theirs: t('replacedValue') }
  if (isWords(card)) return { mine: t('standing'), theirs: t('recoveredWords') }
  if (isOfDecision(card)) {
    if (card.side !== 'other') return { mine: ownTitle(t, card.mine), theirs: standingTitle(t, card.theirs) }
    return { mine: hasOwn(card) ? t('yourDecision') : standingTitle(t, card.mine), theirs: t('suggestedDecision') }
  }
  if (card.side === 'other') return { mine: hasOwn(card) ? t('yours') : t('standing'), theirs: t('suggestion') }
  return { mine: ownTitle(t, card.mine), theirs: t('standing') }
}

export const ownTitle = (t: PanelTranslate, side: Side | null): string => (side?.decision ? t('decided') : t('mine'))
