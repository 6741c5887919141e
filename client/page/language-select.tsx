import { languages, setLanguage, useLanguage } from '#client/i18n/language.ts'
import type { Language } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { appText } from './text.ts'

/** Chooses a language; where its words cannot be brought, the page says so and stays as it is. */
function useChooseLanguage(): (language: Language) => void {
  const t = useText(appText)
  return (language) => void setLanguage(language).catch(() => toast('error', t('languageMissing')))
}

/** Two languages, so two buttons: both visible, one pressed. */
export function LanguageSelect() {
  const t = useText(appText)
  const choose = useChooseLanguage()
  const current = useLanguage()
  const names = { es: t('languageEs'), en: t('languageEn') }
  return (
    <div role="group" aria-label={t('language')} className="inline-flex rounded-md border border-ink-300 bg-white p-0.5">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          aria-label={`${language}, ${names[language]}`}
          title={names[language]}
          onClick={() => choose(language)}
          className={cx(
            'min-h-8 min-w-9 rounded-sm px-2 text-sm font-semibold uppercase transition-colors',
            language === current ? 'bg-ink-900 text-white forced-colors:underline' : 'text-ink-600 hover:bg-ink-100 hover:text-ink-950',
          )}
        >
          {language}
        </button>
      ))}
    </div>
  )
}

/** The same where there is little room: one button that names the language to change to. */
export function LanguageToggle() {
  const t = useText(appText)
  const choose = useChooseLanguage()
  const other = useLanguage() === 'es' ? 'en' : 'es'
  const name = other === 'es' ? t('languageEs') : t('languageEn')
  return (
    <button
      type="button"
      lang={other}
      aria-label={`${other}, ${name}`}
      title={name}
      onClick={() => choose(other)}
      className="inline-flex size-[44px] items-center justify-center rounded-md text-sm font-semibold text-ink-600 uppercase hover:bg-ink-100 hover:text-ink-950"
    >
      {other}
    </button>
  )
}
