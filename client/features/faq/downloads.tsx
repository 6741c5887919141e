import { pathOf } from '#shared/contract/route.ts'
import { publicGlossary, publicQuestionnaire } from '#shared/site/file-routes.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { faqText } from './text.ts'

interface Props {
  /** Whether a form has begun, whose questions can be taken away (FQ3). */
  readonly questionnaire: boolean
}

/** The questionnaire and the glossary, for anybody to take away. Plain links: the browser brings them, with or without a script. */
export function FaqDownloads({ questionnaire }: Props) {
  const t = useText(faqText)
  const language = useLanguage()
  return (
    <section aria-labelledby="faq-downloads">
      <h2 id="faq-downloads" className="mb-3 text-xl font-semibold text-ink-950">
        {t('downloads')}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {(
          [
            ['questionnaire', publicQuestionnaire],
            ['glossary', publicGlossary],
          ] as const
        )
          .filter(([name]) => questionnaire || name !== 'questionnaire')
          .map(([name, route]) => (
            <li key={name}>
              <a
                href={`${pathOf(route)}?lang=${language}`}
                download
                className="forced-edge flex h-full gap-3 rounded-xl border border-ink-200 bg-white p-4 text-ink-950 no-underline shadow-card hover:border-brand-500 hover:bg-brand-50"
              >
                <Icon name="download" size={22} className="mt-0.5 shrink-0 text-brand-700" />
                <span className="min-w-0 wrap-anywhere">
                  <span className="block font-semibold">{t(name)}</span>
                  <span className="mt-0.5 block text-sm text-ink-600">{t(`${name}About`)}</span>
                </span>
              </a>
            </li>
          ))}
      </ul>
    </section>
  )
}
