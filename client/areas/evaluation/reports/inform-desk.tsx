import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DraftBook } from '#sync/drafts/book.ts'
import type { InformView } from '#shared/results/routes.ts'
import { levelWord } from '#shared/results/words.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { useWidthAtLeast } from '#client/ui/use-width.ts'
import { wantedOf } from '#client/features/results/lab/inform-fields.ts'
import { InformEditor } from './inform-editor.tsx'
import { InformList } from './inform-list.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { ReportPreview } from './report-preview.tsx'
import { useInformDesk } from './use-inform-desk.ts'
import type { InformPlace } from './use-inform-desk.ts'

/** From here on texts and report stand beside each other, in rem. */
const besideRem = 80

interface Props {
  readonly place: InformPlace
  readonly view: InformView
  readonly book: DraftBook
  readonly again: () => void
}

/** The texts of a report, one of them in its editor, and the report beside it; on a narrow screen behind a tab. */
export function InformDesk({ place, view, book, again }: Props) {
  const t = useText(labResultsText)
  const language = useLanguage()
  const [params, setParams] = useSearchParams()
  const [looking, setLooking] = useState(false)
  const beside = useWidthAtLeast(besideRem)
  const { texts, saves, save, write } = useInformDesk(place, view, book, again)
  const asked = params.get('field')
  const current = texts.find(({ text }) => text.field === asked) ?? texts[0]
  if (!current) return <Notice tone="neutral">{t('noTexts')}</Notice>
  const { field } = current.text
  const choose = (next: string): void => {
    // What is left is asked for at once, and rests on the device should it not be taken.
    if (view.editable && current.draft && !current.clash) void save(field)
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('field', next)
        return after
      },
      { replace: true, state: { stays: true }, preventScrollReset: true },
    )
    setLooking(false)
  }
  const preview = (
    <ReportPreview
      place={place}
      saves={saves}
      halfWritten={() =>
        Object.fromEntries(texts.flatMap(({ text, draft }) => (draft && view.editable ? [[text.field, wantedOf(draft)] as const] : [])))
      }
    />
  )
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-[16rem_minmax(0,1fr)] lg:grid-cols-[16rem_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="max-md:hidden md:sticky md:top-20 md:max-h-[calc(100dvh-6rem)] md:self-start md:overflow-y-auto">
        <InformList texts={texts} current={field} onChoose={choose} />
      </div>
      <Select
        className="md:hidden"
        label={t('textsOfReport')}
        placeholder={null}
        options={texts.map(({ text, draft }) => ({
          value: text.field,
          label: `${text.parentId === null ? '' : '– '}${text.name}${text.level ? ` · ${levelWord(text.level, language)}` : ''}${draft || text.own !== null ? ` · ${t('markOwn')}` : ''}`,
        }))}
        value={field}
        onChange={choose}
      />
      <div className="grid min-w-0 grid-cols-1 content-start gap-4">
        {!beside && (
          <div role="group" aria-label={t('show')} className="flex flex-wrap gap-1.5">
            {([false, true] as const).map((each) => (
              <button
                key={String(each)}
                type="button"
                aria-pressed={looking === each}
                onClick={() => setLooking(each)}
                className={cx(
                  'forced-edge inline-flex min-h-11 items-center rounded-full border px-4 font-medium',
                  looking === each ? 'border-brand-700 bg-brand-700 text-white' : 'border-ink-300 bg-white text-ink-800 hover:bg-ink-50',
                )}
              >
                {t(each ? 'preview' : 'write')}
              </button>
            ))}
          </div>
        )}
        {!beside && looking ? (
          preview
        ) : (
          <InformEditor
            key={field}
            desk={current}
            editable={view.editable}
            onWrite={(wanted) => write(field, wanted)}
            onSave={(seen) => void save(field, seen)}
          />
        )}
      </div>
      {beside && <div className="min-w-0 lg:sticky lg:top-20 lg:self-start">{preview}</div>}
    </div>
  )
}
