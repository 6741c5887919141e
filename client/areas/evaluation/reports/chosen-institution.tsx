import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ResultKind } from '#shared/results/model.ts'
import type { ResultState } from '#shared/results/routes.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { InstitutionPicker } from './institution-picker.tsx'
import { InvalidSelection } from './invalid-selection.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { useResultsOverview } from '#client/features/results/lab/use-results.ts'

interface Props {
  readonly form: string
  readonly kind: ResultKind
  /** What is shown of the institution that is chosen. `row`: how far it is, where that is known. */
  readonly children: (institution: string, row: ResultState | undefined) => ReactNode
}

/** One institution of a form, as the address says it, and the choice among those that the person reaches. */
export function ChosenInstitution({ form, kind, children }: Props) {
  const t = useText(labResultsText)
  const errorText = useErrorText()
  const [params, setParams] = useSearchParams()
  const { found, again } = useResultsOverview(form, kind)
  const asked = params.get('institution')
  const choose = (institution: string): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('institution', institution)
        return after
      },
      { state: { stays: true } },
    )
  const rows = found.kind === 'ready' ? found.page.institutions : []
  const isKnown = asked !== null && (found.kind !== 'ready' || rows.some(({ institutionId }) => institutionId === asked))
  const picker = rows.length > 0 && <InstitutionPicker rows={rows} institution={isKnown ? asked : null} onChoose={choose} />
  if (!isKnown) {
    if (found.kind === 'loading') return <PageSkeleton />
    if (found.kind === 'offline')
      return (
        <EmptyState icon="cloud-off" title={t('offlineNone')} actions={<Button onClick={again}>{t('retry')}</Button>}>
          {t('offlineNoneBody')}
        </EmptyState>
      )
    if (found.kind === 'refused' && found.failure.code !== 'not_found' && found.failure.code !== 'forbidden')
      return (
        <EmptyState icon="warning" title={t('refused')} actions={<Button onClick={again}>{t('retry')}</Button>}>
          {errorText(found.failure)}
        </EmptyState>
      )
    return <InvalidSelection>{picker}</InvalidSelection>
  }
  return (
    <>
      {picker && <div className="mt-6">{picker}</div>}
      {children(
        asked,
        rows.find(({ institutionId }) => institutionId === asked),
      )}
    </>
  )
}
