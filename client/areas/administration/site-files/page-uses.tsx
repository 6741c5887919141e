import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { siteFilesText } from './text.ts'
import { isShown } from './uses.ts'
import type { PageUse } from './uses.ts'

/** Pages that have a file, each with the way to where it is written. */
export function PageUses({ uses }: { readonly uses: readonly PageUse[] }) {
  const t = useText(siteFilesText)
  return (
    <ul className="grid divide-y divide-ink-150 rounded-md border border-ink-200">
      {uses.map((use) => (
        <li key={use.pageId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2">
          {use.removed ? (
            <span className="font-medium wrap-anywhere text-ink-700">{use.name}</span>
          ) : (
            <Link
              to={pageAddress('pageEditor', { page: use.pageId, version: lookedAt(use) })}
              className="inline-flex min-h-6 items-center font-medium wrap-anywhere text-brand-700 underline hover:text-brand-900"
            >
              {use.name}
            </Link>
          )}
          <span className="flex flex-wrap gap-1.5">
            {use.removed && <Badge>{t('removedPage')}</Badge>}
            {isShown(use) && (
              <Badge tone="success" icon="eye">
                {t('shown')}
              </Badge>
            )}
            {use.draft && (
              <Badge tone="info" icon="edit">
                {t('draft')}
              </Badge>
            )}
            {use.versions.length > 0 && <Badge icon="history">{t('versions', { numbers: use.versions.join(', ') })}</Badge>}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A file that only a former version has is looked at there. */
const lookedAt = ({ published, draft, versions: [newest] }: PageUse): string | undefined =>
  published || draft || newest === undefined ? undefined : String(newest)
