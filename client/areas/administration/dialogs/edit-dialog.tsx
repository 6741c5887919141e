import type { ReactNode } from 'react'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { uiText } from '#client/ui/text.ts'
import { dialogsText } from './text.ts'

interface Props {
  readonly title: string
  /** What the main button does. */
  readonly submit: string
  readonly busy: boolean
  /** Something is written that a press beside the window would lose. */
  readonly changed: boolean
  /** Whether what is written was there before, or cannot be kept on this device. */
  readonly standing: 'fresh' | 'restored' | 'unkept'
  /** Somebody else changed the same meanwhile: both, and the choice. */
  readonly clash: ReactNode
  /** Why it was not saved, where no field says so. */
  readonly problem: string | null
  readonly columns?: boolean | undefined
  readonly children: ReactNode
  readonly onSave: () => void
  readonly onGiveUp: () => void
}

/** The window in which fields are written and saved; it closes by its buttons once something is written. Enter in a field saves. */
export function EditDialog({ title, submit, busy, changed, standing, clash, problem, columns = false, children, onSave, onGiveUp }: Props) {
  const t = useText(dialogsText)
  const u = useText(uiText)
  return (
    <Dialog
      open
      onClose={onGiveUp}
      title={title}
      dismissable={!busy && !changed}
      actions={
        <>
          <OnlineButton kind="primary" busy={busy} onClick={onSave}>
            {submit}
          </OnlineButton>
          <Button onClick={onGiveUp}>{u('cancel')}</Button>
        </>
      }
    >
      <form
        noValidate
        className={cx('grid gap-5', columns && 'sm:grid-cols-2')}
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
      >
        <div className={cx('grid gap-4 empty:hidden', columns && 'sm:col-span-2')}>
          {standing !== 'fresh' && (
            <Notice tone={standing === 'restored' ? 'info' : 'warning'} role="status">
              {t(standing)}
            </Notice>
          )}
          {clash}
          {problem !== null && (
            <Notice tone="danger" role="alert">
              {problem}
            </Notice>
          )}
        </div>
        {children}
        <button type="submit" hidden>
          {submit}
        </button>
      </form>
    </Dialog>
  )
}
