import { useState } from 'react'
import { isFamiliarName } from '#shared/institutions/rules.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { participantsText } from './text.ts'

interface Leaving {
  readonly _id: string
  readonly name: string
}

interface Props {
  readonly institutions: readonly Leaving[]
  readonly busy: boolean
  readonly onConfirm: (removed: readonly { readonly institutionId: string; readonly name: string }[]) => void
  readonly onClose: () => void
}

/** Before institutions leave with their answers, the name of each is typed (PA4). */
export function RemovalDialog({ institutions, busy, onConfirm, onClose }: Props) {
  const t = useText(participantsText)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState(false)
  const isRight = (each: Leaving): boolean => isFamiliarName(typed[each._id] ?? '', each)
  const confirm = (): void => {
    setTried(true)
    if (institutions.every(isRight)) onConfirm(institutions.map(({ _id }) => ({ institutionId: _id, name: typed[_id] ?? '' })))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title={t('removeTitle', { n: institutions.length })}
      actions={
        <>
          <Button kind="danger" busy={busy} onClick={confirm}>
            {t('removeConfirm')}
          </Button>
          <Button onClick={onClose}>{t('back')}</Button>
        </>
      }
    >
      <p>{t('removeBody')}</p>
      <div className="mt-4 space-y-4">
        {institutions.map((each) => (
          <TextField
            key={each._id}
            label={t('typeName', { name: each.name })}
            value={typed[each._id] ?? ''}
            onChange={(value) => setTyped({ ...typed, [each._id]: value })}
            error={tried && !isRight(each) ? t('nameDiffers') : null}
            autoComplete="off"
          />
        ))}
      </div>
    </Dialog>
  )
}
