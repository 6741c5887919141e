import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { fullName } from '#shared/accounts/model.ts'
import { may } from '#shared/answers/rules.ts'
import type { AssignmentLevel } from '#shared/assignments/model.ts'
import { assignableQuestions, notAssigned, unassignedQuestions } from '#shared/assignments/pending.ts'
import { canAssign, isLeader, leads, missingAbove, rolesOf, visibleParts } from '#shared/assignments/rules.ts'
import type { Dimension, Question } from '#shared/forms/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { PageHeading } from '#client/app/page-heading.tsx'
import { Page } from '#client/app/page.tsx'
import { appText } from '#client/app/text.ts'
import { ThreeColumns } from '#client/app/three-columns.tsx'
import { useSyncStatus } from '#client/data/engine.tsx'
import { useSession } from '#client/data/session.ts'
import { everything, useOpenWorld, useReading, useWorldOf, WorldContext } from '#client/data/use-world.ts'
import type { OpenWorld } from '#client/data/use-world.ts'
import { RichTextView } from '#client/features/answers/rich-text-view.tsx'
import { AssignmentMap } from '#client/features/assignments/assignment-map.tsx'
import { PendingInvitations } from '#client/features/assignments/pending-invitations.tsx'
import { PersonDialog } from '#client/features/assignments/person-dialog.tsx'
import { QuestionList } from '#client/features/assignments/question-list.tsx'
import { ResponsibleChain } from '#client/features/assignments/responsible-chain.tsx'
import type { Link } from '#client/features/assignments/responsible-chain.tsx'
import { assignmentsText } from '#client/features/assignments/text.ts'
import { useAssign } from '#client/features/assignments/use-assign.ts'
import { evaluationPath } from '#client/features/evaluations/paths.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { AlertDialog, Dialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ProgressBar } from '#client/ui/progress.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.tsx'
import { Absent } from '#client/app/absent.tsx'

const versionOf = (_: World, open: OpenWorld): number => open.version('*')

/** What the open dialog is about. */
type Asked =
  | {
      readonly kind: 'elements'
      readonly level: AssignmentLevel
      readonly elements: readonly string[]
      readonly about: string
      readonly holder: UserId | null
    }
  | { readonly kind: 'delegate' }
  | { readonly kind: 'leader' }

type Removing =
  | { readonly kind: 'element'; readonly level: AssignmentLevel; readonly element: string; readonly name: string }
  | { readonly kind: 'delegate'; readonly name: string }

interface Assigned {
  readonly name: string
  readonly count: number
  readonly invited: boolean
}

interface Dialogs {
  readonly asked: Asked | null
  readonly removing: Removing | null
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Dialogs of an assignment: the person, the removal and its success (institution-area §2, "Profile configuration"). */
function AssignmentDialogs({ asked, removing, onDone, onClose }: Dialogs) {
  const t = useText(assignmentsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const assigning = useAssign()
  const status = useSyncStatus()
  const [assigned, setAssigned] = useState<Assigned | null>(null)
  const [busy, setBusy] = useState(false)
  const { participant } = open.world()

  const remove = async (): Promise<void> => {
    if (!removing) return
    setBusy(true)
    const result =
      removing.kind === 'delegate' ? await assigning.setDelegate(null) : await assigning.assign([removing.element], removing.level, null)
    setBusy(false)
    onClose()
    if (!result.ok) return toast('error', errorText(result.failure))
    toast('success', removing.kind === 'delegate' ? t('delegateRemoved') : t('removed'))
  }
  return (
    <>
      {asked?.kind === 'elements' && (
        <PersonDialog
          title={t('dialogTitle')}
          body={<span lang="es">{asked.about}</span>}
          except={[asked.holder]}
          onClose={onClose}
          onSave={async (who, name) => {
            const result = await assigning.assign(asked.elements, asked.level, who)
            if (result.ok) {
              setAssigned({ name, count: asked.elements.length, invited: 'invite' in who })
              onDone()
            }
            return result
          }}
        />
      )}
      {asked?.kind === 'delegate' && (
        <PersonDialog
          title={t('dialogDelegate')}
          body={t('dialogDelegateBody')}
          except={[participant.leaderId, participant.delegateId]}
          onClose={onClose}
          onSave={async (who) => {
            const result = await assigning.setDelegate(who)
            if (result.ok) {
              onDone()
              toast('success', t('delegateAssigned'))
            }
            return result
          }}
        />
      )}
      {asked?.kind === 'leader' && (
        <PersonDialog
          title={t('dialogLeader')}
          body={t('dialogLeaderBody')}
          except={[participant.leaderId]}
          onClose={onClose}
          onSave={async (who) => {
            const result = await assigning.setLeader(who)
            if (result.ok) {
              onDone()
              toast('success', t('leaderChanged'))
            }
            return result
          }}
        />
      )}
      <AlertDialog
        open={removing !== null}
        title={t('removeTitle', { name: removing?.name ?? '' })}
        confirm={t('remove')}
        kind="danger"
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={onClose}
      >
        {removing?.kind === 'delegate' ? t('removeDelegateBody') : t('removeBody')}
      </AlertDialog>
      <Dialog
        open={assigned !== null}
        onClose={() => setAssigned(null)}
        title={t('successTitle', { name: assigned?.name ?? '' })}
        size="small"
        actions={
          <Button kind="primary" onClick={() => setAssigned(null)}>
            {t('understood')}
          </Button>
        }
      >
        <div className="flex gap-3">
          <Icon name="check-circle" size={24} className="text-good-700" />
          <div>
            <p>{status.kind === 'offline' ? t('successOffline') : t('successBody', { n: assigned?.count ?? 1 })}</p>
            {assigned?.invited && <p className="mt-1 text-ink-600">{t('successInvite')}</p>}
          </div>
        </div>
      </Dialog>
    </>
  )
}

/** One sub-dimension: its chain of responsibles and its questions. */
function AssignmentPanel({ subDimension }: { readonly subDimension: Dimension }) {
  const t = useText(assignmentsText)
  const a = useText(appText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const world = open.world()
  const viewerId = open.actor.id
  const [asked, setAsked] = useState<Asked | null>(null)
  const [removing, setRemoving] = useState<Removing | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const dimension = subDimension.parentId === null ? undefined : world.index.dimension(subDimension.parentId)
  const { participant } = world
  const writable = may(world, open.actor, 'assignInstitutionResponsable', open.now())
  const heldBy = (element: string): UserId | null => world.get('assignment', element)?.userId ?? null
  const nameOf = (userId: UserId | null): string => {
    const person = userId ? world.person(userId) : undefined
    return person ? fullName(person) : a('deletedUser')
  }
  const questions = assignableQuestions(world, subDimension.id)
  const [first] = questions
  const mayAssignHere = writable && first !== undefined && canAssign(world, viewerId, first.id, 'Question')
  const missing = first && missingAbove(world, first.id, 'Question')
  const free = unassignedQuestions(world, subDimension.id).filter((question) => selected.has(question.id))

  const elementActions = (element: string, level: AssignmentLevel, about: string) => {
    if (!writable || !canAssign(world, viewerId, element, level)) return null
    const holder = heldBy(element)
    const ask = (): void => setAsked({ kind: 'elements', level, elements: [element], about, holder })
    if (holder === null) {
      return (
        <Button
          size="small"
          icon="plus"
          aria-label={t('assignName', { element: about })}
          disabled={missingAbove(world, element, level) !== undefined}
          onClick={ask}
        >
          {t('assign')}
        </Button>
      )
    }
    return (
      <>
        <IconButton size="small" icon="edit" label={t('changeName', { element: about })} aria-haspopup="dialog" onClick={ask} />
        <IconButton
          size="small"
          icon="trash"
          label={t('removeName', { element: about })}
          aria-haspopup="dialog"
          onClick={() => setRemoving({ kind: 'element', level, element, name: nameOf(holder) })}
        />
      </>
    )
  }

  const links: Link[] = [
    {
      id: 'leader',
      role: t('leader'),
      userId: participant.leaderId,
      empty: t('nobody'),
      actions: writable && leads(world, viewerId) && (
        <Button
          size="small"
          kind="quiet"
          icon="edit"
          aria-label={t('changeName', { element: t('leader') })}
          onClick={() => setAsked({ kind: 'leader' })}
        >
          {t('change')}
        </Button>
      ),
    },
    {
      id: 'delegate',
      role: t('delegate'),
      userId: participant.delegateId,
      empty: t('noDelegate'),
      actions:
        writable &&
        isLeader(world, viewerId) &&
        (participant.delegateId === null ? (
          <Button
            size="small"
            icon="plus"
            aria-label={t('assignName', { element: t('delegate') })}
            onClick={() => setAsked({ kind: 'delegate' })}
          >
            {t('assign')}
          </Button>
        ) : (
          <Button
            size="small"
            kind="quiet"
            icon="trash"
            aria-label={t('removeName', { element: t('delegate') })}
            onClick={() => setRemoving({ kind: 'delegate', name: nameOf(participant.delegateId) })}
          >
            {t('remove')}
          </Button>
        )),
    },
    ...(dimension
      ? [
          {
            id: dimension.id,
            role: t('dimension'),
            element: dimension.name,
            userId: heldBy(dimension.id),
            empty: t('nobody'),
            actions: elementActions(dimension.id, 'Dimension', dimension.name),
          },
        ]
      : []),
    {
      id: subDimension.id,
      role: t('subDimension'),
      element: subDimension.name,
      userId: heldBy(subDimension.id),
      empty: t('nobody'),
      note:
        writable && heldBy(subDimension.id) === null && missingAbove(world, subDimension.id, 'Subdimension') === 'dimension'
          ? errorText(failure('needs_dimension_responsible'))
          : undefined,
      actions: elementActions(subDimension.id, 'Subdimension', subDimension.name),
    },
  ]
  const questionAbout = (question: Question): string => `${world.index.numberOf(question.id)} ${question.text}`
  const close = (): void => {
    setAsked(null)
    setRemoving(null)
  }
  return (
    <div className="grid gap-6">
      {!writable && rolesOf(world, viewerId).some((role) => role !== 'Professional') && (
        <Notice tone="neutral" icon="lock">
          {participant.lockReason === 'sent' ? t('readOnlySent') : t('readOnlyStage')}
        </Notice>
      )}
      {writable && !mayAssignHere && (
        <Notice tone="neutral" icon="lock">
          {errorText(failure('no_permission_assign'))}
        </Notice>
      )}
      <Card title={t('chain')}>
        <ResponsibleChain world={world} viewerId={viewerId} links={links} />
      </Card>
      <PendingInvitations />
      <Card title={t('questions')} padded={false} className="overflow-hidden">
        {mayAssignHere && missing === 'subdimension' && (
          <p className="flex items-start gap-2 px-5 pb-3 text-warm-700 md:px-6">
            <Icon name="warning" size={18} className="mt-1" />
            {errorText(failure('needs_subdimension_responsible'))}
          </p>
        )}
        {questions.length === 0 ? (
          <p className="px-5 pb-6 text-ink-600 md:px-6">{t('questionsNone')}</p>
        ) : (
          <QuestionList
            world={world}
            viewerId={viewerId}
            questions={questions}
            selected={selected}
            selectable={mayAssignHere && missing === undefined}
            onSelect={setSelected}
            actionsOf={(question) => elementActions(question.id, 'Question', questionAbout(question))}
          />
        )}
      </Card>
      {free.length > 0 && mayAssignHere && (
        <div className="sticky bottom-4 z-20 flex justify-center">
          <div
            role="region"
            aria-label={t('selected', { n: free.length })}
            className="forced-edge flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-ink-200 bg-white px-4 py-3 shadow-modal"
          >
            <p role="status" className="tabular font-semibold text-ink-950">
              {t('selected', { n: free.length })}
            </p>
            <Button kind="quiet" size="small" onClick={() => setSelected(new Set())}>
              {t('clear')}
            </Button>
            <Button
              kind="primary"
              icon="user"
              onClick={() =>
                setAsked({
                  kind: 'elements',
                  level: 'Question',
                  elements: free.map((question) => question.id),
                  about: `${t('dialogQuestions', { n: free.length })} · ${subDimension.name}`,
                  holder: null,
                })
              }
            >
              {t('assignTo')}
            </Button>
          </div>
        </div>
      )}
      <AssignmentDialogs
        asked={asked}
        removing={removing}
        onClose={close}
        onDone={() => {
          close()
          setSelected(new Set())
        }}
      />
    </div>
  )
}

interface HelpProps {
  readonly subDimension: Dimension
  /** Those that the person sees: the counter is about them. */
  readonly subDimensions: readonly Dimension[]
  readonly countsShown: boolean
}

function AssignmentHelp({ subDimension, subDimensions, countsShown }: HelpProps) {
  const t = useText(assignmentsText)
  const open = useOpenWorld()
  const world = open.world()
  const total = subDimensions.reduce((sum, each) => sum + assignableQuestions(world, each.id).length, 0)
  const pending = subDimensions.reduce((sum, each) => sum + notAssigned(world, each.id), 0)
  // A part that nobody answers for is still to be given, whoever has its questions.
  const elements = new Set(subDimensions.flatMap((each) => [each.id, ...(each.parentId === null ? [] : [each.parentId])]))
  const unheld = [...elements].filter((id) => (world.get('assignment', id)?.userId ?? null) === null).length
  const dimension = subDimension.parentId === null ? undefined : world.index.dimension(subDimension.parentId)
  const hint = subDimension.configHint ?? dimension?.configHint
  return (
    <div className="px-6 py-6">
      <h2 className="text-lg">{t('help')}</h2>
      {countsShown && (
        <div className="mt-4">
          {pending === 0 && unheld > 0 ? (
            <Notice tone="info" title={t('helpDoneBody')}>
              {t('helpUnheld', { n: unheld })}
            </Notice>
          ) : pending === 0 ? (
            <Notice tone="success" title={t('helpDone')}>
              {t('helpDoneBody')}
            </Notice>
          ) : (
            <>
              <p className="text-sm font-semibold text-ink-600">{t('helpPending')}</p>
              <p className="tabular text-2xl font-semibold text-ink-950">{t('helpCount', { n: pending, total })}</p>
              <ProgressBar
                label={t('helpPending')}
                value={total - pending}
                max={total}
                text={t('helpCount', { n: pending, total })}
                className="mt-2"
              />
              {notAssigned(world, subDimension.id) === 0 && (
                <p className="mt-3 flex items-center gap-2 text-good-700">
                  <Icon name="check-circle" size={18} />
                  {t('helpPartDone')}
                </p>
              )}
            </>
          )}
        </div>
      )}
      {hint && <RichTextView html={hint} className="mt-5" />}
      {countsShown && open.actor.kind === 'Institutional' && (
        <>
          <h3 className="mt-6 text-base">{t('helpHow')}</h3>
          <ol className="mt-1 list-decimal pl-5 text-ink-700">
            <li>{t('helpStep1')}</li>
            <li>{t('helpStep2')}</li>
            <li>{t('helpStep3')}</li>
          </ol>
        </>
      )}
    </div>
  )
}

function AssignmentContent() {
  const t = useText(assignmentsText)
  const open = useOpenWorld()
  useReading(everything, versionOf)
  const [search] = useSearchParams()
  const world = open.world()
  const parts = visibleParts(world, open.actor)
  const subDimensions = world.index.subDimensions.filter((each) => parts === '*' || parts.includes(each.id))
  const current = subDimensions.find((each) => each.id === search.get('subDimension')) ?? subDimensions[0]
  const roles = rolesOf(world, open.actor.id)
  const isEvaluator = open.actor.kind === 'Evaluator'
  const countsShown = isEvaluator || roles.some((role) => role !== 'Professional')
  if (!current) {
    return (
      <Page>
        <PageHeading title={t('title')} />
        <EmptyState icon="users" title={t('nothing')}>
          {t('nothingBody')}
        </EmptyState>
      </Page>
    )
  }
  const pending = countsShown ? subDimensions.reduce((sum, each) => sum + notAssigned(world, each.id), 0) : 0
  const dimension = world.index.topDimensions.find((each) => each.id === current.parentId)
  const pathOf = (id: string): string => {
    const query = new URLSearchParams(search)
    query.set('subDimension', id)
    return `/dashboard/profile-config?${query.toString()}`
  }
  return (
    <ThreeColumns
      map={<AssignmentMap world={world} subDimensions={subDimensions} current={current.id} countsShown={countsShown} pathOf={pathOf} />}
      mapTitle={t('map')}
      mapCount={pending}
      help={<AssignmentHelp subDimension={current} subDimensions={subDimensions} countsShown={countsShown} />}
      helpTitle={t('help')}
    >
      <div className="mx-auto max-w-4xl px-4 pt-6 pb-28 md:px-8">
        <PageHeading
          title={current.name}
          documentTitle={`${current.name} - ${t('title')}`}
          kicker={
            <span className="flex flex-wrap items-center gap-x-2">
              {isEvaluator && (
                <LinkButton
                  kind="quiet"
                  size="small"
                  icon="arrow-left"
                  to={evaluationPath({ formId: world.formId, institutionId: world.institutionId })}
                  className="-ml-3"
                >
                  {world.institution.name}
                </LinkButton>
              )}
              <span lang="es" className={isEvaluator ? 'text-ink-600' : undefined}>
                {dimension?.name}
              </span>
            </span>
          }
        />
        <div className="mt-6">
          <AssignmentPanel key={current.id} subDimension={current} />
        </div>
      </div>
    </ThreeColumns>
  )
}

/** Who answers what (institution-area §2, "Profile configuration"). */
export function AssignmentPage() {
  const t = useText(assignmentsText)
  const { user } = useSession()
  const [search] = useSearchParams()
  // An evaluator comes from an institution's evaluation, and only reads (institution-area §2, table of routes).
  const place =
    user?.kind === 'Evaluator'
      ? { institutionId: search.get('institution'), formId: search.get('form') }
      : { institutionId: user?.institutionId ?? null, formId: user?.formIdActive ?? null }
  const found = useWorldOf(place.institutionId, place.formId)
  if (found.kind === 'opening') return <PageSkeleton />
  if (found.kind === 'missing') {
    return <Absent heading={t('title')} lacks={place.institutionId === null || place.formId === null ? 'form' : 'device'} />
  }
  return (
    <WorldContext value={found.open}>
      <AssignmentContent />
    </WorldContext>
  )
}
