import { useRef, useState } from 'react'
import type * as v from 'valibot'
import { definitionLimits } from '#shared/forms/model.ts'
import type { Loss } from '#shared/forms/xlsform/report.ts'
import { failure } from '#shared/kernel/failure.ts'
import { csvOf } from '#shared/kernel/sheet.ts'
import { formFileMaxBytes, type examine } from '#shared/questionnaires/routes.ts'
import { saveBlob } from '#client/data/server/save-blob.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { FileInput } from '#client/ui/fields/file-input.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Table } from '#client/ui/tables/table.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { dialogsText } from '#client/areas/administration/dialogs/text.ts'
import { bringFile, examineFile } from './form-calls.ts'
import { formsText } from './text.ts'

type Examined = v.InferOutput<(typeof examine)['reply'] & object>

/** Losses that are drawn; the downloaded list has the others. */
const drawnMost = 100

const formats = { json: 'JSON', xlsform: 'XLSForm' } as const

/** A file that was chosen, and what the server found in it. */
interface Chosen {
  readonly file: File
  /** Stands for the one form that is made of it. */
  readonly key: string
  readonly report: Examined | null
}

/** Makes a form of a file, once a person has seen what of it is carried and what is not. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText(formsText)
  const u = useText(uiText)
  const d = useText(dialogsText)
  const errorText = useErrorText()
  const engine = useEngine()
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef<string>('')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const kept = useKeptFields({ kind: 'formNames', subject: 'import', initial: { name: '' }, about: t('importTitle') })
  const { name } = kept.fields
  const [problem, setProblem] = useState<string | null>(null)
  const [creating, setCreating] = useState(false)

  const read = async (file: File): Promise<void> => {
    const key = crypto.randomUUID()
    latest.current = key
    setProblem(null)
    if (file.size > formFileMaxBytes) {
      setChosen(null)
      return setProblem(errorText(failure('definition_file_large', { mb: formFileMaxBytes / 1_000_000 })))
    }
    setChosen({ file, key, report: null })
    const reply = await examineFile(file)
    // Another one was chosen meanwhile.
    if (latest.current !== key) return
    if (!reply.ok) {
      setChosen(null)
      return setProblem(`${file.name}: ${errorText(reply.failure)}`)
    }
    if (name === '') kept.write({ name: reply.value.name })
    setChosen({ file, key, report: reply.value })
  }
  const report = chosen?.report ?? null
  const empty = name.trim() === ''
  const create = async (): Promise<void> => {
    if (!chosen?.report || empty || creating) return
    setCreating(true)
    setProblem(null)
    const reply = await bringFile(engine, chosen.file, name.trim(), chosen.key)
    setCreating(false)
    if (!reply.ok) return setProblem(errorText(reply.failure))
    await kept.forget()
    toast('success', t('imported'))
    onClose()
  }
  const giveUp = (): void => {
    void kept.forget()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={giveUp}
      size="large"
      title={t('importTitle')}
      dismissable={chosen === null}
      actions={
        <>
          {report && (
            <OnlineButton kind="primary" busy={creating} disabled={empty} onClick={() => void create()}>
              {t('importCreate')}
            </OnlineButton>
          )}
          <OnlineButton
            kind={report ? 'secondary' : 'primary'}
            icon="upload"
            busy={chosen !== null && !report}
            disabled={creating}
            onClick={() => input.current?.click()}
          >
            {d(chosen ? 'chooseOther' : 'choose')}
          </OnlineButton>
          <Button onClick={giveUp}>{u('cancel')}</Button>
        </>
      }
    >
      <FileInput
        input={input}
        label={t('importField')}
        accept=".json,.xlsx,.xlsm,.xls,application/json"
        onChoose={(file) => void read(file)}
      />
      <div className="grid gap-5">
        <p>{t('importLead')}</p>
        {problem !== null && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
        <div role="status">{chosen && !report && <p>{t('importReading', { name: chosen.file.name })}</p>}</div>
        {chosen && report && (
          <>
            <TextField
              label={t('importName')}
              value={name}
              onChange={(typed) => kept.write({ name: typed })}
              maxLength={definitionLimits.nameLength}
              lang="es"
              autoComplete="off"
              error={empty ? errorText(failure('form_name_empty')) : null}
            />
            <Summary file={chosen.file.name} report={report} />
            <Losses report={report} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function Summary({ file, report }: { readonly file: string; readonly report: Examined }) {
  const t = useText(formsText)
  const format = useFormat()
  const { english } = report
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('importFormat'), formats[report.format]],
    [t('importDimensions'), format.number(report.dimensions)],
    [t('importSubDimensions'), format.number(report.subDimensions)],
    [t('importQuestions'), format.number(report.questions)],
    [t('importPoints'), format.number(report.points)],
    [t('importEnglish'), t('importEnglishOf', { given: format.number(english.given), all: format.number(english.all) })],
  ]
  return (
    <section aria-label={t('importHolds', { name: file })}>
      <h3 className="font-semibold break-words">{t('importHolds', { name: file })}</h3>
      <dl className="tabular mt-2 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-600">{label}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What is not carried as it is, row by row of the file. */
function Losses({ report: { losses, more } }: { readonly report: Examined }) {
  const t = useText(formsText)
  const sentence = ({ code, params }: Loss): string => t(code, params ?? {})
  const n = losses.length + more
  if (n === 0) return <Notice tone="success">{t('importWhole')}</Notice>
  const shown = losses.slice(0, drawnMost)
  const save = (): void => {
    const heading = [t('importSheet'), t('importRow'), t('importColumn'), t('importWhat')]
    const rows = losses.map((loss) => [loss.sheet, rowOf(loss), loss.column ?? '', sentence(loss)])
    saveBlob(new Blob([csvOf([heading, ...rows])], { type: 'text/csv' }), 'xlsform.csv')
  }
  const cut = more > 0 ? 'importShownMost' : 'importShown'
  return (
    <section aria-label={t('importLosses', { n })} className="grid gap-3">
      <Notice tone="warning" title={t('importLosses', { n })}>
        {t('importLossesBody')}
      </Notice>
      <Table
        caption={t('importLosses', { n })}
        stacks
        bounded
        rows={shown}
        rowKey={(loss) => String(losses.indexOf(loss))}
        columns={[
          { id: 'sheet', header: t('importSheet'), cell: ({ sheet }) => sheet },
          { id: 'row', header: t('importRow'), align: 'end', cell: rowOf },
          { id: 'column', header: t('importColumn'), cell: ({ column }) => column ?? '' },
          { id: 'what', header: t('importWhat'), cell: sentence, className: 'break-words' },
        ]}
      />
      {n > shown.length && <p className="text-sm text-ink-600">{t(cut, { shown: shown.length, n })}</p>}
      <div>
        <Button icon="download" onClick={save}>
          {t('importReport')}
        </Button>
      </div>
    </section>
  )
}

/** Row 0 is the sheet as a whole. */
const rowOf = ({ row }: Loss): number | string => (row === 0 ? '' : row)
