import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Seeking, Sought } from '#client/data/server/use-sought.ts'
import type { KeptPage } from '#client/data/server/use-kept-page.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { formHistoryText } from '#client/features/form-history/text.ts'

/** What is said of one kind of record in its own words. */
type RecordWord = 'list' | 'loading' | 'refused' | 'offlineNone' | 'none' | 'noneBody' | 'notFoundRows' | 'notFoundYet'

interface Props<Page, What extends Sought> extends Seeking<What> {
  readonly found: KeptPage<Page>
  readonly again: () => void
  readonly say: (word: RecordWord) => string
  readonly saysFound: (n: number) => string
  readonly refusalText: (failure: Failure) => string
  readonly rowsOf: (page: Page) => readonly ReactNode[]
  /** Stands over the rows, where there are some. */
  readonly actions?: ReactNode
}

/** A record of what was done, the newest first, a page at a time: its rows, or why there are none. */
export function RecordList<Page extends { readonly next: string | number | null }, What extends Sought>(props: Props<Page, What>) {
  const { found, again, sought, seek, say, saysFound, refusalText, rowsOf, actions } = props
  const t = useText(formHistoryText)
  const format = useFormat()
  const isFiltered = Object.values({ ...sought, before: undefined }).some(Boolean)
  const page = found.kind === 'ready' ? found.page : null
  const rows = page && rowsOf(page)
  const shown = rows?.length
  const list = useRef<HTMLOListElement>(null)
  /** Somebody turned the page: what they pressed is gone, and they read on at the top of the list. */
  const turned = useRef(false)
  const turn = (before: string | undefined): void => {
    turned.current = true
    seek({ before })
  }
  useEffect(() => {
    if (!page || !turned.current) return
    turned.current = false
    list.current?.focus()
    list.current?.scrollIntoView({ block: 'start' })
  }, [page])
  const said = isFiltered && shown !== undefined ? saysFound(shown) : ''
  useEffect(() => {
    if (said !== '') announce(said)
  }, [said, page])
  const clear = isFiltered && (
    <Button onClick={() => seek(Object.fromEntries(Object.keys(sought).map((name) => [name, undefined])))}>{t('clear')}</Button>
  )
  const retry = <Button onClick={again}>{t('retry')}</Button>
  return (
    <>
      {found.kind === 'ready' && found.readAt !== null && (
        <Notice tone="neutral" icon="cloud-off" className="mt-5" actions={retry}>
          {t('offlineBody', { time: format.moment(found.readAt) })}
        </Notice>
      )}
      {found.kind === 'loading' && (
        <p role="status" className="mt-6 text-ink-600">
          {say('loading')}
        </p>
      )}
      {found.kind === 'refused' && (
        <EmptyState icon="warning" title={say('refused')} actions={clear}>
          {refusalText(found.failure)}
        </EmptyState>
      )}
      {found.kind === 'offline' && (
        <EmptyState icon="cloud-off" title={t('offlineTitle')} actions={retry}>
          {say('offlineNone')}
        </EmptyState>
      )}
      {page && shown === 0 && (
        <EmptyState icon="list" title={isFiltered ? say('notFoundRows') : say('none')} actions={clear}>
          {page.next !== null ? say('notFoundYet') : isFiltered ? t('notFoundBody') : say('noneBody')}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <>
          {(actions || clear) && (
            <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
              {actions && <div className="mr-auto">{actions}</div>}
              {clear}
            </div>
          )}
          <ol ref={list} tabIndex={-1} aria-label={say('list')} className="mt-5 scroll-mt-20 rounded-lg border border-ink-200 bg-white">
            {rows}
          </ol>
        </>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {page && page.next !== null && <Button onClick={() => turn(String(page.next))}>{t('older')}</Button>}
        {sought['before'] !== undefined && (
          <Button kind="quiet" onClick={() => turn(undefined)}>
            {t('newest')}
          </Button>
        )}
      </div>
    </>
  )
}
