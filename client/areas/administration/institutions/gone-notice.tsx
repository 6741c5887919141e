import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { directoryText } from './text.ts'

/** That what a link leads to is not in the list any more. */
export function GoneNotice({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const t = useText(directoryText)
  return (
    <Notice
      tone="warning"
      role="status"
      className="mb-6"
      actions={
        <Button size="small" onClick={onClose}>
          {t('seeList')}
        </Button>
      }
    >
      {text}
    </Notice>
  )
}
