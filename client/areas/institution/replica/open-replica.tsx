import { useState } from 'react'
import { openReplica } from '#shared/replica/mutations.ts'
import { replicasAllowed, replicasUsed } from '#shared/replica/rules.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import type { ReplicaRow } from './replica-rows.ts'
import { replicaText } from '#client/features/replica/text.ts'
import { formText } from '#client/features/texts/form-text.tsx'

/** Opens a sub-dimension for the replica, or undoes that; asks first where something was written in it. */
export function OpenReplica({ row }: { readonly row: ReplicaRow }) {
  const t = useText(replicaText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { id, opened, touched, problem } = row
  const name = formText(row.name, row.en).text
  const change = async (): Promise<void> => {
    setBusy(true)
    const result = await open.dispatch(openReplica, { subDimensionId: id, open: !opened })
    setBusy(false)
    setAsking(false)
    if (!result.ok) return toast('error', errorText(result.failure))
    const world = open.world()
    const words = { name, n: replicasUsed(world).length, total: replicasAllowed(world) }
    toast('success', opened ? t('undoDone', words) : t('openDone', words))
  }
  if (!opened && problem !== undefined) return null
  return (
    <>
      <Button
        size="small"
        kind={opened ? 'quiet' : 'secondary'}
        icon={opened ? 'undo' : 'flag'}
        busy={busy}
        aria-label={opened ? t('undoNamed', { name }) : t('openNamed', { name })}
        onClick={() => (opened && touched > 0 ? setAsking(true) : void change())}
      >
        {opened ? t('undo') : t('open')}
      </Button>
      <AlertDialog
        open={asking}
        title={t('undoTitle', { name })}
        confirm={t('undo')}
        busy={busy}
        onConfirm={() => void change()}
        onCancel={() => setAsking(false)}
      >
        <p>{t('undoBody', { n: touched })}</p>
      </AlertDialog>
    </>
  )
}
