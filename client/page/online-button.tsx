import { useId } from 'react'
import type { ComponentProps } from 'react'
import { useOnline } from '#client/data/server/online.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { appText } from './text.ts'

/** A button whose act the server must do now: without a network it is shut and says why. */
export function OnlineButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
  const t = useText(appText)
  const online = useOnline()
  const reasonId = useId()
  // One button, whichever it is: what has the focus stays where it is.
  return (
    <div className={online ? 'contents' : 'grid gap-2'}>
      <Button {...rest} disabled={disabled || !online} aria-describedby={online ? rest['aria-describedby'] : reasonId} />
      {!online && (
        <p id={reasonId} className="flex items-center gap-1.5 text-sm text-ink-600">
          <Icon name="cloud-off" size={16} />
          {t('buttonNeedsNetwork')}
        </p>
      )}
    </div>
  )
}
