import { awaitedOf, openUnits, pendingReasons } from '#shared/answers/rules.ts'
import { responsibleOf } from '#shared/assignments/rules.ts'
import type { Question } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import {
  questionIdOf,
  rowIdOf,
  unitOf,
  type DimensionId,
  type FormId,
  type InstitutionId,
  type Unit,
  type UserId,
} from '#shared/kernel/ids.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { precheck } from '#shared/sends/rules.ts'
import type { World } from '#shared/world.ts'
import { plausibleAnswer } from '../seeds/plausible-answers.ts'
import { randomOf } from '../seeds/random.ts'
import type { Server } from '../server.ts'

/** What a story needs of a server, which runs or not. */
export type Ground = Pick<Server, 'db' | 'worlds' | 'execute' | 'now'>

interface Place {
  readonly institutionId: InstitutionId
  readonly formId: FormId
}

/** Has somebody do something, by the name of a mutation and its arguments. Throws when it does not stand. */
export type Ask = (userId: UserId, name: string, args: object) => Promise<void>

let counter = 0

/** People act in a scope, as from devices of their own. */
export function asking({ execute, now }: Pick<Ground, 'execute' | 'now'>, scope: string): Ask {
  return async (userId, n, a) => {
    counter += 1
    const asked = [{ mid: `story-${counter}`, n, v: 1, s: scope, a, b: null, t: now() }]
    const done = await execute({ device: { id: `story-${userId}`, app: 'story', schema: 1, pending: 0 }, userId, asked, door: 'system' })
    const [result] = done.ok ? done.value.results : []
    if (!result || result.d === 'lost' || result.d === 'refused') throw new Error(`${n} of ${userId}: ${JSON.stringify(result ?? done)}`)
  }
}

/** Lets everybody of an institution answer what is still open, end their conversations and send upward, so that its leader has nothing left to do but send. */
export async function completeButForTheLeadersSend(ground: Ground, place: Place, senders: readonly UserId[]): Promise<void> {
  await act(ground, place, { senders, left: () => false })
}

/** Lets everybody answer and end their conversations, but for what one person has to answer in one sub-dimension; nobody sends. */
export async function completeButFor(ground: Ground, place: Place, userId: UserId, subDimensionId: DimensionId): Promise<void> {
  await act(ground, place, {
    senders: null,
    left: ({ dimensionId }, responsible) => dimensionId === subDimensionId && responsible === userId,
  })
}

interface Story {
  /** Who sends upward, in their order; null when nobody does, and the leader could not send either. */
  readonly senders: readonly UserId[] | null
  /** Whether who is responsible for a question leaves it as it is. */
  readonly left: (question: Question, responsible: UserId | null) => boolean
}

async function act(ground: Ground, place: Place, { senders, left }: Story): Promise<void> {
  const { db, worlds } = ground
  const scope = instScope(place.institutionId, place.formId)
  const random = randomOf(`story ${scope}`)
  const ask = asking(ground, scope)
  const world = (): Promise<World> => db.read(async (tx) => must(await worlds.read(tx, place), `${scope} is not there`))
  for (let unit = nextPending(await world(), left); unit; unit = nextPending(await world(), left)) {
    const at = await world()
    const question = questionOf(at, unit)
    const userId = responsibleOf(at, question) ?? at.participant.leaderId
    const given = (id: string) => at.answer(unitOf(id, rowIdOf(unit ?? '')))?.value ?? undefined
    const [reason] = reasonsOf(at, unit)
    if (reason === 'file') await ask(userId, 'attachment.decline', { unit, declined: true })
    else await ask(userId, 'answer.set', { unit, value: plausibleAnswer(question, random, { ...place, rowId: rowIdOf(unit), given }) })
  }
  for (const thread of [...(await world()).list('thread')]) {
    if (thread.state === 'resolved') continue
    const { unit, threadId } = thread
    const awaited = awaitedOf(await world(), questionOf(await world(), unit), thread)
    const reply = { id: `story-${threadId}`, unit, threadId, body: 'Revisado; se mantiene lo informado.', updateAnswer: false }
    if (thread.state === 'open') await ask(must(awaited, `nobody is awaited on ${unit}`), 'comment.reply', reply)
    await ask(thread.authorId, 'comment.resolve', { unit, threadId })
  }
  if (senders === null) return
  for (const userId of senders) await ask(userId, 'answers.send', { reviewed: null })
  const at = await world()
  const { id, kind, institutionId, ...name } = must(at.person(at.participant.leaderId), 'the institution has no leader')
  const open = precheck(at, { id, kind, institutionId, name: `${name.name} ${name.surname}` }).filter((row) => row.blocking)
  if (open.length > 0) throw new Error(`still open: ${open.map((row) => `${row.unit} ${row.code}`).join(', ')}`)
}

const questionOf = (world: World, unit: Unit): Question => must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)

const reasonsOf = (world: World, unit: Unit) => pendingReasons(world, unit).filter((reason) => reason === 'empty' || reason === 'file')

/** The first unit without an answer, or without a word about its file. */
function nextPending(world: World, left: Story['left']): Unit | undefined {
  return world.index.subDimensions
    .flatMap((each) => openUnits(world, each.id))
    .find((unit) => {
      const question = questionOf(world, unit)
      return !question.administrative && !left(question, responsibleOf(world, question)) && reasonsOf(world, unit).length > 0
    })
}
