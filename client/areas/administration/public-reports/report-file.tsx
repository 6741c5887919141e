import { useEffect, useId, useRef, useState } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { reportFileOf } from './file-rules.ts'
import type { FileTrouble } from './file-rules.ts'
import { publicReportsText } from './text.ts'
import type { CheckedFile } from './use-checked-file.ts'
import { WorkbookFindings } from './workbook-findings.tsx'

interface Props {
  readonly checked: CheckedFile
  /** Sending was tried without one. */
  readonly missing: boolean
}

/** The one Excel file of a report: chosen or dropped, looked through before it is sent. */
export function ReportFile({ checked: { file, look, choose }, missing }: Props) {
  const t = useText(publicReportsText)
  const errorText = useErrorText()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [over, setOver] = useState(false)
  const [trouble, setTrouble] = useState<FileTrouble | null>(null)
  const told = trouble ?? (missing && file === null ? 'open_file_missing' : null)
  useEffect(() => {
    if (missing && file === null) button.current?.focus()
  }, [missing, file])
  const take = async (chosen: readonly File[]): Promise<void> => {
    if (chosen.length === 0) return
    const found = await reportFileOf(chosen, file)
    setTrouble('trouble' in found ? found.trouble : null)
    if ('file' in found) choose(found.file)
  }
  const leave = (): void => {
    setTrouble(null)
    choose(null)
    // The button that was pressed is gone.
    setTimeout(() => button.current?.focus())
  }
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <p id={`${id}-label`} className="font-semibold text-ink-950">
        {t('file')}
      </p>
      <p id={`${id}-hint`} className="text-sm text-ink-600">
        {t('fileHint')}
      </p>
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take([...event.dataTransfer.files])
        }}
        className={cx(
          'mt-2 rounded-md border border-dashed px-4 py-3 transition-colors',
          over ? 'border-brand-600 bg-brand-50' : told === null ? 'border-ink-300 bg-ink-50/60' : 'border-bad-700 bg-ink-50/60',
        )}
      >
        <input
          ref={input}
          type="file"
          multiple
          accept=".xlsx,.xls,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-label={t('file')}
          className="hidden"
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])]
            // The same file may be chosen again, once it was mended.
            event.target.value = ''
            void take(chosen)
          }}
        />
        {file === null ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button ref={button} icon="upload" onClick={() => input.current?.click()}>
              {t('choose')}
            </Button>
            <span className="hidden text-sm text-ink-600 sm:inline">{t('drop')}</span>
          </p>
        ) : (
          <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="flex min-w-0 items-center gap-2">
              <Icon name="file" size={20} className="shrink-0 text-brand-700" />
              <span className="wrap-anywhere">
                <span className="font-medium text-ink-950">{file.name}</span>{' '}
                <span className="tabular text-sm whitespace-nowrap text-ink-600">{format.bytes(file.size)}</span>
              </span>
            </span>
            <Button size="small" kind="quiet" onClick={leave}>
              {t('take')}
            </Button>
          </p>
        )}
      </div>
      {told !== null && (
        <p role="alert" className="mt-1.5 font-semibold text-bad-700">
          {errorText(failure(told))}
        </p>
      )}
      <div className="mt-3" aria-live="polite">
        {look === 'looking' && (
          <p className="flex items-center gap-2 text-ink-700">
            <Spinner />
            {t('checking')}
          </p>
        )}
        {look !== null && look !== 'looking' && <WorkbookFindings look={look} />}
      </div>
    </div>
  )
}
