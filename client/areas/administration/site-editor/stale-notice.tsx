import type { KeptPage } from '#client/data/server/use-kept-page.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { siteEditorText } from './text.ts'

/** That what is shown is of before, or cannot be had; nothing where it is what the server says now. */
export function StaleNotice({ found, onRetry }: { readonly found: KeptPage<unknown>; readonly onRetry: () => void }) {
  const t = useText(siteEditorText)
  const errorText = useErrorText()
  const format = useFormat()
  if (found.kind === 'loading' || (found.kind === 'ready' && found.readAt === null)) return null
  return (
    <Notice
      tone="warning"
      icon={found.kind === 'refused' ? 'warning' : 'cloud-off'}
      title={t(found.kind === 'refused' ? 'refusedTitle' : 'offlineTitle')}
      className="mb-6"
      actions={
        <Button size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      {found.kind === 'refused'
        ? errorText(found.failure)
        : found.kind === 'ready' && found.readAt !== null
          ? t('offlineRead', { at: format.moment(found.readAt) })
          : t('offlineNothing')}
    </Notice>
  )
}
