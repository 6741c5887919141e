import type { ListedPage } from '#shared/site/routes.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { siteEditorText } from './text.ts'

/** Whether visitors see a page, and whether it is the newest of it. */
export function StateBadge({ page }: { readonly page: Pick<ListedPage, 'state' | 'removed'> }) {
  const t = useText(siteEditorText)
  if (page.removed) return <Badge>{t('stateRemoved')}</Badge>
  switch (page.state) {
    case 'draft':
      return (
        <Badge tone="info" icon="edit">
          {t('stateDraft')}
        </Badge>
      )
    case 'published':
      return (
        <Badge tone="success" icon="check">
          {t('statePublished')}
        </Badge>
      )
    case 'changed':
      return (
        <Badge tone="warning" icon="edit">
          {t('stateChanged')}
        </Badge>
      )
  }
}
