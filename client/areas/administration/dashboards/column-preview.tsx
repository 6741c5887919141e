import { useEffect, useState } from 'react'
import type { Column } from '#shared/dashboards/model.ts'
import { preview } from '#shared/dashboards/routes.ts'
import type { ColumnPreview } from '#shared/dashboards/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { dashboardsText } from './configuration-text.ts'
import { previewText } from '#client/features/figures/preview-text.ts'

/** How long nobody types before figures are asked for. */
const restMs = 350
/** Institutions that are shown; the others are counted. */
const shownMost = 4

interface Props {
  readonly formId: string
  readonly column: Column
  /** The question of the general tab that tells how many people work there. */
  readonly workers: string
}

/** The figures of a column as they would be shown, with the data of today. */
export function ColumnPreviewBox({ formId, column, workers }: Props) {
  const t = useText(dashboardsText)
  const language = useLanguage()
  const [found, setFound] = useState<ColumnPreview | null>(null)
  const [state, setState] = useState<'none' | 'loading' | 'shown'>('none')
  const { calcType, questionId, questionIdDiv, isPercentual } = column
  const isWhole = questionId !== '' && (calcType !== 'division' || Boolean(questionIdDiv))
  useEffect(() => {
    if (!isWhole) return setState('none')
    let left = false
    setState('loading')
    const asked = { ...column, name: '-', subtitle: '-', preDecoration: '', postDecoration: '', isBouble: false }
    const timer = setTimeout(() => {
      void callRoute(preview, { params: { form: formId }, body: { column: asked, overallResultId: workers } }).then((reply) => {
        if (left) return
        setFound(reply.ok ? reply.value : null)
        setState(reply.ok ? 'shown' : 'none')
      })
    }, restMs)
    return () => {
      left = true
      clearTimeout(timer)
    }
    // Names and decorations change no figure.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [formId, calcType, questionId, questionIdDiv, isPercentual, workers, isWhole])

  const shown = found?.figures.slice(0, shownMost) ?? []
  const text = previewText(column, [...shown.map(({ value }) => value), found?.mean ?? null], language)
  const most = Math.max(1, ...(found?.figures.map(({ value }) => value) ?? []))
  return (
    <section aria-label={t('preview')} className="min-w-0 rounded-lg border border-ink-200 bg-ink-50 p-4">
      <p className="text-xs font-semibold tracking-wide text-ink-600 uppercase">{t('preview')}</p>
      <p className="mt-2 text-lg font-semibold text-ink-950">{column.name || t('name')}</p>
      {column.subtitle !== '' && <p className="text-sm text-ink-600">{column.subtitle}</p>}
      <div aria-live="polite" className="mt-3 text-sm">
        {state === 'none' && <p className="text-ink-600">{t('previewNone')}</p>}
        {state === 'loading' && !found && <p className="text-ink-600">{t('previewLoading')}</p>}
        {state !== 'none' && found && (
          <>
            {found.figures.length === 0 && <p className="text-ink-700">{t('previewEmpty')}</p>}
            <ul className="grid gap-2">
              {shown.map(({ name, value }) => (
                <PreviewLine key={name} name={name} text={text(value)} share={value / most} look="bg-brand-600" />
              ))}
              {found.mean !== null && (
                <PreviewLine name={t('previewMean')} text={text(found.mean)} share={found.mean / most} look="bg-warm-500" />
              )}
            </ul>
            <p className="mt-3 text-ink-600">
              {[
                found.figures.length > shownMost ? t('previewMore', { n: found.figures.length - shownMost }) : '',
                found.missing > 0 ? t('previewMissing', { n: found.missing }) : '',
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </p>
            <p className="text-ink-600">{t(found.of === 'published' ? 'previewPublished' : 'previewAnswers')}</p>
          </>
        )}
      </div>
    </section>
  )
}

interface LineProps {
  readonly name: string
  readonly text: string
  readonly share: number
  readonly look: string
}
const PreviewLine = ({ name, text, share, look }: LineProps) => (
  <li>
    <span className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 text-ink-800">{name}</span>
      <span className="tabular font-semibold text-ink-950">{text}</span>
    </span>
    <span aria-hidden className="mt-0.5 block h-2 rounded-full bg-ink-200 forced-edge">
      <span className={`block h-full rounded-full ${look}`} style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
    </span>
  </li>
)
