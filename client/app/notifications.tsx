import { useState } from 'react'
import { useNotices } from '#client/data/world/use-notices.ts'
import { useText } from '#client/i18n/text.ts'
import { IconButton } from '#client/ui/button.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { readToasts, useToasts } from '#client/ui/overlays/toast.tsx'
import { appText } from '#client/page/text.ts'

const NoticesDrawer = latePart(() => import('#client/features/notices/notices-drawer.tsx'), 'NoticesDrawer')

/** The bell: how much of what the person was told, here or on another device, they have not read. */
export function Notifications() {
  const t = useText(appText)
  const toasts = useToasts()
  const notices = useNotices()
  const [open, setOpen] = useState(false)
  const unread = toasts.unread + notices.unread.length
  return (
    <>
      <IconButton
        icon="bell"
        label={t('notificationsUnread', { n: unread })}
        badge={unread > 0 ? unread : null}
        aria-haspopup="dialog"
        onClick={() => {
          readToasts()
          setOpen(true)
        }}
      />
      {open && <NoticesDrawer onClose={() => setOpen(false)} />}
    </>
  )
}
