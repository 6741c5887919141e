import { memo, useId } from 'react'
import type { Question } from '#shared/forms/model.ts'
import type { QuestionId } from '#shared/kernel/ids.ts'
import { useQuestionnaireReading } from '#client/data/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { QuestionFacts } from './question-facts.tsx'
import { questionnairesText } from './text.ts'

interface Props {
  readonly id: QuestionId
  readonly number: string
  /** The question that is open, of them all. */
  readonly open: QuestionId | null
  readonly onOpen: (id: QuestionId | null) => void
}

/** One question with what hangs on it. Reads itself alone, so that a key in one draws no other. */
export const QuestionRow = memo(function QuestionRow({ id, number, open, onOpen }: Props) {
  const question = useQuestionnaireReading([`unit:${id}`], (state) => state.question(id))
  const panel = useId()
  if (!question) return null
  const isOpen = open === id
  return (
    <li className="border-t border-ink-150 first:border-t-0">
      <h5 className="text-base font-normal">
        <button
          type="button"
          id={`question-${id}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => onOpen(isOpen ? null : id)}
          className="flex w-full items-start gap-3 rounded-md px-3 py-2.5 text-left hover:bg-ink-50"
        >
          <span className="tabular min-w-8 shrink-0 sm:min-w-12 font-semibold text-ink-700">{number}</span>
          <span className="min-w-0 flex-1">
            <span lang="es" className={cx('block wrap-anywhere text-ink-950', !isOpen && 'line-clamp-2')}>
              {question.text}
            </span>
            <Marks question={question} />
          </span>
          <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={18} className="mt-1 text-ink-500" />
        </button>
      </h5>
      {isOpen && (
        <div id={panel} className="mb-3 ml-3 border-l-2 border-brand-200 py-2 pl-4 sm:ml-15">
          <QuestionFacts question={question} />
        </div>
      )}
      <Below question={question} number={number} open={open} onOpen={onOpen} />
    </li>
  )
})

/** Kind and what else is to be known of a folded question, in words. */
function Marks({ question }: { readonly question: Question }) {
  const t = useText(questionnairesText)
  const { kind, administrative, required, allowFile, visibleIf } = question
  const value = typeof visibleIf === 'boolean' ? t(visibleIf ? 'yes' : 'no') : visibleIf
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-600">
      <span>{t(`kind_${kind}`)}</span>
      {value !== null && <Badge>{t('opensIf', { value })}</Badge>}
      {administrative && <Badge tone="info">{t('administrative')}</Badge>}
      {!required && <Badge>{t('optionalQuestion')}</Badge>}
      {allowFile && <Badge icon="paperclip">{t('withFile')}</Badge>}
    </span>
  )
}

/** Inner questions of a block, then what depends on the question, each under its number. */
function Below({ question, number, open, onOpen }: Omit<Props, 'id'> & { readonly question: Question }) {
  const t = useText(questionnairesText)
  const { block, dependent } = question
  const list = 'ml-1.5 border-l border-ink-200 sm:ml-9 sm:pl-1'
  return (
    <>
      {block.length > 0 && (
        <ol aria-label={t('inner', { number })} className={list}>
          {block.map((each, at) => (
            <QuestionRow key={each} id={each} number={`${number}.${at + 1}`} open={open} onOpen={onOpen} />
          ))}
        </ol>
      )}
      {dependent.length > 0 && (
        <ol aria-label={t('dependents', { number })} className={list}>
          {dependent.map((each, at) => (
            <QuestionRow key={each} id={each} number={`${number}.${at + 1 + block.length}`} open={open} onOpen={onOpen} />
          ))}
        </ol>
      )}
    </>
  )
}
