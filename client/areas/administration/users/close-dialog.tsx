import type { UserView } from '#shared/accounts/user-routes.ts'
import { useText } from '#client/i18n/text.ts'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { usersText } from './text.ts'
import { nameOf } from './user-words.ts'

interface Props {
  readonly user: UserView
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** What becomes of somebody whose account is closed, or whose invitation is withdrawn, told before it is done. */
export function CloseDialog({ user, busy, onConfirm, onClose }: Props) {
  const t = useText(usersText)
  const name = nameOf(user)
  const evaluates = user.kind === 'Evaluator'
  return (
    <AlertDialog
      open
      title={t(user.joined ? 'deactivateTitle' : 'withdrawTitle', { name })}
      confirm={t(user.joined ? 'deactivate' : 'withdraw')}
      kind="danger"
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      <p>{user.joined ? t(evaluates ? 'deactivateEvaluator' : 'deactivateBody') : t('withdrawBody')}</p>
      {user.waiting > 0 && <p className="mt-3">{t('deactivateWaiting', { n: user.waiting })}</p>}
    </AlertDialog>
  )
}
