import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { Section } from '#shared/site/model.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'

interface Props {
  readonly section: Section
  readonly title: string
  readonly size?: 'medium' | 'large' | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A window on a part of a section. What is written in it is written in the page, and kept as such (WE4); its second button puts back what
 * was there when it opened.
 */
export function PartDialog({ section, title, size = 'large', onClose, children }: Props) {
  const t = useText(siteEditorText)
  const { act, hold } = useEditorParts()
  useEffect(() => hold(), [hold])
  const before = useRef(section)
  const isChanged = JSON.stringify(before.current) !== JSON.stringify(section)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size={size}
      actions={
        <>
          <Button kind="primary" onClick={onClose}>
            {t('done')}
          </Button>
          {isChanged && (
            <Button
              onClick={() => {
                act({ kind: 'put', section: before.current })
                onClose()
              }}
            >
              {t('cancelChanges')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">{children}</div>
    </Dialog>
  )
}
