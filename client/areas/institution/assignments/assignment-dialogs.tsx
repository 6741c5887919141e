import { useState } from 'react'
import type { AssignmentLevel } from '#shared/assignments/model.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog, Dialog } from '#client/ui/overlays/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useLastAct } from './last-act.ts'
import type { LastAct } from './last-act.ts'
import { PersonDialog } from './person-dialog.tsx'
import { assignmentsText } from './text.ts'
import { nameOfAsked } from './use-asked.tsx'
import type { Asked } from './use-asked.tsx'
import { useAssign } from './use-assign.ts'

export type Removing =
  | { readonly kind: 'element'; readonly level: AssignmentLevel; readonly element: string; readonly name: string }
  | { readonly kind: 'delegate'; readonly holder: UserId; readonly name: string }

interface Assigned {
  readonly name: string
  readonly count: number
  readonly invited: boolean
}

interface Dialogs {
  readonly asked: Asked | null
  readonly removing: Removing | null
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Dialogs of an assignment: the person, the removal and its success. */
export function AssignmentDialogs({ asked, removing, onDone, onClose }: Dialogs) {
  const t = useText(assignmentsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const assigning = useAssign()
  const online = useOnline()
  const [assigned, setAssigned] = useState<Assigned | null>(null)
  const [busy, setBusy] = useState(false)
  const { participant } = open.world()
  const act = useLastAct(open.scope)

  const remove = async (): Promise<void> => {
    if (!removing) return
    setBusy(true)
    const result =
      removing.kind === 'delegate'
        ? await assigning.setDelegate(null, removing.holder)
        : await assigning.assignAll([removing.element], removing.level, null, removing.name)
    setBusy(false)
    onClose()
    if (!result.ok) return toast('error', errorText(result.failure))
    toast('success', removing.kind === 'delegate' ? t('delegateRemoved') : t('removed'))
  }
  const undo = async (last: LastAct): Promise<void> => {
    setAssigned(null)
    const result = await assigning.takeBack(last)
    if (result.ok) toast('success', t('undone'))
    else toast('error', errorText(result.failure))
  }
  return (
    <>
      {asked?.kind === 'elements' && (
        <PersonDialog
          draft={nameOfAsked(asked)}
          title={t('dialogTitle')}
          body={<span lang={asked.about.lang}>{asked.about.text}</span>}
          except={[asked.holder]}
          onClose={onClose}
          onSave={async (who, name) => {
            const result = await assigning.assignAll(asked.elements, asked.level, who, name)
            if (result.ok) {
              setAssigned({ name, count: asked.elements.length, invited: 'invite' in who })
              onDone()
            }
            return result
          }}
        />
      )}
      {asked?.kind === 'several' && (
        <PersonDialog
          draft={nameOfAsked(asked)}
          title={t('dialogTitle')}
          body={asked.body}
          onClose={onClose}
          onSave={async (who, name) => {
            const result = await assigning.assign(asked.elements, who, name)
            if (result.ok) {
              setAssigned({ name, count: asked.elements.length, invited: 'invite' in who })
              onDone()
            }
            return result
          }}
        />
      )}
      {asked?.kind === 'delegate' && (
        <PersonDialog
          draft={nameOfAsked(asked)}
          title={t('dialogDelegate')}
          body={t('dialogDelegateBody')}
          except={[participant.leaderId, participant.delegateId]}
          onClose={onClose}
          onSave={async (who) => {
            const result = await assigning.setDelegate(who, null)
            if (result.ok) {
              onDone()
              toast('success', t('delegateAssigned'))
            }
            return result
          }}
        />
      )}
      {asked?.kind === 'leader' && (
        <PersonDialog
          draft={nameOfAsked(asked)}
          title={t('dialogLeader')}
          body={t('dialogLeaderBody')}
          except={[participant.leaderId]}
          onClose={onClose}
          onSave={async (who) => {
            const result = await assigning.setLeader(who, asked.holder)
            if (result.ok) {
              onDone()
              toast('success', t('leaderChanged'))
            }
            return result
          }}
        />
      )}
      <AlertDialog
        open={removing !== null}
        title={t('removeTitle', { name: removing?.name ?? '' })}
        confirm={t('remove')}
        kind="danger"
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={onClose}
      >
        {removing?.kind === 'delegate' ? t('removeDelegateBody') : t('removeBody')}
      </AlertDialog>
      <Dialog
        open={assigned !== null}
        onClose={() => setAssigned(null)}
        title={t('successTitle', { name: assigned?.name ?? '' })}
        size="small"
        actions={
          <>
            <Button kind="primary" onClick={() => setAssigned(null)}>
              {t('understood')}
            </Button>
            {act && (
              <Button icon="undo" onClick={() => void undo(act)}>
                {t('undo')}
              </Button>
            )}
          </>
        }
      >
        <div className="flex gap-3">
          <Icon name="check-circle" size={24} className="text-good-700" />
          <div>
            <p>{online ? t('successBody', { n: assigned?.count ?? 1 }) : t('successOffline')}</p>
            {assigned?.invited && <p className="mt-1 text-ink-600">{t('successInvite')}</p>}
          </div>
        </div>
      </Dialog>
    </>
  )
}
