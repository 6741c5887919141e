import { closedDependents, closesOf, closesSchema, removedRows } from '#shared/answers/closing.ts'
import type { Answer, AnswerValue } from '#shared/answers/model.ts'
import { setAnswer } from '#shared/answers/mutations.ts'
import { isObserved, isOpen, nearestOpen, rowsOf, unitsClosedBy, waitingThreads } from '#shared/answers/rules.ts'
import { sameValue } from '#shared/answers/same-value.ts'
import { sees } from '#shared/assignments/rules.ts'
import type { Attachment } from '#shared/attachments/model.ts'
import type { Side } from '#shared/conflicts/model.ts'
import type { Outcome } from '#shared/contract/mutation.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, type Unit, type UserId } from '#shared/kernel/ids.ts'
import { apply, type Change, type Rows, type World } from '#shared/world.ts'
import * as v from 'valibot'
import { cast } from '../simulators/ground.ts'
import type { Again, LedgerRow } from './replay.ts'
import { isToldByHistory } from './told-by-history.ts'

export type Accuse = (rule: string, what: string) => void

/** Something that somebody wrote, gave or holds and that a screen shows. `versions`: what a change calls it that has it before its eyes. */
export interface Value {
  readonly what: 'answer' | 'reason' | 'appeal' | 'comment' | 'file' | 'assignment' | 'office' | 'decision' | 'note'
  readonly of: string
  readonly unit: Unit | null
  readonly authorId: UserId
  readonly version: string
}

/**
 * IN17: nothing of somebody else's goes without a word. The change named it in the version that stood, or its author has it in a card of
 * the same outcome; what a change closed is listed at the question above; and what is offered there brings it back as it was.
 */
export function judgeSilence({ row, outcome, world }: Again, accuse: Accuse): void {
  if (!world || (outcome.disposition !== 'applied' && outcome.disposition !== 'applied_over')) return
  const named = namedBy(row)
  const closed = closedBy(world, row, outcome)
  const gone = [...outcome.changes.flatMap((change) => goneBy(world, change)), ...closed.files.map(valueOfFile)]
  for (const value of gone) {
    // Who leads from now on stands in for nobody any more, and has the letter of it.
    const leadsNow = value.of === 'delegateId' && outcome.changes.some(({ row: to }) => 'leaderId' in to && to.leaderId === value.authorId)
    const isTold = leadsNow || isInCard(world, outcome, value) || isToldByHistory(value, row, outcome)
    if (value.authorId === row.author_id || named(value) || isTold) continue
    accuse('IN17', `${row.mid} ${row.name} of ${row.author_id} took ${value.what} ${value.of} of ${value.authorId} without a word`)
  }
  judgeEnds(world, row, outcome.changes, accuse)
  if (gone.some(({ what }) => what === 'answer') || closed.files.length > 0 || closed.threads.length > 0)
    judgeWayBack(world, row, outcome.changes, closed, accuse)
}

/** What a change of a row takes away, or puts something else in the place of. */
function goneBy(world: World, change: Change): readonly Value[] {
  const { id } = change
  if (change.table === 'answer') return goneOfAnswer(world, change.row)
  if (change.table === 'participant') return goneOfOffices(world, change.row)
  if (change.table === 'comment') {
    const before = world.get('comment', id)
    if (!before || before.body === null || before.body === change.row.body) return []
    return [{ what: 'comment', of: id, unit: before.unit, authorId: before.authorId, version: before.body }]
  }
  if (change.table === 'attachment') {
    const before = world.get('attachment', id)
    return before?.applied && before.state !== 'removed' && change.row.state === 'removed' ? [valueOfFile(before)] : []
  }
  if (change.table === 'assignment') {
    const before = world.get('assignment', id)
    // That nobody holds something is also what somebody decided, who took it from another.
    if (!before || before.userId === change.row.userId) return []
    return [{ what: 'assignment', of: id, unit: null, authorId: before.userId ?? before.by ?? '', version: `${before.rev}` }]
  }
  if (change.table === 'draft') {
    const before = world.get('draft', id)
    if (!before || before.withdrawn || before.round !== change.row.round) return []
    const stands = !change.row.withdrawn && before.decision === change.row.decision && before.comment === change.row.comment
    return stands ? [] : [{ what: 'decision', of: id, unit: id, authorId: before.authorId, version: before.mid }]
  }
  if (change.table === 'evaluation') {
    const before = world.get('evaluation', id)
    // Of one round to the next another decision is what was asked for.
    if (!before || before.round !== change.row.round || before.mid === change.row.mid) return []
    return [{ what: 'decision', of: id, unit: id, authorId: before.authorId, version: before.mid }]
  }
  const note = change.table === 'note' ? world.get('note', id) : undefined
  if (!note || change.table !== 'note' || change.row.text.includes(note.text)) return []
  return [{ what: 'note', of: id, unit: id, authorId: note.authorId, version: note.mid }]
}

function goneOfOffices(world: World, row: Rows['participant']): readonly Value[] {
  const before = world.get('participant', row.institutionId)
  return (['leaderId', 'delegateId', 'evaluatorId'] as const).flatMap((office): Value[] => {
    const holder = before?.[office]
    if (!holder || holder === row[office]) return []
    return [{ what: 'office', of: office, unit: null, authorId: holder, version: holder }]
  })
}

function goneOfAnswer(world: World, row: Answer): readonly Value[] {
  const { unit } = row
  const before = world.answer(unit)
  if (!before) return []
  const gone: Value[] = []
  const { authorId, mid: version, appeal } = before
  if (before.value !== null && !sameValue(before.value, row.value)) gone.push({ what: 'answer', of: unit, unit, authorId, version })
  if (before.justification !== null && before.justification !== row.justification)
    gone.push({ what: 'reason', of: unit, unit, authorId, version })
  if (appeal && appeal.text !== row.appeal?.text)
    gone.push({ what: 'appeal', of: unit, unit, authorId: appeal.authorId, version: appeal.mid })
  return gone
}

const valueOfFile = ({ id, unit, authorId }: Attachment): Value => ({ what: 'file', of: id, unit, authorId, version: id })

const argsSchema = v.object({
  id: v.optional(v.string()),
  closes: v.optional(closesSchema),
  replaces: v.nullish(v.string()),
  saw: v.nullish(v.string()),
  from: v.nullish(v.string()),
  batch: v.optional(v.string()),
  assigned: v.optional(v.number()),
  elements: v.optional(v.array(v.object({ element: v.string(), seen: v.optional(v.number(), 0) }))),
  answerRev: v.optional(v.number()),
  file: v.nullish(v.string()),
})
type Args = v.InferOutput<typeof argsSchema>

/** What of a change's arguments says what its author had before them; of other shapes nothing does. */
function argsOf(row: LedgerRow): Args {
  const args = v.safeParse(argsSchema, JSON.parse(row.args))
  return args.success ? args.output : {}
}

/** Whether a change was made on the very version that stood, or says that it takes it away. */
function namedBy(row: LedgerRow): (value: Value) => boolean {
  const { id, closes = [], replaces, saw, from, batch, assigned, elements = [] } = argsOf(row)
  // What a closed account held is nobody's, whoever had given it (AC12).
  const isReleased = row.name === 'person.release'
  return ({ what, of, unit, version }) => {
    switch (what) {
      case 'answer':
      case 'reason':
        return (row.entity === unit && row.base === version) || closes.some(([each, seen]) => each === unit && seen === version)
      case 'file':
        return [id, replaces, saw].includes(version) || closes.some(([each, , file]) => each === unit && file === version)
      case 'assignment':
        return row.name === 'answer.set' || row.name === 'answer.clear'
          ? `${assigned}` === version
          : isReleased || elements.some(({ element, seen }) => element === of && `${seen}` === version)
      case 'office':
        return saw === version || from === version || isReleased
      case 'appeal':
      case 'decision':
      case 'note':
        return row.base === version || batch === version
      case 'comment':
        return false
    }
  }
}

/** The author has it in a card, or, where they see the question no more, whoever answers for it now. */
function isInCard(world: World, { cards }: Outcome, { what, unit, authorId, version }: Value): boolean {
  const question = unit === null ? undefined : world.index.question(questionIdOf(unit))
  const reads = question === undefined || sees(world, question, authorId)
  const holds = (side: Side | null): boolean => (what === 'file' ? side?.attachmentId === version : side?.mid === version)
  return cards.some(
    ({ ownerId, mine, theirs, others = [] }) =>
      (!reads || ownerId === authorId) && [mine, theirs, ...others.map(({ side }) => side)].some((side) => holds(side)),
  )
}

/** What hangs on units that a change closes: files that stood there, and comments that waited. */
interface Closed {
  readonly files: readonly Attachment[]
  readonly threads: readonly Unit[]
}
const nothingClosed: Closed = { files: [], threads: [] }

function closedBy(world: World, row: LedgerRow, { changes }: Outcome): Closed {
  const unit = row.entity
  const own = changes.find((change) => change.table === 'answer' && change.id === unit)
  if (own?.table !== 'answer' || unit === null) return nothingClosed
  const closed = unitsClosedBy(world, unit, own.row.value)
  return {
    files: closed.flatMap((each) => world.attachment(each) ?? []),
    threads: closed.filter((each) => (world.get('thread', each)?.state ?? 'resolved') !== 'resolved'),
  }
}

/** What waits for somebody ends by what they do: an observation by a change or a reason, a comment by a person, a request with its opening. */
function judgeEnds(world: World, row: LedgerRow, changes: readonly Change[], accuse: Accuse): void {
  for (const change of changes) {
    if (change.table === 'answer') {
      const before = world.answer(change.id)
      const observation = world.get('evaluation', change.id)
      const waits = before !== undefined && isObserved(world, change.id) && !before.changeAnswer && change.row.changeAnswer
      const said = before?.justification !== change.row.justification || before?.appeal?.text !== change.row.appeal?.text
      const asked = changes.some((each) => each.table === 'evaluation' && each.id === change.id)
      const isFile = row.name.startsWith('attachment.')
      // What had met the observation before the comment meets it again.
      const thread = world.get('thread', change.id)
      const wasMet = row.name.startsWith('comment.re') && thread?.formerChanged === true && thread.formerDecision === observation?.mid
      if (waits && !said && !asked && !isFile && !wasMet && sameValue(before.value, change.row.value))
        accuse('IN17', `${row.mid} ${row.name} ended the observation of ${change.id} without a change or a reason`)
    }
    if (change.table === 'thread') {
      const before = world.get('thread', change.id)
      const ended = before?.threadId === change.row.threadId && before.state !== 'resolved' && change.row.state === 'resolved'
      const another = before !== undefined && before.threadId !== change.row.threadId && before.state !== 'resolved'
      if (another || (ended && row.name !== 'comment.resolve' && row.name !== 'comment.redact'))
        accuse('IN17', `${row.mid} ${row.name} ended what was asked about ${change.id}`)
    }
    if (change.table === 'participant') {
      const { locked, reopenRequest } = world.get('participant', change.id) ?? {}
      if (locked && !change.row.locked && reopenRequest?.state === 'open' && change.row.reopenRequest?.state === 'open')
        accuse('IN17', `${row.mid} ${row.name} opened ${change.id} and left its request to be opened`)
    }
  }
  judgeSeen(world, row, changes, accuse)
}

/** What somebody says of an answer or its file is said of those that they saw. */
function judgeSeen(world: World, row: LedgerRow, changes: readonly Change[], accuse: Accuse): void {
  const { answerRev, file } = argsOf(row)
  for (const change of changes) {
    const unit = change.table === 'comment' ? change.row.unit : change.id
    const answer = world.answer(unit)
    if (row.name === 'answer.keep' && change.table === 'answer' && answer && answer.authorId !== row.author_id && answerRev !== answer.rev)
      accuse('IN17', `${row.mid} keeps ${unit} for a reason that was given of another answer`)
    const isOfIt = row.name === 'comment.add' && change.table === 'comment' && row.entity === `thread:${unit}`
    if (isOfIt && answerRev !== undefined && change.row.answerRev > answerRev)
      accuse('IN17', `${row.mid} comments on a version of ${unit} that its author had not seen`)
    if (row.name === 'evaluation.decide' && row.entity === `evaluation:${unit}` && change.table === 'draft') {
      const stands = world.attachment(unit)?.id ?? null
      if (file !== undefined && file !== stands) accuse('IN17', `${row.mid} decides on ${unit} with a file that nobody looked at`)
      if (answerRev !== answer?.rev) accuse('IN17', `${row.mid} decides on a version of ${unit} that nobody looked at`)
    }
  }
}

/** What a change closed is listed, waits where it is shown, and comes back by what is offered there, in the world as it is right after. */
function judgeWayBack(before: World, row: LedgerRow, changes: readonly Change[], { files, threads }: Closed, accuse: Accuse): void {
  const after = before.clone()
  apply(after, changes)
  const closed = changes.flatMap((change) => {
    const answer = change.table === 'answer' && change.id !== row.entity && change.row.value === null ? before.answer(change.id) : undefined
    return answer && answer.value !== null ? [answer] : []
  })
  for (const unit of threads) {
    const shown = waitingThreads(after, must(nearestOpen(after, unit), `nothing is open above ${unit}`))
    if (!shown.some((thread) => thread.unit === unit)) accuse('IN17', `${row.mid} closed ${unit}, and its comment waits nowhere`)
  }
  if (closed.length === 0 && files.length === 0) return
  const unit = must(row.entity, `${row.mid} closes answers and is about no unit`)
  const question = must(after.index.question(questionIdOf(unit)), `no question ${unit}`)
  const listed = new Set([...removedRows(after, question), ...closedDependents(after, unit)].flatMap(({ units }) => units))
  for (const each of new Set([...closed, ...files].map((one) => one.unit)))
    if (!listed.has(each)) accuse('IN17', `${row.mid} closed ${each}, which no list names`)
  const value = openingOf(after, unit)
  if (value === undefined) return
  const outcome = setAnswer.decide(
    after,
    { unit, value, reopens: true, closes: closesOf(after, unit, value) },
    {
      actor: cast.root,
      now: row.received_at,
      mid: `${row.mid} back`,
      base: after.answer(unit)?.mid ?? null,
      occurredAt: row.received_at,
      lease: null,
    },
  )
  // Outside the stages in which anybody answers there is no way back either.
  if (outcome.disposition !== 'applied') return
  apply(after, outcome.changes)
  const wrong = (what: string): void => accuse('IN17', `${row.mid} closed ${what}, which does not come back as it was`)
  for (const answer of closed) if (!sameValue(after.answer(answer.unit)?.value ?? null, answer.value)) wrong(answer.unit)
  for (const file of files) if (!isOpen(after, file.unit) || after.attachment(file.unit)?.id !== file.id) wrong(`file ${file.id}`)
  for (const each of threads)
    if (!isOpen(after, each) || after.get('thread', each)?.threadId !== before.get('thread', each)?.threadId) wrong(`thread of ${each}`)
}

/** The answer of a unit that opens again all that it had closed; undefined where it closed nothing that is listed. */
function openingOf(world: World, unit: Unit): AnswerValue | undefined {
  const question = must(world.index.question(questionIdOf(unit)), `no question ${unit}`)
  if (question.kind === 'Block') return { rows: [...rowsOf(world, question), ...removedRows(world, question).map(({ row }) => row)] }
  return closedDependents(world, unit)[0]?.value
}
