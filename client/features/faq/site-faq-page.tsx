import { useText } from '#client/i18n/text.ts'
import { FaqDownloads } from './downloads.tsx'
import { FrequentQuestions } from './questions.tsx'
import { faqText } from './text.ts'

/** The frequently asked questions of the public site: whole without a script, which only adds the search. */
export function FaqPage({ questionnaire }: { readonly questionnaire: boolean }) {
  const t = useText(faqText)
  return (
    <div className="site-width site-band">
      <div className="mx-auto max-w-4xl">
        <h1 className="site-display text-ink-950">{t('title')}</h1>
        <p className="site-lead mt-4 text-ink-700">{t('lead')}</p>
        <form data-faq-search role="search" className="mt-8 noscript:hidden">
          <label htmlFor="faq-search" className="mb-1.5 block font-semibold text-ink-950">
            {t('search')}
          </label>
          <input id="faq-search" type="search" autoComplete="off" className="control w-full sm:max-w-md" />
        </form>
        <p
          role="status"
          data-faq-told
          data-found={t('found', { n: '{n}', total: '{total}' })}
          data-none={t('none')}
          className="mt-3 min-h-6 text-ink-700"
        />
        <div className="mt-5">
          <FrequentQuestions />
        </div>
        <div className="mt-12">
          <FaqDownloads questionnaire={questionnaire} />
        </div>
      </div>
    </div>
  )
}
