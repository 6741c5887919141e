import { useRef, useState } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import type { RowProblems } from '#shared/kernel/table.ts'
import { readTranslations } from '#shared/questionnaires/translation-table.ts'
import type { Said, TranslationPlan } from '#shared/questionnaires/translation-table.ts'
import { isRich } from '#shared/questionnaires/translations.ts'
import { visibleText } from '#shared/kernel/rich-text.ts'
import { acceptedTables, readTable } from '#client/data/read-table.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { FileInput } from '#client/ui/fields/file-input.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { englishActs } from './translate-acts.ts'
import { translateText } from './translate-text.ts'
import type { Workshop } from '#client/areas/administration/form-editor/workshop.ts'

/** Rows of a list that are drawn; their number is told. */
const drawnMost = 100

interface Found {
  readonly name: string
  readonly plan: TranslationPlan
}

interface Props {
  readonly workshop: Workshop
  readonly onClose: () => void
  /** Takes back what was written. */
  readonly onUndo: () => void
}

/** A table of texts is brought back: what it would change is read before anything is written, and all of it is one step to take back. */
export function TranslationFileDialog({ workshop, onClose, onUndo }: Props) {
  const t = useText(translateText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<Found | null>(null)
  const [wrong, setWrong] = useState<RowProblems | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [writing, setWriting] = useState(false)
  const [reading, setReading] = useState(false)
  const read = async (file: File): Promise<void> => {
    setFound(null)
    setWrong(null)
    setProblem(null)
    setReading(true)
    const sheet = await readTable(file)
    setReading(false)
    if (!sheet.ok) return setProblem(`${file.name}: ${errorText(sheet.failure)}`)
    const result = readTranslations(sheet.value, workshop.open.state())
    if ('wrong' in result) return setWrong(result.wrong)
    setFound({ name: file.name, plan: result.plan })
  }
  const wanted = found ? [...found.plan.added, ...found.plan.changed] : []
  const write = async (): Promise<void> => {
    if (writing || wanted.length === 0) return
    setWriting(true)
    const acts = englishActs(
      workshop.open.state(),
      wanted.map(({ text: { of, id, key, en }, to }) => ({ of, id, key, from: en, to })),
    )
    const { done, failure: failed } = await workshop.performAll(acts.map((act) => () => act))
    setWriting(false)
    if (failed) {
      // What stood stands; what somebody else wrote meanwhile is told and read anew.
      setFound(null)
      return setProblem(`${t('fileInPart', { n: done.length, all: acts.length })} ${errorText(failed)}`)
    }
    toast('success', t('fileWritten', { n: wanted.length }), { label: t('fileUndo'), run: onUndo })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={t('fileTitle')}
      dismissable={found === null}
      actions={
        <>
          {wanted.length > 0 && (
            <Button kind="primary" busy={writing} onClick={() => void write()}>
              {t('fileWrite', { n: wanted.length })}
            </Button>
          )}
          <Button
            kind={wanted.length > 0 ? 'secondary' : 'primary'}
            icon="upload"
            busy={reading}
            disabled={writing}
            onClick={() => input.current?.click()}
          >
            {t(found ? 'fileChooseOther' : 'fileChoose')}
          </Button>
          <Button onClick={onClose}>{u('cancel')}</Button>
        </>
      }
    >
      <FileInput input={input} label={t('fileField')} accept={acceptedTables} onChoose={(file) => void read(file)} />
      <div className="grid gap-5">
        <p>{t('fileLead')}</p>
        {problem !== null && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
        {wrong && (
          <Notice tone="danger" role="alert" title={t('fileWrong')}>
            <ul className="list-disc pl-5 break-words">
              {wrong.problems.slice(0, drawnMost).map((each) => (
                <li key={`${each.row} ${each.column ?? ''} ${each.code}`}>
                  {`${each.column === null ? t('fileRow', { row: each.row }) : t('fileCell', { row: each.row, column: each.column })}: ${errorText(failure(each.code, each.params))}`}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {found && (
          <>
            <section aria-label={found.name} role="status">
              <h3 className="font-semibold break-words">{found.name}</h3>
              <dl className="tabular mt-2 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-5">
                {(
                  [
                    ['fileAdded', found.plan.added.length],
                    ['fileChanged', found.plan.changed.length],
                    ['fileSame', found.plan.same],
                    ['fileEmpty', found.plan.empty],
                    ['fileRefused', found.plan.refused.length],
                  ] as const
                ).map(([label, n]) => (
                  <div key={label}>
                    <dt className="text-sm text-ink-600">{t(label)}</dt>
                    <dd className="font-medium">{format.number(n)}</dd>
                  </div>
                ))}
              </dl>
            </section>
            {found.plan.refused.length > 0 && (
              <Notice tone="warning" title={t('fileRefusedTitle')}>
                <ul className="list-disc pl-5 break-words">
                  {found.plan.refused.slice(0, drawnMost).map(({ row, id, why }) => (
                    <li key={row}>
                      {`${t('fileRow', { row })}: ${typeof why === 'string' ? t(`fileWhy_${why}`) : errorText(failure(why.code, why.params))} ${id === '' ? '' : t('fileText', { id })}`}
                    </li>
                  ))}
                </ul>
                <More n={found.plan.refused.length} />
              </Notice>
            )}
            <Texts title={t('fileChanged')} texts={found.plan.changed} />
            <Texts title={t('fileAdded')} texts={found.plan.added} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function More({ n }: { readonly n: number }) {
  const t = useText(translateText)
  return n > drawnMost ? <p className="mt-2">{t('fileMore', { n: n - drawnMost })}</p> : null
}

const words = (key: string, text: string): string => (isRich(key) ? visibleText(text) : text)

/** Texts as they would be: the Spanish, what stands, and what the table says. */
function Texts({ title, texts }: { readonly title: string; readonly texts: readonly Said[] }) {
  const t = useText(translateText)
  if (texts.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1">
        {texts.slice(0, drawnMost).map(({ text, to }) => (
          <li key={`${text.id}.${text.key}`} className="grid gap-x-6 gap-y-1 border-t border-ink-150 py-2 md:grid-cols-2">
            <p lang="es" className="line-clamp-3 wrap-anywhere text-ink-700">
              {words(text.key, text.es)}
            </p>
            <div className="min-w-0">
              {text.en !== '' && (
                <p className="line-clamp-3 wrap-anywhere text-ink-600">
                  <span className="sr-only">{t('fileStands')} </span>
                  <s lang="en">{words(text.key, text.en)}</s>
                </p>
              )}
              <p lang="en" className="line-clamp-3 wrap-anywhere">
                {words(text.key, to)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <More n={texts.length} />
    </section>
  )
}
