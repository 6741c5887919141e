import { useState } from 'react'
import type { Ref } from 'react'
import type { Decision, Evaluation } from '#shared/evaluations/model.ts'
import { useDrafts } from '#client/data/world/use-drafts.ts'
import { personName, useOpenWorld } from '#client/data/world/use-world.ts'
import { appText } from '#client/page/text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { attachmentsText } from '#client/features/attachments/text.ts'
import { useEvidence } from '#client/features/attachments/evidence-stand.tsx'
import { mayPreview } from '#client/features/attachments/may-preview.ts'
import { AnswerView } from '#client/features/answers/answer-view.tsx'
import { useHasThread } from '#client/features/comments/use-thread.ts'
import { AppealWords, RejectedValue } from '#client/features/replica/appeal.tsx'
import { replicaText } from '#client/features/replica/text.ts'
import { DecisionBar, DecisionComment, decisionSubject } from './decision-form.tsx'
import { DecisionMark } from './decision-mark.tsx'
import type { ReviewUnit } from '#client/areas/evaluation/desk/review.ts'
import { PrivateNote } from './private-note.tsx'
import { RowMark } from '#client/features/answers/rows/row-mark.tsx'
import { InheritedDecision, LostDecision, OutdatedNotice, tellsOfChange } from '#client/areas/evaluation/desk/review-notices.tsx'
import { decisionText, evaluationsText } from '#client/areas/evaluation/desk/text.ts'
import type { Decided, Deciding } from '#client/areas/evaluation/desk/use-decide.ts'
import { WhatChanged } from './what-changed.tsx'
import { Alerts } from '#client/areas/evaluation/desk/alerts.tsx'
import { FormerAnswer } from './former-answer.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { FormText, QuestionText } from '#client/features/texts/form-text.tsx'

const EvidencePreview = latePart(() => import('#client/features/attachments/evidence-preview.tsx'), 'EvidencePreview')
const CommentThread = latePart(() => import('#client/features/comments/comment-thread.tsx'), 'CommentThread')
const QuestionHistory = latePart(() => import('#client/features/answers/history/question-history.tsx'), 'QuestionHistory')

function Past({ title, evaluation }: { readonly title: string; readonly evaluation: Evaluation }) {
  const t = useText(evaluationsText)
  const a = useText(appText)
  const format = useFormat()
  const open = useOpenWorld()
  const by = t('decisionBy', {
    name: personName(open.world(), evaluation.authorId) ?? a('deletedUser'),
    when: format.moment(evaluation.decidedAt),
  })
  return (
    <div className="mt-4 border-l-3 border-ink-200 pl-4">
      <p className="text-sm font-semibold text-ink-600">
        {title}
        {': '}
        {decisionText(t, evaluation.decision)}
      </p>
      {evaluation.comment && (
        <p lang="es" className="max-w-prose whitespace-pre-wrap">
          {evaluation.comment}
        </p>
      )}
      <p className="text-sm text-ink-600">{by}</p>
    </div>
  )
}

/** The file of an answer: downloaded, or looked at without leaving the page (EQ2). */
function FileRow({ entry, onFile }: { readonly entry: ReviewUnit; readonly onFile: () => void }) {
  const t = useText(evaluationsText)
  const f = useText(attachmentsText)
  const format = useFormat()
  const open = useOpenWorld()
  const { file, question, answer } = entry
  const { isShown, isInline, turn } = useEvidence(file)
  if (!question.allowFile && !file) return null
  if (!file) {
    return <p className="mt-3 text-sm text-ink-600">{answer?.noAttachment ? t('noFile') : t('fileMissing')}</p>
  }
  const arrived = file.state !== 'awaiting_blob'
  const showable = arrived && mayPreview(file.name, navigator.pdfViewerEnabled)
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button size="small" icon="paperclip" aria-label={t('openFile', { name: file.name })} onClick={onFile} className="max-w-full">
          <span className="min-w-0 truncate">{file.name}</span>
        </Button>
        <span className="text-sm text-ink-600">{format.bytes(file.sizeBytes)}</span>
        {showable && (
          <Button
            size="small"
            kind="quiet"
            icon={isShown ? 'eye-off' : 'eye'}
            aria-expanded={isShown}
            aria-label={`${f('preview')}: ${file.name}`}
            onClick={(event) => turn(event.currentTarget)}
          >
            {f('preview')}
          </Button>
        )}
        {file.state === 'awaiting_blob' && (
          <Badge tone="warning" icon="clock">
            {t('fileWaiting')}
          </Badge>
        )}
      </p>
      {arrived && !showable && mayPreview(file.name, true) && <p className="mt-1 text-sm text-ink-600">{f('pdfElsewhere')}</p>}
      {showable && isInline && (
        <div className="mt-2">
          <EvidencePreview key={file.id} formId={open.world().formId} file={file} onClose={() => turn()} />
        </div>
      )}
    </>
  )
}

/** What was done with the answer and said about it inside the institution. */
function Extras({ entry }: { readonly entry: ReviewUnit }) {
  const t = useText(evaluationsText)
  const open = useOpenWorld()
  const { count } = useHasThread(entry.unit, entry.question)
  const [shown, setShown] = useState<'history' | 'comments' | null>(null)
  return (
    <>
      <div className="flex flex-wrap gap-1 first:-ml-3">
        {count > 0 && (
          <Button
            kind="quiet"
            size="small"
            icon="comment"
            aria-expanded={shown === 'comments'}
            onClick={() => setShown(shown === 'comments' ? null : 'comments')}
          >
            {t('comments', { n: count })}
          </Button>
        )}
        <Button kind="quiet" size="small" icon="history" aria-haspopup="dialog" onClick={() => setShown('history')}>
          {t('history')}
        </Button>
      </div>
      {shown === 'comments' && (
        <div className="grid w-full gap-4">
          <CommentThread
            unit={entry.unit}
            question={entry.question}
            thread={open.world().get('thread', entry.unit)}
            onClose={() => setShown(null)}
          />
        </div>
      )}
      {shown === 'history' && <QuestionHistory unit={entry.unit} question={entry.question} onClose={() => setShown(null)} />}
    </>
  )
}

/** A decision whose text was left half written, by a reload or by opening another answer: it goes on from there. */
function HalfWritten({ unit, offered, onWrite }: Pick<Props, 'offered' | 'onWrite'> & { readonly unit: ReviewUnit['unit'] }) {
  const t = useText(evaluationsText)
  const book = useDrafts()
  const half = offered.filter((decision) => book.slot('decision', decisionSubject(unit, decision)).draft !== undefined)
  return half.map((decision) => (
    <Notice
      key={decision}
      tone="neutral"
      icon="edit"
      className="mt-4"
      actions={
        <Button size="small" onClick={() => onWrite(decision)}>
          {t('goOnWriting')}
        </Button>
      }
    >
      {t(halfKeys[decision])}
    </Notice>
  ))
}

const halfKeys = { Observed: 'halfObservation', Rejected: 'halfRejection', Accepted: 'halfComment' } as const satisfies Record<
  Decision,
  string
>

export interface ReviewActions {
  readonly onChoose: (decision: Decision) => void
  /** Opens the text of a decision. */
  readonly onWrite: (decision: Decision) => void
  readonly onSave: (wanted: Decided) => Promise<boolean>
  readonly onCancel: () => void
  readonly onFile: () => void
}

interface Props extends ReviewActions {
  readonly entry: ReviewUnit
  /** Decisions that this person may give now; none while reading only. */
  readonly offered: readonly Decision[]
  readonly isReplica: boolean
  readonly lettersShown: boolean
  readonly deciding: Deciding
  /** Decision whose text is being written. */
  readonly writing: Decision | null
  readonly cardRef: Ref<HTMLDivElement>
}

/** The answer under review: everything needed to decide, and the decision. */
export function ReviewCard({ entry, offered, isReplica, lettersShown, deciding, writing, cardRef, ...actions }: Props) {
  const t = useText(evaluationsText)
  const r = useText(replicaText)
  const { question, answer, decision, earlier, unit } = entry
  // What was decided on what, and what is said for it now, are read together.
  const sideBySide = isReplica && Boolean(answer?.appeal) && earlier !== undefined
  const headingId = `review-${unit}`
  const canDecide = offered.length > 0 && entry.asked
  const own = decision && decision.mid !== earlier?.mid ? decision : undefined
  return (
    <div
      ref={cardRef}
      tabIndex={-1}
      role="group"
      aria-labelledby={headingId}
      className="forced-edge scroll-my-24 rounded-xl border border-brand-300 bg-white px-5 py-5 shadow-lift md:px-6"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="tabular flex flex-wrap items-center gap-x-3 text-sm font-semibold text-brand-700">
          {entry.number}
          <RowMark row={entry.row} />
        </p>
        <DecisionMark entry={entry} isReplica={isReplica} />
      </header>
      <h2 id={headingId} className="mt-1.5 max-w-prose text-lg">
        <QuestionText of={question} />
      </h2>
      {question.hint && (
        <p className="mt-1 max-w-prose text-sm text-ink-600">
          <FormText es={question.hint} en={question.en?.hint} />
        </p>
      )}
      <div className={cx('mt-4', sideBySide && 'grid items-start gap-4 md:grid-cols-2')}>
        {sideBySide && answer && earlier && (
          <div className="rounded-lg border border-ink-200 px-4 pt-3.5 pb-4">
            <RejectedValue question={question} answer={answer} />
            <Past title={t('previousRound')} evaluation={earlier} />
          </div>
        )}
        <div className="rounded-lg bg-ink-50 px-4 py-3.5">
          <p className="mb-1 flex flex-wrap items-center gap-2 text-sm font-semibold text-ink-600">
            {t('answer')}
            {entry.changed && <Badge tone="info">{answer?.late ? t('lateMark') : t('changedMark')}</Badge>}
            {entry.decision?.late && <Badge tone="info">{t('decidedLate')}</Badge>}
          </p>
          <AnswerView question={question} value={answer?.value} />
          {answer?.justification && (
            <div className="mt-3 border-t border-ink-200 pt-2">
              <p className="text-sm font-semibold text-ink-600">{t('justification')}</p>
              <p lang="es" className="max-w-prose whitespace-pre-wrap">
                {answer.justification}
              </p>
            </div>
          )}
          {answer?.appeal && (
            <div className="mt-3 border-t border-ink-200 pt-2">
              <p className="text-sm font-semibold text-ink-600">{r('justification')}</p>
              <AppealWords appeal={answer.appeal} />
            </div>
          )}
          <FileRow entry={entry} onFile={actions.onFile} />
        </div>
      </div>
      <Alerts entry={entry} />
      <PrivateNote key={unit} entry={entry} />
      <FormerAnswer entry={entry} />
      {earlier && !sideBySide && <Past title={t('previousRound')} evaluation={earlier} />}
      {earlier && !sideBySide && !entry.outdated && answer && answer.rev !== earlier.answerRev && (
        <section aria-label={t('changedSince')} className="mt-3 border-l-3 border-brand-300 pl-4">
          <h3 className="text-sm font-semibold text-ink-600">{t('changedSince')}</h3>
          <WhatChanged entry={entry} deciding={deciding} rev={earlier.answerRev} decidedAt={earlier.decidedAt} />
        </section>
      )}
      {own?.comment && writing === null && !entry.outdated && <Past title={t('decision')} evaluation={own} />}
      {entry.outdated && !entry.cards.some(tellsOfChange) && (
        <OutdatedNotice
          entry={entry}
          deciding={deciding}
          offered={canDecide ? offered : []}
          onDecide={(wanted) => void actions.onSave(wanted)}
        />
      )}
      <LostDecision entry={entry} deciding={deciding} offered={canDecide ? offered : []} onDecide={actions.onSave} />
      {entry.cards
        .filter((card) => card.side === 'other')
        .map((card) => (
          <InheritedDecision key={card.id} card={card} offered={canDecide ? offered : []} onDecide={actions.onSave} />
        ))}
      {own?.former && canDecide && own.decision === 'Rejected' && (
        <Notice
          tone="neutral"
          icon="undo"
          className="mt-4"
          actions={
            offered.includes(own.former.decision) && (
              <Button
                size="small"
                onClick={() => void actions.onSave({ decision: own.former?.decision ?? 'Accepted', comment: own.former?.comment ?? null })}
              >
                {t('formerRestore')}
              </Button>
            )
          }
        >
          {t('formerOffer', { decision: decisionText(t, own.former.decision) })}
        </Notice>
      )}
      {canDecide && writing === null && <HalfWritten unit={unit} offered={offered} onWrite={actions.onWrite} />}
      {canDecide && writing === null && (
        <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
          <DecisionBar
            offered={offered}
            current={entry.outdated ? undefined : own?.decision}
            lettersShown={lettersShown}
            onChoose={actions.onChoose}
          />
          <Extras entry={entry} />
        </div>
      )}
      {canDecide && writing !== null && (
        <DecisionComment
          key={writing}
          unit={unit}
          about={`${entry.number} ${question.text}`.trim()}
          decision={writing}
          initial={own?.decision === writing ? (own.comment ?? '') : ''}
          onSave={actions.onSave}
          onCancel={actions.onCancel}
        />
      )}
      {!canDecide && (
        <div className="mt-4">
          <Extras entry={entry} />
        </div>
      )}
    </div>
  )
}

/** The same unit while another is under review: one line that opens it. */
export function ReviewRow({
  entry,
  isReplica,
  onOpen,
}: {
  readonly entry: ReviewUnit
  readonly isReplica: boolean
  readonly onOpen: () => void
}) {
  const t = useText(evaluationsText)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-13 w-full scroll-my-24 flex-wrap sm:flex-nowrap items-center gap-x-4 gap-y-1 rounded-lg border border-transparent px-5 py-2.5 text-left hover:border-ink-200 hover:bg-white md:px-6"
    >
      <span className="tabular mr-auto shrink-0 text-sm text-ink-600 sm:mr-0 sm:w-18">{entry.number}</span>
      <span className="order-last min-w-0 basis-full sm:order-none sm:flex-1 sm:basis-0">
        <RowMark row={entry.row} />
        <span className="line-clamp-1 text-ink-900">
          <QuestionText of={entry.question} />
        </span>
      </span>
      {entry.alerts.length > 0 && (
        <span>
          <Icon name="warning" size={17} className="text-warm-700" />
          <span className="sr-only">{t('withAlert')}</span>
        </span>
      )}
      {entry.file && <Icon name="paperclip" size={17} className="text-ink-500" />}
      <DecisionMark entry={entry} isReplica={isReplica} />
    </button>
  )
}
