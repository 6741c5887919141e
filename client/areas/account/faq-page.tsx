import { PageHeading } from '#client/app/page-heading.tsx'
import { Page } from '#client/app/page.tsx'
import { FrequentQuestions } from '#client/features/faq/questions.tsx'
import { faqText } from '#client/features/faq/text.ts'
import { useText } from '#client/i18n/text.ts'

/** Frequently asked questions, for who answers and who evaluates. */
export function FaqPage() {
  const t = useText(faqText)
  return (
    <Page width="narrow">
      <PageHeading lead={t('lead')} />
      <div className="mt-8">
        <FrequentQuestions />
      </div>
    </Page>
  )
}
