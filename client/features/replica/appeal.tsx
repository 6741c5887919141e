import { useRef, useState } from 'react'
import type { Answer } from '#shared/answers/model.ts'
import { setAnswer } from '#shared/answers/mutations.ts'
import { sameValue } from '#shared/answers/same-value.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { justifyReplica } from '#shared/replica/mutations.ts'
import { isAppealed, isTouched } from '#shared/replica/rules.ts'
import type { Appeal as AppealRow } from '#shared/replica/model.ts'
import { useDrafts } from '#client/data/world/use-drafts.ts'
import { personName, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { AnswerView } from '#client/features/answers/answer-view.tsx'
import { JustificationForm } from '#client/features/answers/justification-form.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { replicaText } from './text.ts'

/** The answer that was rejected, where the replica made another one of it. */
export function RejectedValue({ question, answer }: { readonly question: Question; readonly answer: Answer }) {
  const t = useText(replicaText)
  const { rejectedValue } = answer
  if (rejectedValue === undefined || sameValue(rejectedValue, answer.value)) return null
  return (
    <div className="border-l-3 border-ink-200 pl-4">
      <p className="text-sm font-semibold text-ink-600">{t('wasRejected')}</p>
      <AnswerView question={question} value={rejectedValue} />
    </div>
  )
}

/** The words of an appeal, whose they are and of when. */
export function AppealWords({ appeal }: { readonly appeal: AppealRow }) {
  const t = useText(replicaText)
  const format = useFormat()
  const open = useOpenWorld()
  return (
    <>
      <p lang="es" className="max-w-prose break-words whitespace-pre-wrap">
        {appeal.text}
      </p>
      <p className="mt-1 text-sm text-ink-600">
        {t('by', { name: personName(open.world(), appeal.authorId) ?? t('deletedUser'), when: format.moment(appeal.at) })}
      </p>
    </>
  )
}

interface Props {
  readonly unit: Unit
  readonly question: Question
  readonly answer: Answer
  /** The person may appeal it now. */
  readonly editable: boolean
}

/** What a rejected answer is appealed with, to be written or read. */
export function Appeal({ unit, question, answer, editable }: Props) {
  const t = useText(replicaText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const book = useDrafts()
  const box = useRef<HTMLElement>(null)
  // What was being written when the page was left goes on.
  const [editing, setEditing] = useState(() => book.slot('justification', unit).draft !== undefined)
  const counted = useReading([`unit:${unit}`, 'table:participant', 'table:evaluation'], (world) => isAppealed(world, unit))
  const touched = useReading([`unit:${unit}`, 'table:participant', 'table:evaluation'], (world) => isTouched(world, unit))
  const appeal = answer.appeal ?? undefined
  const isChanged = touched && !appeal
  const takeBack = async (): Promise<void> => {
    const result = await open.dispatch(justifyReplica, { unit, justification: null })
    if (result.ok) toast('success', t('takenBack'))
    else toast('error', errorText(result.failure))
  }
  const putBack = async (): Promise<void> => {
    if (answer.rejectedValue === undefined) return
    const result = await open.dispatch(setAnswer, { unit, value: answer.rejectedValue })
    if (result.ok) toast('success', t('putBackDone'))
    else toast('error', errorText(result.failure))
  }
  if (!editable && !appeal && answer.rejectedValue === undefined) return null
  const writes = editable && (editing || !appeal)
  // What opened the form is not there when it closes: the focus stays with the appeal.
  const close = (): void => {
    setEditing(false)
    box.current?.focus()
  }
  return (
    <section ref={box} data-task="appeal" aria-label={t('appealTitle')} tabIndex={-1} className="grid gap-3">
      <RejectedValue question={question} answer={answer} />
      {isChanged && editable && (
        <Notice
          tone="warning"
          actions={
            answer.rejectedValue !== undefined && (
              <Button size="small" icon="undo" onClick={() => void putBack()}>
                {t('putBack')}
              </Button>
            )
          }
        >
          {t('appealMissing')}
        </Notice>
      )}
      {appeal && !writes && (
        <Notice
          tone={counted ? 'info' : 'neutral'}
          icon="reply"
          title={t('justification')}
          actions={
            editable && (
              <>
                <Button size="small" aria-label={t('edit')} onClick={() => setEditing(true)}>
                  {t('editShort')}
                </Button>
                <Button size="small" kind="quiet" aria-label={t('takeBack')} onClick={() => void takeBack()}>
                  {t('takeBackShort')}
                </Button>
              </>
            )
          }
        >
          <AppealWords appeal={appeal} />
          {!counted && <p className="mt-2 text-sm text-ink-600">{t('notCounted')}</p>}
        </Notice>
      )}
      {writes && <WriteAppeal unit={unit} standing={appeal} onDone={close} />}
    </section>
  )
}

function WriteAppeal({
  unit,
  standing,
  onDone,
}: Pick<Props, 'unit'> & { readonly standing: AppealRow | undefined; readonly onDone: () => void }) {
  const t = useText(replicaText)
  const open = useOpenWorld()
  return (
    <div className="grid gap-2.5 rounded-lg border border-brand-200 bg-brand-50/40 px-4 py-3.5">
      <p className="text-sm text-ink-700">{t('appealLead')}</p>
      <JustificationForm
        unit={unit}
        standing={standing?.text}
        label={t('justification')}
        saveLabel={standing ? t('saveAgain') : t('save')}
        dispatch={(justification, how) => open.dispatch(justifyReplica, { unit, justification }, how)}
        onDone={() => {
          toast('success', t('saved'))
          onDone()
        }}
        onCancel={standing && onDone}
      />
    </div>
  )
}
