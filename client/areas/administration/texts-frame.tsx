import type { ReactNode } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { Dimension } from '#shared/forms/model.ts'
import { sameField } from '#shared/questionnaires/editing.ts'
import { PageHeading } from '#client/app/page-heading.tsx'
import { Page } from '#client/app/page.tsx'
import { DraftsContext, useDraftBook } from '#client/data/use-drafts.ts'
import { QuestionnaireContext, useQuestionnaireOf, useQuestionnaireReading } from '#client/data/use-questionnaire.ts'
import type { OpenQuestionnaire } from '#client/data/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { textsText } from '#client/features/questionnaires/texts-text.ts'

/** The form of the address, opened, with what is half written of it. */
export function OpenedForm({ children }: { readonly children: ReactNode }) {
  const t = useText(textsText)
  const { form = '' } = useParams()
  const state = useQuestionnaireOf(form)
  if (state.kind === 'opening') return <PageSkeleton />
  if (state.kind === 'missing')
    return (
      <Page>
        <EmptyState icon="cloud-off" title={t('missing')} actions={<LinkButton to={pageAddress('forms')}>{t('backToForms')}</LinkButton>}>
          {t('missingBody')}
        </EmptyState>
      </Page>
    )
  return (
    <Kept key={form} open={state.open}>
      {children}
    </Kept>
  )
}

function Kept({ open, children }: { readonly open: OpenQuestionnaire; readonly children: ReactNode }) {
  const drafts = useDraftBook(open.scope)
  if (!drafts) return <PageSkeleton />
  return (
    <QuestionnaireContext value={open}>
      <DraftsContext value={drafts}>{children}</DraftsContext>
    </QuestionnaireContext>
  )
}

interface Props {
  readonly lead: string
  /** Why nothing may be changed now. */
  readonly closed: string | null
  /** What stands above the dimensions. */
  readonly children?: ReactNode
  readonly ofDimension: (dimension: Dimension) => ReactNode
  readonly ofSubDimension: (sub: Dimension) => ReactNode
}

/** A page of texts: those of each dimension, and of one sub-dimension at a time. */
export function TextsFrame({ lead, closed, children, ofDimension, ofSubDimension }: Props) {
  const t = useText(textsText)
  const name = useQuestionnaireReading(['table:form'], (state) => state.form?.name)
  const tops = useQuestionnaireReading(
    ['table:dimension', 'table:outline', 'table:question'],
    (state) =>
      state.index.topDimensions.map((dimension) => ({
        dimension,
        subs: dimension.subDimensionIds.flatMap((id) => state.index.dimension(id) ?? []),
      })),
    sameField,
  )
  const [search, setSearch] = useSearchParams()
  if (name === undefined) return <PageSkeleton />
  const shown = search.get('sub')
  return (
    <Page>
      <PageHeading
        kicker={
          <Link to={pageAddress('forms')} className="text-brand-700 hover:text-brand-900">
            {t('backToForms')}
          </Link>
        }
        lead={lead}
      />
      <p lang="es" className="mt-4 text-lg font-semibold text-ink-950">
        {name}
      </p>
      {closed !== null && (
        <Notice tone="neutral" icon="lock" className="mt-5">
          {closed}
        </Notice>
      )}
      {children}
      {tops.map(({ dimension, subs }) => (
        <section key={dimension.id} aria-label={dimension.name} className="mt-8">
          <h2 lang="es" className="text-xl">
            {dimension.name}
          </h2>
          <div className="mt-2 rounded-lg border border-ink-200 bg-white px-4 py-1">{ofDimension(dimension)}</div>
          <div className="mt-3 grid gap-2">
            {subs.map((sub) => (
              <div key={sub.id} className="rounded-lg border border-ink-200 bg-white">
                <h3>
                  <button
                    type="button"
                    aria-expanded={shown === sub.id}
                    onClick={() =>
                      setSearch(shown === sub.id ? {} : { sub: sub.id }, {
                        replace: true,
                        state: { stays: true },
                        preventScrollReset: true,
                      })
                    }
                    className="flex min-h-12 w-full items-center gap-3 rounded-lg px-4 py-2 text-left text-base font-semibold hover:bg-ink-50"
                  >
                    <Icon name={shown === sub.id ? 'chevron-down' : 'chevron-right'} size={18} className="text-ink-500" />
                    <span lang="es">{sub.name}</span>
                  </button>
                </h3>
                {shown === sub.id && <div className="border-t border-ink-150 px-4 py-1">{ofSubDimension(sub)}</div>}
              </div>
            ))}
          </div>
        </section>
      ))}
    </Page>
  )
}
