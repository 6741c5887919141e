import { fullName } from '#shared/accounts/model.ts'
import { systemActor } from '#shared/access/actor.ts'
import type { Actor } from '#shared/access/actor.ts'
import { openUnits } from '#shared/answers/rules.ts'
import { responsibleOf } from '#shared/assignments/rules.ts'
import type { FormDefinition, Question } from '#shared/forms/model.ts'
import { newParticipant } from '#shared/institutions/model.ts'
import type { Participant } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, rowIdOf, unitOf, type FormId, type Unit, type UserId } from '#shared/kernel/ids.ts'
import { addDays, dayAt, dayMs, epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { participationMutations } from '#shared/mutations.ts'
import { headerChange } from '#shared/questionnaire.ts'
import { catalogScope, categoriesScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import type { FormHeader, Stage, StageKind } from '#shared/stages/model.ts'
import { apply, type Change, type World } from '#shared/world.ts'
import { createHash } from 'node:crypto'
import type { Database } from '../db/open.ts'
import type { Passwords } from '../features/accounts/passwords.ts'
import type { Blobs } from '../features/attachments/blobs.ts'
import { writeChanges } from '../sync/changes.ts'
import type { Asked } from '../sync/batch.ts'
import { createExecute } from '../sync/execute.ts'
import type { Log } from '../server.ts'
import { changesOfForm, storeOwnDefinition, structureDigest } from '../world/definitions.ts'
import { WorldStore } from '../world/store.ts'
import { formDefinitionOf, type FormContent } from './author.ts'
import { assignmentsOf, cast, categories, demoPassword, labStaff, personAt, type CastInstitution, type CastPerson } from './cast.ts'
import { evidenceFor } from './evidence.ts'
import { prepareNextCycle } from './next-cycle.ts'
import { plausibleAnswer, plausibleComment, plausibleObservation, plausibleReply } from './plausible-answers.ts'
import { questionnaire } from './questionnaire.ts'
import { randomOf, type Random } from './random.ts'

export interface DemoDeps {
  readonly db: Database
  readonly blobs: Blobs
  readonly passwords: Passwords
  readonly log: Log
  readonly now: Instant
}

const indexFormId = 'indice-2025'
const trialFormId = 'ensayo-evaluacion'
const replicaFormId = 'ensayo-replica'
const formerFormId = 'indice-2024'
/** Who answered a year ago what is evaluated now. */
const formerInstitutionId = 'este'
/** Institutions whose answers are being evaluated, or were, and appeal; all the others are still answering. */
const formOf: Readonly<Record<string, FormId>> = { este: trialFormId, oeste: trialFormId, centro: replicaFormId }
const evaluatorIn = (formId: FormId): UserId => (formId === replicaFormId || formId === formerFormId ? 'lab-evaluador2' : 'lab-evaluadora')

/** A part of the questionnaire: the first dimension, and the one that is no part of the index. */
const replicaContent: FormContent = {
  ...questionnaire,
  dimensions: questionnaire.dimensions.filter(({ id }) => id === 'recursos-institucionales' || id === 'resultados'),
}
const replicaPrefix = 're-'

/** What the evaluator of the replica's rehearsal rejected, and why. */
const rejections: readonly (readonly [questionId: string, reason: string])[] = [
  ['th-dotacion', 'La cifra no coincide con la dotación que informa el documento de respaldo.'],
  ['th-plan', 'La fecha es anterior al período que se mide.'],
  ['th-desafio', 'El texto no describe un desafío propio de la institución en el período.'],
  ['mi-anonimizacion', 'No se identifica el procedimiento con que se anonimizan los datos.'],
  ['rd-sitio', 'El enlace revisado no muestra lo que se declara.'],
  ['eg-patrocinio', 'El acto administrativo citado corresponde a otra materia.'],
]

/**
 * The demonstration: "Índice 2025", which fourteen institutions are answering, "Ensayo de evaluación", which two have sent and
 * the evaluator is reading, "Ensayo de réplica", in which one appeals what was rejected, "Índice 2026", which is being prepared, and
 * "Índice 2024", which is over and in which one of the two was asked the same.
 * Days count from the one of the seeding; everything that people did goes through the same path as their own work would.
 */
export async function seedDemo(deps: DemoDeps): Promise<void> {
  const today = dayAt(deps.now)
  const index = formDefinitionOf(questionnaire, { formId: indexFormId, versionId: `${indexFormId}-v1`, name: 'Índice 2025' })
  const trial = formDefinitionOf(questionnaire, {
    formId: trialFormId,
    versionId: `${trialFormId}-v1`,
    name: 'Ensayo de evaluación',
    idPrefix: 'en-',
  })
  const replica = formDefinitionOf(replicaContent, {
    formId: replicaFormId,
    versionId: `${replicaFormId}-v1`,
    name: 'Ensayo de réplica',
    idPrefix: replicaPrefix,
  })
  const former = formerOf(trial)
  const formerHeader = headerOf(former, 'Ciclo anterior, ya cerrado, con respuestas inventadas.', addDays(today, -430), 46)
  const definitions = new Map([index, trial, replica].map((each) => [each.formId, each]))
  await writeGround(deps, [
    {
      definition: index,
      header: headerOf(index, 'Ciclo en curso: período del 1 de junio de 2024 al 31 de mayo de 2025.', addDays(today, -20), 46),
    },
    { definition: former, header: formerHeader },
    { definition: trial, header: headerOf(trial, 'Ensayo con dos instituciones, ya en evaluación.', addDays(today, -50), 40) },
    {
      definition: replica,
      header: {
        ...headerOf(replica, 'Ensayo con una institución, en la etapa de réplica.', addDays(today, -130), 40),
        replica: { points: 2, excludedSubDimensionIds: [`${replicaPrefix}estrategia-gobernanza`] },
      },
    },
  ])
  const story = new Story(deps)
  for (const institution of cast) {
    const formId = formOf[institution.id] ?? indexFormId
    await story.tell(institution, formId, must(definitions.get(formId), `no definition of ${formId}`))
  }
  const answeredBefore = must(
    cast.find(({ id }) => id === formerInstitutionId),
    'nobody answered before',
  )
  await story.tellFormer(answeredBefore, formerFormId)
  const closed: FormHeader = { ...formerHeader, initialized: true, enabled: false, structure: structureDigest(former) }
  await deps.db.write((tx) => writeChanges(tx, [headerChange(closed)], deps.now))
  await prepareNextCycle(deps, indexFormId)
  // Nobody is to get letters about what the story tells.
  await deps.db.q.deleteFrom('letter').execute()
  await deps.db.q
    .insertInto('meta')
    .values({ key: 'demo', value: deps.now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** A year ago the same was asked, under ids of its own and in the same lines. */
function formerOf({ questions }: FormDefinition): FormDefinition {
  const identity = { formId: formerFormId, versionId: `${formerFormId}-v1`, name: 'Índice 2024', idPrefix: 'an-' }
  const former = formDefinitionOf(questionnaire, identity)
  return { ...former, questions: former.questions.map((each, at) => ({ ...each, originId: must(questions[at], each.id).id })) }
}

interface Form {
  readonly definition: FormDefinition
  readonly header: FormHeader
}

const stageNames: readonly (readonly [StageKind, string])[] = [
  ['NormalInput', 'Ingreso datos'],
  ['FirstRevision', 'Comentarios de evaluación al ingreso de datos'],
  ['CorrectionInput', 'Ajustes datos post comentarios'],
  ['SecondRevision', 'Aceptación o rechazo desde evaluación'],
  ['CalculateResults', 'Cálculo de resultados'],
  ['ReplicaInput', 'Réplica'],
  ['ReplicaRevision', 'Evaluación de réplica'],
  ['ShowResults', 'Entrega final de resultados'],
]
const laterStageDays = 21

function headerOf(definition: FormDefinition, description: string, start: string, inputDays: number): FormHeader {
  let from = start
  const stages = stageNames.map(([kind, name]): Stage => {
    const end = addDays(from, (kind === 'NormalInput' ? inputDays : laterStageDays) - 1)
    const stage = { id: `${definition.formId}-${kind}`, kind, name, start: from, end }
    from = addDays(end, 1)
    return stage
  })
  return { id: definition.formId, name: definition.name, description, versionId: definition.versionId, enabled: true, stages }
}

const participantOf = (institution: CastInstitution, formId: FormId, leaderId: UserId, delegateId: UserId | null): Participant =>
  newParticipant({
    institutionId: institution.id,
    formId,
    leaderId,
    delegateId,
    evaluatorId: evaluatorIn(formId),
  })

const delegateOf = ({ id, people }: CastInstitution): CastPerson | undefined =>
  people.find((person) => person.role === 'Delegate') ?? peopleElsewhere.find((person) => person.delegateAt === id)
/** Whoever belongs to two institutions. */
const peopleElsewhere = cast.flatMap(({ people }) => people.filter((person) => person.delegateAt !== undefined))
const leaderOf = (institution: CastInstitution): CastPerson => must(institution.people[0], `${institution.id} has nobody`)

/** Who still gets the introduction at their first visit. */
const greeted: ReadonlySet<string> = new Set(['norte-delegado'])

/** What an administrator would have set up: forms, institutions, people and who takes part. */
async function writeGround(deps: DemoDeps, forms: readonly Form[]): Promise<void> {
  const changes: Change[] = forms.flatMap(({ header, definition }) => changesOfForm(header, definition))
  const person = (found: CastPerson, institutionId: string | null): void => {
    const { id, name, surname, email, kind, delegateAt } = found
    const origin = institutionId === null ? { origin: 'Laboratorio de Gobierno' } : {}
    const elsewhere = delegateAt === undefined ? {} : { elsewhere: true as const }
    const row = { id, name, surname, email, kind, institutionId, active: true, joined: true, ...origin, ...elsewhere }
    changes.push({ scope: institutionId === null ? catalogScope : orgScope(institutionId), part: '', table: 'person', id, row })
    if (delegateAt === undefined) return
    changes.push({ scope: orgScope(delegateAt), part: '', table: 'person', id, row: { ...row, institutionId: delegateAt } })
  }
  for (const found of labStaff) person(found, null)
  for (const row of categories) changes.push({ scope: categoriesScope, part: '', table: 'category', id: row.id, row })
  for (const institution of cast) {
    const { id, name, code, abbreviation, category, orientation, domains } = institution
    const row = { id, name, code, abbreviation, category, orientation, domains, leaderId: leaderOf(institution).id }
    changes.push({ scope: orgScope(id), part: '', table: 'institution', id, row })
    for (const found of institution.people) person(found, id)
    for (const formId of [formOf[id] ?? indexFormId, ...(id === formerInstitutionId ? [formerFormId] : [])]) {
      const participant = participantOf(institution, formId, leaderOf(institution).id, delegateOf(institution)?.id ?? null)
      changes.push({ scope: instScope(id, formId), part: '', table: 'participant', id, row: participant })
    }
  }
  const passwordHash = await deps.passwords.hash(demoPassword)
  await deps.db.write(async (tx) => {
    await writeChanges(tx, changes, deps.now)
    await tx.q.updateTable('user').set({ password_hash: passwordHash, show_onboarding: 0 }).execute()
    await tx.q
      .updateTable('user')
      .set({ show_onboarding: 1 })
      .where('id', 'in', [...greeted])
      .execute()
    for (const { definition } of forms) await storeOwnDefinition(tx, definition, deps.now)
  })
}

/** How far an institution that is still answering has come, 0..1; a few minutes of work for the others. */
const progress: Readonly<Record<string, number>> = {
  norte: 0.55,
  sur: 0.2,
  andes: 0.7,
  valle: 0.4,
  costa: 0.9,
  lagos: 0.1,
  desierto: 0.3,
  puertos: 0,
}
const usualProgress = 0.15

/** What one person does, gathered until it is executed as one push of theirs. */
interface Deed {
  readonly actorId: UserId
  readonly asked: Asked
}

class Story {
  readonly #deps: DemoDeps
  readonly #worlds = new WorldStore()
  #clockMs: number
  #counter = 0

  constructor(deps: DemoDeps) {
    this.#deps = deps
    this.#clockMs = epochMs(deps.now)
  }

  async tell(institution: CastInstitution, formId: FormId, definition: FormDefinition): Promise<void> {
    const random = randomOf(`${formId} ${institution.id}`)
    const sent = formId !== indexFormId
    const nowMs = epochMs(this.#deps.now)
    this.#clockMs = nowMs - (formId === replicaFormId ? 110 : sent ? 30 : 18) * dayMs
    await this.#act(institution, formId, (scene) => scene.tick())
    await this.#act(institution, formId, (scene) => scene.assign(assignmentsOf(definition, institution), leaderOf(institution).id))
    this.#clockMs += 2 * dayMs
    const share = sent ? 1 : (progress[institution.id] ?? usualProgress)
    await this.#act(institution, formId, (scene) => scene.answer(institution, random, share))
    if (institution.id === 'norte') await this.#act(institution, formId, (scene) => scene.discuss(institution, random))
    if (!sent) return
    this.#clockMs += 5 * dayMs
    for (const post of ['profesional', 'profesional2', 'subdimension', 'dimension', 'lider']) {
      await this.#act(institution, formId, (scene) => scene.send(personAt(institution, post).id))
    }
    if (formId === replicaFormId) return this.#replica(institution, formId)
    this.#clockMs = nowMs - dayMs
    await this.#act(institution, formId, (scene) => scene.tick())
    if (institution.id === 'este') await this.#act(institution, formId, (scene) => scene.evaluate(random))
  }

  /** A cycle from its first day to after its last: the leader answered all of it, some was observed, and some rejected in the end. */
  async tellFormer(institution: CastInstitution, formId: FormId): Promise<void> {
    const random = randomOf(`${formId} ${institution.id}`)
    const days = (ago: number, play: (scene: Scene) => Promise<void> | void): Promise<void> => {
      this.#clockMs = epochMs(this.#deps.now) - ago * dayMs
      return this.#act(institution, formId, play)
    }
    await days(425, (scene) => scene.tick())
    await days(420, (scene) => scene.answer(institution, random, 1))
    await days(400, (scene) => scene.send(leaderOf(institution).id))
    await days(380, (scene) => scene.tick())
    await days(378, (scene) => scene.evaluate(random))
    await days(360, (scene) => scene.tick())
    await days(338, (scene) => scene.tick())
    await days(336, (scene) => scene.judge(random))
    for (const ago of [318, 297, 276, 255, 230]) await days(ago, (scene) => scene.tick())
  }

  /** Both revisions pass, some answers are rejected, and the institution has begun to appeal. */
  async #replica(institution: CastInstitution, formId: FormId): Promise<void> {
    const days = (ago: number, play: (scene: Scene) => void): Promise<void> => {
      this.#clockMs = epochMs(this.#deps.now) - ago * dayMs
      return this.#act(institution, formId, play)
    }
    const rejected = new Map(rejections.map(([id, reason]) => [`${replicaPrefix}${id}`, reason]))
    await days(80, (scene) => scene.tick())
    await days(79, (scene) => scene.acceptAllBut(new Set(rejected.keys())))
    await days(60, (scene) => scene.tick())
    await days(38, (scene) => scene.tick())
    await days(36, (scene) => scene.reject(rejected))
    await days(20, (scene) => scene.tick())
    await days(5, (scene) => scene.tick())
    await days(3, (scene) =>
      scene.appeal(
        leaderOf(institution).id,
        `${replicaPrefix}talento-humano`,
        `${replicaPrefix}th-dotacion`,
        'La dotación incluye al personal a honorarios, que el documento de respaldo informa en su anexo 2.',
      ),
    )
  }

  /** Lets a scene play on a copy of the world, then executes what its people did, person by person and in order. */
  async #act(institution: CastInstitution, formId: FormId, play: (scene: Scene) => Promise<void> | void): Promise<void> {
    const key = { institutionId: institution.id, formId }
    const world = await this.#deps.db.read(async (tx) => must(await this.#worlds.read(tx, key), `${institution.id} takes no part`).clone())
    const scene = new Scene(world, this.#deps.blobs, () => {
      this.#clockMs += 40_000
      this.#counter += 1
      return { at: instantOf(this.#clockMs), mid: `demo-${institution.id}-${this.#counter.toString(36)}` }
    })
    await play(scene)
    const execute = createExecute({
      db: this.#deps.db,
      worlds: this.#worlds,
      now: () => instantOf(this.#clockMs),
      log: this.#deps.log,
      poke: () => undefined,
    })
    for (const { actorId, asked } of runsOf(scene.deeds)) {
      const device = { id: `demo-${actorId}`, app: 'demo', schema: 1, pending: 0 }
      const done = await execute({ device, userId: actorId, asked, door: 'system' })
      if (!done.ok) throw new Error(`the demonstration broke: ${done.failure.code}`)
      const bad = done.value.results.find((result) => result.d === 'refused' || result.d === 'lost')
      if (bad) throw new Error(`the demonstration was refused: ${bad.mid} ${bad.code} ${JSON.stringify(bad.params)}`)
    }
  }
}

/** Neighbouring deeds of one person, together. */
function runsOf(deeds: readonly Deed[]): { actorId: UserId; asked: Asked[] }[] {
  const runs: { actorId: UserId; asked: Asked[] }[] = []
  for (const { actorId, asked } of deeds) {
    const last = runs.at(-1)
    if (last?.actorId === actorId) last.asked.push(asked)
    else runs.push({ actorId, asked: [asked] })
  }
  return runs
}

/** People at work on one institution's form. Each deed is decided on the copy at once, so that the next one sees it. */
class Scene {
  readonly deeds: Deed[] = []
  readonly #world: World
  readonly #blobs: Blobs
  readonly #next: () => { at: Instant; mid: string }

  constructor(world: World, blobs: Blobs, next: () => { at: Instant; mid: string }) {
    this.#world = world
    this.#blobs = blobs
    this.#next = next
  }

  tick(): void {
    this.#do(systemActor.id, 'stage.tick', {})
  }

  assign(assignments: ReturnType<typeof assignmentsOf>, leaderId: UserId): void {
    for (const { element, level, userId } of assignments) {
      this.#do(leaderId, 'assignment.set', { elements: [{ element, level, seen: 0 }], who: { userId } })
    }
  }

  /** Everybody answers their share of what is open to them, parents before dependents, and attaches what is asked for. */
  async answer(institution: CastInstitution, random: Random, share: number): Promise<void> {
    const maturity = 0.45 + random.next() * 0.4
    for (const subDimension of this.#world.index.subDimensions) {
      const skipped = new Set<Unit>()
      for (let unit = this.#nextOpen(subDimension.id, skipped); unit !== undefined; unit = this.#nextOpen(subDimension.id, skipped)) {
        const question = this.#question(unit)
        if (random.next() >= share) {
          skipped.add(unit)
          continue
        }
        await this.#answerOne(institution, random, maturity, question, unit)
      }
    }
  }

  async #answerOne(institution: CastInstitution, random: Random, maturity: number, question: Question, unit: Unit): Promise<void> {
    const rowId = rowIdOf(unit)
    const given = (id: string) => this.#world.answer(unitOf(id, rowId))?.value ?? undefined
    const value = plausibleAnswer(question, random, { institutionId: institution.id, rowId, maturity, given })
    const actorId = responsibleOf(this.#world, question) ?? leaderOf(institution).id
    this.#do(actorId, 'answer.set', { unit, value })
    if (!question.allowFile) return
    if (random.chance(0.2)) {
      this.#do(actorId, 'attachment.decline', { unit, declined: true, saw: null })
      return
    }
    const file = evidenceFor(question, institution, rowId)
    const sha256 = await this.#blobs.put(file.bytes)
    const id = `demo-${createHash('sha256').update(`${this.#world.scope} ${unit}`).digest('hex').slice(0, 24)}`
    const sizeBytes = file.bytes.length
    this.#do(actorId, 'attachment.add', { id, unit, name: file.name, sizeBytes, mime: file.mime, sha256, replaces: null })
    this.#do(systemActor.id, 'attachment.ready', { id, sha256, sizeBytes })
  }

  /** The sub-dimension's leader comments on three of a professional's answers; one of them has been replied to. */
  discuss(institution: CastInstitution, random: Random): void {
    const professional = personAt(institution, 'profesional').id
    const leader = personAt(institution, 'subdimension').id
    const answered = [...this.#world.list('answer')].filter((answer) => {
      const question = this.#question(answer.unit)
      return answer.authorId === professional && answer.rowId === null && responsibleOf(this.#world, question) === professional
    })
    for (const [position, answer] of random.sample(answered, 3).entries()) {
      const threadId = `demo-thread-${position + 1}`
      this.#do(leader, 'comment.add', { id: `demo-comment-${position + 1}`, unit: answer.unit, threadId, body: plausibleComment(random) })
      if (position > 0) continue
      this.#do(professional, 'comment.reply', {
        id: 'demo-reply-1',
        unit: answer.unit,
        threadId,
        body: plausibleReply(random),
        updateAnswer: false,
      })
    }
  }

  send(actorId: UserId): void {
    this.#do(actorId, 'answers.send', { reviewed: null })
  }

  /** A third of the way: most of what was read is accepted, some is observed. */
  evaluate(random: Random): void {
    for (const answer of [...this.#world.list('answer')]) {
      const question = this.#question(answer.unit)
      if (answer.value === null || question.administrative || question.survey || !random.chance(0.35)) continue
      const observed = random.chance(0.25)
      this.#do(this.#evaluatorId, 'evaluation.decide', {
        unit: answer.unit,
        decision: observed ? 'Observed' : 'Accepted',
        comment: observed ? plausibleObservation(question, random) : null,
        answerRev: answer.rev,
      })
    }
  }

  /** Of what has no decision yet one in fifteen is rejected, the rest accepted, and the round is sent. */
  judge(random: Random): void {
    const rejected = [...this.#world.list('answer')].filter((answer) => {
      const question = this.#question(answer.unit)
      return answer.value !== null && answer.rowId === null && !question.administrative && !question.survey && random.chance(0.07)
    })
    const reasons = rejected.map(({ unit }) => [unit, 'Lo que se declara no consta en el respaldo.'] as const)
    this.acceptAllBut(new Set(rejected.map(({ unit }) => unit)))
    this.reject(new Map(reasons))
  }

  acceptAllBut(units: ReadonlySet<Unit>): void {
    const seen = [...this.#world.list('answer')].filter((answer) => {
      const question = this.#question(answer.unit)
      return answer.value !== null && !question.administrative && !question.survey && !units.has(answer.unit)
    })
    this.#do(this.#evaluatorId, 'evaluation.acceptRemaining', { units: seen.map((answer) => [answer.unit, answer.rev]) })
  }

  reject(reasons: ReadonlyMap<Unit, string>): void {
    for (const [unit, comment] of reasons)
      this.#do(this.#evaluatorId, 'evaluation.decide', {
        unit,
        decision: 'Rejected',
        comment,
        answerRev: must(this.#world.answer(unit), `${unit} has no answer`).rev,
      })
    this.#do(this.#evaluatorId, 'evaluation.send', {})
  }

  /** The leader opens a sub-dimension, and whoever answers says why one of its answers is appealed. */
  appeal(leaderId: UserId, subDimensionId: string, unit: Unit, justification: string): void {
    this.#do(leaderId, 'replica.open', { subDimensionId, open: true })
    this.#do(responsibleOf(this.#world, this.#question(unit)) ?? leaderId, 'replica.justify', { unit, justification })
  }

  get #evaluatorId(): UserId {
    return must(this.#world.participant.evaluatorId, 'nobody evaluates it')
  }

  #question(unit: Unit): Question {
    return must(this.#world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
  }

  #nextOpen(subDimensionId: string, skipped: ReadonlySet<Unit>): Unit | undefined {
    return openUnits(this.#world, subDimensionId).find((unit) => {
      const answer = this.#world.answer(unit)
      return (!answer || answer.value === null) && !skipped.has(unit) && !this.#question(unit).administrative
    })
  }

  #do(actorId: UserId, name: string, args: unknown): void {
    const { at, mid } = this.#next()
    const mutation = must(participationMutations.get(name), `no mutation ${name}`)
    const context = { actor: this.#actor(actorId), now: at, mid, base: null, occurredAt: at, lease: null, digest: () => '' }
    const outcome = mutation.decide(this.#world, args, context)
    apply(this.#world, outcome.changes)
    this.deeds.push({ actorId, asked: { mid, n: name, v: mutation.version, s: this.#world.scope, a: args, b: null, t: at } })
  }

  #actor(id: UserId): Actor {
    if (id === systemActor.id) return systemActor
    const person = must(this.#world.person(id), `${id} is not in the world`)
    return { id, kind: person.kind, name: fullName(person), institutionId: person.institutionId }
  }
}
