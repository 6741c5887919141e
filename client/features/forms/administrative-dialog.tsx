import { useRef, useState } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import type { RowProblem } from '#shared/kernel/table.ts'
import { administrativeMaxBytes } from '#shared/questionnaires/administrative-routes.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine } from '#client/data/engine.tsx'
import { OnlineButton } from '#client/features/accounts/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/toast.tsx'
import { downloadAdministrativeTemplate, uploadAdministrativeFile } from './form-calls.ts'
import { formsText } from './text.ts'

/** Problems that are drawn; whoever has more mends these first. */
const drawnMost = 100

/** Why a file was not taken: rows of it, or the file as a whole. */
interface Refusal {
  readonly rows: readonly RowProblem[]
  readonly more: number
  readonly whole: string | null
}

/** Answers the administrative questions of a form with a file, which is taken as a whole or not at all. */
export function AdministrativeDialog({ form, onClose }: { readonly form: FormHeader; readonly onClose: () => void }) {
  const t = useText(formsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const engine = useEngine()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [busy, setBusy] = useState<'template' | 'upload' | null>(null)
  const refuse = (whole: string): void => setRefusal({ rows: [], more: 0, whole })

  const choose = (chosen: File): void => {
    setFile(chosen)
    setRefusal(null)
    if (chosen.size > administrativeMaxBytes) refuse(errorText(failure('too_large')))
  }
  const template = async (): Promise<void> => {
    setBusy('template')
    const reply = await downloadAdministrativeTemplate(form.id)
    setBusy(null)
    if (!reply.ok) toast('error', errorText(reply.failure))
  }
  const upload = async (): Promise<void> => {
    if (!file) return
    setBusy('upload')
    const reply = await uploadAdministrativeFile(engine, form.id, file)
    setBusy(null)
    if (!reply.ok) return refuse(errorText(reply.failure))
    const { problems, more } = reply.value
    if (problems.length > 0) return setRefusal({ rows: problems, more, whole: null })
    toast('success', t('administrativeUploaded'))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={t('administrativeOf', { name: form.name })}
      dismissable={file === null}
      actions={
        <>
          <OnlineButton
            kind="primary"
            icon="upload"
            busy={busy === 'upload'}
            disabled={!file || refusal !== null || busy !== null}
            onClick={() => void upload()}
          >
            {t('administrativeUpload')}
          </OnlineButton>
          <Button onClick={onClose}>{u('cancel')}</Button>
        </>
      }
    >
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx,.xls,text/csv"
        aria-label={t('administrativeField')}
        className="hidden"
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          // The same file may be chosen again, once it was mended.
          event.target.value = ''
          if (chosen) choose(chosen)
        }}
      />
      <div className="grid gap-5">
        <p>{t('administrativeLead')}</p>
        <div>
          <OnlineButton icon="download" busy={busy === 'template'} disabled={busy !== null} onClick={() => void template()}>
            {t('administrativeTemplate')}
          </OnlineButton>
        </div>
        <div>
          <Button disabled={busy !== null} onClick={() => input.current?.click()}>
            {t(file ? 'importChooseOther' : 'importChoose')}
          </Button>
          <p role="status" className="mt-2 break-words">
            {file?.name}
          </p>
        </div>
        {refusal && (
          <Notice tone="danger" role="alert" title={refusal.whole === null ? t('administrativeWrong') : undefined}>
            {refusal.whole ?? (
              <ul className="list-disc pl-5 break-words">
                {refusal.rows.slice(0, drawnMost).map((each) => (
                  <li key={`${each.row} ${each.column} ${each.code}`}>
                    {each.column === null
                      ? t('administrativeRow', { row: each.row })
                      : t('administrativeCell', { row: each.row, column: each.column })}
                    {': '}
                    {errorText(failure(each.code, each.params))}
                  </li>
                ))}
              </ul>
            )}
            <More n={Math.max(0, refusal.rows.length - drawnMost) + refusal.more} />
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

function More({ n }: { readonly n: number }) {
  const t = useText(formsText)
  return n > 0 ? <p className="mt-2">{t('administrativeMore', { n })}</p> : null
}
