import type { ReactNode } from 'react'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Skeleton } from '#client/ui/loading/skeleton.tsx'
import { platformText } from './text.ts'
import type { Reading } from './use-platform.ts'

interface Props<Page> {
  readonly of: Reading<Page>
  readonly children: (page: Page) => ReactNode
  /** What stands in it says itself from when it is. */
  readonly untold?: boolean | undefined
}

/** What the server says, or what this device read last with its moment, or why there is nothing to show. */
export function Kept<Page>({ of: { found, again }, children, untold = false }: Props<Page>) {
  const t = useText(platformText)
  const format = useFormat()
  const errorText = useErrorText()
  const retry = (
    <Button size="small" onClick={again}>
      {t('retry')}
    </Button>
  )
  switch (found.kind) {
    case 'loading':
      return (
        <div role="status" className="mt-6 grid gap-5 lg:grid-cols-2">
          <span className="sr-only">{t('loading')}</span>
          <Skeleton className="h-24 rounded-xl lg:col-span-2" />
          <Skeleton className="h-64 rounded-xl" />
          <Skeleton className="h-64 rounded-xl" />
        </div>
      )
    case 'refused':
      return (
        <EmptyState icon="lock" title={t('refused')} actions={retry}>
          {errorText(found.failure)}
        </EmptyState>
      )
    case 'offline':
      return (
        <EmptyState icon="cloud-off" title={t('offlineTitle')} actions={retry}>
          {t('offlineNone')}
        </EmptyState>
      )
    case 'ready':
      return (
        <>
          {found.readAt !== null && !untold && (
            <Notice tone="neutral" icon="cloud-off" className="mt-6" actions={retry}>
              {t('offlineKept', { time: format.moment(found.readAt) })}
            </Notice>
          )}
          {children(found.page)}
        </>
      )
  }
}
