import { useState } from 'react'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Drawer } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { uiText } from '#client/ui/text.ts'
import { readToasts, useToasts } from '#client/ui/toast.tsx'
import { appText } from './text.ts'

/** Every toast of this session, to be read in one's own time. */
export function Notifications() {
  const t = useText(appText)
  const u = useText(uiText)
  const format = useFormat()
  const { kept, unread } = useToasts()
  const [open, setOpen] = useState(false)
  const show = (): void => {
    readToasts()
    setOpen(true)
  }
  return (
    <>
      <IconButton
        icon="bell"
        label={t('notificationsUnread', { n: unread })}
        badge={unread > 0 ? unread : null}
        aria-haspopup="dialog"
        onClick={show}
      />
      <Drawer open={open} onClose={() => setOpen(false)} title={u('notifications')}>
        {kept.length === 0 ? (
          <EmptyState icon="bell" title={u('noNotifications')} />
        ) : (
          <ul>
            {kept.map((entry) => (
              <li key={entry.id} className="flex gap-3 border-b border-ink-150 px-5 py-3.5">
                <Icon
                  name={entry.tone === 'error' ? 'danger' : entry.tone === 'success' ? 'check-circle' : 'info'}
                  className={
                    entry.tone === 'error'
                      ? 'mt-0.5 text-bad-700'
                      : entry.tone === 'success'
                        ? 'mt-0.5 text-good-700'
                        : 'mt-0.5 text-brand-700'
                  }
                />
                <div className="min-w-0 flex-1">
                  {entry.lines.map((line) => (
                    <p key={line}>{line}</p>
                  ))}
                  <p className="tabular text-sm text-ink-600">{format.time(new Date(entry.atMs).toISOString())}</p>
                </div>
                {entry.action?.lasting && (
                  <Button
                    kind="quiet"
                    size="small"
                    onClick={() => {
                      setOpen(false)
                      entry.action?.run()
                    }}
                  >
                    {entry.action.label}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Drawer>
    </>
  )
}
