import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { pinText } from '#client/features/accounts/pin-text.ts'

/** Each with the place that an address names. */
const questions = [
  { id: 'device', asked: 'helpWhat', answer: 'helpWhatAnswer' },
  { id: 'pin', asked: 'helpPin', answer: 'helpPinAnswer' },
  { id: 'pin-limits', asked: 'helpNot', answer: 'helpNotAnswer' },
  { id: 'pin-before', asked: 'helpBefore', answer: 'helpBeforeAnswer' },
  { id: 'pin-forgotten', asked: 'helpForgot', answer: 'helpForgotAnswer' },
  { id: 'copy', asked: 'helpCopy', answer: 'helpCopyAnswer' },
] as const

/** What this device keeps of a person, and what a PIN and a passphrase are worth: beside the questions that the site answers, too. */
export function DeviceHelp() {
  const t = useText(pinText)
  return (
    <section aria-labelledby="device-help">
      <h2 id="device-help" className="text-xl font-semibold text-ink-950">
        {t('helpTitle')}
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-600">{t('helpLead')}</p>
      <div className="forced-edge rounded-xl border border-ink-200 bg-white [&>details~details]:border-t [&>details]:border-ink-150">
        {questions.map(({ id, asked, answer }) => (
          <details key={id} className="group px-4 md:px-5">
            <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-md py-3 [&::-webkit-details-marker]:hidden">
              <Icon name="chevron-right" size={18} className="shrink-0 text-brand-700 transition-transform group-open:rotate-90" />
              <h3 className="text-base font-semibold text-ink-950 group-hover:text-brand-800">{t(asked)}</h3>
            </summary>
            <div id={id} tabIndex={-1} className="scroll-mt-24 pb-4 pl-7.5">
              <p className="max-w-prose leading-relaxed text-ink-800">{t(answer)}</p>
            </div>
          </details>
        ))}
      </div>
    </section>
  )
}
