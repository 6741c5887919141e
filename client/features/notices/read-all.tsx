import type { Notice } from '#shared/notices/model.ts'
import { useReadingNotices } from '#client/data/world/use-reading-notices.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { noticesText } from './text.ts'

/** Marks everything that was not read as read. */
export function ReadAll({ notices }: { readonly notices: readonly Notice[] }) {
  const t = useText(noticesText)
  const read = useReadingNotices()
  return (
    <Button kind="quiet" size="small" className="-mx-3" onClick={() => read(notices)}>
      {t('readAll')}
    </Button>
  )
}
