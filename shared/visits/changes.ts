import type { Actor } from '../access/actor.ts'
import { leads } from '../assignments/rules.ts'
import type { Decision, Overview } from '../evaluations/model.ts'
import { dayAt, daysBetween, type Instant } from '../kernel/instant.ts'
import { questionIdOf, type DimensionId, type InstitutionId, type Unit, type UserId } from '../kernel/ids.ts'
import { reminderDistances } from '../reminders/model.ts'
import { owedBy } from '../reminders/rules.ts'
import { level } from '../answers/model.ts'
import { nearestOpen } from '../answers/rules.ts'
import type { FormHeader, Stage } from '../stages/model.ts'
import { isInput, stageAt } from '../stages/rules.ts'
import type { World } from '../world.ts'

/** From when to when it is told what changed: after the last visit, and not what came while the person looks on. */
export interface Span {
  readonly since: Instant
  readonly until: Instant
}

/** One thing that changed, and where it is looked at. */
export type News =
  | { readonly kind: 'stage'; readonly stage: Stage; readonly begun: boolean }
  /** Decisions of one kind that an institution was told. */
  | { readonly kind: 'decisions'; readonly decision: Decision; readonly units: readonly Unit[] }
  /** Comments that wait for the reader's reply, and replies to theirs. */
  | { readonly kind: 'comments' | 'replies'; readonly authors: readonly UserId[]; readonly units: readonly Unit[] }
  /** What the reader was given and still has. `subDimensionId`: where its first is, unless it is a dimension. */
  | { readonly kind: 'assignments'; readonly count: number; readonly subDimensionId: DimensionId | undefined }
  /** `own`: to the reader, or from the institution to the evaluation. */
  | { readonly kind: 'sends'; readonly toEvaluation: boolean; readonly authors: readonly UserId[]; readonly answers: number }
  /** Answers that others wrote in the reader's parts. */
  | {
      readonly kind: 'answers'
      readonly authors: readonly UserId[]
      readonly units: readonly Unit[]
      readonly subDimensionIds: readonly DimensionId[]
    }
  /** Days to the last one of a stage in which the reader owes something: 0 on it. */
  | { readonly kind: 'daysLeft'; readonly days: number; readonly pending: number }
  /** What an institution sent to its evaluator. */
  | { readonly kind: 'received'; readonly institutionId: InstitutionId; readonly name: string; readonly at: Instant }

const isIn = ({ since, until }: Span, at: Instant | null | undefined): boolean => typeof at === 'string' && at > since && at <= until

const authorsOf = (rows: readonly { readonly authorId: UserId }[]): UserId[] => [...new Set(rows.map(({ authorId }) => authorId))]

/** The stage that began or ended, seen from its two ends. */
function stageNews(form: Pick<FormHeader, 'stages'>, { since, until }: Span): News[] {
  const [before, after] = [stageAt(form, since), stageAt(form, until)]
  if (before?.id === after?.id) return []
  const stage = after ?? before
  return stage ? [{ kind: 'stage', stage, begun: stage === after }] : []
}

/** Days to the end of the stage that runs. Told beside other things in the last week, and alone when a mark of the reminders was passed. */
function daysNews(form: FormHeader, { since, until }: Span, pending: number, isAlone: boolean): News[] {
  const stage = stageAt(form, until)
  const [far] = reminderDistances
  if (!stage || !isInput(stage.kind) || pending === 0) return []
  const [days, before] = [until, since].map((at) => daysBetween(dayAt(at), stage.end)) as [number, number]
  if (days > far) return []
  const passed = [...reminderDistances, 0].some((mark) => before > mark && days <= mark)
  return passed || !isAlone ? [{ kind: 'daysLeft', days, pending }] : []
}

/**
 * What changed for somebody of an institution, of what their device holds: the most urgent first, and nothing of their own. Without a
 * network it is what had come until then (VS3).
 */
export function changesSince(world: World, reader: Actor, span: Span): News[] {
  const news: News[] = stageNews(world.form, span)
  for (const decision of ['Observed', 'Rejected', 'Accepted'] as const) {
    const units = [...world.list('evaluation')]
      .filter((row) => row.decision === decision && isIn(span, row.publishedAt))
      .map(({ unit }) => unit)
    if (units.length > 0) news.push({ kind: 'decisions', decision, units })
  }
  news.push(...commentNews(world, reader, span))
  const given = [...world.list('assignment')].filter(({ userId, by, at }) => userId === reader.id && by !== reader.id && isIn(span, at))
  if (given.length > 0)
    news.push({
      kind: 'assignments',
      count: given.length,
      subDimensionId: firstPart(
        world,
        given.map(({ element }) => element),
      ),
    })
  const sends = [...world.list('send')].filter(({ authorId, sentAt }) => authorId !== reader.id && isIn(span, sentAt))
  for (const toEvaluation of [true, false]) {
    const found = sends.filter(
      ({ toLevel, to }) =>
        (toLevel === level.Evaluation) === toEvaluation && (toEvaluation || (to?.includes(reader.id) ?? false) || leads(world, reader.id)),
    )
    if (found.length > 0)
      news.push({ kind: 'sends', toEvaluation, authors: authorsOf(found), answers: found.reduce((sum, { answers }) => sum + answers, 0) })
  }
  const answers = [...world.list('answer')].filter(
    ({ authorId, receivedAt, value }) => value !== null && authorId !== reader.id && isIn(span, receivedAt),
  )
  const placed = answers.flatMap((answer) => {
    const subDimensionId = world.index.question(questionIdOf(answer.unit))?.dimensionId
    return subDimensionId === undefined ? [] : [{ ...answer, subDimensionId }]
  })
  if (placed.length > 0)
    news.push({
      kind: 'answers',
      authors: authorsOf(placed),
      units: placed.map(({ unit }) => unit),
      subDimensionIds: [...new Set(placed.map(({ subDimensionId }) => subDimensionId))],
    })
  const person = world.person(reader.id)
  return [...news, ...daysNews(world.form, span, person ? owedBy(world, person, span.until).pending : 0, news.length === 0)]
}

function commentNews(world: World, reader: Actor, span: Span): News[] {
  const found = [...world.list('comment')].filter(
    ({ authorId, body, receivedAt, writtenAt }) => authorId !== reader.id && body !== null && isIn(span, receivedAt ?? writtenAt),
  )
  const threadOf = ({ unit, threadId }: (typeof found)[number]) => {
    const thread = world.get('thread', unit)
    return thread?.threadId === threadId ? thread : undefined
  }
  const comments = found.filter(
    (row) => row.kind === 'comment' && threadOf(row)?.state === 'open' && threadOf(row)?.addresseeId === reader.id,
  )
  const replies = found.filter((row) => row.kind === 'reply' && threadOf(row)?.state === 'replied' && threadOf(row)?.authorId === reader.id)
  return (
    [
      ['comments', comments],
      ['replies', replies],
    ] as const
  ).flatMap(([kind, rows]) =>
    rows.length === 0
      ? []
      : [{ kind, authors: authorsOf(rows), units: [...new Set(rows.map(({ unit }) => nearestOpen(world, unit) ?? unit))] }],
  )
}

/** Sub-dimension of the first element that is in one. */
function firstPart(world: World, elements: readonly string[]): DimensionId | undefined {
  for (const element of elements) {
    const question = world.index.question(element)
    if (question) return question.dimensionId
    const dimension = world.index.dimension(element)
    if (dimension && dimension.parentId !== null) return dimension.id
  }
  return undefined
}

/** What changed for who evaluates in a form: its stage, and what each of their institutions sent, the newest first (VS4). */
export function receivedSince(form: FormHeader, overviews: readonly Overview[], reader: Actor, span: Span): News[] {
  const sent = overviews
    .filter((row) => row.formId === form.id && row.evaluatorId === reader.id && row.locked && isIn(span, row.sentAt))
    .flatMap(({ institutionId, name, sentAt }) => (sentAt === null ? [] : [{ kind: 'received' as const, institutionId, name, at: sentAt }]))
    .toSorted((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : left.institutionId < right.institutionId ? -1 : 1))
  return [...stageNews(form, span), ...sent]
}
