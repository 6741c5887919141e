import { useId } from 'react'
import { Link } from 'react-router'
import { announce } from '#client/ui/live-region.tsx'
import { dismissVisit } from '#client/data/visits.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { visitsText } from './text.ts'

/** A thing that changed, in words, and where it is looked at. */
export interface Said {
  readonly key: string
  readonly text: string
  readonly to: string
}

interface Props {
  readonly userId: string
  readonly since: string
  readonly parts: readonly Said[]
  readonly className?: string | undefined
}

/** What changed since somebody was here, in one line where there is room for it; it is put away by one press, on all of their devices (VS3). */
export function MorningLine({ userId, since, parts, className }: Props) {
  const t = useText(visitsText)
  const format = useFormat()
  const heading = useId()
  if (parts.length === 0) return null
  return (
    <section aria-labelledby={heading} className={className}>
      <div className="forced-edge flex items-start gap-3 rounded-xl border border-ink-200 bg-ink-50 py-2 pr-2 pl-4 md:gap-4 md:pl-5">
        <Icon name="sparkle" size={20} className="mt-2.5 hidden shrink-0 text-warm-700 sm:block" />
        <div className="min-w-0 flex-1 py-1.5">
          <p id={heading} className="text-sm text-ink-700">
            <span className="font-semibold text-ink-950">{t('since')}</span>{' '}
            <time dateTime={since} className="tabular inline-block sm:ml-1.5">
              {format.moment(since)}
            </time>
          </p>
          <ul className="mt-0.5 grid gap-x-6 sm:flex sm:flex-wrap">
            {parts.map(({ key, text, to }) => (
              <li key={key} className="min-w-0">
                <Link
                  to={to}
                  className="inline-flex min-h-9 items-center rounded-sm py-1 font-medium wrap-anywhere text-brand-800 underline decoration-brand-300 underline-offset-4 hover:text-brand-950 hover:decoration-current sm:min-h-8"
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <IconButton
          icon="close"
          label={t('dismiss')}
          onClick={() => {
            dismissVisit(userId)
            announce(t('dismissed'))
            // The button goes with what it puts away: the page has the focus from here on.
            document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
          }}
        />
      </div>
    </section>
  )
}
