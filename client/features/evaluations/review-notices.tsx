import { useEffect, useState } from 'react'
import type { Conflict } from '#shared/conflicts/model.ts'
import { resolveConflict } from '#shared/conflicts/mutations.ts'
import type { Decision } from '#shared/evaluations/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import { personName, useOpenWorld } from '#client/data/use-world.ts'
import { appText } from '#client/app/text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { AnswerView } from '#client/features/answers/answer-view.tsx'
import type { ReviewUnit } from './review.ts'
import { decisionText, evaluationsText } from './text.ts'
import type { Decided, Deciding, SeenValue } from './use-decide.ts'

interface OutdatedProps {
  readonly entry: ReviewUnit
  readonly deciding: Deciding
  readonly offered: readonly Decision[]
  readonly onDecide: (wanted: Decided) => void
}

/** A decision given on an earlier answer: what was seen, what stands, and the same decision once more (sync.md §3, row 8). */
export function OutdatedNotice({ entry, deciding, offered, onDecide }: OutdatedProps) {
  const t = useText(evaluationsText)
  const [seen, setSeen] = useState<SeenValue | null>(null)
  const { unit, decision, question, answer } = entry
  const rev = decision?.answerRev ?? 0
  useEffect(() => {
    let left = false
    void deciding.seen(unit, rev).then((found) => {
      if (!left) setSeen(found)
    })
    return () => {
      left = true
    }
  }, [deciding, unit, rev])
  if (!decision) return null
  return (
    <Notice
      tone="warning"
      title={t('outdatedTitle')}
      className="mt-4"
      actions={
        offered.includes(decision.decision) && (
          <Button size="small" onClick={() => onDecide({ decision: decision.decision, comment: decision.comment })}>
            {t('outdatedConfirm', { decision: decisionText(t, decision.decision) })}
          </Button>
        )
      }
    >
      <dl className="mt-2 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <div>
          <dt className="text-sm font-semibold text-ink-600">{t('outdatedBefore')}</dt>
          <dd>{seen ? <AnswerView question={question} value={seen.value} /> : <p className="text-ink-600">{t('outdatedUnknown')}</p>}</dd>
        </div>
        <div>
          <dt className="text-sm font-semibold text-ink-600">{t('outdatedNow')}</dt>
          <dd>
            <AnswerView question={question} value={answer?.value} />
          </dd>
        </div>
      </dl>
    </Notice>
  )
}

interface CardProps {
  readonly card: Conflict
  readonly offered: readonly Decision[]
  readonly onDecide: (wanted: Decided) => Promise<boolean>
}

/** A decision of this person's that did not stand, or a predecessor's that waits to be adopted (sync.md §3, rows 8-10). */
export function ConflictNotice({ card, offered, onDecide }: CardProps) {
  const t = useText(evaluationsText)
  const a = useText(appText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const isSuggested = card.code === 'suggested'
  const side = isSuggested ? card.theirs : card.mine
  const close = (choice: 'reapply' | 'dismiss'): void => {
    void open.dispatch(resolveConflict, { id: card.id, choice })
  }
  const { decision } = side ?? {}
  const again = async (): Promise<void> => {
    if (decision && (await onDecide({ decision, comment: side?.text ?? null }))) close('reapply')
  }
  const named = decision ? decisionText(t, decision) : ''
  return (
    <Notice
      tone="warning"
      className="mt-4"
      title={
        isSuggested
          ? t('suggestedTitle', { name: personName(open.world(), side?.authorId) ?? a('deletedUser'), decision: named })
          : t('conflictTitle')
      }
      actions={
        <>
          {decision && offered.includes(decision) && (
            <Button size="small" onClick={() => void again()}>
              {isSuggested ? t('suggestedAdopt') : t('conflictRepeat', { decision: named })}
            </Button>
          )}
          <Button size="small" kind="quiet" onClick={() => close('dismiss')}>
            {t('conflictDismiss')}
          </Button>
        </>
      }
    >
      {!isSuggested && <p>{errorText(failure(card.code, card.params))}</p>}
      {!isSuggested && decision && <p>{t('conflictMine', { decision: named })}</p>}
      {side?.text && (
        <p lang="es" className="mt-1 whitespace-pre-wrap italic">
          {side.text}
        </p>
      )}
    </Notice>
  )
}
