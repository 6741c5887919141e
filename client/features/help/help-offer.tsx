import { useState } from 'react'
import type { SessionUser } from '#client/data/session.ts'
import { isOwnTab } from '#client/data/storage.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { latePart } from '#client/ui/late-part.tsx'
import { helpText } from './text.ts'

const HelpDialog = latePart(() => import('./help-dialog.tsx'), 'HelpDialog')

/**
 * Help of the lab, after the page's content in the same place of every page. On a wide window it stays at hand at the foot, above whatever
 * bar is there; on a narrow one it stands at the end and covers nothing (HE10).
 */
export function HelpOffer({ user }: { readonly user: SessionUser }) {
  const t = useText(helpText)
  const [open, setOpen] = useState(false)
  // Who looks at a rehearsal through an invented person asks nobody.
  if (isOwnTab()) return null
  return (
    <aside
      id="help-offer"
      aria-label={t('offer')}
      className="print-hidden pointer-events-none z-10 flex justify-end px-4 py-4 max-md:justify-center md:sticky md:bottom-[var(--foot-bar,0px)] md:px-5"
    >
      <Button
        icon="help"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="pointer-events-auto rounded-full! md:shadow-modal"
      >
        {t('title')}
      </Button>
      {open && <HelpDialog user={user} onClose={() => setOpen(false)} />}
    </aside>
  )
}
