import { rowIndexOf, rowsOf } from '#shared/answers/rules.ts'
import type { Answer } from '#shared/answers/model.ts'
import { writtenValue } from '#shared/forms/kinds.ts'
import type { AnswerView, CommentView, FileEvent } from '#shared/answers/routes.ts'
import { questionIdOf, unitOf, type QuestionId, type Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import type { Tx } from '../../db/open.ts'
import { nameOf, sees, type View } from '../../world/look.ts'

const fileActions = ['Adjunta', 'Elimina archivo', 'Marca sin adjunto', 'Desmarca sin adjunto']

/** File events of each unit, oldest first. */
export async function fileHistoryOf(tx: Tx, world: World): Promise<Map<Unit, FileEvent[]>> {
  const rows = await tx.q
    .selectFrom('history')
    .select(['unit', 'action', 'text', 'user_id', 'received_at'])
    .where('scope', '=', world.scope)
    .where('action', 'in', fileActions)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  const found = new Map<Unit, FileEvent[]>()
  for (const row of rows) {
    if (row.unit === '') continue
    const event = { date: row.received_at, user: nameOf(world, row.user_id), value: { action: row.action, fileName: row.text ?? '' } }
    found.set(row.unit, [...(found.get(row.unit) ?? []), event])
  }
  return found
}

/** Every answer that the caller sees, in no order. */
export async function answerViews(view: View, questionIds?: readonly string[]): Promise<AnswerView[]> {
  const { world, parts, tx } = view
  const wanted = questionIds && new Set(questionIds)
  const files = await fileHistoryOf(tx, world)
  return [...world.list('answer')]
    .filter((answer) => sees(parts, world.partOf(answer.unit)) && (!wanted || wanted.has(answer.questionId)))
    .map((answer) => answerView(world, answer.unit, answer, files.get(answer.unit) ?? []))
}

export function answerView(world: World, unit: Unit, answer: Answer | undefined, fileHistory: readonly FileEvent[]): AnswerView {
  const attached = world.attachment(unit)
  return {
    questionId: questionIdOf(unit),
    index: rowIndexOf(world, unit),
    actual: writtenValue(world.index.question(questionIdOf(unit)), answer?.value ?? null),
    level: answer?.level ?? null,
    changeAnswer: answer?.changeAnswer ?? false,
    justification: answer?.justification ?? null,
    noAttachment: answer?.noAttachment ?? false,
    isAttachedFile: attached !== undefined,
    attachedFiles: attached ? [{ id: attached.id, name: attached.name }] : [],
    fileHistory,
    comment: commentView(world, unit),
    ...ofRows(world, unit),
  }
}

/** What the rows of a block have, by position and question; nothing outside blocks. */
function ofRows(world: World, unit: Unit): Pick<AnswerView, 'commentBlockChild' | 'changeAnswerChild'> {
  const question = world.index.question(questionIdOf(unit))
  const rows = question?.kind === 'Block' ? rowsOf(world, question) : []
  const byRow = <T>(of: (child: Unit) => T | undefined): Record<string, Record<QuestionId, T>> =>
    Object.fromEntries(
      rows.map((row, position) => {
        const entries = (question?.block ?? []).flatMap((id): [QuestionId, T][] => {
          const found = of(unitOf(id, row))
          return found === undefined ? [] : [[id, found]]
        })
        return [String(position), Object.fromEntries(entries)]
      }),
    )
  return {
    commentBlockChild: byRow((child) => commentView(world, child) ?? undefined),
    changeAnswerChild: byRow((child) => world.answer(child)?.changeAnswer),
  }
}

function commentView(world: World, unit: Unit): CommentView | null {
  const thread = world.get('thread', unit)
  if (!thread) return null
  const all = [...world.list('comment')]
    .filter((each) => each.threadId === thread.threadId)
    .toSorted((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1))
  const [first, ...rest] = all
  return {
    content: first?.body ?? null,
    user: nameOf(world, thread.authorId),
    extra: rest.map((each) => ({ content: each.body, user: nameOf(world, each.authorId) })),
    userWillReply: thread.addresseeId,
    userReplyComment: thread.state === 'replied',
    updateAnswer: thread.updateAnswer,
    state: thread.state,
  }
}
