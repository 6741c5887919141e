import type { ResultState } from '#shared/results/routes.ts'
import { useText } from '#client/i18n/text.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/fields/combobox.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'

interface Props {
  readonly rows: readonly ResultState[]
  readonly institution: string | null
  readonly onChoose: (institution: string) => void
}

/** Which institution, with the state of each, and the way to the one before and after. */
export function InstitutionPicker({ rows, institution, onChoose }: Props) {
  const t = useText(labResultsText)
  const at = rows.findIndex(({ institutionId }) => institutionId === institution)
  const before = at > 0 ? rows[at - 1] : undefined
  const after = at >= 0 ? rows[at + 1] : undefined
  return (
    <div className="flex w-full max-w-2xl flex-wrap items-end gap-2">
      <Combobox
        label={t('institution')}
        options={rows.map((row) => ({
          id: row.institutionId,
          label: row.name,
          hint: [t(`state_${row.state}`), t('writtenOf', { written: row.written, texts: row.texts })].join(' · '),
        }))}
        selected={at >= 0 ? institution : null}
        onSelect={(id) => {
          if (id !== null && id !== institution) onChoose(id)
        }}
        className="min-w-0 flex-1 basis-64"
      />
      {institution !== null && (
        <span className="flex gap-1.5 pb-0.5">
          <IconButton
            icon="chevron-left"
            kind="outline"
            label={before ? t('institutionBefore', { name: before.name }) : t('institutionFirst')}
            disabled={!before}
            onClick={() => before && onChoose(before.institutionId)}
          />
          <IconButton
            icon="chevron-right"
            kind="outline"
            label={after ? t('institutionAfter', { name: after.name }) : t('institutionLast')}
            disabled={!after}
            onClick={() => after && onChoose(after.institutionId)}
          />
        </span>
      )}
    </div>
  )
}
