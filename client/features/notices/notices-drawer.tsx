import { useNotices } from '#client/data/world/use-notices.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { DrawerFrame } from '#client/ui/overlays/dialog-frame.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { uiText } from '#client/ui/text.ts'
import { useToasts } from '#client/ui/overlays/toast.tsx'
import type { Toast, ToastTone } from '#client/ui/overlays/toast.tsx'
import { NoticeList } from './notice-list.tsx'
import { ReadAll } from './read-all.tsx'
import { noticesText } from './text.ts'

const icons = { error: 'danger', success: 'check-circle', info: 'info' } as const satisfies Record<ToastTone, string>
const tones: Record<ToastTone, string> = { error: 'text-bad-700', success: 'text-good-700', info: 'text-brand-700' }

function ToastRow({ entry, onClose }: { readonly entry: Toast; readonly onClose: () => void }) {
  const format = useFormat()
  return (
    <li className="flex gap-3 border-b border-ink-150 py-3.5 last:border-b-0">
      <Icon name={icons[entry.tone]} className={`mt-0.5 ${tones[entry.tone]}`} />
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
            onClose()
            entry.action?.run()
          }}
        >
          {entry.action.label}
        </Button>
      )}
    </li>
  )
}

/** Behind the bell: what the person was told on any device, and every toast of this session, to be read in one's own time. */
export function NoticesDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useText(noticesText)
  const u = useText(uiText)
  const notices = useNotices()
  const { kept } = useToasts()
  return (
    <DrawerFrame open onClose={onClose} title={u('notifications')}>
      {kept.length + notices.list.length === 0 ? (
        <EmptyState icon="bell" title={u('noNotifications')} />
      ) : (
        <div className="grid gap-6 px-5 py-4">
          {notices.list.length > 0 && (
            <section>
              <div className="flex flex-wrap items-center justify-between gap-x-3">
                <h3 className="text-base">{t('notices')}</h3>
                {notices.unread.length > 0 && <ReadAll notices={notices.unread} />}
              </div>
              <NoticeList notices={notices} onFollow={onClose} />
            </section>
          )}
          {kept.length > 0 && (
            <section>
              <h3 className="text-base">{t('session')}</h3>
              <ul>
                {kept.map((entry) => (
                  <ToastRow key={entry.id} entry={entry} onClose={onClose} />
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </DrawerFrame>
  )
}
