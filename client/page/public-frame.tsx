import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { LiveRegion } from '#client/ui/live-region.tsx'
import { LanguageSelect, LanguageToggle } from './language-select.tsx'
import { Mark } from './mark.tsx'
import { appText } from './text.ts'

/** Quiet picture behind the promise: steps that rise, as in the mark. */
function Steps() {
  return (
    <svg
      aria-hidden
      focusable="false"
      viewBox="0 0 480 330"
      preserveAspectRatio="xMaxYMax meet"
      className="pointer-events-none absolute right-0 bottom-0 h-[46%] w-full"
    >
      {[0, 1, 2, 3, 4].map((step) => (
        <rect
          key={step}
          x={214 + step * 56}
          y={262 - step * 26 - step * step * 3}
          width="34"
          height="420"
          rx="9"
          fill="#86c2e8"
          opacity={0.03 + step * 0.022}
        />
      ))}
      <circle cx="456" cy="74" r="11" fill="#e98a4b" />
    </svg>
  )
}

/** Frame of the pages before sign-in: what this is on one side, the form on the other. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  const t = useText(appText)
  const facts: readonly { icon: IconName; text: string }[] = [
    { icon: 'cloud-check', text: t('promiseOffline') },
    { icon: 'users', text: t('promiseTogether') },
    { icon: 'reply', text: t('promiseReview') },
  ]
  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      <aside className="relative hidden w-[44%] max-w-2xl overflow-hidden bg-brand-900 text-white md:flex md:flex-col md:justify-between md:p-10 lg:p-14">
        <Steps />
        <div className="relative flex items-center gap-3.5">
          <Mark size={44} />
          <p className="text-lg leading-tight font-semibold">{t('product')}</p>
        </div>
        <div className="relative mt-[9vh] mb-auto">
          <p className="max-w-md text-3xl font-semibold tracking-tight text-balance">{t('promise')}</p>
          <ul className="mt-8 grid max-w-md gap-4">
            {facts.map((fact) => (
              <li key={fact.icon} className="flex items-start gap-3 text-brand-100">
                <Icon name={fact.icon} size={22} className="mt-0.5 text-warm-300" />
                <span>{fact.text}</span>
              </li>
            ))}
          </ul>
        </div>
        <p className="relative text-sm text-brand-200">{t('lab')}</p>
      </aside>
      <div className="flex min-h-dvh flex-1 flex-col bg-white">
        <header className="flex items-center justify-between gap-3 px-5 py-4 md:justify-end md:px-8">
          <span className="flex min-w-0 items-center gap-3 md:hidden">
            <Mark size={36} />
            <span className="leading-tight font-semibold text-ink-950">{t('product')}</span>
          </span>
          <span className="hidden sm:block">
            <LanguageSelect />
          </span>
          <span className="sm:hidden">
            <LanguageToggle />
          </span>
        </header>
        <main className="flex flex-1 items-start justify-center px-5 pt-8 pb-16 md:items-center md:px-10 md:pt-0">
          <div className="w-full max-w-md">{children}</div>
        </main>
        <LiveRegion />
      </div>
    </div>
  )
}
