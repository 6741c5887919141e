import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { QuestionId } from '#shared/kernel/ids.ts'
import { csvOf } from '#shared/kernel/sheet.ts'
import { translationSheet } from '#shared/questionnaires/translation-table.ts'
import { translationsOf } from '#shared/questionnaires/translations.ts'
import type { Translatable } from '#shared/questionnaires/translations.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { ThreeColumns } from '#client/page/three-columns.tsx'
import { saveBlob } from '#client/data/server/save-blob.ts'
import type { DraftBook } from '#sync/drafts/book.ts'
import { DraftsContext, useDraftBook } from '#client/data/world/use-drafts.ts'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { useClosedReason } from '#client/areas/administration/forms/closed-words.ts'
import { workbookBlob } from '#client/features/downloads/workbook.ts'
import { BackToForms } from '#client/areas/administration/forms/opened-form.tsx'
import { EditingContext } from '#client/areas/administration/form-editor/editing-context.ts'
import type { EditingParts } from '#client/areas/administration/form-editor/editing-context.ts'
import { useEditorAddress } from '#client/areas/administration/form-editor/editor-address.ts'
import type { EditorAddress } from '#client/areas/administration/form-editor/editor-address.ts'
import { EditorTabs } from '#client/areas/administration/form-editor/editor-tabs.tsx'
import { Preview } from '#client/areas/administration/form-editor/questions/preview.tsx'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import { TextList, UndoButtons } from './translate-list.tsx'
import { PartsMap } from './translate-parts.tsx'
import { translateText } from './translate-text.ts'
import { useEditing } from '#client/areas/administration/form-editor/use-editing.ts'
import { useLostTranslations } from './use-translation.ts'
import { useUndoKeys } from '#client/areas/administration/form-editor/use-undo-keys.ts'
import { useNewWorkshop } from '#client/areas/administration/form-editor/use-workshop.ts'
import type { Workshop } from '#client/areas/administration/form-editor/workshop.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

const TranslationFile = latePart(() => import('./translation-file-dialog.tsx'), 'TranslationFileDialog')

/** The texts of a form in both languages, to translate them; also while its structure is frozen. */
export function FormTranslationPage() {
  const address = useEditorAddress()
  const open = useOpenQuestionnaire()
  const workshop = useNewWorkshop(open)
  const book = useDraftBook(open.scope)
  if (!workshop || !book) return <PageSkeleton />
  return (
    <DraftsContext value={book}>
      <Translating {...{ address, workshop, book }} />
    </DraftsContext>
  )
}

interface Props {
  readonly address: EditorAddress
  readonly workshop: Workshop
  readonly book: DraftBook
}

function Translating({ address, workshop, book }: Props) {
  const t = useText(translateText)
  const q = useText(questionnairesText)
  const closedReason = useClosedReason()
  const open = useOpenQuestionnaire()
  const editing = useEditing(workshop, address)
  const newest = useRef(editing)
  useLayoutEffect(() => {
    newest.current = editing
  })
  const parts = useMemo(
    (): EditingParts => ({ workshop, editing: () => newest.current, field: () => null, askMove: () => undefined }),
    [workshop],
  )
  useUndoKeys(parts)
  useLostTranslations(workshop, book)
  const form = useQuestionnaireReading(['table:form'], (state) => state.form)
  const index = useQuestionnaireReading(['*'], (state) => state.index)
  const closed = useQuestionnaireReading(['table:form'], (state) =>
    state.form ? closedReason(state.form, 'changeHelpTexts', open.now()) : null,
  )
  // What is read follows from the questions and from the form's own name.
  const texts = useMemo(() => (form && index ? translationsOf(open.state()) : []), [open, form, index])
  // Of a question: the sub-dimension that it is in.
  const part = open.state().question(address.sub ?? '')?.dimensionId ?? address.sub
  const [focused, setFocused] = useState<QuestionId | null>(null)
  const focus = useCallback((text: Translatable) => setFocused(text.of === 'question' ? text.id : null), [])
  const [bringing, setBringing] = useState(false)
  if (!form) return <PageSkeleton />
  const download = (format: 'xlsx' | 'csv'): void => {
    const sheet = translationSheet(open.state())
    const file = format === 'csv' ? new Blob([csvOf(sheet)], { type: 'text/csv;charset=utf-8' }) : workbookBlob('Textos', sheet)
    saveBlob(file, `textos-${form.id}.${format}`)
    announce(t('fileSaved'))
  }
  const ready = texts.filter(({ state }) => state === 'ready').length
  return (
    <EditingContext value={parts}>
      <ThreeColumns
        map={<PartsMap texts={texts} part={part} />}
        mapTitle={q('structure')}
        mapCount={texts.length - ready}
        help={<Preview question={focused} />}
        helpTitle={q('preview')}
      >
        <div className="mx-auto w-full max-w-4xl px-4 pt-8 pb-24 md:px-6">
          <PageHeading title={form.name} lang="es" kicker={<BackToForms />} lead={t('lead')} />
          <EditorTabs address={address} />
          <h2 className="mt-6 text-xl">{t('title')}</h2>
          {closed !== null && (
            <Notice tone="neutral" icon="lock" className="mt-4">
              {closed}
            </Notice>
          )}
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <ProgressBar
              className="min-w-40 flex-1"
              label={t('progress')}
              value={ready}
              max={texts.length}
              text={t('progressOf', { n: ready, all: texts.length })}
            />
            <span className="tabular text-sm text-ink-700">{t('progressOf', { n: ready, all: texts.length })}</span>
            {closed === null && <UndoButtons parts={parts} />}
          </div>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="small" icon="download" onClick={() => download('xlsx')}>
              {t('fileOut', { format: 'Excel' })}
            </Button>
            <Button size="small" icon="download" onClick={() => download('csv')}>
              {t('fileOut', { format: 'CSV' })}
            </Button>
            {closed === null && (
              <Button size="small" icon="upload" aria-haspopup="dialog" onClick={() => setBringing(true)}>
                {t('fileIn')}
              </Button>
            )}
          </div>
          {bringing && <TranslationFile workshop={workshop} onClose={() => setBringing(false)} onUndo={() => void newest.current.undo()} />}
          <TextList texts={texts} part={part} workshop={workshop} closed={closed !== null} onFocus={focus} />
        </div>
      </ThreeColumns>
    </EditingContext>
  )
}
