import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { faqSectionNames, faqSections } from './sections.ts'
import type { FaqQuestion } from './sections.ts'
import { faqText } from './text.ts'

interface Props {
  /** Those that a search found; all where nothing is searched for. */
  readonly found?: ReadonlySet<FaqQuestion> | undefined
}

/**
 * The questions, each with an address of its own. Drawn on the server as in the application: what opens and closes needs no script, and
 * find-in-page reaches it.
 */
export function FrequentQuestions({ found }: Props) {
  const t = useText(faqText)
  return (
    <div className="grid gap-8">
      {faqSectionNames.map((section) => {
        const shown = faqSections[section].filter((question) => found === undefined || found.has(question))
        return (
          <section key={section} data-faq-section aria-labelledby={`faq-${section}`} className={shown.length === 0 ? 'hidden' : undefined}>
            <h2 id={`faq-${section}`} className="mb-3 text-xl font-semibold text-ink-950">
              {t(section)}
            </h2>
            <div className="forced-edge rounded-xl border border-ink-200 bg-white [&>details:not(.hidden)~details:not(.hidden)]:border-t [&>details]:border-ink-150">
              {faqSections[section].map((question) => (
                <details key={question} data-faq className={cx('group px-4 md:px-5', !shown.includes(question) && 'hidden')}>
                  <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-md py-3 [&::-webkit-details-marker]:hidden">
                    <Icon name="chevron-right" size={18} className="shrink-0 text-brand-700 transition-transform group-open:rotate-90" />
                    <h3 className="text-base font-semibold text-ink-950 group-hover:text-brand-800">{t(question)}</h3>
                  </summary>
                  <div id={question} tabIndex={-1} className="scroll-mt-24 pb-4 pl-7.5">
                    <p className="max-w-prose leading-relaxed text-ink-800">{t(`${question}Answer`)}</p>
                    <a
                      href={`#${question}`}
                      className="mt-1 inline-flex min-h-9 items-center gap-1.5 text-sm font-medium text-brand-700 underline decoration-brand-300 underline-offset-2 hover:text-brand-900"
                    >
                      {t('link')}
                      <span className="sr-only">: {t(question)}</span>
                    </a>
                  </div>
                </details>
              ))}
            </div>
          </section>
        )
      })}
    </div>
  )
}
