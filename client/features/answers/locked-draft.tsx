import { valueText } from '#shared/forms/kinds.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { useSlot } from '#client/data/world/use-drafts.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { Notice } from '#client/ui/notice.tsx'
import { valueOfDraft } from './answer-editor.ts'
import { AnswerView } from './answer-view.tsx'
import { answersText } from './text.ts'
import { useValueWords } from './value-words.ts'

/** What was being written when the question was locked: it is kept, shown and can be taken along. */
export function LockedDraft({ unit, question }: { readonly unit: Unit; readonly question: Question }) {
  const t = useText(answersText)
  const words = useValueWords()
  const slot = useSlot('answer', unit)
  const { draft } = slot
  if (!draft) return null
  const value = valueOfDraft(draft.value) ?? null
  const typed = draft.text ?? (value === null ? '' : valueText(question, value, words))
  const copy = (): Promise<void> => copyText(typed, { copied: t('copied'), failed: t('copyFailed') })
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
          <Button size="small" onClick={() => void slot.clear()}>
            {t('discard')}
          </Button>
        </>
      }
    >
      {draft.text === undefined ? <AnswerView question={question} value={value} /> : <p>{draft.text}</p>}
    </Notice>
  )
}
