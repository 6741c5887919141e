import { useEffect } from 'react'
import type { Round } from '#shared/evaluations/model.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { useWorldOf, WorldContext } from '#client/data/world/use-world.ts'
import { useText } from '#client/i18n/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { AcceptRemainingDialog } from '#client/areas/evaluation/desk/accept-remaining.tsx'
import { listText } from '#client/features/overviews/list-text.ts'

interface Props {
  readonly formId: FormId
  readonly institutionId: InstitutionId
  readonly round: Round
  readonly onClose: () => void
}

/** Mass acceptance from a row of the list: its institution is opened first, and brought to this device where it is not here. */
export function AcceptInList({ formId, institutionId, round, onClose }: Props) {
  const t = useText(listText)
  const found = useWorldOf(institutionId, formId)
  const isMissing = found.kind === 'missing'
  useEffect(() => {
    if (!isMissing) return
    toast('error', t('notOnDeviceNow'))
    onClose()
  }, [isMissing, onClose, t])
  if (found.kind !== 'open') return null
  return (
    <WorldContext value={found.open}>
      <AcceptRemainingDialog round={round} onClose={onClose} />
    </WorldContext>
  )
}
