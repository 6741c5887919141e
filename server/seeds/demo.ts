import { fullName } from '#shared/accounts/model.ts'
import { systemActor } from '#shared/access/actor.ts'
import type { Actor } from '#shared/access/actor.ts'
import type { Answer } from '#shared/answers/model.ts'
import { openUnits } from '#shared/answers/rules.ts'
import { responsibleOf } from '#shared/assignments/rules.ts'
import type { FormDefinition, Question } from '#shared/forms/model.ts'
import { newParticipant } from '#shared/institutions/model.ts'
import type { Participant } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, rowIdOf, unitOf, type FormId, type Unit, type UserId } from '#shared/kernel/ids.ts'
import { addDays, dayAt, dayMs, epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { mutations, participationMutations } from '#shared/mutations.ts'
import { headerChange } from '#shared/questionnaire.ts'
import { isAppealed, openingProblem, rejectedUnits } from '#shared/replica/rules.ts'
import { catalogScope, categoriesScope, instScope, orgScope, resultsScope } from '#shared/protocol/scope.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { kindNamesEs } from '#shared/stages/kind-names.es.ts'
import { stageKinds } from '#shared/stages/model.ts'
import type { FormHeader, Stage } from '#shared/stages/model.ts'
import { apply, type Change, type World } from '#shared/world.ts'
import { createHash } from 'node:crypto'
import type { Attachment } from '#shared/attachments/model.ts'
import type { Database } from '../db/open.ts'
import type { Passwords } from '../features/accounts/passwords.ts'
import type { Files } from '../files/store.ts'
import { writeChanges } from '../sync/changes.ts'
import type { Asked } from '../sync/batch.ts'
import { createExecute } from '../sync/execute.ts'
import type { Log } from '../server.ts'
import { changesOfForm, storeOwnDefinition, structureDigest } from '../world/definitions.ts'
import { WorldStore } from '../world/store.ts'
import { formDefinitionOf, type FormContent } from './author.ts'
import { assignmentsOf, cast, categories, demoPassword, labStaff, personAt, type CastInstitution, type CastPerson } from './cast.ts'
import { configureDemoDashboards } from './dashboards.ts'
import { evidenceFor } from './evidence.ts'
import { prepareNextCycle } from './next-cycle.ts'
import { plausibleAnswer, plausibleComment, plausibleObservation, plausibleReply } from './plausible-answers.ts'
import { questionnaire } from './questionnaire.ts'
import { seedOpenStatistics } from './open-statistics.ts'
import { seedSite } from './site/seed.ts'
import { randomOf, type Random } from './random.ts'
import { reportTextsOf } from './report-texts.ts'

export interface DemoDeps {
  readonly db: Database
  readonly files: Files
  readonly passwords: Passwords
  readonly log: Log
  readonly now: Instant
}

const indexFormId = 'indice-2025'
const trialFormId = 'ensayo-evaluacion'
const replicaFormId = 'ensayo-replica'
const formerFormId = 'indice-2024'
const formerPrefix = 'an-'
const administratorId = 'lab-admin'
/** Institutions whose answers are being evaluated, or were, and appeal; all the others are still answering. */
const formOf: Readonly<Record<string, FormId>> = { este: trialFormId, oeste: trialFormId, centro: replicaFormId }
const evaluatorIn = (formId: FormId): UserId => (formId === replicaFormId || formId === formerFormId ? 'lab-evaluador2' : 'lab-evaluadora')

/** A part of the questionnaire: the first dimension, and the one that is no part of the index. */
const replicaContent: FormContent = {
  ...questionnaire,
  dimensions: questionnaire.dimensions.filter(({ id }) => id === 'recursos-institucionales' || id === 'resultados'),
}
const replicaPrefix = 're-'
const trialPrefix = 'en-'

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
    idPrefix: trialPrefix,
  })
  const replica = formDefinitionOf(replicaContent, {
    formId: replicaFormId,
    versionId: `${replicaFormId}-v1`,
    name: 'Ensayo de réplica',
    idPrefix: replicaPrefix,
  })
  const former = formDefinitionOf(questionnaire, {
    formId: formerFormId,
    versionId: `${formerFormId}-v1`,
    name: 'Índice 2024',
    idPrefix: formerPrefix,
  })
  const formerHeader: FormHeader = {
    ...headerOf(former, 'Ciclo anterior, ya cerrado, con respuestas inventadas.', addDays(today, -430), 46),
    replica: { points: 2, excludedSubDimensionIds: [`${formerPrefix}estrategia-gobernanza`] },
  }
  const definitions = new Map([index, trial, replica].map((each) => [each.formId, each]))
  await writeGround(deps, [
    {
      definition: index,
      header: headerOf(index, 'Ciclo en curso: período del 1 de junio de 2024 al 31 de mayo de 2025.', addDays(today, -20), 46),
    },
    { definition: inLine(former, formerPrefix), header: formerHeader },
    {
      definition: inLine(trial, trialPrefix),
      header: headerOf(trial, 'Ensayo con dos instituciones, ya en evaluación.', addDays(today, -50), 40),
    },
    {
      definition: inLine(replica, replicaPrefix),
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
  for (const institution of cast) await story.tellFormer(institution, formerFormId)
  const closed: FormHeader = { ...formerHeader, initialized: true, enabled: false, structure: structureDigest(former) }
  await deps.db.write((tx) => writeChanges(tx, [headerChange(closed)], deps.now))
  await noteArrivals(deps)
  await configureDemoDashboards(deps, formerFormId, formerPrefix)
  await prepareNextCycle(deps, indexFormId)
  await seedSite(deps, administratorId)
  await seedOpenStatistics(deps, administratorId)
  // Nobody is to get letters about what the story tells, nor to find last year's notices unread.
  await deps.db.q.deleteFrom('letter').execute()
  await deps.db.q.deleteFrom('sync_row').where('tbl', '=', 'notice').where('id', 'like', `${formerMids}%`).execute()
  await deps.db.q
    .insertInto('meta')
    .values({ key: 'demo', value: deps.now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** The same questions under ids of their own, in the lines of this year's. */
const inLine = (definition: FormDefinition, prefix: string): FormDefinition => ({
  ...definition,
  questions: definition.questions.map((each) => ({ ...each, originId: each.id.slice(prefix.length) })),
})

interface Form {
  readonly definition: FormDefinition
  readonly header: FormHeader
}

const laterStageDays = 21

function headerOf(definition: FormDefinition, description: string, start: string, inputDays: number): FormHeader {
  let from = start
  const stages = stageKinds.map((kind): Stage => {
    const end = addDays(from, (kind === 'NormalInput' ? inputDays : laterStageDays) - 1)
    const stage = { id: `${definition.formId}-${kind}`, kind, name: kindNamesEs[kind], start: from, end }
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
  const changes: Change[] = forms.flatMap(({ header, definition }) => [...changesOfForm(header, definition), ...reportTextsOf(definition)])
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
    for (const formId of [formOf[id] ?? indexFormId, formerFormId]) {
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

/** Files that came by themselves, as those do that a device sends: what an institution keeps is counted by them (UP3). */
async function noteArrivals({ db, now }: Pick<DemoDeps, 'db' | 'now'>): Promise<void> {
  const rows = await db.q
    .selectFrom('sync_row')
    .select(['scope', 'data'])
    .where('tbl', '=', 'attachment')
    .where('deleted', '=', 0)
    .execute()
  const arrived = rows.map(({ scope, data }) => {
    const { id, authorId, sha256, sizeBytes, mime }: Attachment = JSON.parse(data)
    const upload = { attachment_id: id, scope, user_id: authorId, sha256, size: sizeBytes, mime, received: sizeBytes }
    return { ...upload, state: 'ready' as const, created_at: now, updated_at: now, parts: null }
  })
  for (let at = 0; at < arrived.length; at += 500)
    await db.q
      .insertInto('upload')
      .values(arrived.slice(at, at + 500))
      .execute()
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

/** How far each institution had come a year ago, 0..1. */
const formerMaturity: Readonly<Record<string, number>> = {
  norte: 0.62,
  sur: 0.45,
  este: 0.3,
  oeste: 0.2,
  centro: 0.28,
  andes: 0.75,
  valle: 0.5,
  costa: 0.97,
  lagos: 0.22,
  desierto: 0.3,
  puertos: 0.15,
  bosques: 0.4,
  islas: 0.25,
  faros: 0.55,
  cerros: 0.12,
  rios: 0.7,
  pampa: 0.2,
}
/** Who did not send its correction a year ago, who appealed what was rejected, and whose result was worked out again once it was published. */
const uncorrected = 'este'
const appealed: ReadonlySet<string> = new Set(['norte', 'andes'])
const recalculated = 'sur'
/** How what was done a year ago is named. */
const formerMids = 'demo-2024-'

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
  #mids = 'demo-'

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

  /**
   * A cycle from its first day to after its last: the leader answered all of it, some was observed and some rejected in the end, two
   * appealed, and the results were worked out and published.
   */
  async tellFormer(institution: CastInstitution, formId: FormId): Promise<void> {
    const { id } = institution
    const random = randomOf(`${formId} ${id}`)
    const leaderId = leaderOf(institution).id
    this.#mids = formerMids
    const days = (ago: number, play: (scene: Scene) => Promise<void> | void): Promise<void> => {
      this.#clockMs = epochMs(this.#deps.now) - ago * dayMs
      return this.#act(institution, formId, play)
    }
    const results = (ago: number, kind: ResultKind, version = 1, reason: string | null = null): Promise<void> => {
      this.#clockMs = epochMs(this.#deps.now) - ago * dayMs
      return this.#publish(institution, formId, { kind, version, reason })
    }
    const maturity = must(formerMaturity[id], `${id} had come nowhere`)
    await days(425, (scene) => scene.tick())
    await days(420, (scene) => scene.answer(institution, random, 1, maturity))
    await days(400, (scene) => scene.send(leaderId))
    await days(380, (scene) => scene.tick())
    await days(378, (scene) => scene.observe(random))
    await days(360, (scene) => scene.tick())
    if (id !== uncorrected) await days(352, (scene) => scene.correct(leaderId))
    await days(338, (scene) => scene.tick())
    await days(336, (scene) => scene.judge(random))
    await days(330, (scene) => scene.administer(institution, random, maturity))
    await days(318, (scene) => scene.tick())
    await results(308, 'preliminary')
    await days(297, (scene) => scene.tick())
    if (appealed.has(id)) await days(290, (scene) => scene.appealSome(leaderId))
    await days(276, (scene) => scene.tick())
    if (appealed.has(id)) await days(270, (scene) => scene.answerAppeals())
    await days(255, (scene) => scene.tick())
    await results(252, 'final')
    await days(230, (scene) => scene.tick())
    if (id !== recalculated) return
    await days(226, (scene) => scene.recount(`${formerPrefix}rd-licencias`))
    await results(225, 'final', 2, 'Se corrigió la cantidad de licencias que informa el registro administrativo.')
  }

  /** The lab works an institution's results out and publishes them. */
  async #publish(
    institution: CastInstitution,
    formId: FormId,
    { kind, version, reason }: { readonly kind: ResultKind; readonly version: number; readonly reason: string | null },
  ): Promise<void> {
    const scope = resultsScope(institution.id, formId)
    const asked = [
      ['result.calculate', { kind, reason }],
      ['result.publish', { kind, snapshotId: `${kind}-${version}` }],
    ] as const
    await this.#execute(
      administratorId,
      asked.map(([n, a]) => ({ ...this.#next(institution.id), n, v: must(mutations.get(n), n).version, s: scope, a, b: null })),
    )
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
    this.#clockMs = epochMs(this.#deps.now) - 12 * dayMs
    await this.#publish(institution, formId, { kind: 'preliminary', version: 1, reason: null })
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
    const scene = new Scene(world, this.#deps.files, () => this.#next(institution.id))
    await play(scene)
    for (const { actorId, asked } of runsOf(scene.deeds)) await this.#execute(actorId, asked)
  }

  #next(institutionId: string): { t: Instant; mid: string } {
    this.#clockMs += 40_000
    this.#counter += 1
    return { t: instantOf(this.#clockMs), mid: `${this.#mids}${institutionId}-${this.#counter.toString(36)}` }
  }

  async #execute(actorId: UserId, asked: readonly Asked[]): Promise<void> {
    const execute = createExecute({
      db: this.#deps.db,
      worlds: this.#worlds,
      now: () => instantOf(this.#clockMs),
      log: this.#deps.log,
      poke: () => undefined,
    })
    const device = { id: `demo-${actorId}`, app: 'demo', schema: 1, pending: 0 }
    const done = await execute({ device, userId: actorId, asked, door: 'system' })
    if (!done.ok) throw new Error(`the demonstration broke: ${done.failure.code}`)
    const bad = done.value.results.find((result) => result.d === 'refused' || result.d === 'lost')
    if (bad) throw new Error(`the demonstration was refused: ${bad.mid} ${bad.code} ${JSON.stringify(bad.params)}`)
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
  readonly #files: Files
  readonly #next: () => { t: Instant; mid: string }

  constructor(world: World, files: Files, next: () => { t: Instant; mid: string }) {
    this.#world = world
    this.#files = files
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
  async answer(institution: CastInstitution, random: Random, share: number, maturity = 0.45 + random.next() * 0.4): Promise<void> {
    const arrived: (() => void)[] = []
    for (const subDimension of this.#world.index.subDimensions) {
      const skipped = new Set<Unit>()
      for (let unit = this.#nextOpen(subDimension.id, skipped); unit !== undefined; unit = this.#nextOpen(subDimension.id, skipped)) {
        const question = this.#question(unit)
        if (random.next() >= share) {
          skipped.add(unit)
          continue
        }
        const arrives = await this.#answerOne(institution, random, maturity, question, unit)
        if (arrives) arrived.push(arrives)
      }
    }
    for (const each of arrived) each()
  }

  /** What is left to do once its file, if any, has arrived: the platform says so of all of them together. */
  async #answerOne(
    institution: CastInstitution,
    random: Random,
    maturity: number,
    question: Question,
    unit: Unit,
  ): Promise<(() => void) | undefined> {
    const rowId = rowIdOf(unit)
    const given = (id: string) => this.#world.answer(unitOf(id, rowId))?.value ?? undefined
    const value = plausibleAnswer(question, random, { institutionId: institution.id, rowId, maturity, given })
    const actorId = responsibleOf(this.#world, question) ?? leaderOf(institution).id
    this.#do(actorId, 'answer.set', { unit, value })
    if (!question.allowFile) return undefined
    if (random.chance(0.2)) {
      this.#do(actorId, 'attachment.decline', { unit, declined: true, saw: null })
      return undefined
    }
    const file = evidenceFor(question, institution, rowId)
    const sha256 = await this.#files.keep(file.bytes)
    const id = `demo-${createHash('sha256').update(`${this.#world.scope} ${unit}`).digest('hex').slice(0, 24)}`
    const sizeBytes = file.bytes.length
    this.#do(actorId, 'attachment.add', { id, unit, name: file.name, sizeBytes, mime: file.mime, sha256, replaces: null })
    return () => this.#do(systemActor.id, 'attachment.ready', { id, sha256, sizeBytes })
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

  /** What was read is accepted but for a few answers, which are observed. */
  observe(random: Random): void {
    const observed = this.#toDecide().filter(() => random.chance(0.05))
    for (const { unit, rev } of observed)
      this.#do(this.#evaluatorId, 'evaluation.decide', {
        unit,
        decision: 'Observed',
        comment: plausibleObservation(this.#question(unit), random),
        answerRev: rev,
      })
    this.acceptAllBut(new Set(observed.map(({ unit }) => unit)))
  }

  /** The leader says of each observed answer why it stays, and sends. */
  correct(leaderId: UserId): void {
    const observed = [...this.#world.list('evaluation')].filter(({ decision }) => decision === 'Observed')
    for (const { unit } of observed)
      this.#do(leaderId, 'answer.keep', { unit, justification: 'Se mantiene: el respaldo adjunto corresponde al período que se mide.' })
    if (observed.length > 0) this.send(leaderId)
  }

  /** What the lab knows of an institution by its registers. */
  administer(institution: CastInstitution, random: Random, maturity: number): void {
    for (const question of this.#world.index.definition.questions.filter(({ administrative }) => administrative)) {
      const value = plausibleAnswer(question, random, { institutionId: institution.id, maturity })
      this.#do(administratorId, 'administrative.set', { unit: question.id, value, file: 'antecedentes_2024.xlsx' })
    }
  }

  /** A number of the registers was one less. */
  recount(unit: Unit): void {
    const value = this.#world.answer(unit)?.value
    if (typeof value !== 'number') throw new Error(`${unit} is no number`)
    this.#do(administratorId, 'administrative.set', { unit, value: value - 1, file: 'antecedentes_2024_corregidos.xlsx' })
  }

  /** The leader appeals what was rejected in as many sub-dimensions as there may be, and sends. */
  appealSome(leaderId: UserId): void {
    const { index, form } = this.#world
    const open = index.subDimensions.filter(({ id }) => openingProblem(this.#world, id) === undefined).slice(0, form.replica?.points)
    for (const { id } of open) {
      this.#do(leaderId, 'replica.open', { subDimensionId: id, open: true })
      for (const unit of rejectedUnits(this.#world, id))
        this.#do(leaderId, 'replica.justify', {
          unit,
          justification: 'El respaldo que se envió lo muestra en su anexo; se indica la página.',
        })
    }
    this.send(leaderId)
  }

  /** Every other appeal is accepted, the rest rejected for good, and the round is sent. */
  answerAppeals(): void {
    const units = [...this.#world.list('answer')].flatMap(({ unit }) => (isAppealed(this.#world, unit) ? [unit] : []))
    for (const [at, unit] of units.entries())
      this.#do(this.#evaluatorId, 'evaluation.decide', {
        unit,
        decision: at % 2 === 0 ? 'Accepted' : 'Rejected',
        comment: at % 2 === 0 ? null : 'El anexo que se cita no corresponde al período.',
        answerRev: must(this.#world.answer(unit), `${unit} has no answer`).rev,
      })
    this.#do(this.#evaluatorId, 'evaluation.send', {})
  }

  /** Of what has no decision yet one in fifteen is rejected, the rest accepted, and the round is sent. */
  judge(random: Random): void {
    const rejected = this.#toDecide().filter(
      ({ unit, rowId }) => rowId === null && this.#question(unit).kind !== 'Block' && random.chance(0.065),
    )
    const reasons = rejected.map(({ unit }) => [unit, 'Lo que se declara no consta en el respaldo.'] as const)
    this.acceptAllBut(new Set(rejected.map(({ unit }) => unit)))
    this.reject(new Map(reasons))
  }

  /** Answers that an evaluator decides on. */
  #toDecide(): Answer[] {
    return [...this.#world.list('answer')].filter(({ unit, value }) => {
      const { administrative, survey } = this.#question(unit)
      return value !== null && !administrative && !survey
    })
  }

  acceptAllBut(units: ReadonlySet<Unit>): void {
    const seen = this.#toDecide().filter(({ unit }) => !units.has(unit))
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
    const { t: at, mid } = this.#next()
    const mutation = must(participationMutations.get(name), `no mutation ${name}`)
    const context = { actor: this.#actor(actorId), now: at, mid, base: null, occurredAt: at, lease: null, digest: () => '' }
    const outcome = mutation.decide(this.#world, args, context)
    apply(this.#world, outcome.changes)
    this.deeds.push({ actorId, asked: { mid, n: name, v: mutation.version, s: this.#world.scope, a: args, b: null, t: at } })
  }

  #actor(id: UserId): Actor {
    if (id === systemActor.id) return systemActor
    const staff = labStaff.find((each) => each.id === id)
    if (staff) return { id, kind: staff.kind, name: fullName(staff), institutionId: null }
    const person = must(this.#world.person(id), `${id} is not in the world`)
    return { id, kind: person.kind, name: fullName(person), institutionId: person.institutionId }
  }
}
