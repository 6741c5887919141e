import { useState } from 'react'
import type { ReactNode } from 'react'
import { broughtFrom, formerRowsMissing, yearOf } from '#shared/answers/former.ts'
import type { Answer, AnswerValue } from '#shared/answers/model.ts'
import { sameValue } from '#shared/answers/same-value.ts'
import type { Decision, Former } from '#shared/evaluations/model.ts'
import { isEmpty } from '#shared/forms/kinds.ts'
import { plainQuestion } from '#shared/forms/model.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { AnswerView } from '#client/features/answers/answer-view.tsx'
import { useEditor } from '#client/features/answers/editors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Status } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { announce } from '#client/ui/live-region.tsx'
import type { Tone } from '#client/ui/notice.tsx'
import { bringRows, roomIn } from '#client/areas/institution/filling/bring-rows.ts'
import { formerText } from './former-text.ts'

interface Props {
  readonly unit: Unit
  readonly question: Question
  readonly former: Former
  readonly answer: Answer | undefined
  readonly editable: boolean
}

/** What the institution answered a form ago, beside the question that asks it still: to be read, and where one may answer, to be brought (FB6). */
export function FormerSuggestion(props: Props) {
  return props.editable ? <Suggested {...props} /> : <Shown {...props} isAnswered action={null} />
}

const decisions = {
  Accepted: ['formerAccepted', 'success'],
  Rejected: ['formerRejected', 'danger'],
  Observed: ['formerObserved', 'warning'],
} as const satisfies Record<Decision, readonly [string, Tone]>

/** The question as its answer of then is read. */
const questionThen = (former: Former, question: Question): Question =>
  former.kind === question.kind
    ? question
    : { ...plainQuestion, id: question.id, dimensionId: question.dimensionId, survey: false, text: former.text, kind: former.kind }

/** The suggestion as it stands: folded to a line where there is an answer already. */
function Shown({
  question,
  former,
  isAnswered,
  isBrought = false,
  action,
}: Props & { readonly isAnswered: boolean; readonly isBrought?: boolean | undefined; readonly action: ReactNode }) {
  const t = useText(formerText)
  const format = useFormat()
  // As it was when the page came: what folded with the first key would move the field away from who writes.
  const [shown, setShown] = useState(!isAnswered)
  const form = yearOf(former.form)
  const { gone } = broughtFrom(former, question)
  const [decided, tone] = former.decision ? decisions[former.decision] : []
  const isOtherKind =
    former.value !== null && former.kind !== question.kind && broughtFrom(former, question).value === null && gone.length === 0
  return (
    <section
      aria-label={t('formerTitle', { form })}
      className={shown ? 'rounded-md border border-dashed border-ink-300 bg-ink-50/70 px-3.5 py-2' : '-my-1'}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <button
          type="button"
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
          className="-ml-1.5 inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-md px-1.5 text-left text-sm font-semibold text-brand-700 hover:bg-brand-50"
        >
          <Icon name="history" size={16} />
          {t('formerTitle', { form })}
          <Icon name="chevron-down" size={16} className={shown ? 'rotate-180' : undefined} />
        </button>
        {shown && decided && <Status tone={tone}>{t(decided)}</Status>}
        {(shown || isBrought) && action && <span className="ml-auto">{action}</span>}
      </div>
      {shown && (
        <div className="mt-1 mb-1 grid gap-1.5 text-ink-800">
          {former.text !== question.text && (
            <p className="max-w-prose text-sm text-ink-600">
              {t('formerWording', { form })} <span lang="es">{`«${former.text}»`}</span>
            </p>
          )}
          {former.rows ? (
            <p>
              {t('formerRows', { n: former.rows.length })} <span lang="es">{format.list(former.rows.filter((name) => name !== ''))}</span>
            </p>
          ) : (
            former.value !== null && <AnswerView question={questionThen(former, question)} value={former.value} className="line-clamp-4" />
          )}
          {gone.length > 0 && (
            <p className="text-sm text-warm-700">{t('formerGone', { names: format.list(gone.map((name) => `«${name}»`)) })}</p>
          )}
          {isOtherKind && <p className="text-sm text-warm-700">{t('formerKind')}</p>}
          {former.file !== null && <p className="text-sm wrap-anywhere text-ink-600">{t('formerFile', { name: former.file, form })}</p>}
        </div>
      )}
    </section>
  )
}

/** What was there before it was brought, so that it can be put back. */
interface Before {
  readonly value: AnswerValue | null
  readonly brought: AnswerValue
}

function Suggested(props: Props) {
  const { unit, question, former, answer } = props
  const t = useText(formerText)
  const open = useOpenWorld()
  const { editor, state } = useEditor(unit)
  const [before, setBefore] = useState<Before | null>(null)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = yearOf(former.form)
  const { value } = broughtFrom(former, question)
  const isBlock = question.kind === 'Block'
  const missing = useReading(
    ['table:answer', 'table:former'],
    (world) => (isBlock ? formerRowsMissing(world, question) : []),
    (left, right) => left.join('\n') === right.join('\n'),
  )
  const hasWritten = state.unread !== null || !isEmpty(question, state.value)
  const standing = answer?.value ?? null
  const room = isBlock ? roomIn(open, question) : 0
  const isSame = value !== null && state.unread === null && sameValue(value, state.value)
  const isBrought = before !== null && standing !== null && sameValue(standing, before.brought)
  const told = (): void => announce(t('broughtNow', { form }))

  const bring = async (): Promise<void> => {
    setAsking(false)
    if (value === null) return
    if (await editor.bring(value)) {
      setBefore({ value: standing, brought: value })
      told()
    }
  }
  const bringAll = async (): Promise<void> => {
    setBusy(true)
    const done = await bringRows(open, editor, question, missing)
    setBusy(false)
    const brought = open.world().answer(unit)?.value
    if (!done || !brought) return
    setBefore({ value: standing, brought })
    told()
  }
  const undo = async (): Promise<void> => {
    if (!before) return
    if (isBlock) editor.choose(before.value, { closing: true })
    else await editor.putIn(before.value)
    setBefore(null)
    announce(t('broughtUndone'))
  }

  const action = isBrought ? (
    <Button size="small" icon="undo" onClick={() => void undo()}>
      {t('broughtUndo')}
    </Button>
  ) : isBlock ? (
    missing.length > 0 &&
    room > 0 && (
      <Button size="small" icon="plus" busy={busy} onClick={() => void bringAll()}>
        {t('bringRows', { n: Math.min(room, missing.length), form })}
      </Button>
    )
  ) : isSame ? (
    <Status tone="neutral" icon="check">
      {t('formerSame', { form })}
    </Status>
  ) : (
    value !== null && (
      <Button size="small" icon="undo" onClick={() => (hasWritten ? setAsking(true) : void bring())}>
        {t('bring', { form })}
      </Button>
    )
  )
  return (
    <>
      <Shown {...props} isAnswered={hasWritten} isBrought={isBrought} action={action} />
      {isBlock && missing.length > room && (
        <p className="-mt-2 text-sm text-ink-600">{room === 0 ? t('formerFull') : t('formerNoRoom', { n: room })}</p>
      )}
      {value !== null && (
        <AlertDialog
          open={asking}
          title={t('replaceTitle', { form })}
          confirm={t('replaceConfirm')}
          onConfirm={() => void bring()}
          onCancel={() => setAsking(false)}
        >
          <dl className="grid gap-3">
            <Side title={t('replaceNow')}>
              {state.unread ? <p>{state.unread.text}</p> : <AnswerView question={question} value={state.value} className="line-clamp-6" />}
            </Side>
            <Side title={t('replaceThen', { form })}>
              <AnswerView question={question} value={value} className="line-clamp-6" />
            </Side>
          </dl>
          <p className="mt-3 text-sm text-ink-600">{t('replaceBody')}</p>
        </AlertDialog>
      )}
    </>
  )
}

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-ink-600">{title}</dt>
      <dd className="rounded-md border border-ink-200 px-3 py-2">{children}</dd>
    </div>
  )
}
