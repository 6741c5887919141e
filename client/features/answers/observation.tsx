import { useRef, useState } from 'react'
import type { Answer } from '#shared/answers/model.ts'
import { keepAnswer } from '#shared/answers/mutations.ts'
import type { Evaluation } from '#shared/evaluations/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { useDrafts } from '#client/data/world/use-drafts.ts'
import { personName, useOpenWorld } from '#client/data/world/use-world.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { JustificationForm } from './justification-form.tsx'
import { answersText } from './text.ts'

/** Decision that was sent to the institution, in a word. */
export function DecisionBadge({
  evaluation,
  answer,
}: {
  readonly evaluation: Evaluation | undefined
  readonly answer: Answer | undefined
}) {
  const t = useText(answersText)
  if (!evaluation) return null
  if (evaluation.decision === 'Accepted') {
    return (
      <Badge tone="success" icon="check">
        {t('accepted')}
      </Badge>
    )
  }
  if (evaluation.decision === 'Rejected') {
    return (
      <Badge tone="danger" icon="close">
        {t('rejected')}
      </Badge>
    )
  }
  return answer?.changeAnswer === true ? (
    <Badge tone="info" icon="check">
      {t('observedChanged')}
    </Badge>
  ) : (
    <Badge tone="warning" icon="flag">
      {t('observed')}
    </Badge>
  )
}

interface Props {
  readonly unit: Unit
  readonly evaluation: Evaluation
  readonly answer: Answer | undefined
  readonly canKeep: boolean
}

/** What the evaluator said, above the answer, and the way to keep the answer as it is (AN8). */
export function Observation({ unit, evaluation, answer, canKeep }: Props) {
  const t = useText(answersText)
  const format = useFormat()
  const open = useOpenWorld()
  const book = useDrafts()
  const box = useRef<HTMLDivElement>(null)
  // What was being written when the page was left goes on.
  const [keeping, setKeeping] = useState(() => book.slot('justification', unit).draft !== undefined)
  if (evaluation.comment === null || evaluation.comment === '') return null
  const author = personName(open.world(), evaluation.authorId) ?? t('deletedUser')
  const pending = evaluation.decision === 'Observed' && answer?.changeAnswer !== true
  const mayKeep = canKeep && pending
  const title = evaluation.decision === 'Rejected' ? t('rejection') : t('observation')
  // What opened the form is not there when it closes: the focus stays with what was said.
  const close = (): void => {
    setKeeping(false)
    box.current?.focus()
  }
  return (
    <div ref={box} role="group" aria-label={title} tabIndex={-1}>
      <Notice
        tone={evaluation.decision === 'Rejected' ? 'danger' : pending ? 'warning' : 'neutral'}
        icon="flag"
        title={title}
        actions={
          mayKeep && !keeping ? (
            <Button size="small" onClick={() => setKeeping(true)}>
              {t('keepAnswer')}
            </Button>
          ) : null
        }
      >
        <p lang="es" className="break-words whitespace-pre-wrap">
          {evaluation.comment}
        </p>
        <p className="mt-1 text-sm text-ink-600">
          {author}
          {' · '}
          <span className="tabular">{format.moment(evaluation.decidedAt)}</span>
        </p>
        {answer?.justification && (
          <div className="mt-2 border-t border-ink-200 pt-2 text-sm">
            <p className="text-ink-600">{t('keptBecause')}</p>
            <p lang="es">{answer.justification}</p>
          </div>
        )}
        {mayKeep && keeping && <KeepForm unit={unit} onClose={close} />}
      </Notice>
    </div>
  )
}

/** The answer stays as it is, with the reason. */
function KeepForm({ unit, onClose }: { readonly unit: Unit; readonly onClose: () => void }) {
  const t = useText(answersText)
  const open = useOpenWorld()
  const book = useDrafts()
  // The focus comes to what is begun, and not to what was left.
  const [isBegun] = useState(() => book.slot('justification', unit).draft === undefined)
  return (
    <div className="mt-3 grid grid-cols-1 gap-2.5">
      <p className="text-ink-700">{t('keepBody')}</p>
      <JustificationForm
        unit={unit}
        label={t('justification')}
        autoFocus={isBegun}
        saveLabel={t('keepAnswer')}
        dispatch={(justification, how) => open.dispatch(keepAnswer, { unit, justification }, how)}
        onDone={() => {
          toast('success', t('keepDone'))
          onClose()
        }}
        onCancel={onClose}
      />
    </div>
  )
}
