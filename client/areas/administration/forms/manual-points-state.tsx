import type { Failure } from '#shared/kernel/failure.ts'
import type { InstitutionPoints, ManualPointsView, PointsSheetView } from '#shared/questionnaires/manual-points-routes.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { downloadManualPointsFile } from './form-calls.ts'
import { formsText } from './text.ts'

/** Institutions that are named in a sentence; the list below has all. */
const namedMost = 5

interface Props {
  readonly form: FormHeader
  /** Null until it is known. */
  readonly state: ManualPointsView | Failure | null
}

/** The table of points in force, who brought it, whom it says nothing of, and the earlier ones. */
export function ManualPointsState({ form, state }: Props) {
  const t = useText(formsText)
  const errorText = useErrorText()
  if (state === null) return <p role="status">{t('manualReading')}</p>
  if (!('sheet' in state)) return <Notice tone="warning">{t('manualUnknown', { why: errorText(state) })}</Notice>
  const { sheet, earlier, institutions } = state
  return (
    <div className="grid gap-3">
      {sheet ? (
        <Notice tone="success" title={t('manualInForce')} actions={<DownloadSheet form={form} sheet={sheet} />}>
          <SheetLine sheet={sheet} />
        </Notice>
      ) : (
        <Notice tone="warning">{t('manualNone')}</Notice>
      )}
      {sheet && <Without institutions={institutions} />}
      {sheet && institutions.length > 0 && (
        <Disclosure summary={t('manualByInstitution', { n: institutions.length })}>
          <ul className="grid gap-1">
            {institutions.map((each) => (
              <li key={each._id} className="flex flex-wrap justify-between gap-x-6">
                <span lang="es">{each.name}</span>
                <PointsOf institution={each} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {earlier.length > 0 && (
        <Disclosure summary={t('manualEarlier', { n: earlier.length })}>
          <ul className="grid gap-3">
            {earlier.map((each) => (
              <li key={each._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
                <span className="min-w-0 flex-1 basis-52">
                  <SheetLine sheet={each} />
                </span>
                <DownloadSheet form={form} sheet={each} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

function SheetLine({ sheet }: { readonly sheet: PointsSheetView }) {
  const t = useText(formsText)
  const format = useFormat()
  return (
    <>
      <span className="block font-medium break-words">{sheet.name}</span>
      <span className="block text-sm text-ink-700">
        {t('manualSheet', { by: sheet.by, at: format.moment(sheet.at), rows: sheet.rows, institutions: sheet.institutions })}
      </span>
    </>
  )
}

function DownloadSheet({ form, sheet }: { readonly form: FormHeader; readonly sheet: PointsSheetView }) {
  const t = useText(formsText)
  const format = useFormat()
  const errorText = useErrorText()
  const download = async (): Promise<void> => {
    const reply = await downloadManualPointsFile(form.id, sheet._id, sheet.name)
    if (!reply.ok) toast('error', errorText(reply.failure))
  }
  return (
    <Button
      size="small"
      icon="download"
      aria-label={t('manualDownload', { name: sheet.name, at: format.moment(sheet.at) })}
      onClick={() => void download()}
    >
      {t('download')}
    </Button>
  )
}

/** Whom the table in force says nothing of, or nothing that holds today. */
function Without({ institutions }: { readonly institutions: readonly InstitutionPoints[] }) {
  const t = useText(formsText)
  const format = useFormat()
  const nothing = institutions.filter(({ points, stale }) => points === null && stale.length === 0)
  const moved = institutions.filter(({ stale }) => stale.length > 0)
  const namesOf = (some: readonly InstitutionPoints[]): string => {
    const names = some.slice(0, namedMost).map(({ name }) => name)
    return format.list(some.length > namedMost ? [...names, t('manualMore', { n: some.length - namedMost })] : names)
  }
  if (nothing.length === 0 && moved.length === 0) return null
  return (
    <Notice tone="warning">
      {nothing.length > 0 && <p>{t('manualWithout', { n: nothing.length, names: namesOf(nothing) })}</p>}
      {moved.length > 0 && <p>{t('manualStale', { n: moved.length, names: namesOf(moved) })}</p>}
    </Notice>
  )
}

function PointsOf({ institution: { points, stale } }: { readonly institution: InstitutionPoints }) {
  const t = useText(formsText)
  const format = useFormat()
  if (points !== null)
    return <span className="tabular">{t('manualPoints', { points: format.number(Math.round(points * 1000) / 1000) })}</span>
  return (
    <span className="text-ink-600">
      {stale.length > 0 ? t('manualStaleOf', { numbers: format.list(stale.slice(0, namedMost)) }) : t('manualNoPoints')}
    </span>
  )
}
