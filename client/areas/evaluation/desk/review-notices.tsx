import type { Conflict } from '#shared/conflicts/model.ts'
import { resolveConflict } from '#shared/conflicts/mutations.ts'
import type { Decision } from '#shared/evaluations/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import { personName, useOpenWorld } from '#client/data/world/use-world.ts'
import { appText } from '#client/page/text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { ReviewUnit } from './review.ts'
import { decisionText, evaluationsText } from './text.ts'
import type { Decided, Deciding } from './use-decide.ts'
import { WhatChanged } from './card/what-changed.tsx'

interface OutdatedProps {
  readonly entry: ReviewUnit
  readonly deciding: Deciding
  readonly offered: readonly Decision[]
  readonly onDecide: (wanted: Decided) => void
}

/** A decision given on an earlier answer: what was seen, what stands, and the same decision once more (CF8, EV21). */
export function OutdatedNotice({ entry, deciding, offered, onDecide }: OutdatedProps) {
  const t = useText(evaluationsText)
  const { decision } = entry
  if (!decision) return null
  const isOtherAnswer = entry.answer?.rev !== decision.answerRev
  return (
    <Notice
      tone="warning"
      title={isOtherAnswer ? t('outdatedTitle') : t('outdatedFileTitle')}
      className="mt-4"
      actions={
        offered.includes(decision.decision) && (
          <Button size="small" onClick={() => onDecide({ decision: decision.decision, comment: decision.comment })}>
            {t('outdatedConfirm', { decision: decisionText(t, decision.decision) })}
          </Button>
        )
      }
    >
      {isOtherAnswer && <WhatChanged entry={entry} deciding={deciding} rev={decision.answerRev} decidedAt={decision.decidedAt} />}
      {decision.file !== undefined && decision.file !== (entry.file?.id ?? null) && <FileNow entry={entry} />}
    </Notice>
  )
}

/** The file that stands beside the answer now (EV21). */
function FileNow({ entry }: Pick<OutdatedProps, 'entry'>) {
  const t = useText(evaluationsText)
  return <p className="mt-1 wrap-anywhere">{entry.file ? t('fileNow', { name: entry.file.name }) : t('fileNowNone')}</p>
}

/** A card that says by itself that the answer or its file moved: no other notice of it is needed. */
export const tellsOfChange = (card: Conflict): boolean => card.code === 'evaluated_old_revision' || card.code === 'evaluated_old_file'

interface CardProps {
  readonly entry: ReviewUnit
  readonly deciding: Deciding
  readonly offered: readonly Decision[]
  readonly onDecide: (wanted: Decided) => Promise<boolean>
}

/** Decisions of this person's on the answer that did not stand: the newest speaks for all of them (CF8, CF9, CF10). */
export function LostDecision({ entry, deciding, offered, onDecide }: CardProps) {
  const t = useText(evaluationsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const cards = entry.cards.filter((card) => card.side === 'author').toSorted((a, b) => (a.openedAt < b.openedAt ? 1 : -1))
  const [card] = cards
  if (!card) return null
  const { decision, text } = card.mine ?? {}
  return (
    <Notice
      tone="warning"
      className="mt-4"
      title={t('conflictTitle')}
      actions={
        <>
          {decision && offered.includes(decision) && (
            <Button size="small" onClick={() => void onDecide({ decision, comment: text ?? null })}>
              {t('conflictRepeat', { decision: decisionText(t, decision) })}
            </Button>
          )}
          <Button
            size="small"
            kind="quiet"
            onClick={() => {
              for (const { id } of cards) void open.dispatch(resolveConflict, { id, choice: 'dismiss' })
            }}
          >
            {t('conflictDismiss')}
          </Button>
        </>
      }
    >
      <p>{errorText(failure(card.code, card.params))}</p>
      {decision && <p>{t('conflictMine', { decision: decisionText(t, decision) })}</p>}
      {text && (
        <p lang="es" className="mt-1 whitespace-pre-wrap italic">
          {text}
        </p>
      )}
      {card.code === 'evaluated_old_revision' && <WhatChanged entry={entry} deciding={deciding} />}
      {card.code === 'evaluated_old_file' && <FileNow entry={entry} />}
    </Notice>
  )
}

/** What somebody who evaluated before had decided: to be adopted or left (CF10). */
export function InheritedDecision({ card, offered, onDecide }: Omit<CardProps, 'entry' | 'deciding'> & { readonly card: Conflict }) {
  const t = useText(evaluationsText)
  const a = useText(appText)
  const open = useOpenWorld()
  const { decision, text, authorId } = card.theirs ?? {}
  if (!decision) return null
  const close = (choice: 'reapply' | 'dismiss'): void => {
    void open.dispatch(resolveConflict, { id: card.id, choice })
  }
  const adopt = async (): Promise<void> => {
    if (await onDecide({ decision, comment: text ?? null })) close('reapply')
  }
  return (
    <Notice
      tone="info"
      className="mt-4"
      title={t('suggestedTitle', { name: personName(open.world(), authorId) ?? a('deletedUser'), decision: decisionText(t, decision) })}
      actions={
        <>
          {offered.includes(decision) && (
            <Button size="small" onClick={() => void adopt()}>
              {t('suggestedAdopt')}
            </Button>
          )}
          <Button size="small" kind="quiet" onClick={() => close('dismiss')}>
            {t('conflictDismiss')}
          </Button>
        </>
      }
    >
      {text && (
        <p lang="es" className="whitespace-pre-wrap italic">
          {text}
        </p>
      )}
    </Notice>
  )
}
