import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { ChainState } from '#client/areas/administration/audit/chain-state.tsx'
import { partAddress, partIn, platformParts } from './concerns.tsx'
import { Devices } from './devices.tsx'
import { Jobs } from './jobs.tsx'
import { Kept } from './kept.tsx'
import { Letters } from './letters.tsx'
import { Overview } from './overview.tsx'
import { Storage } from './storage.tsx'
import { platformText } from './text.ts'
import { useRefresh, useStatus } from './use-platform.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { announce } from '#client/ui/live-region.tsx'

const tabLook =
  '-mb-px inline-flex min-h-11 items-center border-b-3 border-transparent font-semibold text-ink-600 no-underline hover:text-ink-950 aria-[current]:border-warm-500 aria-[current]:text-ink-950 forced-colors:border-b-0 forced-colors:aria-[current]:border-b-3'

/** The state of the platform: what needs somebody first, and then each part of it. */
export function PlatformPage() {
  const t = useText(platformText)
  const format = useFormat()
  const [search] = useSearchParams()
  const part = partIn(search.get('ver'))
  const reading = useStatus()
  const { found, again } = reading
  useRefresh(again)
  const at = found.kind === 'ready' && found.readAt === null ? found.page.at : null
  /** Somebody pressed: that it was read is said to them, and of what is read by itself nothing is. */
  const pressed = useRef(false)
  useEffect(() => {
    if (at === null || !pressed.current) return
    pressed.current = false
    announce(t('refreshedAt', { time: format.time(at) }))
  }, [at, t, format])
  const refresh = (): void => {
    pressed.current = true
    again()
  }
  return (
    <Page width="wide">
      <PageHeading
        title={t('title')}
        lead={t('lead')}
        actions={
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:grid lg:justify-items-end">
            <Button icon="sync" onClick={refresh}>
              {t('refresh')}
            </Button>
            {at !== null && <span className="tabular text-sm text-ink-600">{t('refreshedAt', { time: format.time(at) })}</span>}
          </div>
        }
      />
      <nav aria-label={t('parts')} className="mt-6 mb-6 flex flex-wrap gap-x-6 border-b border-ink-200">
        {platformParts.map((each) => (
          <Link
            key={each}
            to={partAddress(each)}
            state={{ stays: true }}
            preventScrollReset
            aria-current={each === part ? 'page' : undefined}
            className={tabLook}
          >
            {t(`part_${each}`)}
          </Link>
        ))}
      </nav>
      <Kept of={reading} untold={part !== 'overview' && part !== 'jobs'}>
        {(status) => {
          switch (part) {
            case 'overview':
              return <Overview status={status} chain={<ChainState />} />
            case 'mail':
              return <Letters status={status} onChanged={again} />
            case 'jobs':
              return <Jobs status={status} />
            case 'storage':
              return <Storage />
            case 'devices':
              return <Devices status={status} />
          }
        }}
      </Kept>
    </Page>
  )
}
