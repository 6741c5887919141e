import { Page } from '#client/app/page.tsx'
import { PageHeading } from '#client/app/page-heading.tsx'
import { appText } from '#client/app/text.ts'
import { useText } from '#client/i18n/text.ts'

export function SendPage() {
  const t = useText(appText)
  return (
    <Page>
      <PageHeading title={t('sendToEvaluation')} />
    </Page>
  )
}
