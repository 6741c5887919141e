import { memo, useCallback, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { formerBeside } from '#shared/answers/former.ts'
import type { Answer } from '#shared/answers/model.ts'
import { rowsOf } from '#shared/answers/rules.ts'
import { responsibleOf } from '#shared/assignments/rules.ts'
import { may } from '#shared/privileges/rules.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { isPendingFor, useQuestionOf, useUnit } from '#client/data/world/use-unit.ts'
import type { UnitReading } from '#client/data/world/use-unit.ts'
import { personName, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { AnswerArea } from '#client/features/answers/answer-area.tsx'
import { AnswerView } from '#client/features/answers/answer-view.tsx'
import { ClosedBelow } from '#client/features/answers/closed-below.tsx'
import { BlockRows } from '#client/features/answers/kinds/block.tsx'
import { useHasEditors } from '#client/features/answers/editors.ts'
import { LockedDraft } from '#client/features/answers/locked-draft.tsx'
import { DecisionBadge, Observation } from '#client/features/answers/observation.tsx'
import { LockLine, StateLine } from '#client/features/answers/state-line.tsx'
import { FormText, QuestionText } from '#client/features/texts/form-text.tsx'
import { answersText } from '#client/features/answers/text.ts'
import { AttachmentPanel } from '#client/features/attachments/attachment-panel.tsx'
import { attachmentsText } from '#client/features/attachments/text.ts'
import { useHasThread } from '#client/features/comments/use-thread.ts'
import { commentsText } from '#client/features/comments/text.ts'
import { OpenHereWords } from '#client/features/presence/open-here.tsx'
import { Appeal } from '#client/features/replica/appeal.tsx'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { UnitAttention } from './unit-attention.tsx'

const CommentThread = latePart(() => import('#client/features/comments/comment-thread.tsx'), 'CommentThread')
const FileHistory = latePart(() => import('#client/features/attachments/file-history.tsx'), 'FileHistory')
const FormerSuggestion = latePart(() => import('./former/former-suggestion.tsx'), 'FormerSuggestion')
const HintDialog = latePart(() => import('#client/features/answers/hint-dialog.tsx'), 'HintDialog')
const QuestionHistory = latePart(() => import('#client/features/answers/history/question-history.tsx'), 'QuestionHistory')

interface Props {
  readonly unit: Unit
  /** An inner question of a block, inside its block's card. */
  readonly nested?: boolean | undefined
  /** Came to be while the page was open: it comes in gently. */
  readonly entering?: boolean | undefined
}

/** Id of a unit's card: what a link leads to. */
export const cardId = (unit: Unit): string => `pregunta-${unit}`

/**
 * One question with its answer, its file and its conversation. Reads its own unit only; edits where the page keeps editors and
 * the rules let this person write.
 */
export const QuestionCard = memo(function QuestionCard({ unit, nested = false, entering = false }: Props) {
  const question = useQuestionOf(unit)
  const reading = useUnit(unit)
  const labelId = useId()
  const isDependent = question.parentId !== null
  return (
    <article
      id={cardId(unit)}
      data-unit={unit}
      tabIndex={-1}
      aria-labelledby={labelId}
      className={cx(
        'scroll-mt-32 outline-none!',
        !nested && 'forced-edge rounded-xl border border-ink-200/80 bg-white px-5 py-5 shadow-card md:px-6',
        !nested && isDependent && 'ml-3 border-l-4 border-l-brand-200 sm:ml-8',
        // The tools reach over the right edge by as much, where a card has its padding.
        nested && 'pr-2',
        nested && isDependent && 'border-l-3 border-brand-200 pl-4',
        !nested && 'drawn-when-near',
        entering && 'animate-rise',
      )}
    >
      <Heading unit={unit} question={question} reading={reading} labelId={labelId} nested={nested} />
      <Body unit={unit} question={question} reading={reading} labelId={labelId} />
    </article>
  )
})

interface PartProps {
  readonly unit: Unit
  readonly question: Question
  readonly reading: UnitReading
  readonly labelId: string
}

function Heading({ unit, question, reading, labelId, nested }: PartProps & { readonly nested: boolean }) {
  const t = useText(answersText)
  const open = useOpenWorld()
  const number = open.world().index.numberOf(question.id)
  const observed = reading.evaluation !== undefined
  const Title = nested ? 'h3' : 'h2'
  return (
    <header className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-1.5 sm:flex-nowrap">
      {number !== '' && (
        <span
          className={cx(
            'tabular mt-px shrink-0 rounded-sm bg-brand-50 px-1.5 py-0.5 text-sm font-semibold text-brand-800',
            nested && 'bg-ink-100 text-ink-700',
          )}
        >
          {number}
        </span>
      )}
      <div className="order-last w-full min-w-0 sm:order-none sm:w-auto sm:flex-1">
        <Title
          id={labelId}
          className={cx('leading-snug font-semibold text-pretty text-ink-950', nested ? 'text-base' : 'text-[1.0625rem]')}
        >
          <QuestionText of={question} />
          {!question.required && <span className="font-normal text-ink-500"> {t('optional')}</span>}
        </Title>
        {question.hint && (
          <p className="mt-1 text-sm text-ink-600">
            <FormText es={question.hint} en={question.en?.hint} />
          </p>
        )}
        {!nested && <OpenHereWords unit={unit} />}
        {(observed || question.administrative) && (
          <p className="mt-2 flex flex-wrap gap-2">
            {observed && <DecisionBadge evaluation={reading.evaluation} answer={reading.answer} />}
            {question.administrative && <Badge icon="building">{t('administrative')}</Badge>}
          </p>
        )}
      </div>
      <Tools unit={unit} question={question} />
    </header>
  )
}

/** Help, history and files of one question: small, in the same place on every card. */
function Tools({ unit, question }: Pick<PartProps, 'unit' | 'question'>) {
  const t = useText(answersText)
  const files = useText(attachmentsText)
  const [shown, setShown] = useState<'hint' | 'history' | 'files' | null>(null)
  const close = (): void => setShown(null)
  return (
    <div className="-mt-1 -mr-2 ml-auto flex shrink-0 items-center">
      {(question.fillingHint ?? '') !== '' && (
        <IconButton icon="help" size="small" label={t('showHint')} onClick={() => setShown('hint')} />
      )}
      <IconButton icon="history" size="small" label={t('history')} onClick={() => setShown('history')} />
      {question.allowFile && <IconButton icon="paperclip" size="small" label={files('history')} onClick={() => setShown('files')} />}
      {shown === 'hint' && <HintDialog question={question} onClose={close} />}
      {shown === 'history' && <QuestionHistory unit={unit} question={question} onClose={close} />}
      {shown === 'files' && <FileHistory unit={unit} onClose={close} />}
    </div>
  )
}

/** What is part of the card is not closed. */
const stay = (): void => undefined

function Body({ unit, question, reading, labelId }: PartProps) {
  const { answer, attachment, evaluation, readOnly } = reading
  const hasEditors = useHasEditors()
  const editable = hasEditors && readOnly === undefined
  const appeals =
    useReading(['table:form', 'table:participant'], (world, open) => may(world, open.actor, 'replyAnwerObservedReplica', open.now())) &&
    editable
  // Of a row its name decides what stood beside it.
  const former = useReading(['table:former', question.blockId === null ? `unit:${unit}` : 'table:answer'], (world) =>
    formerBeside(world, unit),
  )
  const drawUnit = useCallback((inner: Unit) => <QuestionCard key={inner} unit={inner} nested />, [])
  return (
    <div className="grid gap-4">
      {<UnitAttention unit={unit} />}
      {evaluation && <Observation unit={unit} evaluation={evaluation} answer={answer} canKeep={editable} />}
      {evaluation?.decision === 'Rejected' && answer && <Appeal unit={unit} question={question} answer={answer} editable={appeals} />}
      {former !== undefined && former !== 'row' && (
        <FormerSuggestion unit={unit} question={question} former={former} answer={answer} editable={editable} onClose={stay} />
      )}
      {editable ? (
        <AnswerArea unit={unit} question={question} answer={answer} labelId={labelId} drawUnit={drawUnit} />
      ) : (
        <ReadAnswer question={question} answer={answer} labelId={labelId} drawUnit={drawUnit} />
      )}
      {(question.kind === 'Block' || question.dependent.length > 0) && (
        <ClosedBelow unit={unit} question={question} answer={answer} editable={editable} />
      )}
      {hasEditors && !editable && <LockedDraft unit={unit} question={question} />}
      {question.allowFile && (editable || attachment !== undefined || (answer !== undefined && answer.value !== null)) && (
        <AttachmentPanel unit={unit} attachment={attachment} declined={answer?.noAttachment === true} editable={editable} />
      )}
      <Foot unit={unit} question={question} reading={reading} editable={editable} />
    </div>
  )
}

interface ReadProps {
  readonly question: Question
  readonly answer: Answer | undefined
  readonly labelId: string
  readonly drawUnit: (unit: Unit) => ReactNode
}

/** An answer that is only read here. It takes the focus, so that nobody who goes by keys passes over it. */
function ReadAnswer({ question, answer, labelId, drawUnit }: ReadProps) {
  const rows = useReading(
    [answer ? `unit:${answer.unit}` : 'table:form'],
    (world) => (question.kind === 'Block' ? rowsOf(world, question) : []),
    (left, right) => left.join() === right.join(),
  )
  return (
    <>
      <div
        role="group"
        aria-labelledby={labelId}
        // What is only read must still be reached by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="rounded-md border border-ink-200 bg-ink-50 px-3.5 py-2.5 text-ink-900"
      >
        <AnswerView question={question} value={answer?.value} />
      </div>
      {rows.length > 0 && <BlockRows question={question} rows={rows} drawUnit={drawUnit} />}
    </>
  )
}

interface FootProps {
  readonly unit: Unit
  readonly question: Question
  readonly reading: UnitReading
  readonly editable: boolean
}

/** Where the answer is, who answers, and what is said about it. */
function Foot({ unit, question, reading, editable }: FootProps) {
  const t = useText(answersText)
  const comments = useText(commentsText)
  const open = useOpenWorld()
  const { count, canAdd, isHalfWritten } = useHasThread(unit, question)
  const waits = isPendingFor(reading, 'comment')
  const [shown, setShown] = useState(waits || isHalfWritten)
  const responsible = useReading([`unit:${unit}`, 'table:assignment', 'table:person'], (world) => {
    const id = responsibleOf(world, question)
    if (id === null || question.blockId !== null || question.administrative) return ''
    return id === open.actor.id ? t('responsibleYou') : (personName(world, id) ?? t('deletedUser'))
  })
  const hasThread = count > 0 || canAdd
  return (
    <>
      <div className="-mb-1 flex min-h-8 empty:hidden flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {editable && <StateLine unit={unit} answer={reading.answer} />}
        {!editable && reading.readOnly && <LockLine unit={unit} question={question} readOnly={reading.readOnly} />}
        {responsible !== '' && !(reading.readOnly === 'not_assignee' && !editable) && (
          <span className="inline-flex items-center gap-1.5 text-ink-600">
            <Icon name="user" size={15} />
            <span className="sr-only">{t('responsibleLabel')}</span>
            {responsible}
          </span>
        )}
        {hasThread && (
          <button
            type="button"
            data-opens="comment"
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
            className={cx(
              'ml-auto inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 font-semibold transition-colors',
              waits ? 'bg-warm-100 text-warm-900' : '-mr-2 text-brand-700 hover:bg-brand-50',
            )}
          >
            <Icon name="comment" size={17} />
            {shown ? comments('close') : comments('openThread', { n: count })}
          </button>
        )}
      </div>
      {shown && hasThread && <CommentThread unit={unit} question={question} thread={reading.thread} onClose={() => setShown(false)} />}
    </>
  )
}
