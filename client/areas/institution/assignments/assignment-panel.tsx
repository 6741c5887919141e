import { useState } from 'react'
import { fullName } from '#shared/accounts/model.ts'
import type { AssignmentLevel } from '#shared/assignments/model.ts'
import { assignableQuestions, unassignedQuestions } from '#shared/assignments/pending.ts'
import { assignerOf, canAssign, isLeader, leads, missingAbove, rolesOf } from '#shared/assignments/rules.ts'
import type { Dimension } from '#shared/forms/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { appText } from '#client/page/text.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { AssignmentDialogs } from './assignment-dialogs.tsx'
import type { Removing } from './assignment-dialogs.tsx'
import { PendingInvitations } from './pending-invitations.tsx'
import { QuestionList } from './question-list.tsx'
import { ResponsibleChain } from './responsible-chain.tsx'
import type { Link } from './responsible-chain.tsx'
import { assignmentsText } from './text.ts'
import { UndoNotice } from './undo-notice.tsx'
import { elementText, mayAssign, useAsked } from './use-asked.tsx'
import { formText } from '#client/features/texts/form-text.tsx'
import type { TextRead } from '#shared/forms/in-language.ts'

/** One sub-dimension: its chain of responsibles and its questions. */
export function AssignmentPanel({ subDimension }: { readonly subDimension: Dimension }) {
  const t = useText(assignmentsText)
  const a = useText(appText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const world = open.world()
  const viewerId = open.actor.id
  const assignerId = assignerOf(world, open.actor)
  const { asked, ask, close: closeAsked } = useAsked()
  const [removing, setRemoving] = useState<Removing | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const dimension = subDimension.parentId === null ? undefined : world.index.dimension(subDimension.parentId)
  const { participant } = world
  const writable = mayAssign(open)
  const heldBy = (element: string): UserId | null => world.get('assignment', element)?.userId ?? null
  const nameOf = (userId: UserId | null): string => {
    const person = userId ? world.person(userId) : undefined
    return person ? fullName(person) : a('deletedUser')
  }
  const questions = assignableQuestions(world, subDimension.id)
  const [first] = questions
  const mayAssignHere = writable && first !== undefined && canAssign(world, assignerId, first.id, 'Question')
  const missing = first && missingAbove(world, first.id, 'Question')
  const free = unassignedQuestions(world, subDimension.id).filter((question) => selected.has(question.id))

  const elementActions = (element: string, level: AssignmentLevel) => {
    const about = elementText(world, { element, level })
    if (!writable || !canAssign(world, assignerId, element, level)) return null
    const holder = heldBy(element)
    const askHere = (): void => ask({ kind: 'elements', level, elements: [element], about, holder })
    if (holder === null) {
      return (
        <Button
          size="small"
          icon="plus"
          aria-label={t('assignName', { element: about.text })}
          disabled={missingAbove(world, element, level) !== undefined}
          onClick={askHere}
        >
          {t('assign')}
        </Button>
      )
    }
    return (
      <>
        <IconButton size="small" icon="edit" label={t('changeName', { element: about.text })} aria-haspopup="dialog" onClick={askHere} />
        <IconButton
          size="small"
          icon="trash"
          label={t('removeName', { element: about.text })}
          aria-haspopup="dialog"
          onClick={() => setRemoving({ kind: 'element', level, element, name: nameOf(holder) })}
        />
      </>
    )
  }

  const { delegateId } = participant
  const links: Link[] = [
    {
      id: 'leader',
      role: t('leader'),
      userId: participant.leaderId,
      empty: t('nobody'),
      actions: writable && leads(world, assignerId) && (
        <Button
          size="small"
          kind="quiet"
          icon="edit"
          aria-label={t('changeName', { element: t('leader') })}
          onClick={() => ask({ kind: 'leader', holder: participant.leaderId })}
        >
          {t('change')}
        </Button>
      ),
    },
    {
      id: 'delegate',
      role: t('delegate'),
      userId: delegateId,
      empty: t('noDelegate'),
      actions:
        writable &&
        isLeader(world, viewerId) &&
        (delegateId === null ? (
          <Button
            size="small"
            icon="plus"
            aria-label={t('assignName', { element: t('delegate') })}
            onClick={() => ask({ kind: 'delegate' })}
          >
            {t('assign')}
          </Button>
        ) : (
          <Button
            size="small"
            kind="quiet"
            icon="trash"
            aria-label={t('removeName', { element: t('delegate') })}
            onClick={() => setRemoving({ kind: 'delegate', holder: delegateId, name: nameOf(delegateId) })}
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
            element: formText(dimension.name, dimension.en?.name),
            userId: heldBy(dimension.id),
            empty: t('nobody'),
            actions: elementActions(dimension.id, 'Dimension'),
          },
        ]
      : []),
    {
      id: subDimension.id,
      role: t('subDimension'),
      element: formText(subDimension.name, subDimension.en?.name),
      userId: heldBy(subDimension.id),
      empty: t('nobody'),
      note:
        writable && heldBy(subDimension.id) === null && missingAbove(world, subDimension.id, 'Subdimension') === 'dimension'
          ? errorText(failure('needs_dimension_responsible'))
          : undefined,
      actions: elementActions(subDimension.id, 'Subdimension'),
    },
  ]
  const aboutFree = (): TextRead => {
    const { text, lang } = formText(subDimension.name, subDimension.en?.name)
    return { text: `${t('dialogQuestions', { n: free.length })} · ${text}`, lang }
  }
  const close = (): void => {
    closeAsked()
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
      <UndoNotice />
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
            actionsOf={(question) => elementActions(question.id, 'Question')}
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
                ask({
                  kind: 'elements',
                  level: 'Question',
                  elements: free.map((question) => question.id),
                  about: aboutFree(),
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
