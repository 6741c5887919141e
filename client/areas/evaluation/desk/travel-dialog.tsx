import { useState } from 'react'
import type { FormId } from '#shared/kernel/ids.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { usePreparation } from '#client/features/sync/device/offline-preparation.tsx'
import { useStorageReport } from '#client/features/sync/device/storage-facts.tsx'
import { Status } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { choiceWith, chosenOf } from '#client/ui/tables/table-view.ts'
import { uiText } from '#client/ui/text.ts'
import { listText } from '#client/features/overviews/list-text.ts'
import { evaluationsText } from './text.ts'
import type { InstitutionEntry } from './use-institutions.ts'

/** Bytes that one row of an institution takes on a device, as the bench measures it: 63,000 rows were 27 MB. */
const rowBytes = 430

interface Props {
  readonly formId: FormId
  readonly entries: readonly InstitutionEntry[]
  /** Ticked when it opens. */
  readonly initially: readonly string[]
  readonly onClose: () => void
}

/** "Preparar para el viaje": which institutions come to this device, what they take, and what is here already (ST10). */
export function TravelDialog({ formId, entries, initially, onClose }: Props) {
  const t = useText(evaluationsText)
  const l = useText(listText)
  const u = useText(uiText)
  const format = useFormat()
  const { report } = useStorageReport()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(initially))
  const missing = entries.filter((each) => !each.onDevice)
  const wanted = missing.filter((each) => chosen.has(each.institutionId))
  const sizeOf = (some: readonly InstitutionEntry[]): string => format.bytes(some.reduce((sum, each) => sum + each.rows, 0) * rowBytes)
  const { prepare, test, told, restart } = usePreparation({
    places: wanted.map(({ institutionId }) => ({ institutionId, formId })),
    label: missing.length === 0 ? undefined : t('travelPrepare', { n: wanted.length, size: sizeOf(wanted) }),
    disabled: missing.length > 0 && wanted.length === 0,
  })
  const choose = (ids: readonly string[], on: boolean): void => {
    setChosen(choiceWith(chosen, ids, on))
    restart()
  }
  const all = chosenOf(
    missing.map((each) => each.institutionId),
    chosen,
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={l('travel')}
      actions={
        <>
          {prepare}
          <Button onClick={onClose}>{u('close')}</Button>
        </>
      }
    >
      {missing.length > 0 && <p className="mb-2">{t('travelBody')}</p>}
      <p className="tabular font-semibold text-ink-950">
        {t('travelHere', { n: entries.length - missing.length, total: entries.length })}
        {report && (
          <span className="block text-sm font-normal text-ink-600">
            {t('travelRoom', { used: format.bytes(report.usageBytes), quota: format.bytes(report.quotaBytes) })}
          </span>
        )}
      </p>
      {missing.length > 1 && (
        <Checkbox
          label={t('travelAll', { n: missing.length, size: sizeOf(missing) })}
          checked={all === 'all'}
          indeterminate={all === 'some'}
          onChange={(on) =>
            choose(
              missing.map((each) => each.institutionId),
              on,
            )
          }
          className="mt-3 px-1"
        />
      )}
      <ul className="mt-2 max-h-64 divide-y divide-ink-150 overflow-y-auto border-y border-ink-150">
        {entries.map((entry) => (
          <li key={entry.institutionId} className="flex min-h-11 items-center justify-between gap-x-4 px-1 py-1.5">
            {entry.onDevice ? (
              <span lang="es">{entry.name}</span>
            ) : (
              <Checkbox
                label={<span lang="es">{entry.name}</span>}
                checked={chosen.has(entry.institutionId)}
                onChange={(on) => choose([entry.institutionId], on)}
              />
            )}
            {entry.onDevice ? (
              <Status tone="success" icon="check">
                {l('travelOnDevice')}
              </Status>
            ) : (
              <span className="tabular shrink-0 text-sm text-ink-600">{sizeOf([entry])}</span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 mb-4 text-sm text-ink-600">{t('travelFiles')}</p>
      {test}
      {told}
    </Dialog>
  )
}
