import * as v from 'valibot'
import { named } from '../accounts/names.ts'
import { isResponsible, levelOver, responsibleOf, sees } from '../assignments/rules.ts'
import { cardOf, sideOf, sideOfAnswer, sideOfFile } from '../conflicts/rules.ts'
import type { Side } from '../conflicts/model.ts'
import type { Card, Context } from '../contract/mutation.ts'
import type { Question } from '../forms/model.ts'
import { opens } from '../forms/kinds.ts'
import { must } from '../kernel/assert.ts'
import { questionIdOf, rowIdOf, unitOf } from '../kernel/ids.ts'
import type { Mid, RowId, Unit, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import * as is from '../kernel/schemas.ts'
import type { World } from '../world.ts'
import { rowsMost, unitSchema } from './model.ts'
import type { Answer, AnswerValue } from './model.ts'
import { rowsOf, unitsBelow, unitsClosedBy } from './rules.ts'

/** Most units that one change may name as closed: all rows of a block with fifty questions each. */
const closesMost = rowsMost * 50

/** A unit that a change closes as its author saw it: the mutation that wrote its answer, and its file. */
export const closesSchema = v.pipe(
  v.array(v.tuple([unitSchema, v.nullable(is.mid), v.nullable(v.pipe(v.string(), v.maxLength(64)))])),
  v.maxLength(closesMost),
)
export type Closes = v.InferOutput<typeof closesSchema>

/** What a new value of a unit closes, as it stands; undefined of a question below which there is none. */
export function closesOf(world: World, unit: Unit, value: AnswerValue | null): Closes | undefined {
  const question = world.index.question(questionIdOf(unit))
  if (!question || (question.dependent.length === 0 && question.kind !== 'Block')) return undefined
  return unitsClosedBy(world, unit, value).flatMap((each): Closes => {
    const answer = world.answer(each)
    const file = world.attachment(each)
    const holds = (answer && answer.value !== null) || file !== undefined
    return holds ? [[each, answer?.mid ?? null, file?.id ?? null]] : []
  })
}

/** What somebody closes who presses twice: each unit in the version that they saw when they first closed it. */
export function closesTogether(former: Closes, now: Closes): Closes {
  const known = new Set(former.map(([unit]) => unit))
  return [...former, ...now.filter(([unit]) => !known.has(unit))].slice(0, closesMost)
}

/** Somebody else's answer or file that a change would close and that its author had not seen. */
export interface Unseen {
  readonly unit: Unit
  readonly question: Question
  readonly side: Side
  readonly authorId: UserId
}

/**
 * What a change closes of other people that its author had not seen (CF37). A device of a release before names nothing: it had seen what
 * the server had taken by its last contact. What the server decides for a program, it decides on what stands.
 */
export function unseenBy(world: World, unit: Unit, value: AnswerValue | null, closes: Closes | undefined, context: Context): Unseen[] {
  const named = closes && new Map(closes.map(([each, mid, file]) => [each, { mid, file }]))
  const isSeen = (
    at: Instant,
    inNamed: (seen: { readonly mid: Mid | null; readonly file: string | null }) => boolean,
    each: Unit,
  ): boolean => {
    if (!named) return context.lease === null || at <= context.lease
    const seen = named.get(each)
    return seen !== undefined && inNamed(seen)
  }
  return unitsClosedBy(world, unit, value).flatMap((each): Unseen[] => {
    const question = must(world.index.question(questionIdOf(each)), `question of ${each} is missing`)
    const answer = world.answer(each)
    const file = world.attachment(each)
    const sides: Side[] = []
    if (answer && answer.value !== null && !isSeen(answer.receivedAt, ({ mid }) => mid === answer.mid, each))
      sides.push(sideOfAnswer(answer))
    if (file && !isSeen(file.addedAt, (seen) => seen.file === file.id, each)) sides.push(sideOfFile(file))
    return sides
      .filter(({ authorId }) => authorId !== context.actor.id)
      .map((side) => ({ unit: each, question, side, authorId: side.authorId }))
  })
}

/** Whether somebody's answer stands against a change from above it: they are responsible, or of a higher level than who asks. */
export function outranks(world: World, { question, authorId }: Unseen, actorId: UserId): boolean {
  if (isResponsible(world, question, authorId) && !isResponsible(world, question, actorId)) return true
  const theirs = levelOver(world, question, authorId)
  const own = levelOver(world, question, actorId)
  return theirs !== undefined && (own === undefined || theirs < own)
}

/** Most answers that one card names. */
const namedMost = 20

const others = (unseen: readonly Unseen[]): NonNullable<Card['others']> =>
  unseen.slice(0, namedMost).map(({ unit, side }) => ({ unit, side }))

/** Who hears of an answer: its author or, where they see it no more, who answers for it now. */
const ownerOf = (world: World, { question, authorId }: Unseen): UserId =>
  sees(world, question, authorId) ? authorId : (responsibleOf(world, question) ?? world.participant.leaderId)

const byOwner = (world: World, unseen: readonly Unseen[]): ReadonlyMap<UserId, readonly Unseen[]> =>
  Map.groupBy(unseen, (each) => ownerOf(world, each))

/** A change that would close somebody's newer answer against whom its author has no say: both see both, and the choice is theirs (CF37). */
export function cardsOfHeld(world: World, unit: Unit, value: AnswerValue | null, unseen: readonly Unseen[], context: Context): Card[] {
  const mine = sideOf(context, { value })
  const answer = world.answer(unit)
  const theirs = answer && answer.value !== null ? sideOfAnswer(answer) : null
  const [first] = unseen
  const told = cardOf({
    ownerId: context.actor.id,
    unit,
    code: 'closes_newer',
    side: 'author',
    mine,
    theirs,
    others: others(unseen),
    params: { ...named(world, first?.authorId ?? null), n: unseen.length },
  })
  const asked = [...byOwner(world, unseen)]
    .filter(([ownerId]) => ownerId !== context.actor.id)
    .map(([ownerId, of]) =>
      cardOf({
        ownerId,
        unit,
        code: 'suggested_closing',
        side: 'other',
        mine: theirs,
        theirs: mine,
        others: others(of),
        params: { ...named(world, context.actor.id), n: of.length },
      }),
    )
  return [told, ...asked]
}

/** A change that closed somebody's newer answer: its author has it in a card, and who asked for the change reads what it closed (CF37). */
export function cardsOfClosed(world: World, unit: Unit, value: AnswerValue | null, unseen: readonly Unseen[], context: Context): Card[] {
  if (unseen.length === 0) return []
  const mine = sideOf(context, { value })
  const told = [...byOwner(world, unseen)]
    .filter(([ownerId]) => ownerId !== context.actor.id)
    .map(([ownerId, of]) =>
      cardOf({
        ownerId,
        unit,
        code: 'closed_meanwhile',
        side: 'notice',
        theirs: mine,
        others: others(of),
        params: { ...named(world, context.actor.id), n: of.length },
      }),
    )
  const notice = cardOf({
    ownerId: context.actor.id,
    unit,
    code: 'closed_others',
    side: 'notice',
    mine,
    others: others(unseen),
    params: { ...named(world, unseen[0]?.authorId ?? null), n: unseen.length },
  })
  return [...told, notice]
}

/** Answers that one change closed: who made it and when. */
interface Closed {
  /** The answers as they were, the first one above the others. */
  readonly units: readonly Unit[]
  readonly by: UserId
  readonly at: Instant
}

/** A row that was taken out of its block with what it holds. */
export interface RemovedRow extends Closed {
  readonly row: RowId
}

/** A dependent question that its parent's answer closed with what it held. */
export interface ClosedDependent extends Closed {
  /** Answer of the parent that opens it again. */
  readonly value: AnswerValue
}

const isCleared = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && answer.value === null && answer.clearedValue !== null

function closedOf(answers: readonly [Answer, ...Answer[]]): Closed {
  const [first] = answers
  return { units: answers.map(({ unit }) => unit), by: first.authorId, at: first.occurredAt }
}

const newestFirst = <T extends Closed>(closed: readonly T[]): readonly T[] =>
  closed.toSorted((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : 0))

/** Rows that were taken out of a block and held something, the newest first (AN14). */
export function removedRows(world: World, block: Question): readonly RemovedRow[] {
  const standing = new Set(rowsOf(world, block))
  const goneRow = (unit: Unit): RowId | null => {
    const row = rowIdOf(unit)
    return row === null || standing.has(row) || world.index.question(questionIdOf(unit))?.blockId !== block.id ? null : row
  }
  const gone = new Map<RowId, [Answer, ...Answer[]]>()
  for (const answer of world.list('answer')) {
    const row = goneRow(answer.unit)
    if (row === null || !isCleared(answer)) continue
    const others = gone.get(row)
    if (others) others.push(answer)
    else gone.set(row, [answer])
  }
  const withFile = new Map<RowId, Unit[]>()
  for (const { unit } of world.list('attachment')) {
    const row = goneRow(unit)
    if (row !== null && world.attachment(unit)) withFile.set(row, [...new Set([...(withFile.get(row) ?? []), unit])])
  }
  const rows = new Set([...gone.keys(), ...withFile.keys()])
  return newestFirst([...rows].map((row) => ({ row, ...rowClosed(world, block, gone.get(row), withFile.get(row) ?? []) })))
}

/** What a row held. Of one that held files alone, the last change of the block says who took it out. */
function rowClosed(world: World, block: Question, answers: readonly [Answer, ...Answer[]] | undefined, files: readonly Unit[]): Closed {
  const last = must(world.answer(block.id), `block ${block.id} of a row that is gone has no answer`)
  const { units, by, at } = answers ? closedOf(answers) : { units: [], by: last.authorId, at: last.occurredAt }
  return { units: [...new Set([...units, ...files])], by, at }
}

/** Dependents of a unit that its answer closed and that held something, the newest first (AN14). */
export function closedDependents(world: World, unit: Unit): readonly ClosedDependent[] {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return []
  const standing = world.answer(unit)?.value ?? null
  return newestFirst(
    question.dependent.flatMap((id): ClosedDependent[] => {
      const child = must(world.index.question(id), `question ${id} is missing`)
      const answer = world.answer(unitOf(id, child.blockId === null ? null : rowIdOf(unit)))
      if (!isCleared(answer) || answer.closedFrom === undefined || opens(question, standing, child.visibleIf)) return []
      const below = unitsBelow(world, answer.unit)
        .map((each) => world.answer(each))
        .filter((each) => isCleared(each))
        .filter(({ mid }) => mid === answer.mid)
      return [{ value: openingValue(standing, answer.closedFrom), ...closedOf([answer, ...below]) }]
    }),
  )
}

/** The parent's answer that was, beside the choices that were made since. */
function openingValue(standing: AnswerValue | null, former: AnswerValue): AnswerValue {
  const isChoices = (value: AnswerValue | null) => value !== null && typeof value === 'object' && 'choices' in value
  if (!isChoices(standing) || !isChoices(former)) return former
  const kept = new Set(standing.choices.map(({ value }) => value))
  return { choices: [...standing.choices, ...former.choices.filter(({ value }) => !kept.has(value))] }
}
