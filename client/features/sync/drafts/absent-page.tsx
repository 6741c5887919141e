import { pageAddress } from '#shared/addresses.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useSyncStatus } from '#client/data/world/engine.tsx'
import { answersText } from '#client/features/answers/text.ts'
import { KeptDrafts } from './kept-drafts.tsx'
import { useText } from '#client/i18n/text.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

export interface AbsentProps {
  /** device: its rows are not here · form: no form is open to this person · questions: none of its questions is. */
  readonly lacks: 'device' | 'form' | 'questions'
}

const titles = { device: 'notHereUnknown', form: 'notHereNobody', questions: 'noQuestionsHere' } as const
const bodies = { device: 'notHereGone', form: 'notHereNobodyBody', questions: 'noQuestionsHereBody' } as const

/** A page of which this device has nothing: why, as well as it is known, and what the person had written all the same. */
export function AbsentPage({ lacks }: AbsentProps) {
  const t = useText(answersText)
  const { kind, syncedAt } = useSyncStatus()
  // Who is on line and up to date lacks no connection.
  const isKnown = lacks === 'questions' || (syncedAt !== null && kind !== 'offline' && kind !== 'connecting' && kind !== 'needs-auth')
  return (
    <Page>
      <PageHeading />
      <EmptyState
        icon={isKnown ? 'list' : 'cloud-off'}
        title={t(isKnown ? titles[lacks] : 'notHere')}
        actions={lacks === 'device' && <LinkButton to={pageAddress('start')}>{t('notHereBack')}</LinkButton>}
      >
        {t(isKnown ? bodies[lacks] : 'notHereBody')}
      </EmptyState>
      <KeptDrafts level={2} stranded={isKnown} framed />
    </Page>
  )
}
