import { useEffect, useMemo, useState } from 'react'
import type { ComponentProps } from 'react'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { Dimension } from '#shared/forms/model.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { DimensionId, FormId, InstitutionId, Unit } from '#shared/kernel/ids.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { csvOf } from '#shared/kernel/sheet.ts'
import { lazyPage } from '#client/app/lazy-page.tsx'
import { PageHeading } from '#client/app/page-heading.tsx'
import { appText } from '#client/app/text.ts'
import { ThreeColumns } from '#client/app/three-columns.tsx'
import { saveBlob } from '#client/data/call.ts'
import { unitOfSubject } from '#client/data/drafts.ts'
import type { StoredDraft } from '#client/data/drafts.ts'
import { useSession } from '#client/data/session.ts'
import { DraftsContext, useDraftBook } from '#client/data/use-drafts.ts'
import { useTable } from '#client/data/use-table.ts'
import { everything, sameParts, useOpenWorld, useReading, useWorldOf, WorldContext } from '#client/data/use-world.ts'
import type { OpenWorld } from '#client/data/use-world.ts'
import { answerSheet } from '#client/features/answers/answer-sheet.ts'
import { Editors, EditorsContext, useEditors } from '#client/features/answers/editors.ts'
import { answersText } from '#client/features/answers/text.ts'
import { KeptDrafts } from '#client/features/drafts/kept-drafts.tsx'
import { SendButton } from '#client/features/sends/send-button.tsx'
import { useText } from '#client/i18n/text.ts'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { SkipLink } from '#client/ui/skip-link.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { ProgressBar } from '#client/ui/progress.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.tsx'
import { Absent } from '#client/app/absent.tsx'
import { CheckAnswers } from '#client/features/filling/check-answers.tsx'
import { FocusedUnit } from '#client/features/filling/focused-unit.ts'
import { HelpPanel } from '#client/features/filling/help-panel.tsx'
import { QuestionList } from '#client/features/filling/question-list.tsx'
import { fillingCount, QuestionnaireMap, useVisibleSubDimensions } from '#client/features/filling/questionnaire-map.tsx'
import { fillingPath } from '#client/features/filling/paths.ts'
import { StandingNotice, useWrites } from '#client/features/filling/standing-notice.tsx'
import { SurveySend, useSurveyEntry } from '#client/features/filling/survey-send.tsx'

/** What only administrators come upon. */
const institutionsList = lazyPage(async () => (await import('#client/areas/administration/institutions-list.tsx')).InstitutionsList)

/** How long the save button turns (institution-area §9). */
const savingMs = 2000
/** Height of the bar at the foot. */
const footBarPx = 68
/** A draft that rested this long is nobody's who reloaded the page and writes on. */
const restedMs = 15_000

/** Filling of an institution's form (institution-area §2, "Questionnaire filling"). */
export function QuestionnairePage() {
  const { formId, institutionId } = useParams()
  const { user } = useSession()
  const place = usePlace(formId, institutionId)
  if (user?.kind === 'Evaluator') {
    return <Navigate to={formId && institutionId ? `/dashboard/evaluation/${formId}/${institutionId}` : '/dashboard/evaluation'} replace />
  }
  if (place === 'reading') return <PageSkeleton />
  if (place === null) return user?.kind === 'Administrator' ? <institutionsList.Page /> : <NotHere lacks="form" />
  return <Opened key={`${place.formId}:${place.institutionId}`} formId={place.formId} institutionId={place.institutionId} />
}

interface Place {
  readonly formId: FormId
  readonly institutionId: InstitutionId
}

/** The address's form and institution, else the person's own and active ones. */
function usePlace(formId: string | undefined, institutionId: string | undefined): Place | 'reading' | null {
  const { user } = useSession()
  const participants = useTable('participant')
  const forms = useTable('form')
  if (formId && institutionId) return { formId, institutionId }
  if (participants === null || forms === null) return 'reading'
  const own = institutionId ?? user?.institutionId
  if (!own) return null
  const enabled = new Set(forms.filter((form) => form.enabled).map((form) => form.id))
  const mine = participants.filter((each) => each.institutionId === own)
  const wanted = formId ?? user?.formIdActive
  const chosen = mine.find((each) => each.formId === wanted) ?? mine.find((each) => enabled.has(each.formId)) ?? mine[0]
  if (chosen) return { formId: chosen.formId, institutionId: own }
  return user?.formIdActive ? { formId: user.formIdActive, institutionId: own } : null
}

function NotHere({ lacks }: Pick<ComponentProps<typeof Absent>, 'lacks'>) {
  const app = useText(appText)
  return <Absent heading={app('questionnaire')} lacks={lacks} />
}

/** What was being written in questions that this person may not open any more: said above those that they may. */
function StrandedDrafts({ visible }: { readonly visible: readonly Dimension[] }) {
  const open = useOpenWorld()
  const isStranded = ({ scope, subject }: StoredDraft): boolean => {
    const question = open.world().index.question(questionIdOf(unitOfSubject(subject)))
    if (scope !== open.scope || question?.dimensionId === surveyDimensionId) return false
    return !visible.some((each) => each.id === question?.dimensionId)
  }
  return <KeptDrafts level={2} only={isStranded} stranded framed />
}

function Opened({ formId, institutionId }: Place) {
  const state = useWorldOf(institutionId, formId)
  const open = state.kind === 'open' ? state.open : null
  const editors = useOpenedEditors(open)
  if (state.kind === 'missing') return <NotHere lacks="device" />
  if (!open || !editors) return <PageSkeleton />
  return (
    <WorldContext value={open}>
      <DraftsContext value={editors.drafts}>
        <EditorsContext value={editors}>
          <Filling />
        </EditorsContext>
      </DraftsContext>
    </WorldContext>
  )
}

/** The page's editors, once the drafts of this place have been read; what was left half written becomes answers. */
function useOpenedEditors(open: OpenWorld | null): Editors | null {
  const book = useDraftBook(open?.scope ?? null)
  const editors = useMemo(() => (open && book ? new Editors(open, book) : null), [open, book])
  useEffect(() => {
    if (!editors) return
    void editors.commitRested(instantOf(Date.now() - restedMs))
    // What was fresh a moment ago may be what somebody goes on writing now.
    const timer = setTimeout(() => void editors.commitRested(instantOf(Date.now())), restedMs)
    return () => clearTimeout(timer)
  }, [editors])
  return editors
}

function Filling() {
  const open = useOpenWorld()
  const { subDimensionId } = useParams()
  const [params] = useSearchParams()
  const visible = useVisibleSubDimensions()
  const survey = useSurveyEntry()
  const world = open.world()
  const { formId, institutionId } = world
  const target = params.get('question')
  const wanted = target === null ? undefined : world.index.question(questionIdOf(target))?.dimensionId
  const first = useFirstSubDimension(visible)
  const pendent = useReading(everything, (now) => visible.reduce((sum, each) => sum + fillingCount(now, open, each.id).pendent, 0))
  const [focused] = useState(() => new FocusedUnit())
  const current = subDimensionId === surveyDimensionId && survey ? null : visible.find((each) => each.id === subDimensionId)
  const hrefOf = (id: DimensionId): string => fillingPath(formId, institutionId, id)
  if (target !== null && wanted !== undefined && wanted !== subDimensionId) {
    return <Navigate to={fillingPath(formId, institutionId, wanted, target)} replace />
  }
  if (current === undefined) {
    return first ? <Navigate to={hrefOf(first.id)} replace /> : <NotHere lacks="questions" />
  }
  const currentId = current?.id ?? surveyDimensionId
  return (
    <ThreeColumns
      map={<QuestionnaireMap current={currentId} hrefOf={hrefOf} survey={survey ?? undefined} />}
      mapCount={pendent}
      help={<HelpPanel key={currentId} subDimensionId={currentId} focused={focused} />}
    >
      <Work key={currentId} current={current} visible={visible} hrefOf={hrefOf} focused={focused} />
    </ThreeColumns>
  )
}

/** Where work waits: the first sub-dimension with something pending, else the first. */
function useFirstSubDimension(visible: readonly Dimension[]): Dimension | undefined {
  const open = useOpenWorld()
  return useMemo(() => visible.find((each) => fillingCount(open.world(), open, each.id).pendent > 0) ?? visible[0], [open, visible])
}

interface WorkProps {
  /** Null for the survey. */
  readonly current: Dimension | null
  readonly visible: readonly Dimension[]
  readonly hrefOf: (id: DimensionId) => string
  readonly focused: FocusedUnit
}

/** One sub-dimension: its heading, its questions, and the way on (ux 4). */
function Work({ current, visible, hrefOf, focused }: WorkProps) {
  const t = useText(answersText)
  const app = useText(appText)
  const open = useOpenWorld()
  const [params] = useSearchParams()
  const checking = params.get('view') === 'check'
  const writes = useWrites()
  const survey = useSurveyEntry()
  const { index } = open.world()
  const top = current?.parentId ? index.dimension(current.parentId) : undefined
  const id = current?.id ?? surveyDimensionId
  // Reading over is another page under the same path: it begins at its top, with its own name.
  useEffect(() => {
    scrollTo(0, 0)
  }, [checking])
  const title = current === null ? t('survey') : checking ? t('checkTitle', { name: current.name }) : current.name
  const hasSaveBar = current ? writes : !survey?.sent
  return (
    <>
      {hasSaveBar && <SkipLink to="save-bar" label={t('skipToSave')} />}
      <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-4 md:px-8 md:pt-8">
        <PageHeading
          kicker={top ? <span lang="es">{top.name}</span> : null}
          title={title}
          documentTitle={`${title} - ${app('questionnaire')}`}
          lead={current === null ? t('surveyLead') : checking ? t('checkLead') : null}
        />
        {current && (
          <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <Progress subDimensionId={current.id} />
            <DownloadAnswers visible={visible} />
          </div>
        )}
        <div className="mt-5 grid grid-cols-1 gap-4">
          {current && <StandingNotice />}
          <StrandedDrafts visible={visible} />
          {checking && current ? <CheckAnswers subDimensionId={current.id} /> : <QuestionList subDimensionId={id} focused={focused} />}
        </div>
        {current && (
          <p className="mt-5 text-center">
            <Link to={checking ? hrefOf(current.id) : `${hrefOf(current.id)}?view=check`} className="font-semibold text-brand-700">
              {checking ? t('backToFilling') : t('checkAnswers')}
            </Link>
          </p>
        )}
        {current && checking && <CheckedOnward current={current} visible={visible} hrefOf={hrefOf} />}
        {current && !checking && <Onward current={current} visible={visible} hrefOf={hrefOf} />}
      </div>
      {hasSaveBar && <SaveBar isSurvey={current === null} />}
    </>
  )
}

function Progress({ subDimensionId }: { readonly subDimensionId: DimensionId }) {
  const t = useText(answersText)
  const { total, done, pendent } = useReading(
    everything,
    (world, open) => {
      const counted = fillingCount(world, open, subDimensionId)
      return { total: counted.open ? counted.total : 0, done: counted.ready, pendent: counted.pendent }
    },
    sameParts,
  )
  if (total === 0) return null
  return (
    <div className="flex flex-1 basis-60 flex-wrap items-center gap-x-4 gap-y-1">
      <ProgressBar label={t('progressLabel')} value={done} max={total} text={t('progress', { done, total })} className="max-w-56 flex-1" />
      <p className="tabular text-sm text-ink-600">
        {t('progress', { done, total })}
        {pendent === 0 ? ` · ${t('completed')}` : ''}
      </p>
    </div>
  )
}

/** From one sub-dimension that was read over to the next, and from the last to sending. */
function CheckedOnward({ current, visible, hrefOf }: OnwardProps) {
  const t = useText(answersText)
  const after = visible[visible.findIndex((each) => each.id === current.id) + 1]
  return (
    <nav aria-label={t('next')} className="mt-6 mb-8 grid gap-3 sm:grid-cols-2">
      <span className="hidden sm:block" />
      {after ? (
        <Step to={`${hrefOf(after.id)}?view=check`} label={t('checkNext')} name={after.name} direction="on" />
      ) : (
        <LinkButton to="/dashboard/send" kind="primary" iconEnd="arrow-right">
          {t('checkSend')}
        </LinkButton>
      )}
    </nav>
  )
}

interface OnwardProps extends Pick<WorkProps, 'visible' | 'hrefOf'> {
  readonly current: Dimension
}

function Onward({ current, visible, hrefOf }: OnwardProps) {
  const t = useText(answersText)
  const at = visible.findIndex((each) => each.id === current.id)
  const before = visible[at - 1]
  const after = visible[at + 1]
  return (
    <nav aria-label={t('next')} className="mt-6 mb-8 grid gap-3 sm:grid-cols-2">
      {before ? (
        <Step to={hrefOf(before.id)} label={t('previous')} name={before.name} direction="back" />
      ) : (
        <span className="hidden sm:block" />
      )}
      {after ? (
        <Step to={hrefOf(after.id)} label={t('next')} name={after.name} direction="on" />
      ) : (
        <p className="self-center text-center text-ink-600 sm:text-right">{t('finish')}</p>
      )}
    </nav>
  )
}

function Step({
  to,
  label,
  name,
  direction,
}: {
  readonly to: string
  readonly label: string
  readonly name: string
  readonly direction: 'back' | 'on'
}) {
  return (
    <LinkButton
      to={to}
      icon={direction === 'back' ? 'arrow-left' : undefined}
      iconEnd={direction === 'on' ? 'arrow-right' : undefined}
      className={direction === 'on' ? 'h-full justify-end! text-right' : 'h-full justify-start! text-left'}
    >
      <span className="min-w-0">
        <span className="block text-sm font-normal text-ink-600">{label}</span>
        <span lang="es" className="block">
          {name}
        </span>
      </span>
    </LinkButton>
  )
}

/** "Descargar Respuestas": made here, from what this device holds, with or without a network. */
function DownloadAnswers({ visible }: { readonly visible: readonly Dimension[] }) {
  const t = useText(answersText)
  const open = useOpenWorld()
  const save = (): void => {
    const world = open.world()
    const sheet = answerSheet(
      world,
      visible.map((each) => each.id),
      {
        headers: [t('csvNumber'), t('csvDimension'), t('csvSubDimension'), t('csvQuestion'), t('csvRow'), t('csvAnswer'), t('csvFile')],
        yes: t('yes'),
        no: t('no'),
        none: t('none'),
        declined: t('csvDeclined'),
      },
    )
    saveBlob(new Blob([csvOf(sheet)], { type: 'text/csv;charset=utf-8' }), `respuestas-${world.institution.code}.csv`)
    announce(t('downloaded'))
  }
  return (
    <Button size="small" icon="download" onClick={save}>
      {t('downloadAnswers')}
    </Button>
  )
}

/** Always at hand, at the foot: save now, and send. */
function SaveBar({ isSurvey }: { readonly isSurvey: boolean }) {
  const t = useText(answersText)
  const open = useOpenWorld()
  const editors = useEditors()
  const navigate = useNavigate()
  const [saving, setSaving] = useState(false)
  useEffect(() => {
    // Messages at the foot stand above the bar, not on its buttons.
    document.documentElement.style.setProperty('--foot-bar', `${footBarPx}px`)
    return () => void document.documentElement.style.removeProperty('--foot-bar')
  }, [])
  const save = async (): Promise<void> => {
    setSaving(true)
    const started = Date.now()
    const refused = await editors.commitAll()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, savingMs - (Date.now() - started))))
    setSaving(false)
    if (refused.length === 0) toast('success', t('saved'))
    else toast('info', t('savedWithProblems', { n: refused.length }))
  }
  const follow = (unit: Unit): void => {
    const { formId, institutionId, index } = open.world()
    void navigate(fillingPath(formId, institutionId, index.question(questionIdOf(unit))?.dimensionId, unit))
  }
  return (
    <section
      id="save-bar"
      tabIndex={-1}
      aria-label={t('saveBar')}
      className="print-hidden sticky bottom-0 z-10 border-t border-ink-200 bg-white/95 py-3 backdrop-blur-sm"
    >
      <div className="mx-auto flex w-full max-w-3xl flex-wrap items-center justify-end gap-2.5 px-4 md:px-8">
        <Button icon="check" busy={saving} onClick={() => void save()}>
          {saving ? t('saving') : t('save')}
        </Button>
        {isSurvey ? (
          <SurveySend />
        ) : (
          <SendButton
            onOpen={async () => void (await editors.commitAll())}
            onFollow={follow}
            onSent={(sendsBefore) => void navigate('/dashboard/send', { state: { sendsBefore } })}
          />
        )}
      </div>
    </section>
  )
}
