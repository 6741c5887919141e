import { useState } from 'react'
import { importInstitutions, importMaxBytes, institutionTemplate, undoImport } from '#shared/institutions/directory-routes.ts'
import type { ImportedView, ImportUndo } from '#shared/institutions/directory-routes.ts'
import { callRoute, download } from '#client/data/server/call.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { TableFile } from '#client/areas/administration/dialogs/table-file.tsx'
import { useTableFile } from '#client/areas/administration/dialogs/use-table-file.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { directoryText } from './text.ts'
import { fieldName } from './field-name.ts'

/** A large workbook takes its time to go up and to be read. */
const fileTimeoutMs = 120_000

interface Props {
  readonly onChanged: () => Promise<unknown>
  readonly onClose: () => void
}

interface Preview {
  readonly file: File
  readonly rows: readonly ImportedView[]
  readonly same: number
}

/** Many institutions from a table: first what it would do, row by row, then all of it or nothing, and one way back (OR10). */
export function ImportInstitutions({ onChanged, onClose }: Props) {
  const t = useText(directoryText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const table = useTableFile(importMaxBytes)
  const [preview, setPreview] = useState<Preview | null>(null)
  const seen = preview && preview.file === table.file ? preview : null
  const created = seen?.rows.filter(({ kind }) => kind === 'create').length ?? 0
  const changed = (seen?.rows.length ?? 0) - created
  const send = (apply: 'yes' | 'no') =>
    table.upload((file) => callRoute(importInstitutions, { file, query: { name: file.name.slice(-200), apply }, timeoutMs: fileTimeoutMs }))
  const look = async (): Promise<void> => {
    const { file } = table
    const reply = await send('no')
    if (!reply || !file) return setPreview(null)
    setPreview({ file, rows: reply.rows, same: reply.same })
    announce(t(reply.rows.length === 0 ? 'importNothing' : 'importPreview'))
  }
  const undo = async (body: ImportUndo): Promise<void> => {
    const reply = await callRoute(undoImport, { body })
    await onChanged()
    if (!reply.ok) return toast('error', errorText(reply.failure))
    toast('success', reply.value.left === 0 ? t('importUndone') : t('importUndoLeft', { n: reply.value.left }))
  }
  const apply = async (): Promise<void> => {
    const reply = await send('yes')
    if (!reply) return setPreview(null)
    await onChanged()
    const back = reply.undo
    toast('success', t('imported', { created, changed }), back ? { label: t('undo'), run: () => void undo(back) } : undefined)
    onClose()
  }
  const ready = table.file !== null && table.refusal === null && table.busy === null
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={t('importTitle')}
      dismissable={table.file === null}
      actions={
        <>
          {seen && seen.rows.length > 0 ? (
            <OnlineButton kind="primary" icon="upload" busy={table.busy === 'upload'} disabled={!ready} onClick={() => void apply()}>
              {t('importApply', { n: seen.rows.length })}
            </OnlineButton>
          ) : (
            <OnlineButton kind="primary" busy={table.busy === 'upload'} disabled={!ready} onClick={() => void look()}>
              {t('importSee')}
            </OnlineButton>
          )}
          <Button onClick={onClose}>{u('cancel')}</Button>
        </>
      }
    >
      <p className="mb-5">{t('importLead')}</p>
      <TableFile table={table} label={t('importField')} getTemplate={() => download(institutionTemplate, {}, 'instituciones.xlsx')} />
      {seen && table.refusal === null && (
        <section aria-label={t('importPreview')} className="mt-5">
          <Notice tone="info" role="status">
            {seen.rows.length === 0 ? t('importNothing') : t('importCounts', { created, changed, same: seen.same })}
          </Notice>
          <ul className="mt-3 divide-y divide-ink-150">
            {seen.rows.map((row) => (
              <li key={row.row} className="py-2 wrap-anywhere">
                <p>
                  <span className="tabular text-sm text-ink-600">{t('importRow', { row: row.row })}</span>{' '}
                  <span lang="es" className="font-semibold text-ink-950">
                    {row.code} · {row.name}
                  </span>
                </p>
                {row.kind === 'create' ? (
                  <p>{t('importCreates', { email: row.email })}</p>
                ) : (
                  <ul lang="es">
                    {row.changed.map(({ field, from, to }) => (
                      <li key={field}>{t('historyChange', { field: fieldName(t, field), from, to })}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
