import { useState } from 'react'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { noteAct, useLastAct } from './last-act.ts'
import { assignmentsText } from './text.ts'
import { useAssign } from './use-assign.ts'

/** The last assignment with the way back, until another one is made (AS21). */
export function UndoNotice() {
  const t = useText(assignmentsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const act = useLastAct(open.scope)
  const assigning = useAssign()
  const [busy, setBusy] = useState(false)
  if (!act) return null
  const undo = async (): Promise<void> => {
    setBusy(true)
    const result = await assigning.takeBack(act)
    setBusy(false)
    if (result.ok) return toast('success', t('undone'))
    noteAct(null)
    toast('error', errorText(result.failure))
  }
  const n = act.before.length
  return (
    <Notice
      tone="success"
      icon="check-circle"
      actions={
        <Button size="small" icon="undo" busy={busy} onClick={() => void undo()}>
          {t('undo')}
        </Button>
      }
    >
      <p>{act.to === null ? t('lastRemoved', { name: act.name }) : t('lastAssigned', { n, name: act.name })}</p>
    </Notice>
  )
}
