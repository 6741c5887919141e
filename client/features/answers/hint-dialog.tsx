import type { Question } from '#shared/forms/model.ts'
import { useText } from '#client/i18n/text.ts'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { answersText } from './text.ts'
import { FormHelp } from './form-help.tsx'
import { QuestionText } from '#client/features/texts/form-text.tsx'

/** Help of a question for who fills it. */
export function HintDialog({ question, onClose }: { readonly question: Question; readonly onClose: () => void }) {
  const t = useText(answersText)
  const help = question.fillingHint ?? ''
  return (
    <Dialog open onClose={onClose} title={t('hint')}>
      <p className="mb-3 font-semibold text-ink-950">
        <QuestionText of={question} />
      </p>
      {help === '' ? <p className="text-ink-600">{t('helpEmpty')}</p> : <FormHelp es={help} en={question.en?.fillingHint} />}
    </Dialog>
  )
}
