import { useParams } from 'react-router'
import { resultsScope } from '#shared/protocol/scope.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useDraftBook } from '#client/data/world/use-drafts.ts'
import { ChosenInstitution } from './chosen-institution.tsx'
import { FormName } from './form-name.tsx'
import { InformDesk } from './inform-desk.tsx'
import { InvalidSelection } from './invalid-selection.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { useInform } from './use-inform-desk.ts'
import type { InformPlace } from './use-inform-desk.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

/** Texts of the preliminary report of one institution, with the report beside them. */
export const GeneratePreInformPage = () => <InformPage kind="preliminary" />

/** Texts of the final report of one institution, with the report beside them. */
export const GenerateInformPage = () => <InformPage kind="final" />

function InformPage({ kind }: { readonly kind: ResultKind }) {
  const t = useText(labResultsText)
  const { form = '' } = useParams()
  return (
    <Page width="wide">
      <PageHeading
        kicker={<FormName id={form} />}
        title={t(kind === 'preliminary' ? 'titlePreInform' : 'titleInform')}
        lead={t(kind === 'preliminary' ? 'leadPreInform' : 'leadInform')}
      />
      <ChosenInstitution form={form} kind={kind}>
        {(institution) => <Texts key={`${form} ${institution}`} place={{ form, institution, kind }} />}
      </ChosenInstitution>
    </Page>
  )
}

function Texts({ place }: { readonly place: InformPlace }) {
  const t = useText(labResultsText)
  const format = useFormat()
  const errorText = useErrorText()
  const { found, again } = useInform(place)
  const book = useDraftBook(resultsScope(place.institution, place.form))
  const retry = <Button onClick={again}>{t('retry')}</Button>
  switch (found.kind) {
    case 'loading':
      return <PageSkeleton />
    case 'offline':
      return (
        <EmptyState icon="cloud-off" title={t('offlineNone')} actions={retry}>
          {t('informOfflineNone')}
        </EmptyState>
      )
    case 'refused':
      if (found.failure.code === 'not_found' || found.failure.code === 'forbidden') return <InvalidSelection />
      return (
        <EmptyState icon="warning" title={t('informRefused')} actions={retry}>
          {errorText(found.failure)}
        </EmptyState>
      )
    case 'ready': {
      const { page, readAt } = found
      return (
        <>
          <div className="mt-5 grid gap-3 empty:hidden">
            {readAt !== null && (
              <Notice tone="neutral" icon="cloud-off" role="status" actions={retry}>
                {t('informOffline', { time: format.moment(readAt) })}
              </Notice>
            )}
            {!page.editable && (
              <Notice tone="neutral" icon="lock">
                {t('informClosed')}
              </Notice>
            )}
            {page.editable && page.version > 0 && <Notice tone="info">{t('informPublished', { n: page.version })}</Notice>}
          </div>
          <div className="mt-7">{book ? <InformDesk place={place} view={page} book={book} again={again} /> : <PageSkeleton />}</div>
        </>
      )
    }
  }
}
