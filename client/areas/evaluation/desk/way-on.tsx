import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { evaluationsText } from './text.ts'

interface Next {
  readonly name: string
  readonly to: string
}

/** From the end of a list to the next one with something in it, or to sending. */
export function WayOn({
  next,
  allReviewed,
  send,
}: {
  readonly next: Next | undefined
  readonly allReviewed: boolean
  readonly send: ReactNode
}) {
  const t = useText(evaluationsText)
  if (allReviewed) {
    return (
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-xl border border-good-300 bg-good-50 px-5 py-4">
        <div>
          <p className="font-semibold text-ink-950">{t('allReviewed')}</p>
          <p className="text-ink-700">{t('allReviewedBody')}</p>
        </div>
        {send}
      </div>
    )
  }
  if (!next) return null
  return (
    <div className="mt-6 flex justify-end">
      <LinkButton to={next.to} state={{ focusList: true }} iconEnd="arrow-right">
        {t('nextWith', { name: next.name })}
      </LinkButton>
    </div>
  )
}

interface NothingProps {
  readonly next: Next | undefined
  readonly done: boolean
  readonly onAll: () => void
  readonly end: ReactNode
}

/** A list in which the filter finds nothing. */
export function NothingLeft({ next, done, onAll, end }: NothingProps) {
  const t = useText(evaluationsText)
  if (done) return end
  return (
    <EmptyState
      icon="filter"
      title={next ? t('nothingHere') : t('nothingAnywhere')}
      actions={
        <>
          {next && (
            <LinkButton kind="primary" to={next.to} state={{ focusList: true }} iconEnd="arrow-right">
              {t('nextWith', { name: next.name })}
            </LinkButton>
          )}
          <Button kind="quiet" onClick={onAll}>
            {t('showAll')}
          </Button>
        </>
      }
    />
  )
}
