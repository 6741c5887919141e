import type { PageContent } from '#shared/site/model.ts'
import { previewPage } from '#shared/site/routes.ts'
import { postForFile } from '#client/data/server/post-for-file.ts'
import { useText } from '#client/i18n/text.ts'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { PagePreview } from './page-preview.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

interface Props {
  readonly page: PageContent
  readonly onClose: () => void
}

/** The page as the server draws it for visitors, of what is being written now. */
export function PreviewDialog({ page, onClose }: Props) {
  const t = useText(siteEditorText)
  const { name, about, sections } = page
  return (
    <Dialog open onClose={onClose} title={t('previewTitle', { name })} size="full">
      <PagePreview
        read={(language) =>
          postForFile(
            { ...previewPage, params: undefined },
            { params: {}, body: { name, about, sections: sections.map((section) => ({ ...section })), language } },
          )
        }
      />
    </Dialog>
  )
}
