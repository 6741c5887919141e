import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { PageHeading } from '#client/app/page-heading.tsx'
import { Page } from '#client/app/page.tsx'
import { useEngine, useSyncStatus } from '#client/data/engine.tsx'
import { useTable } from '#client/data/use-table.ts'
import { formRows } from '#client/features/forms/form-row.ts'
import { FormTable } from '#client/features/forms/form-table.tsx'
import { formsText } from '#client/features/forms/text.ts'
import { useNow } from '#client/features/stages/use-now.ts'
import { useText } from '#client/i18n/text.ts'
import { PageSkeleton } from '#client/ui/skeleton.tsx'

/** Every form of the lab, and the way to whatever is done with one. */
export function FormsPage() {
  const t = useText(formsText)
  const engine = useEngine()
  const navigate = useNavigate()
  const { kind } = useSyncStatus()
  const forms = useTable('form')
  const overviews = useTable('overview')
  const now = useNow(engine.now, undefined)
  const rows = useMemo(() => formRows(forms ?? [], overviews ?? [], now), [forms, overviews, now])
  if (forms === null || overviews === null || (forms.length === 0 && kind === 'connecting')) return <PageSkeleton />
  return (
    <Page width="wide">
      <PageHeading lead={t('lead')} />
      <div className="mt-6">
        <FormTable
          rows={rows}
          entriesOf={({ id }) => [
            {
              id: 'progress',
              label: t('progress'),
              icon: 'list',
              onAction: () => void navigate(pageAddress('questionnaire', { form: id })),
            },
          ]}
        />
      </div>
    </Page>
  )
}
