import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { exportFile } from '#shared/attachments/bytes-routes.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import type { UnitView } from '#shared/results/routes.ts'
import { whySentence } from '#shared/results/summary.ts'
import { mostText, pointsText } from '#shared/results/words.ts'
import { download } from '#client/data/server/call.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge, Status } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { loadPart } from '#client/ui/loading/load-part.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { resultsText } from './text.ts'
import { decisionLooks } from './words.ts'

const EvidencePreview = lazy(async () => ({
  default: (await loadPart(() => import('#client/features/attachments/evidence-preview.tsx'))).EvidencePreview,
}))

interface Props {
  readonly unit: UnitView
  readonly formId: FormId
  readonly anchor: string
  /** It is all that its question consists of: the question above has said its text. */
  readonly alone: boolean
  /** Where its answer stands. */
  readonly href: string | null
}

/** Why a unit earned what it did: what was answered and chosen, what was decided of it, and by what evidence. */
export function UnitExplained({ unit, formId, anchor, alone, href }: Props) {
  const t = useText(resultsText)
  const language = useLanguage()
  const { number, row, text, own, counts, evidence, choices } = unit
  return (
    <article
      id={anchor}
      tabIndex={-1}
      aria-label={row === null ? number : `${number} · ${row}`}
      className="scroll-mt-20 rounded-lg border border-ink-200 bg-ink-50/60 px-4 py-3.5"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-5 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-60">
          {row !== null && (
            <p className="text-sm font-semibold text-ink-700" lang="es">
              {row === '' ? t('rowNameless') : t('row', { row })}
            </p>
          )}
          {!alone && (
            <p className="font-medium text-ink-950">
              <span className="tabular mr-1.5 text-ink-600">{number}</span>
              {text}
            </p>
          )}
        </div>
        <p className="tabular">
          {counts ? (
            <strong className="font-semibold text-ink-950">{t('counts', { points: pointsText(own, language) })}</strong>
          ) : (
            <Badge>{t('countsNot')}</Badge>
          )}
        </p>
      </header>
      <p className={cx('max-w-prose font-medium text-ink-950', !(alone && row === null) && 'mt-2')}>
        <Icon name={own > 0 && counts ? 'check' : 'info'} size={18} className="mr-1.5 inline align-[-0.2em] text-ink-600" />
        {whySentence(unit, language)}
      </p>
      <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {choices.length > 0 ? (
          <Fact name={t('choices')}>
            <ul className="grid gap-1">
              {choices.map(({ text: option, points, chosen }, at) => (
                <li
                  // Two options may read the same.
                  key={at}
                  className={cx(
                    'flex flex-wrap items-baseline gap-x-3 rounded-md px-2.5 py-1',
                    chosen ? 'bg-brand-100 font-medium text-ink-950' : 'text-ink-700',
                  )}
                >
                  <span className="tabular w-10 shrink-0 text-right sm:w-12">{mostText(points, language)}</span>
                  <span className="min-w-0 flex-1 basis-32 break-words">{option}</span>
                  {chosen && (
                    <Status tone="info" icon="check">
                      {t('chosen')}
                    </Status>
                  )}
                </li>
              ))}
            </ul>
          </Fact>
        ) : (
          <Fact name={t('answer')}>
            {unit.answer === null ? (
              <span className="text-ink-600">{t(unit.administrative && unit.why !== 'unanswered' ? 'answerOfLab' : 'answerNone')}</span>
            ) : (
              <span lang="es" className="break-words whitespace-pre-line">
                {unit.answer}
              </span>
            )}
          </Fact>
        )}
        <Fact name={t('decision')}>
          <DecisionTold unit={unit} />
        </Fact>
        <Fact name={t('evidence')}>
          {evidence ? <Evidence formId={formId} evidence={evidence} /> : <span className="text-ink-600">{t('evidenceNone')}</span>}
        </Fact>
      </dl>
      {href !== null && (
        <Link to={href} className="mt-3 inline-flex min-h-9 items-center gap-1.5 font-semibold text-brand-700">
          {t('toReview', { number })}
          <Icon name="arrow-right" size={18} />
        </Link>
      )}
    </article>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="pt-0.5 text-sm font-semibold text-ink-600">{name}</dt>
      <dd className="min-w-0 text-ink-900">{children}</dd>
    </div>
  )
}

function DecisionTold({ unit: { decision, why } }: { readonly unit: UnitView }) {
  const t = useText(resultsText)
  const format = useFormat()
  if (!decision) {
    // What earns without a decision is the lab's own: nobody decides it.
    return <span className="text-ink-600">{t(why === 'earned' ? 'decisionNeedless' : 'decisionNone')}</span>
  }
  const { tone, icon } = decisionLooks[decision.decision]
  return (
    <>
      <Status tone={tone} icon={icon}>
        {t(`decision_${decision.decision}`)}
      </Status>
      <span className="block text-sm text-ink-600">
        {t('decidedBy', { round: t(`round_${decision.round}`), by: decision.by, moment: format.moment(decision.at) })}
      </span>
      {decision.comment && (
        <blockquote lang="es" className="mt-1.5 max-w-prose border-l-3 border-ink-300 pl-3 break-words whitespace-pre-line">
          {decision.comment}
        </blockquote>
      )}
    </>
  )
}

function Evidence({ formId, evidence }: { readonly formId: FormId; readonly evidence: NonNullable<UnitView['evidence']> }) {
  const t = useText(resultsText)
  const errorText = useErrorText()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const { id, name } = evidence
  const get = async (): Promise<void> => {
    setBusy(true)
    const got = await download(exportFile, { form: formId, file: id }, name)
    setBusy(false)
    if (!got.ok) toast('error', t('evidenceUnread', { name, why: errorText(got.failure) }))
  }
  return (
    <>
      <span className="-ml-3 flex flex-wrap items-center gap-1">
        <Button
          kind="quiet"
          size="small"
          icon="paperclip"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="text-left break-all"
        >
          {t(open ? 'evidenceHide' : 'evidenceShow', { name })}
        </Button>
        <Button
          kind="quiet"
          size="small"
          icon="download"
          busy={busy}
          onClick={() => void get()}
          aria-label={t('evidenceGetLabel', { name })}
        >
          {t('evidenceGet')}
        </Button>
      </span>
      {open && (
        <div className="mt-2">
          <Suspense fallback={null}>
            <EvidencePreview formId={formId} file={evidence} />
          </Suspense>
        </div>
      )}
    </>
  )
}
