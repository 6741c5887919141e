import { Link, useNavigate, useParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { resultKinds } from '#shared/results/model.ts'
import { kindInFront } from '#shared/results/opening.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useEngine } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { FormResults } from './form-results.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { useNow } from '#client/features/stages/use-now.ts'
import { useText } from '#client/i18n/text.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

const tabLook =
  '-mb-px inline-flex min-h-11 items-center border-b-3 border-transparent font-semibold text-ink-600 no-underline hover:text-ink-950 aria-[current]:border-warm-500 aria-[current]:text-ink-950'

/** Where administrators work out, look through and publish what the institutions of a form obtained. */
export function ResultsPage() {
  const t = useText(labResultsText)
  const engine = useEngine()
  const navigate = useNavigate()
  const { form: asked, kind: askedKind } = useParams()
  const forms = useTable('form')
  const shown = (forms ?? [])
    .filter((form) => form.removed !== true)
    .toSorted((left, right) => Number(right.enabled) - Number(left.enabled) || left.name.localeCompare(right.name, 'es'))
  const form = shown.find(({ id }) => id === asked) ?? (asked === undefined && shown.length === 1 ? shown[0] : undefined)
  const now = useNow(engine.now, form)
  if (forms === null) return <PageSkeleton />
  const kind = resultKinds.find((each) => each === askedKind) ?? (form ? kindInFront(form, now) : 'preliminary')
  return (
    <Page width="wide">
      <PageHeading lead={t('lead')} />
      {shown.length === 0 ? (
        <EmptyState icon="list" title={t('noForms')}>
          {t('noFormsBody')}
        </EmptyState>
      ) : (
        <Select
          className="mt-6 max-w-md"
          label={t('form')}
          options={shown.map(({ id, name }) => ({ value: id, label: name }))}
          value={form?.id ?? ''}
          onChange={(id) => void navigate(pageAddress('results', id === '' ? {} : { form: id }), { state: { stays: true } })}
        />
      )}
      {form ? (
        <>
          <nav aria-label={t('kinds')} className="mt-6 mb-6 flex flex-wrap gap-x-6 border-b border-ink-200">
            {resultKinds.map((each) => (
              <Link
                key={each}
                to={pageAddress('results', { form: form.id, kind: each })}
                state={{ stays: true }}
                preventScrollReset
                aria-current={each === kind ? 'page' : undefined}
                className={tabLook}
              >
                {t(each)}
              </Link>
            ))}
          </nav>
          <FormResults key={`${form.id} ${kind}`} form={form} kind={kind} now={now} />
        </>
      ) : (
        shown.length > 0 && <p className="mt-6 text-ink-600">{t('chooseForm')}</p>
      )}
    </Page>
  )
}
