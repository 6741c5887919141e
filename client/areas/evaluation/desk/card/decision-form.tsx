import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Decision } from '#shared/evaluations/model.ts'
import { useHalfText } from '#client/data/world/use-drafts.ts'
import { WritingArea } from '#client/features/drafts/writing-area.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { Button } from '#client/ui/button.tsx'
import type { ButtonKind } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { KeyHint } from '#client/ui/key-hint.tsx'
import { uiText } from '#client/ui/text.ts'
import type { Decided } from '#client/areas/evaluation/desk/use-decide.ts'
import { evaluationsText } from '#client/areas/evaluation/desk/text.ts'

/** Limit of shared/evaluations/mutations.ts, counted on the screen. */
const commentMaxCharacters = 2000

const labelKeys = { Observed: 'observation', Rejected: 'rejection', Accepted: 'comment' } as const satisfies Record<Decision, string>
const saveKeys = { Observed: 'sendObservation', Rejected: 'sendRejection', Accepted: 'sendAcceptance' } as const satisfies Record<
  Decision,
  string
>

/** What the half-written text of a decision is kept under. */
export const decisionSubject = (unit: Unit, decision: Decision): string => `${unit}~${decision}`

interface CommentProps {
  readonly unit: Unit
  /** Number and text of the question. */
  readonly about: string
  readonly decision: Decision
  readonly initial: string
  readonly onSave: (wanted: Decided) => Promise<boolean>
  readonly onCancel: () => void
}

/** Text of a decision: takes the focus; Ctrl+Enter saves and Escape leaves it. A rejection asks for its reason: the institution must know what to appeal against. */
export function DecisionComment({ unit, about, decision, initial, onSave, onCancel }: CommentProps) {
  const t = useText(evaluationsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const half = useHalfText('decision', decisionSubject(unit, decision), { initial, about })
  const { text } = half
  const [tried, setTried] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('textarea')?.focus(), [])
  const isMissing = decision !== 'Accepted' && text.trim() === ''
  const save = (): void => {
    setTried(true)
    if (isMissing || text.length > commentMaxCharacters) return
    const comment = text.trim() === '' ? null : text.trim()
    void half.slot.give(async (clearDraft) => ({ given: await onSave({ decision, comment, clearDraft }), enqueued: false }))
  }
  const cancel = (): void => {
    half.drop()
    onCancel()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      // What was written stays for another time: the key is pressed by mistake, too.
      onCancel()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      save()
    }
  }
  const missing = decision === 'Rejected' ? t('rejectionMissing') : errorText(failure('observation_empty'))
  return (
    // Escape and Ctrl+Enter are read from the field inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className="mt-4" onKeyDown={onKeyDown}>
      <WritingArea
        half={half}
        label={t(labelKeys[decision])}
        hint={decision === 'Observed' ? t('observationHint') : undefined}
        max={commentMaxCharacters}
        rows={3}
        error={tried && isMissing ? missing : null}
      />
      <div className="mt-3 flex flex-wrap items-center gap-2.5">
        <Button kind="primary" onClick={save}>
          {t(saveKeys[decision])}
        </Button>
        <Button kind="quiet" onClick={cancel}>
          {u('cancel')}
        </Button>
        <span className="hidden items-center gap-1 text-sm text-ink-600 sm:inline-flex">
          <KeyHint>{'Ctrl'}</KeyHint>
          <KeyHint>{'Enter'}</KeyHint>
        </span>
      </div>
    </div>
  )
}

const buttonKeys = { Accepted: 'accept', Rejected: 'reject', Observed: 'observe' } as const satisfies Record<Decision, string>
const letters: Record<Decision, string> = { Accepted: 'A', Rejected: 'R', Observed: 'O' }
const icons = { Accepted: 'check', Rejected: 'close', Observed: 'comment' } as const

interface BarProps {
  readonly offered: readonly Decision[]
  readonly current: Decision | undefined
  readonly lettersShown: boolean
  readonly onChoose: (decision: Decision) => void
}

/** The round's decisions side by side: most answers are accepted, so that is the cheapest way on. */
export function DecisionBar({ offered, current, lettersShown, onChoose }: BarProps) {
  const t = useText(evaluationsText)
  const kindOf = (decision: Decision): ButtonKind => (decision === 'Accepted' && current === undefined ? 'primary' : 'secondary')
  return (
    <div role="group" aria-label={t('decision')} className="flex flex-wrap gap-2.5">
      {offered.map((decision) => (
        <Button
          key={decision}
          kind={kindOf(decision)}
          icon={icons[decision]}
          aria-pressed={current === decision}
          aria-keyshortcuts={lettersShown ? letters[decision] : undefined}
          onClick={() => onChoose(decision)}
          className={cx(current === decision && 'border-brand-700! bg-brand-50! text-brand-800!')}
        >
          {t(buttonKeys[decision])}
          {lettersShown && (
            <span
              aria-hidden
              className="ml-1 hidden rounded-sm border border-current/30 px-1 font-mono text-xs leading-4.5 opacity-80 md:inline"
            >
              {letters[decision]}
            </span>
          )}
        </Button>
      ))}
    </div>
  )
}
