import type { ReactNode } from 'react'
import { useSession } from '#client/data/session/session.ts'
import { pageAddress } from '#shared/addresses.ts'
import { useText } from '#client/i18n/text.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'

interface Props {
  /** What can be chosen here, in place of going back. */
  readonly children?: ReactNode
}

/** Nobody said of which institution, or of which form: what is missing, and the way to it. ◆ */
export function InvalidSelection({ children }: Props) {
  const t = useText(labResultsText)
  const { user } = useSession()
  return (
    <EmptyState
      icon="building"
      title={<span role="alert">{t('invalidSelection')}</span>}
      actions={
        <LinkButton to={pageAddress(user?.kind === 'Administrator' ? 'results' : 'evaluations')}>
          {t(user?.kind === 'Administrator' ? 'toResults' : 'toEvaluations')}
        </LinkButton>
      }
    >
      <p>{t(children ? 'invalidInstitution' : 'invalidForm')}</p>
      {children && <div className="mx-auto mt-5 max-w-md text-left">{children}</div>}
    </EmptyState>
  )
}
