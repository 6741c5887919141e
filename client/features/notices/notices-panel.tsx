import { useId } from 'react'
import { useNotices } from '#client/data/world/use-notices.ts'
import { useText } from '#client/i18n/text.ts'
import { uiText } from '#client/ui/text.ts'
import { NoticeList } from './notice-list.tsx'
import { ReadAll } from './read-all.tsx'
import { noticesText } from './text.ts'

/** What the person was told, on the start page, in the height that it has for it (NO7). */
export function NoticesPanel() {
  const t = useText(noticesText)
  const u = useText(uiText)
  const notices = useNotices()
  const heading = useId()
  if (!notices.isHere) return null
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={heading} className="text-xl">
          {u('notifications')}
        </h2>
        {notices.unread.length > 1 && <ReadAll notices={notices.unread} />}
      </div>
      {notices.list.length === 0 ? (
        <p className="text-ink-600">{t('none')}</p>
      ) : (
        // A scroller that no key can reach would hide its lower half from the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div tabIndex={0} role="region" aria-labelledby={heading} className="max-h-[200px] overflow-y-auto pr-2">
          <NoticeList notices={notices} />
        </div>
      )}
    </section>
  )
}
