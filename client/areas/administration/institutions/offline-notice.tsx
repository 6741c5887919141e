import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { directoryText } from './text.ts'

/** That a list is of before, or is not here, because the server cannot be asked. */
export function OfflineNotice({ readAt, onRetry }: { readonly readAt: string | null; readonly onRetry: () => void }) {
  const t = useText(directoryText)
  const format = useFormat()
  return (
    <Notice
      tone="warning"
      icon="cloud-off"
      title={t('offlineTitle')}
      className="mb-6"
      actions={
        <Button size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      {readAt === null ? t('offlineNothing') : t('offlineRead', { at: format.moment(readAt) })}
    </Notice>
  )
}
