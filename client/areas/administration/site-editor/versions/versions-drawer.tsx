import { useEffect, useState } from 'react'
import type * as v from 'valibot'
import { must } from '#shared/kernel/assert.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { PageContent } from '#shared/site/model.ts'
import { pageVersion, pageVersions } from '#shared/site/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useKeptPage } from '#client/data/server/use-kept-page.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Drawer } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { StaleNotice } from '#client/areas/administration/site-editor/stale-notice.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

const schema = must(pageVersions.reply, 'the versions of a page have a form')
type Versions = v.InferOutput<typeof schema>

interface Props {
  readonly pageId: string
  readonly page: PageContent
  /** Number of the newest draft. */
  readonly draft: number
  /** The version that is compared; null for the list alone. */
  readonly open: number | null
  readonly onOpen: (number: number | null) => void
  readonly onRestore: (content: PageContent, number: number) => void
  readonly onClose: () => void
}

/** Every kept state of a page: by whom, when, and which visitors see. One is compared with what stands, and comes back as a new draft (WE8). */
export function VersionsDrawer({ pageId, page, draft, open, onOpen, onRestore, onClose }: Props) {
  const t = useText(siteEditorText)
  const format = useFormat()
  const { found, again } = useKeptPage<Versions>({
    name: `site versions ${pageId} ${draft}`,
    schema,
    ask: () => callRoute(pageVersions, { params: { id: pageId } }),
  })
  return (
    <>
      <Drawer open onClose={onClose} title={t('versionsTitle', { name: page.name })}>
        <div className="px-5 py-4">
          <StaleNotice found={found} onRetry={again} />
          {found.kind === 'loading' && <Spinner />}
          {found.kind === 'ready' && found.page.length === 0 && <p className="text-ink-600">{t('versionsNone')}</p>}
          {found.kind === 'ready' && (
            <ol className="grid gap-3">
              {found.page.map(({ number, byName, at, publishedAt, restoredFrom, shown }) => (
                <li key={number} className="rounded-md border border-ink-200 px-3.5 py-2.5">
                  <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <p className="tabular font-semibold text-ink-950">{t('version', { n: number })}</p>
                    {shown && (
                      <Badge tone="success" icon="eye">
                        {t('versionNow')}
                      </Badge>
                    )}
                    {number === draft && <Badge tone="info">{t('versionDraft')}</Badge>}
                  </div>
                  <p className="tabular text-sm text-ink-600">{t('versionBy', { name: byName, at: format.moment(at) })}</p>
                  {publishedAt !== null && (
                    <p className="tabular text-sm text-ink-600">{t('versionPublished', { at: format.moment(publishedAt) })}</p>
                  )}
                  {restoredFrom !== null && <p className="text-sm text-ink-600">{t('versionRestored', { n: restoredFrom })}</p>}
                  <Button
                    size="small"
                    className="mt-2"
                    aria-haspopup="dialog"
                    aria-label={t('versionCompare', { n: number })}
                    onClick={() => onOpen(number)}
                  >
                    {t('clashCompare')}
                  </Button>
                </li>
              ))}
            </ol>
          )}
        </div>
      </Drawer>
      {open !== null && (
        <OneVersion
          pageId={pageId}
          number={open}
          page={page}
          onRestore={(content) => onRestore(content, open)}
          onClose={() => onOpen(null)}
        />
      )}
    </>
  )
}

interface OneProps {
  readonly pageId: string
  readonly number: number
  readonly page: PageContent
  readonly onRestore: (content: PageContent) => void
  readonly onClose: () => void
}

function OneVersion({ pageId, number, page, onRestore, onClose }: OneProps) {
  const t = useText(siteEditorText)
  const errorText = useErrorText()
  const [found, setFound] = useState<PageContent | Failure | null>(null)
  useEffect(() => {
    let left = false
    setFound(null)
    void callRoute(pageVersion, { params: { id: pageId, number } }).then((reply) => {
      if (!left) setFound(reply.ok ? reply.value : reply.failure)
    })
    return () => {
      left = true
    }
  }, [pageId, number])
  if (!found) return null
  if ('code' in found)
    return (
      <Drawer open onClose={onClose} title={t('version', { n: number })}>
        <div className="px-5 py-4">
          <Notice tone="danger" role="alert">
            {errorText(found)}
          </Notice>
        </div>
      </Drawer>
    )
  const { name, about, sections } = found
  return (
    <CompareDialog
      title={t('compareTitle', { n: number })}
      left={found}
      right={page}
      leftName={t('compareThen', { n: number })}
      rightName={t('compareNow')}
      onClose={onClose}
      actions={
        <Button kind="primary" icon="history" onClick={() => onRestore({ name, about, sections })}>
          {t('restore')}
        </Button>
      }
    />
  )
}
