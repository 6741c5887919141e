import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { CompareView } from './compare-view.tsx'
import type { PageContent } from '#shared/site/model.ts'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

interface Props {
  readonly title: string
  readonly left: PageContent
  readonly right: PageContent
  readonly leftName: string
  readonly rightName: string
  readonly actions?: ReactNode
  readonly onClose: () => void
}

/** Two drafts of a page side by side, in a window. */
export function CompareDialog({ title, left, right, leftName, rightName, actions, onClose }: Props) {
  const t = useText(siteEditorText)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="large"
      actions={
        <>
          {actions}
          <Button onClick={onClose}>{t('close')}</Button>
        </>
      }
    >
      <CompareView left={left} right={right} leftName={leftName} rightName={rightName} />
    </Dialog>
  )
}
