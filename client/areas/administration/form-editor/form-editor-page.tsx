import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { Question } from '#shared/forms/model.ts'
import type { QuestionId } from '#shared/kernel/ids.ts'
import { mayChangeForm } from '#shared/privileges/rules.ts'
import { lazyPage } from '#client/page/lazy-page.tsx'
import { PageHeading } from '#client/page/page-heading.tsx'
import { ThreeColumns } from '#client/page/three-columns.tsx'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { KeptDrafts } from '#client/features/sync/drafts/kept-drafts.tsx'
import { HistoryLink } from '#client/areas/administration/history/history-link.tsx'
import { CarryLayer } from '#client/areas/administration/form-editor/structure/carry-layer.tsx'
import { ChosenBar } from '#client/areas/administration/form-editor/structure/choosing.tsx'
import { ClosedNotice } from './closed-notice.tsx'
import { EditingContext } from './editing-context.ts'
import type { EditingParts } from './editing-context.ts'
import { useEditorAddress } from './editor-address.ts'
import type { EditorAddress } from './editor-address.ts'
import { EditorTabs } from './editor-tabs.tsx'
import { FindQuestion } from '#client/areas/administration/form-editor/structure/find-question.tsx'
import { FormTree, SurveyTree } from '#client/areas/administration/form-editor/structure/form-tree.tsx'
import { MoveDialog } from '#client/areas/administration/form-editor/structure/move-dialog.tsx'
import { NameField } from '#client/areas/administration/form-editor/structure/name-field.tsx'
import { Preview } from '#client/areas/administration/form-editor/questions/preview.tsx'
import { QuestionAlone } from '#client/areas/administration/form-editor/questions/question-row.tsx'
import { RemovedParts } from '#client/areas/administration/form-editor/questions/removed-parts.tsx'
import { StructureMap } from '#client/areas/administration/form-editor/structure/structure-map.tsx'
import { questionnairesText } from './text.ts'
import { focusRow, useEditing } from './use-editing.ts'
import { useTold, useUndoKeys } from './use-undo-keys.ts'
import { useUnfolded } from '#client/areas/administration/form-editor/structure/use-unfolded.ts'
import { useNewWorkshop } from './use-workshop.ts'
import { WorkBar } from './work-bar.tsx'
import type { Workshop } from './workshop.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useWidthAtLeast } from '#client/ui/use-width.ts'
import { BackToForms, OpenedForm } from '#client/areas/administration/forms/opened-form.tsx'

const { Page: Alerts } = lazyPage(() => import('./alerts/form-alerts-page.tsx'), 'FormAlertsPage')
const { Page: Translation } = lazyPage(() => import('./translation/form-translation-page.tsx'), 'FormTranslationPage')

/** The questionnaire of a form: made and changed here before the form begins, read from then on. */
export function FormEditorPage() {
  return (
    <OpenedForm>
      <Editor />
    </OpenedForm>
  )
}

function Editor() {
  const open = useOpenQuestionnaire()
  const address = useEditorAddress()
  const isClosed = useQuestionnaireReading(['table:form'], (state) =>
    state.form ? !mayChangeForm(state.form, 'changeSurveyStructure', open.now()) : true,
  )
  const t = useText(questionnairesText)
  const { translating } = address
  const wasOpen = useRef(!isClosed)
  useEffect(() => {
    // Whoever was at work far below does not see the notice above.
    if (isClosed && wasOpen.current && !translating && !address.alerting) toast('info', t('frozenMeanwhile'))
    wasOpen.current = !isClosed
  }, [isClosed, translating, address.alerting, t])
  if (translating) return <Translation />
  if (address.alerting) return <Alerts />
  return isClosed ? <Frame address={address} /> : <Working address={address} />
}

/** The questionnaire with everything that changes it. */
function Working({ address }: { readonly address: EditorAddress }) {
  const open = useOpenQuestionnaire()
  const workshop = useNewWorkshop(open)
  return workshop ? <Worked address={address} workshop={workshop} /> : <PageSkeleton />
}

function Worked({ address, workshop }: { readonly address: EditorAddress; readonly workshop: Workshop }) {
  const editing = useEditing(workshop, address)
  const newest = useRef(editing)
  useLayoutEffect(() => {
    newest.current = editing
  })
  const [moving, setMoving] = useState<readonly QuestionId[] | null>(null)
  // Rows get the same object as long as the page lasts, so that no step of it draws them all.
  const parts = useMemo(
    (): EditingParts => ({
      workshop,
      editing: () => newest.current,
      // The address is there before what is drawn of it.
      field: () => new URLSearchParams(location.search).get('campo'),
      askMove: setMoving,
    }),
    [workshop],
  )
  useUndoKeys(parts)
  useTold(workshop)
  return (
    <EditingContext value={parts}>
      <Frame address={address} parts={parts} />
      {moving && (
        <MoveDialog
          ids={moving}
          onMove={(dimensionId, after) => void editing.moveQuestions(moving, dimensionId, after)}
          onClose={() => setMoving(null)}
        />
      )}
    </EditingContext>
  )
}

function Frame({ address, parts }: { readonly address: EditorAddress; readonly parts?: EditingParts | undefined }) {
  const t = useText(questionnairesText)
  const open = useOpenQuestionnaire()
  const navigate = useNavigate()
  const unfolded = useUnfolded(address)
  const form = useQuestionnaireReading(['table:form'], (state) => state.form)
  const map = useMemo(() => <StructureMap address={address} />, [address])
  const alone = useAlone(address, parts)
  if (!form) return <PageSkeleton />
  const columns = { map, mapTitle: t('structure'), help: <Preview question={address.question} />, helpTitle: t('preview') }
  if (alone !== null)
    return (
      <ThreeColumns {...columns}>
        <Alone id={alone} address={address} parts={parts} formName={form.name} />
      </ThreeColumns>
    )
  const isShown = ({ dimensionId, survey }: Question): boolean => {
    if (survey || address.tab === 'survey') return survey && address.tab === 'survey'
    const above = open.state().dimension(dimensionId)?.parentId ?? ''
    return unfolded.has(dimensionId) && unfolded.has(above)
  }
  const foldAll = (): void => unfolded.only([])
  const unfoldAll = (): void => unfolded.only(open.state().definition.dimensions.map(({ id }) => id))
  return (
    <ThreeColumns {...columns}>
      <div className="mx-auto w-full max-w-4xl px-4 pt-8 pb-24 md:px-6">
        <PageHeading
          title={form.name}
          lang="es"
          kicker={<BackToForms />}
          lead={t(parts ? 'lead' : 'leadReadOnly')}
          actions={<HistoryLink formId={form.id} />}
        />
        {parts ? (
          <>
            <WorkBar parts={parts} address={address} />
            <div className="mt-6">
              <NameField editor={parts.workshop.form} label={t('name')} described />
            </div>
          </>
        ) : (
          <>
            <div className="mt-6">
              <ClosedNotice form={form} now={open.now()} onCloned={(clone) => void navigate(pageAddress('formEditor', { form: clone }))} />
            </div>
            <div className="mt-6">
              <KeptDrafts
                level={2}
                framed
                stranded
                lead={t('keptLead')}
                only={({ scope, kind }) => scope === open.scope && kind === 'fields'}
              />
            </div>
            <h2 className="mt-8 text-xl">{t('description')}</h2>
            <p lang="es" className="mt-1 wrap-anywhere whitespace-pre-line">
              {form.description === '' ? t('noDescription') : form.description}
            </p>
          </>
        )}
        <FindQuestion address={address} />
        <EditorTabs address={address} />
        {address.tab === 'form' ? (
          <section aria-labelledby="form-part">
            <h2 id="form-part" className="sr-only">
              {t('tabForm')}
            </h2>
            <div className="mt-4 mb-3 flex flex-wrap justify-end gap-2">
              <Button size="small" kind="quiet" onClick={unfoldAll}>
                {t('expandAll')}
              </Button>
              <Button size="small" kind="quiet" onClick={foldAll}>
                {t('collapseAll')}
              </Button>
            </div>
            <FormTree address={address} unfolded={unfolded} />
          </section>
        ) : (
          <section aria-labelledby="survey-part" className="mt-5">
            <h2 id="survey-part" className="sr-only">
              {t('tabSurvey')}
            </h2>
            <SurveyTree address={address} />
          </section>
        )}
        <RemovedParts parts={parts} />
        {parts && <ChosenBar parts={parts} isShown={isShown} />}
        {parts && <CarryLayer parts={parts} unfolded={unfolded} />}
      </div>
    </ThreeColumns>
  )
}

/**
 * The question that takes the whole page, where the window is narrow; null where it stands in the list. On the way back, whichever it is,
 * the focus is on its row.
 */
function useAlone({ question }: EditorAddress, parts: EditingParts | undefined): QuestionId | null {
  const hasRoom = useWidthAtLeast(37.5)
  const isThere = useQuestionnaireReading(['*'], (state) => question !== null && state.question(question) !== undefined)
  const isBegun = question !== null && parts?.workshop.question(question).place !== undefined
  const alone = !hasRoom && (isThere || isBegun) ? question : null
  const last = useRef(alone)
  useEffect(() => {
    const before = last.current
    last.current = alone
    if (before !== null && alone === null && question === null) focusRow(before, 'center')
  }, [alone, question])
  return alone
}

interface AloneProps {
  readonly id: QuestionId
  readonly address: EditorAddress
  readonly parts: EditingParts | undefined
  readonly formName: string
}

/** A question on a page of its own, with the way back to the list. */
function Alone({ id, address, parts, formName }: AloneProps) {
  const t = useText(questionnairesText)
  const number = useQuestionnaireReading(['*'], (state) => (state.question(id) ? state.index.numberOf(id) : ''))
  const title = number === '' ? t('newQuestion') : t('questionNumbered', { number })
  const close = (): void => {
    const editor = parts?.workshop.question(id)
    if (editor?.place && !editor.state.dirty) parts?.editing().abandon(id)
    else address.go({ question: null })
  }
  return (
    <div className="px-4 pt-3 pb-24">
      <PageHeading
        title={title}
        documentTitle={`${title} - ${formName}`}
        kicker={
          <Button kind="quiet" size="small" icon="arrow-left" className="-ml-3 whitespace-nowrap" onClick={close}>
            {t('backToList')}
          </Button>
        }
      />
      <div className="mt-3">
        <QuestionAlone id={id} number={number} onOpen={(question) => address.go({ question })} onClose={close} />
      </div>
    </div>
  )
}
