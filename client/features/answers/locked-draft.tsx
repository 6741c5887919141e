import { useState } from 'react'
import type { AnswerValue } from '#shared/answers/model.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { AnswerView } from './answer-view.tsx'
import { cellText } from './answers-csv.ts'
import { useEditors } from './editors.ts'
import { answersText } from './text.ts'

/** What was being written when the question was locked: it is kept, shown and can be taken along. */
export function LockedDraft({ unit, question }: { readonly unit: Unit; readonly question: Question }) {
  const t = useText(answersText)
  const { drafts } = useEditors()
  const [draft, setDraft] = useState(() => drafts.get(unit))
  if (!draft) return null
  const value = draft.value as AnswerValue | null
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(cellText(value, question, { yes: t('yes'), no: t('no'), none: t('none') }))
    announce(t('copied'))
  }
  const discard = (): void => {
    void drafts.clear(unit)
    setDraft(undefined)
  }
  return (
    <Notice
      tone="warning"
      icon="edit"
      title={t('lockedDraft')}
      actions={
        <>
          <Button size="small" icon="copy" onClick={() => void copy()}>
            {t('copy')}
          </Button>
          <Button size="small" onClick={discard}>
            {t('discard')}
          </Button>
        </>
      }
    >
      <AnswerView question={question} value={value} />
    </Notice>
  )
}
