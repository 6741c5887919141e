import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { Dimension } from '#shared/forms/model.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { DimensionId, FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { Absent } from '#client/features/sync/drafts/absent.tsx'
import { PageHeading } from '#client/page/page-heading.tsx'
import { usePageTitle } from '#client/page/page-title.tsx'
import { ThreeColumns } from '#client/page/three-columns.tsx'
import { chooseInFront, session, useSession } from '#client/data/session/session.ts'
import { DraftsContext } from '#client/data/world/use-drafts.ts'
import { everything, useOpenWorld, useReading, useWorldOf, useAsSeen, WorldContext } from '#client/data/world/use-world.ts'
import { EvidenceStandContext, useEvidenceStand } from '#client/features/attachments/evidence-stand.tsx'
import { EditorsContext } from '#client/features/answers/editors.ts'
import { answersText } from '#client/features/answers/text.ts'
import { fillingCount, useFirstSubDimension, useVisibleSubDimensions } from './counts.ts'
import { DownloadAnswers } from './download-answers.tsx'
import { FocusedUnit } from '#client/features/presence/focused-unit.ts'
import { HelpPanel } from './help-panel.tsx'
import { PartProgress } from '#client/areas/institution/filling/map/part-progress.tsx'
import { QuestionList } from './question-list.tsx'
import { QuestionnaireMap } from '#client/areas/institution/filling/map/questionnaire-map.tsx'
import { SaveBar } from './save-bar.tsx'
import { StandingNotice, useWrites } from './standing-notice.tsx'
import { StrandedDrafts } from './stranded-drafts.tsx'
import { useSurveyEntry } from './survey-send.tsx'
import { useOpenedEditors } from './use-opened-editors.ts'
import { CheckedWayOn, WayOn } from '#client/areas/institution/filling/next/way-on.tsx'
import { useOpenedSends } from '#client/features/replica/use-opened-sends.ts'
import { ReplicaNotice } from '#client/areas/institution/replica/replica-notice.tsx'
import { OpenInstitution } from '#client/features/presence/open-here.tsx'
import { Standing } from '#client/features/presence/standing.tsx'
import { useText } from '#client/i18n/text.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { LateWatched } from '#client/features/impersonation/late-watched.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { SkipLink } from '#client/ui/skip-link.tsx'
import { DimensionName, formText } from '#client/features/texts/form-text.tsx'

/** The lab's people alone have them, and there comes their code. */
const PlacePickers = latePart(() => import('#client/areas/institution/filling/map/place-pickers.tsx'), 'PlacePickers')
/** Says something only where somebody is done. */
const ReadyMark = latePart(() => import('#client/areas/institution/filling/ready/ready-mark.tsx'), 'ReadyMark')
/** It is part of the page and is not closed. */
const stay = (): void => undefined
const BesideEvidence = latePart(() => import('#client/features/attachments/beside-evidence.tsx'), 'BesideEvidence')
const CheckAnswers = latePart(() => import('./check-answers.tsx'), 'CheckAnswers')

/** Filling of an institution's form, by its own people or an administrator. */
export function FillingPage() {
  const { form = '', institution = '' } = useParams()
  // Another place is another page: nothing that was open in one is carried to the other.
  const opened = <Opened key={`${form}:${institution}`} formId={form} institutionId={institution} />
  if (useEngine().actor.kind !== 'Administrator') return opened
  return (
    <LateWatched formId={form} institutionId={institution}>
      {opened}
    </LateWatched>
  )
}

/** The institution whose questionnaire is opened is the one in front, where it is another of the person's own. */
function usePutInFront(institutionId: InstitutionId): void {
  useEffect(() => {
    const { user } = session()
    if (user?.institutionId !== institutionId && user?.institutions.some(({ _id }) => _id === institutionId)) chooseInFront(institutionId)
  }, [institutionId])
}

function Opened({ formId, institutionId }: { readonly formId: FormId; readonly institutionId: InstitutionId }) {
  const state = useWorldOf(institutionId, formId)
  usePutInFront(institutionId)
  const open = useAsSeen(state.kind === 'open' ? state.open : null)
  const editors = useOpenedEditors(open)
  if (state.kind === 'missing') return <Absent lacks="device" />
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

function Filling() {
  const open = useOpenWorld()
  const { subDimension: subDimensionId } = useParams()
  const [params] = useSearchParams()
  const visible = useVisibleSubDimensions()
  const survey = useSurveyEntry()
  const world = open.world()
  const place = { form: world.formId, institution: world.institutionId }
  const target = params.get('question')
  const wanted = target === null ? undefined : world.index.question(questionIdOf(target))?.dimensionId
  const first = useFirstSubDimension(visible)
  const pendent = useReading(everything, (now) => visible.reduce((sum, each) => sum + fillingCount(now, open, each.id).pendent, 0))
  const [focused] = useState(() => new FocusedUnit())
  const current = subDimensionId === surveyDimensionId && survey ? null : visible.find((each) => each.id === subDimensionId)
  const hrefOf = (id: DimensionId, view?: 'check'): string => pageAddress('filling', { ...place, subDimension: id, view })
  const stand = useEvidenceStand()
  const { show } = stand
  // Another sub-dimension has other evidence.
  useEffect(() => show(null), [subDimensionId, show])
  if (target !== null && wanted !== undefined && wanted !== subDimensionId) {
    return <Navigate to={pageAddress('filling', { ...place, subDimension: wanted, question: target })} replace />
  }
  if (current === undefined) {
    return first ? <Navigate to={hrefOf(first.id)} replace /> : <Absent lacks="questions" />
  }
  const currentId = current?.id ?? surveyDimensionId
  return (
    <EvidenceStandContext value={stand}>
      <ThreeColumns
        map={<QuestionnaireMap current={currentId} hrefOf={hrefOf} survey={survey ?? undefined} />}
        mapCount={pendent}
        help={<HelpPanel key={currentId} subDimensionId={currentId} focused={focused} />}
        beside={stand.beside && stand.shown && <BesideEvidence file={stand.shown} onClose={() => show(null)} />}
      >
        <Standing focused={focused} subDimensionId={currentId} />
        <Work key={currentId} current={current} visible={visible} hrefOf={hrefOf} focused={focused} />
      </ThreeColumns>
    </EvidenceStandContext>
  )
}

interface WorkProps {
  /** Null for the survey. */
  readonly current: Dimension | null
  readonly visible: readonly Dimension[]
  readonly hrefOf: (id: DimensionId, view?: 'check') => string
  readonly focused: FocusedUnit
}

/** One sub-dimension: its heading, its questions, and the way on. */
function Work({ current, visible, hrefOf, focused }: WorkProps) {
  const t = useText(answersText)
  const pageTitle = usePageTitle()
  const navigate = useNavigate()
  const open = useOpenWorld()
  const [params] = useSearchParams()
  const checking = params.get('view') === 'check'
  const writes = useWrites()
  const survey = useSurveyEntry()
  useOpenedSends(current?.id ?? surveyDimensionId)
  const { index, institution } = open.world()
  // Which of their institutions it is may change in another tab meanwhile: the page says whose it is.
  const several = (useSession().user?.institutions.length ?? 0) > 1
  const top = current?.parentId ? index.dimension(current.parentId) : undefined
  const id = current?.id ?? surveyDimensionId
  // Reading over is another page under the same path: it begins at its top, with its own name.
  useEffect(() => {
    scrollTo(0, 0)
  }, [checking])
  const name = current && formText(current.name, current.en?.name)
  const title = !name ? t('survey') : checking ? t('checkTitle', { name: name.text }) : name.text
  const hasSaveBar = current ? writes : !survey?.sent
  return (
    <>
      {hasSaveBar && <SkipLink to="save-bar" label={t('skipToSave')} />}
      <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-4 md:px-8 md:pt-8">
        {open.actor.kind === 'Administrator' && <PlacePickers current={id} hrefOf={hrefOf} onClose={() => undefined} />}
        <PageHeading
          kicker={
            several || top ? (
              <>
                {several && institution.name}
                {several && top && ' · '}
                {top && <DimensionName of={top} />}
              </>
            ) : null
          }
          title={title}
          lang={name?.lang}
          documentTitle={`${title} - ${pageTitle}`}
          lead={current === null ? t('surveyLead') : checking ? t('checkLead') : null}
        />
        {current && (
          <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <PartProgress subDimensionId={current.id} />
            {open.actor.kind !== 'Institutional' && <OpenInstitution />}
            <DownloadAnswers visible={visible} />
          </div>
        )}
        <div className="mt-5 grid grid-cols-1 gap-4">
          {current && <StandingNotice />}
          {current && <ReplicaNotice subDimensionId={current.id} />}
          <StrandedDrafts visible={visible} />
          {checking && current ? (
            <CheckAnswers subDimensionId={current.id} onClose={() => void navigate(hrefOf(current.id))} />
          ) : (
            <QuestionList subDimensionId={id} focused={focused} />
          )}
        </div>
        {current && <ReadyMark subDimensionId={current.id} onClose={stay} />}
        {current && (
          <p className="mt-5 text-center">
            <Link to={hrefOf(current.id, checking ? undefined : 'check')} className="font-semibold text-brand-700">
              {checking ? t('backToFilling') : t('checkAnswers')}
            </Link>
          </p>
        )}
        {current && checking && <CheckedWayOn current={current} visible={visible} hrefOf={hrefOf} />}
        {current && !checking && <WayOn current={current} visible={visible} hrefOf={hrefOf} />}
      </div>
      {hasSaveBar && <SaveBar subDimensionId={current?.id ?? null} focused={focused} checking={checking} />}
    </>
  )
}
