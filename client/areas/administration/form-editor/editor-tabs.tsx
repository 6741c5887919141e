import { Link, useLocation } from 'react-router'
import { useText } from '#client/i18n/text.ts'
import { tabs } from './editor-address.ts'
import type { EditorAddress } from './editor-address.ts'
import { alertsText } from './alerts/alerts-text.ts'
import { questionnairesText } from './text.ts'
import { translateText } from './translation/translate-text.ts'

const look =
  '-mb-px inline-flex min-h-11 items-center border-b-3 border-transparent font-semibold text-ink-600 no-underline hover:text-ink-950 aria-[current]:border-warm-500 aria-[current]:text-ink-950'

/** The parts of a form, and its texts in English, as links: each has its address. */
export function EditorTabs({ address }: { readonly address: EditorAddress }) {
  const t = useText(questionnairesText)
  const translations = useText(translateText)
  const { pathname } = useLocation()
  const alerts = useText(alertsText)
  const { translating, alerting } = address
  return (
    <nav aria-label={t('tabs')} className="mt-8 flex flex-wrap gap-x-6 border-b border-ink-200">
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={tab === 'form' ? pathname : `${pathname}?tab=${tab}`}
          state={{ stays: true }}
          preventScrollReset
          aria-current={!translating && !alerting && address.tab === tab ? 'page' : undefined}
          className={look}
        >
          {t(tab === 'form' ? 'tabForm' : 'tabSurvey')}
        </Link>
      ))}
      <Link
        to={`${pathname}?ver=traducir`}
        state={{ stays: true }}
        preventScrollReset
        aria-current={translating ? 'page' : undefined}
        className={look}
      >
        {translations('tab')}
      </Link>
      <Link
        to={`${pathname}?ver=alertas`}
        state={{ stays: true }}
        preventScrollReset
        aria-current={alerting ? 'page' : undefined}
        className={look}
      >
        {alerts('tab')}
      </Link>
    </nav>
  )
}
