import type { Actor } from '#shared/access/actor.ts'
import { openUnits } from '#shared/answers/rules.ts'
import { questionIdOf, type FormId, type InstitutionId, type Unit, type UserId } from '#shared/kernel/ids.ts'
import { must } from '#shared/kernel/assert.ts'
import { dayAt, type Instant } from '#shared/kernel/instant.ts'
import { participationMutations } from '#shared/mutations.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { rehearsalInstitutions, rehearsalPerson } from '#shared/rehearsals/mutations.ts'
import { apply, type World } from '#shared/world.ts'
import { randomUUID } from 'node:crypto'
import type { Server } from '../../server.ts'
import { ownDevices, type Asked } from '../../sync/batch.ts'
import { sampleValue } from './sample-values.ts'

type Deps = Pick<Server, 'db' | 'worlds' | 'execute' | 'now' | 'log'>

/** Shares out the questions of a rehearsal's institutions, before they answer: every role has something to do. */
export async function shareOut(deps: Deps, formId: FormId): Promise<void> {
  for (const institutionId of rehearsalInstitutions(formId)) {
    await play(deps, institutionId, formId, rehearsalPerson(institutionId, 'lider'), (scene) => {
      const { index } = scene.world
      const [dimension] = index.topDimensions
      const [sub] = dimension?.subDimensionIds ?? []
      const [question] = sub === undefined ? [] : index.questionsOf(sub).filter((each) => !each.administrative)
      const give = (element: string | undefined, level: string, post: 'dimension' | 'subdimension' | 'profesional'): void => {
        if (element === undefined) return
        scene.ask('assignment.set', { elements: [{ element, level, seen: 0 }], who: { userId: rehearsalPerson(institutionId, post) } })
      }
      scene.ask('delegate.set', { who: { userId: rehearsalPerson(institutionId, 'delegado') } })
      give(dimension?.id, 'Dimension', 'dimension')
      give(sub, 'Subdimension', 'subdimension')
      give(question?.id, 'Question', 'profesional')
    })
  }
}

/** Answers for a rehearsal's institutions, all of the first and half of the second, where nobody has answered: screens with something in them. */
export async function answerAll(deps: Deps, formId: FormId): Promise<void> {
  for (const [at, institutionId] of rehearsalInstitutions(formId).entries()) {
    await play(deps, institutionId, formId, rehearsalPerson(institutionId, 'lider'), (scene) => {
      if ([...scene.world.list('answer')].length > 0) return
      const subs = scene.world.index.subDimensions
      for (const sub of at === 0 ? subs : subs.slice(0, Math.ceil(subs.length / 2))) answerSub(scene, sub.id, dayAt(deps.now()))
    })
  }
}

function answerSub(scene: Scene, subDimensionId: string, today: string): void {
  const passed = new Set<Unit>()
  const next = (): Unit | undefined => openUnits(scene.world, subDimensionId).find((unit) => !passed.has(unit) && !scene.world.answer(unit))
  for (let unit = next(); unit !== undefined; unit = next()) {
    passed.add(unit)
    const question = must(scene.world.index.question(questionIdOf(unit)), `question of ${unit}`)
    if (question.administrative) continue
    if (scene.ask('answer.set', { unit, value: sampleValue(question, today) }) && question.allowFile)
      scene.ask('attachment.decline', { unit, declined: true, saw: null })
  }
}

/** What one person does, decided on a copy at once, so that the next thing sees it. */
class Scene {
  readonly asked: Asked[] = []
  readonly world: World
  readonly #actor: Actor
  readonly #now: Instant

  constructor(world: World, actor: Actor, now: Instant) {
    this.world = world
    this.#actor = actor
    this.#now = now
  }

  /** Asks for a mutation; what would not stand is left out. */
  ask(name: string, args: unknown): boolean {
    const mutation = must(participationMutations.get(name), name)
    const mid = `~rehearsal-${randomUUID()}`
    const context = { actor: this.#actor, now: this.#now, mid, base: null, occurredAt: this.#now, lease: null }
    const outcome = mutation.decide(this.world, args, context)
    if (outcome.disposition !== 'applied') return false
    apply(this.world, outcome.changes)
    const { institutionId, formId } = this.world
    this.asked.push({ mid, n: name, v: mutation.version, s: instScope(institutionId, formId), a: args, b: null, t: this.#now })
    return true
  }
}

async function play(deps: Deps, institutionId: InstitutionId, formId: FormId, userId: UserId, act: (scene: Scene) => void): Promise<void> {
  const world = await deps.db.read(async (tx) => (await deps.worlds.read(tx, { institutionId, formId }))?.clone())
  if (!world) return
  const person = must(world.person(userId), `${userId} plays in no rehearsal`)
  const scene = new Scene(world, { id: userId, kind: person.kind, name: `${person.name} ${person.surname}`, institutionId }, deps.now())
  act(scene)
  if (scene.asked.length === 0) return
  const done = await deps.execute({
    device: { id: ownDevices.system, app: 'server', schema: 1, pending: 0 },
    userId,
    asked: scene.asked,
    door: 'system',
  })
  // A rehearsal with less in it is one all the same.
  if (!done.ok) deps.log.error({ formId, institutionId, code: done.failure.code }, 'a rehearsal could not be played')
}
