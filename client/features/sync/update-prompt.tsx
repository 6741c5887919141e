import { useEffect, useState } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { panelText } from './panel-text.ts'

interface Props {
  readonly onApply: () => void
  /** Not now. */
  readonly onClose: () => void
}

const editing = (): boolean => document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') ?? false

/** Whether somebody is in a field at this moment: news wait until they are out of it. */
function useEditing(): boolean {
  const [is, setIs] = useState(editing)
  useEffect(() => {
    const look = (): void => setIs(editing())
    // `focusout` comes before the next element has the focus.
    const later = (): void => void setTimeout(look, 0)
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', later)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', later)
    }
  }, [])
  return is
}

/** A new version waits; the person says when. Never over a field in use (NV1). */
export function UpdatePrompt({ onApply, onClose }: Props) {
  const t = useText(panelText)
  const inField = useEditing()
  if (inField) return null
  return (
    <div role="status" className="print-hidden fixed right-4 bottom-22 z-40 w-[min(420px,calc(100vw-2rem))]">
      <div className="forced-edge animate-rise rounded-xl border border-ink-200 bg-white p-4 shadow-modal">
        <p className="flex gap-3">
          <Icon name="sparkle" className="mt-0.5 text-warm-500" />
          {t('updateReady')}
        </p>
        <div className="mt-3 flex flex-row-reverse gap-2">
          <Button size="small" kind="primary" onClick={onApply}>
            {t('updateNow')}
          </Button>
          <Button size="small" onClick={onClose}>
            {t('later')}
          </Button>
        </div>
      </div>
    </div>
  )
}
