import type { KeptSiteFile } from '#shared/site/file-routes.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageUses } from './page-uses.tsx'
import { siteFilesText } from './text.ts'
import { useFileUses } from './use-file-uses.ts'

interface Props {
  readonly file: KeptSiteFile
  readonly onClose: () => void
}

/** Who uses a file: pages as visitors see them, drafts, former versions. */
export function UsesDialog({ file, onClose }: Props) {
  const t = useText(siteFilesText)
  const errorText = useErrorText()
  const { uses, loading, failed } = useFileUses(file)
  return (
    <Dialog open onClose={onClose} title={t('usesTitle', { name: file.name })} actions={<Button onClick={onClose}>{t('close')}</Button>}>
      <div className="grid gap-4">
        {failed && <Notice tone="warning">{errorText(failed)}</Notice>}
        {uses.length > 0 && <PageUses uses={uses} />}
        <p role="status" className="text-ink-600 empty:hidden">
          {loading ? t('usesLoading') : uses.length === 0 && !failed ? t('usesNone') : ''}
        </p>
      </div>
    </Dialog>
  )
}
