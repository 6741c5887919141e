import { useRef, useState } from 'react'
import { closedName } from '#shared/answers/names.ts'
import { commentMaxCharacters, mostCharacters } from '#shared/comments/model.ts'
import type { Comment, Thread } from '#shared/comments/model.ts'
import { addComment, editComment, redactComment, replyComment, resolveComment } from '#shared/comments/mutations.ts'
import type { Question } from '#shared/forms/model.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { useDrafts, useHalfText } from '#client/data/world/use-drafts.ts'
import { useComments } from '#client/data/world/use-unit.ts'
import { personName, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { HalfTextForm } from '#client/features/drafts/half-text-form.tsx'
import { WritingArea } from '#client/features/drafts/writing-area.tsx'
import { useAbout } from '#client/features/answers/history/use-about.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { commentsText } from './text.ts'
import { editSubject, useClosedThreads, useRights } from './use-thread.ts'

const QuestionHistory = latePart(() => import('#client/features/answers/history/question-history.tsx'), 'QuestionHistory')

interface Props {
  readonly unit: Unit
  readonly question: Question
  readonly thread: Thread | undefined
}

const newId = (): string => crypto.randomUUID().replaceAll('-', '')

/** The conversation about one answer, oldest first, and what can be said next (CM3); before it those on what is closed below (CM13). */
export function CommentThread({ unit, question, thread }: Props) {
  const open = useOpenWorld()
  const below = useClosedThreads(unit)
  const comments = useComments(unit)
  const { add } = useRights(unit, question)
  return (
    <>
      {below.map((each) => {
        const about = open.world().index.question(questionIdOf(each.unit))
        return (
          about && (
            <Conversation
              key={each.unit}
              unit={each.unit}
              question={about}
              thread={each}
              closed={closedName(open.world(), each.unit, unit)}
            />
          )
        )
      })}
      {(below.length === 0 || comments.length > 0 || add) && <Conversation unit={unit} question={question} thread={thread} />}
    </>
  )
}

/** closed: name of a unit that is not open any more, seen from the one at which its conversation goes on. */
function Conversation({ unit, question, thread, closed }: Props & { readonly closed?: string | undefined }) {
  const t = useText(commentsText)
  const comments = useComments(unit)
  const rights = useRights(unit, question)
  const open = useOpenWorld()
  const answerRev = useReading([`unit:${unit}`], (world) => world.answer(unit)?.rev ?? 0)
  const section = useRef<HTMLElement>(null)
  // What was written in, or pressed, goes with the act: the focus stays in the conversation, and the keys of the questionnaire go on from it.
  const stay = (): void => section.current?.focus({ preventScroll: true })
  return (
    <section
      ref={section}
      tabIndex={-1}
      data-task="comment"
      aria-label={closed === undefined ? t('title') : t('titleAbout', { about: closed })}
      className="grid grid-cols-1 gap-4 rounded-lg border border-ink-200 bg-ink-50 px-[16px] py-4"
    >
      {closed !== undefined && (
        <div>
          <p lang="es" className="font-semibold text-ink-950">
            {closed}
          </p>
          <p className="text-sm text-ink-600">{t('closedNote')}</p>
        </div>
      )}
      {thread && <ThreadState thread={thread} awaited={rights.awaited} />}
      {comments.length === 0 && <p className="text-sm text-ink-600">{t('empty')}</p>}
      <ol className="grid grid-cols-1 gap-4">
        {comments.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            question={question}
            isEarlier={comment.answerRev < answerRev}
            canEdit={rights.edit && comment.authorId === open.actor.id && comment.threadId === thread?.threadId && thread.state === 'open'}
          />
        ))}
      </ol>
      {thread?.updateAnswer === false && <p className="text-sm font-medium text-ink-700">{t('willNotUpdate')}</p>}
      {rights.reply && thread && <ReplyForm unit={unit} thread={thread} isClosed={closed !== undefined} onDone={stay} />}
      {rights.add && (
        <AddForm
          unit={unit}
          followsUp={thread?.state === 'replied'}
          hint={closed === undefined ? t('addHint', { name: rights.responsible }) : undefined}
          onDone={stay}
        />
      )}
      {rights.resolve && thread && <ResolveButton unit={unit} thread={thread} onDone={stay} />}
    </section>
  )
}

function ThreadState({ thread, awaited }: { readonly thread: Thread; readonly awaited: string | null }) {
  const t = useText(commentsText)
  const open = useOpenWorld()
  const world = open.world()
  const { id } = open.actor
  if (thread.state === 'resolved') {
    return (
      <Badge tone="success" icon="check">
        {t('stateResolved')}
      </Badge>
    )
  }
  const text =
    thread.state === 'open'
      ? awaited === id
        ? t('stateOpenYou')
        : t('stateOpen', { name: personName(world, awaited) ?? '' })
      : thread.authorId === id
        ? t('stateRepliedYou')
        : t('stateReplied', { name: personName(world, thread.authorId) ?? '' })
  return (
    <Badge tone="warning" icon="clock">
      {text}
    </Badge>
  )
}

interface ItemProps {
  readonly comment: Comment
  readonly question: Question
  /** It speaks about an answer that was replaced since. */
  readonly isEarlier: boolean
  readonly canEdit: boolean
}

function CommentItem({ comment, question, isEarlier, canEdit }: ItemProps) {
  const t = useText(commentsText)
  const format = useFormat()
  const open = useOpenWorld()
  const book = useDrafts()
  // What was being edited when the page was left goes on.
  const [editing, setEditing] = useState(() => book.slot('edit', editSubject(comment)).draft !== undefined)
  const [redacting, setRedacting] = useState(false)
  const [inHistory, setInHistory] = useState(false)
  const errorText = useErrorText()
  const own = comment.authorId === open.actor.id
  const name = personName(open.world(), comment.authorId) ?? t('deletedUser')
  const redact = async (): Promise<void> => {
    setRedacting(false)
    const result = await open.dispatch(redactComment, { id: comment.id })
    if (!result.ok) toast('error', errorText(result.failure))
  }
  return (
    <li className={comment.kind === 'reply' ? 'flex gap-3 pl-[24px]' : 'flex gap-3'}>
      <span className="max-[18rem]:hidden">
        <Avatar name={name} size={32} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
          <span className="font-semibold text-ink-950">{own ? `${name} (${t('you').toLowerCase()})` : name}</span>
          <span className="tabular text-ink-600">{format.moment(comment.writtenAt)}</span>
          {comment.kind === 'reply' && <Badge>{t('isReply')}</Badge>}
          {isEarlier && <Badge>{t('earlier')}</Badge>}
          {comment.late && <Badge tone="warning">{t('late')}</Badge>}
          {comment.edited && <span className="text-ink-600">{t('edited')}</span>}
        </p>
        {comment.body === null ? (
          <p className="mt-0.5 text-ink-500 italic">{t('redacted')}</p>
        ) : editing && canEdit ? (
          <EditForm comment={comment} body={comment.body} onClose={() => setEditing(false)} />
        ) : (
          <p lang="es" className="mt-0.5 break-words whitespace-pre-wrap text-ink-900">
            {comment.body}
          </p>
        )}
        {isEarlier && (
          <Button size="small" kind="quiet" icon="history" className="mt-1 -ml-3" aria-haspopup="dialog" onClick={() => setInHistory(true)}>
            {t('seeEarlier')}
          </Button>
        )}
        {own && comment.body !== null && !(editing && canEdit) && (
          <div className="mt-1 -ml-3 flex flex-wrap gap-1">
            {canEdit && (
              <Button size="small" kind="quiet" onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
            )}
            <Button size="small" kind="quiet" onClick={() => setRedacting(true)}>
              {t('redact')}
            </Button>
          </div>
        )}
        {inHistory && <QuestionHistory unit={comment.unit} question={question} onClose={() => setInHistory(false)} />}
        <AlertDialog
          open={redacting}
          title={t('redactTitle')}
          confirm={t('redact')}
          kind="danger"
          onConfirm={() => void redact()}
          onCancel={() => setRedacting(false)}
        >
          <p>{t('redactBody')}</p>
        </AlertDialog>
      </div>
    </li>
  )
}

function EditForm({ comment, body, onClose }: { readonly comment: Comment; readonly body: string; readonly onClose: () => void }) {
  const t = useText(commentsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const half = useHalfText('edit', editSubject(comment), { initial: body, about: useAbout(comment.unit) })
  const [error, setError] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    const result = await half.give((how) => open.dispatch(editComment, { id: comment.id, body: half.text }, how))
    if (!result.ok) return setError(errorText(result.failure))
    onClose()
  }
  return (
    <div className="mt-1">
      <HalfTextForm
        half={half}
        label={t('edit')}
        labelHidden
        lang="es"
        rows={2}
        max={mostCharacters(comment)}
        error={error}
        saveLabel={t('save')}
        onSave={() => void save()}
        onCancel={onClose}
      />
    </div>
  )
}

interface AddProps {
  readonly unit: Unit
  readonly followsUp: boolean
  readonly hint: string | undefined
  readonly onDone: () => void
}

function AddForm({ unit, followsUp, hint, onDone }: AddProps) {
  const t = useText(commentsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const half = useHalfText('comment', unit, { about: useAbout(unit) })
  const [error, setError] = useState<string | null>(null)
  const add = async (): Promise<void> => {
    const args = { id: newId(), unit, threadId: newId(), body: half.text, answerRev: open.world().answer(unit)?.rev ?? 0 }
    const result = await half.give((how) => open.dispatch(addComment, args, how))
    if (!result.ok) return setError(errorText(result.failure))
    setError(null)
    onDone()
    toast('success', t('created'))
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <WritingArea
        half={half}
        label={t('addLabel')}
        hint={hint}
        lang="es"
        rows={2}
        max={commentMaxCharacters}
        error={error}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void add()
        }}
      />
      <Button size="small" kind="primary" icon="comment" className="w-fit" onClick={() => void add()}>
        {followsUp ? t('followUp') : t('add')}
      </Button>
    </div>
  )
}

interface ThreadActProps {
  readonly unit: Unit
  readonly thread: Thread
  readonly onDone: () => void
}

function ReplyForm({ unit, thread, isClosed, onDone }: ThreadActProps & { readonly isClosed: boolean }) {
  const t = useText(commentsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const half = useHalfText('reply', unit, { about: useAbout(unit) })
  const [error, setError] = useState<string | null>(null)
  const reply = async (): Promise<void> => {
    const args = { id: newId(), unit, threadId: thread.threadId, body: half.text, updateAnswer: !half.ticked }
    const result = await half.give((how) => open.dispatch(replyComment, args, how))
    if (!result.ok) return setError(errorText(result.failure))
    setError(null)
    onDone()
    toast('success', t('replied'))
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <WritingArea
        half={half}
        label={t('replyLabel')}
        lang="es"
        rows={2}
        max={commentMaxCharacters}
        error={error}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void reply()
        }}
      />
      {thread.updateAnswer && !isClosed && (
        <Checkbox label={t('noUpdate')} hint={t('noUpdateHint')} checked={half.ticked} onChange={half.tick} className="w-fit" />
      )}
      <Button size="small" kind="primary" icon="reply" className="w-fit" onClick={() => void reply()}>
        {t('reply')}
      </Button>
    </div>
  )
}

function ResolveButton({ unit, thread, onDone }: ThreadActProps) {
  const t = useText(commentsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const resolve = async (): Promise<void> => {
    const result = await open.dispatch(resolveComment, { unit, threadId: thread.threadId })
    if (!result.ok) return toast('error', errorText(result.failure))
    onDone()
    toast('success', t('resolved'))
  }
  return (
    <Button size="small" icon="check" className="w-fit" onClick={() => void resolve()}>
      {t('resolve')}
    </Button>
  )
}
