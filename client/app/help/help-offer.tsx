import type { SessionUser } from '#client/data/session/session.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { helpText } from './text.ts'

const HelpDialog = latePart(() => import('./help-dialog.tsx'), 'HelpDialog')

interface Props {
  readonly user: SessionUser
  /** Its window is open: by its button, or from the menu of the account. */
  readonly open: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

/**
 * Help of the lab, after the page's content in the same place of every page. On a wide window it stays at hand at the foot, above whatever
 * bar is there, no larger than its picture, since it stands over what is read; on a narrow one it is at the end and covers nothing (HE10).
 */
export function HelpOffer({ user, open, onOpen, onClose }: Props) {
  const t = useText(helpText)
  return (
    <aside
      id="help-offer"
      aria-label={t('offer')}
      className="print-hidden pointer-events-none z-10 flex justify-end px-4 py-4 max-md:justify-center md:sticky md:bottom-[var(--foot-bar,0px)] md:px-5"
    >
      <Button
        icon="help"
        aria-haspopup="dialog"
        title={t('title')}
        onClick={onOpen}
        className="pointer-events-auto rounded-full! md:size-12 md:px-0! md:shadow-modal"
      >
        <span className="md:sr-only">{t('title')}</span>
      </Button>
      {open && <HelpDialog user={user} onClose={onClose} />}
    </aside>
  )
}
