import { useState } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { openReportLimits } from '#shared/open-data/model.ts'
import { addReport } from '#shared/open-data/routes.ts'
import { isErrorCode } from '#shared/errors.ts'
import { callRoute } from '#client/data/server/call.ts'
import { sameFields, useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { EditDialog } from '#client/areas/administration/dialogs/edit-dialog.tsx'
import { useSaving } from '#client/areas/administration/dialogs/use-saving.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { fieldProblems } from './field-problems.ts'
import { ReportFields } from './report-fields.tsx'
import { ReportFile } from './report-file.tsx'
import { publicReportsText } from './text.ts'
import { useCheckedFile } from './use-checked-file.ts'

/** A large workbook takes its time to go up and to be read. */
const uploadMs = 180_000
const none = { title: '', description: '' }

interface Props {
  readonly onAdded: () => void
  readonly onClose: () => void
}

/**
 * A workbook with its title and description. What was typed stays on the device, and the file in the window, while the server has not taken
 * them (PU3).
 */
export function ReportDialog({ onAdded, onClose }: Props) {
  const t = useText(publicReportsText)
  const errorText = useErrorText()
  const { fields, write, seen, standing, forget } = useKeptFields<{ readonly title: string; readonly description: string }>({
    kind: 'openReport',
    subject: 'new',
    initial: none,
    about: t('addTitle'),
  })
  const checked = useCheckedFile()
  const { busy, problem, setProblem, send } = useSaving()
  const [tried, setTried] = useState(false)
  const { file, look } = checked
  const wrong = fieldProblems(fields)
  const isFaulty = look !== null && look !== 'looking' && look.kind === 'read' && look.problems.length > 0
  const change = (next: typeof fields): void => {
    setProblem(null)
    write(next)
  }
  const save = async (): Promise<void> => {
    setTried(true)
    if (busy || look === 'looking' || isFaulty || file === null || wrong.title !== null || wrong.description !== null) return
    const form = new FormData()
    form.set('title', fields.title.trim())
    form.set('description', fields.description.trim())
    form.set('file', file)
    const reply = await send(
      (key) => callRoute(addReport, { form, key, timeoutMs: uploadMs }),
      () => Promise.resolve(),
    )
    if (!reply.ok) return
    await forget()
    onAdded()
    onClose()
  }
  const said = ({ code, params }: Failure): string =>
    isErrorCode(code) && code !== 'internal_error' ? errorText(failure(code, params)) : t('unknownFailure')
  return (
    <EditDialog
      title={t('addTitle')}
      submit={t('submit')}
      busy={busy}
      changed={file !== null || !sameFields(fields, seen)}
      standing={standing}
      clash={null}
      problem={problem && said(problem)}
      onSave={() => void save()}
      onGiveUp={() => {
        void forget()
        onClose()
      }}
    >
      <ReportFields fields={fields} onChange={change} told={tried ? wrong : null} most={openReportLimits} first />
      <ReportFile
        checked={{
          ...checked,
          choose: (chosen) => {
            setProblem(null)
            checked.choose(chosen)
          },
        }}
        missing={tried && file === null}
      />
    </EditDialog>
  )
}
