import { useRef } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import type { RowProblem } from '#shared/kernel/table.ts'
import type { Result } from '#shared/kernel/result.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { FileInput } from '#client/ui/fields/file-input.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { dialogsText } from './text.ts'
import type { Refusal, TableFileState, TemplateFormat } from './use-table-file.ts'

const names: Readonly<Record<TemplateFormat, string>> = { xlsx: 'Excel', csv: 'CSV' }

/** Problems that are drawn; whoever has more mends these first. */
const drawnMost = 100

interface Props {
  readonly table: TableFileState
  /** What the file is of. */
  readonly label: string
  readonly getTemplate: (format: TemplateFormat) => Promise<Result<string>>
  /** In which it is handed out, the one that every spreadsheet opens first; a workbook alone where there is no other. */
  readonly formats?: readonly TemplateFormat[]
}

/** A template to download, the file to bring back, and under it everything that is wrong with it. */
export function TableFile({ table, label, getTemplate, formats = ['xlsx'] }: Props) {
  const t = useText(dialogsText)
  const input = useRef<HTMLInputElement>(null)
  const { file, refusal, busy } = table
  return (
    <div className="grid gap-5">
      <FileInput input={input} label={label} accept=".csv,.xlsx,.xls,text/csv" onChoose={table.choose} />
      <div className="flex flex-wrap gap-3">
        {formats.map((format) => (
          <OnlineButton
            key={format}
            icon="download"
            busy={busy === format}
            disabled={busy !== null}
            onClick={() => void table.template(format, () => getTemplate(format))}
          >
            {t('tableTemplate', { format: names[format] })}
          </OnlineButton>
        ))}
      </div>
      <div>
        <Button disabled={busy !== null} onClick={() => input.current?.click()}>
          {t(file ? 'chooseOther' : 'choose')}
        </Button>
        <p role="status" className="mt-2 break-words">
          {file?.name}
        </p>
      </div>
      {refusal && <Problems refusal={refusal} />}
    </div>
  )
}

function Problems({ refusal: { rows, more, whole } }: { readonly refusal: Refusal }) {
  const t = useText(dialogsText)
  const errorText = useErrorText()
  const left = Math.max(0, rows.length - drawnMost) + more
  // What is wrong in a row often is why others are missing: it comes first.
  const ordered = rows.toSorted((one, other) => Number(one.row === 0) - Number(other.row === 0))
  /** Where it is; nothing for what is of the whole table. */
  const placeOf = ({ row, column }: RowProblem): string =>
    row === 0 ? '' : `${column === null ? t('tableRow', { row }) : t('tableCell', { row, column })}: `
  return (
    <Notice tone="danger" role="alert" title={whole === null ? t('tableWrong') : undefined}>
      {whole ?? (
        <ul className="list-disc pl-5 break-words">
          {ordered.slice(0, drawnMost).map((each, at) => (
            <li key={`${at} ${each.row} ${each.column} ${each.code}`}>
              {placeOf(each)}
              {errorText(failure(each.code, each.params))}
            </li>
          ))}
        </ul>
      )}
      {left > 0 && <p className="mt-2">{t('tableMore', { n: left })}</p>}
    </Notice>
  )
}
