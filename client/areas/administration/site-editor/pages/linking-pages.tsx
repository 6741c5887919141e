import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type * as v from 'valibot'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import type { Result } from '#shared/kernel/result.ts'
import { pageLinks } from '#shared/site/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

const schema = must(pageLinks.reply, 'the pages that link have a form')
type Links = v.InferOutput<typeof schema>

interface Props {
  readonly pageId: string
  /** What is about to happen to it. */
  readonly act: 'remove' | 'rename'
}

/** Which pages link to one that is about to go or to be called something else, each with the way to where it is written (WE12). */
export function LinkingPages({ pageId, act }: Props) {
  const t = useText(siteEditorText)
  const [found, setFound] = useState<Result<Links> | null>(null)
  useEffect(() => {
    let left = false
    void callRoute(pageLinks, { params: { id: pageId } }).then((reply) => {
      if (!left) setFound(reply)
    })
    return () => {
      left = true
    }
  }, [pageId])
  const pages = found?.ok ? found.value.pages : []
  const said = found === null ? t('linksLoading') : !found.ok ? t('linksFailed') : pages.length === 0 ? t('linksNone') : null
  return (
    <div>
      <p role="status" className={said === null ? undefined : 'text-ink-600'}>
        {said ?? t(act === 'remove' ? 'linksRemove' : 'linksRename', { n: pages.length })}
      </p>
      {pages.length > 0 && (
        <ul className="mt-2 grid max-h-56 divide-y divide-ink-150 overflow-y-auto rounded-md border border-ink-200">
          {pages.map(({ _id, name, published }) => (
            <li key={_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-1.5">
              <Link
                to={pageAddress('pageEditor', { page: _id })}
                className="inline-flex min-h-6 items-center font-medium wrap-anywhere text-brand-700 underline hover:text-brand-900"
              >
                {name}
              </Link>
              {!published && (
                <Badge tone="info" icon="edit">
                  {t('linksDraft')}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
