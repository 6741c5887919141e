import type { AnswerValue } from '#shared/answers/model.ts'
import { openUnits } from '#shared/answers/rules.ts'
import { isEmpty } from '#shared/answers/validity.ts'
import { responsibleOf } from '#shared/assignments/rules.ts'
import { decisionsOf, needsDecision } from '#shared/evaluations/rules.ts'
import type { FormDefinition, Question } from '#shared/forms/model.ts'
import type { Participant } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, rowIdOf, type FormId, type InstitutionId, type Unit, type UserId } from '#shared/kernel/ids.ts'
import { addDays, dayAt, epochMs, instantOf, startOfDayMs, type Day, type Instant } from '#shared/kernel/instant.ts'
import { catalogScope, formScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import { schemaVersion } from '#shared/protocol/version.ts'
import type { FormHeader, Stage, StageKind } from '#shared/stages/model.ts'
import type { Change, World } from '#shared/world.ts'
import { createHash } from 'node:crypto'
import type { Database } from '../db/open.ts'
import { createExecute, type Execute } from '../sync/execute.ts'
import { writeChanges } from '../sync/changes.ts'
import { WorldStore } from '../world/store.ts'
import { formDefinitionOf } from './author.ts'
import { assignmentsOf, cast, castInstitution, demoPassword, labStaff, personAt, type CastInstitution, type CastPerson } from './cast.ts'
import { evidenceFor } from './evidence.ts'
import { plausibleAnswer, plausibleComment, plausibleObservation, plausibleReply } from './plausible-answers.ts'
import { questionnaire } from './questionnaire.ts'
import { hashOf, randomOf, type Random } from './random.ts'

export interface DemoDeps {
  readonly db: Database
  /** The moment of seeding: every date of the story is counted from its day. */
  readonly now: Instant
  readonly passwordHash: (password: string) => Promise<string>
  /** Keeps the bytes of a file where downloads find them, by their hash. */
  readonly keepFile: (sha256: string, bytes: Uint8Array) => Promise<void>
}

export const indexForm: FormId = 'indice-2025'
export const rehearsalForm: FormId = 'ensayo'

const definitions: Readonly<Record<string, FormDefinition>> = {
  [indexForm]: formDefinitionOf(questionnaire, { versionId: 'indice-2025-v1', formId: indexForm, name: 'Índice 2025' }),
  [rehearsalForm]: formDefinitionOf(questionnaire, { versionId: 'ensayo-v1', formId: rehearsalForm, name: 'Ensayo de evaluación' }),
}

const stageNames: Readonly<Record<StageKind, string>> = {
  NormalInput: 'Ingreso de datos',
  FirstRevision: 'Comentarios',
  CorrectionInput: 'Ajustes',
  SecondRevision: 'Evaluación',
  CalculateResults: 'Cálculo',
  ReplicaInput: 'Réplica',
  ReplicaRevision: 'Revisión de réplica',
  ShowResults: 'Resultados',
}

/** Length of each stage in days, in order. */
const stageDays: readonly (readonly [StageKind, number])[] = [
  ['NormalInput', 60],
  ['FirstRevision', 21],
  ['CorrectionInput', 14],
  ['SecondRevision', 21],
  ['CalculateResults', 7],
  ['ReplicaInput', 10],
  ['ReplicaRevision', 10],
  ['ShowResults', 30],
]

/** Stages one after the other from a first day, without gaps. */
function stagesFrom(formId: FormId, first: Day): Stage[] {
  let start = first
  return stageDays.map(([kind, days]) => {
    const stage: Stage = { id: `${formId}-${kind}`, kind, name: stageNames[kind], start, end: addDays(start, days - 1) }
    start = addDays(start, days)
    return stage
  })
}

const evaluator = must(
  labStaff.find((person) => person.email.startsWith('evaluadora@')),
  'the cast has no evaluadora',
)
const administrator = must(
  labStaff.find((person) => person.kind === 'Administrator'),
  'the cast has no administrator',
)

/** Institutions of each form: este and oeste rehearse the evaluation, everybody else answers the index. */
const rehearsing: readonly InstitutionId[] = ['este', 'oeste']

/**
 * Tells the demonstration's story into an empty database: who there is, two forms, and everything that people did,
 * through the same mutations that they would have made. Returns false, and changes nothing, when there are accounts.
 */
export async function seedDemo(deps: DemoDeps): Promise<boolean> {
  const known = await deps.db.q.selectFrom('user').select('id').limit(1).executeTakeFirst()
  if (known) return false
  const today = dayAt(deps.now)
  const forms = [
    headerOf(
      indexForm,
      'Medición anual de las capacidades de innovación de las instituciones públicas.',
      stagesFrom(indexForm, addDays(today, -24)),
    ),
    headerOf(
      rehearsalForm,
      'Ensayo general de la revisión, con dos instituciones ficticias.',
      stagesFrom(rehearsalForm, addDays(today, -66)),
    ),
  ]
  await writeCast(deps, forms)
  const story = new Story(deps)
  for (const institution of cast) {
    if (rehearsing.includes(institution.id)) await rehearse(story, institution, today)
    else await enterData(story, institution, today)
  }
  return true
}

function headerOf(id: FormId, description: string, stages: Stage[]): FormHeader {
  const definition = must(definitions[id], `form ${id} is not defined`)
  return { id, name: definition.name, description, versionId: definition.versionId, enabled: true, stages }
}

const formOf = (institution: CastInstitution): FormId => (rehearsing.includes(institution.id) ? rehearsalForm : indexForm)

/** Accounts, institutions, forms and who takes part: what an administrator would have set up. */
async function writeCast(deps: DemoDeps, forms: readonly FormHeader[]): Promise<void> {
  const hash = await deps.passwordHash(demoPassword)
  const changes: Change[] = [
    ...labStaff.map((person) => personChange(catalogScope, person, null)),
    ...forms.map((form): Change => ({ scope: formScope(form.id), part: '', table: 'form', id: form.id, row: form })),
    ...cast.flatMap((institution) => institutionChanges(institution, forms)),
  ]
  await deps.db.write(async (tx) => {
    await writeChanges(tx, changes, deps.now)
    await tx.q.updateTable('user').set({ password_hash: hash, show_onboarding: 0 }).execute()
    for (const definition of Object.values(definitions)) {
      await tx.q
        .insertInto('form_version')
        .values({ id: definition.versionId, form_id: definition.formId, definition: JSON.stringify(definition), created_at: deps.now })
        .execute()
    }
  })
}

function personChange(scope: string, { id, name, surname, email, kind }: CastPerson, institutionId: InstitutionId | null): Change {
  return { scope, part: '', table: 'person', id, row: { id, name, surname, email, kind, institutionId, active: true, joined: true } }
}

function institutionChanges(institution: CastInstitution, forms: readonly FormHeader[]): Change[] {
  const { id, name, code, abbreviation, category, orientation, domains } = institution
  const formId = formOf(institution)
  const delegate = institution.people.find((person) => person.role === 'Delegate')
  const first = must(forms.find((form) => form.id === formId)?.stages[0], `form ${formId} has no stages`)
  const participant: Participant = {
    institutionId: id,
    formId,
    leaderId: personAt(institution, 'lider').id,
    delegateId: delegate?.id ?? null,
    evaluatorId: evaluator.id,
    locked: false,
    lockReason: null,
    incomplete: false,
    sentAt: null,
    receipt: null,
    sendCount: 0,
    releasedStageIds: [],
    openedStageId: first.id,
    closedStageIds: [],
    replicaSubDimensionIds: [],
    surveySentAt: null,
    lateChanges: 0,
  }
  return [
    ...institution.people.map((person) => personChange(orgScope(id), person, id)),
    { scope: orgScope(id), part: '', table: 'institution', id, row: { id, name, code, abbreviation, category, orientation, domains } },
    { scope: instScope(id, formId), part: '', table: 'participant', id, row: participant },
  ]
}

/** One thing that somebody does in the story. */
interface Deed {
  readonly name: string
  readonly args: unknown
}

/** Carries deeds out through the product's own door, at the moments that the story says. */
class Story {
  readonly #deps: DemoDeps
  readonly #worlds = new WorldStore()
  readonly #execute: Execute
  #at: Instant
  #count = 0

  constructor(deps: DemoDeps) {
    this.#deps = deps
    this.#at = deps.now
    this.#execute = createExecute({
      db: deps.db,
      worlds: this.#worlds,
      now: () => this.#at,
      log: {
        error: (data, message) => {
          throw new Error(message, { cause: data })
        },
      },
      poke: () => undefined,
    })
  }

  world(institution: CastInstitution): Promise<World> {
    return this.#deps.db.read(async (tx) =>
      must(
        await this.#worlds.read(tx, { institutionId: institution.id, formId: formOf(institution) }),
        `${institution.id} does not take part`,
      ),
    )
  }

  /** A moment in working hours of a day, never after the seeding itself. */
  moment(day: Day, random: Random): Instant {
    const ms = startOfDayMs(day) + (9 * 60 + random.between(0, 8 * 60)) * 60_000
    return instantOf(Math.min(ms, epochMs(this.#deps.now)))
  }

  /** Carries out the deeds of one person in order. Throws when one does not stand: the story must be possible. */
  async do(userId: UserId, institution: CastInstitution, at: Instant, deeds: readonly Deed[]): Promise<void> {
    if (deeds.length === 0) return
    this.#at = at
    const scope = instScope(institution.id, formOf(institution))
    const done = await this.#execute({
      device: { id: `seed-${userId}-${institution.id}`, app: 'seed', schema: schemaVersion, pending: 0 },
      userId,
      door: 'system',
      asked: deeds.map((deed) => ({
        mid: `seed-${(this.#count += 1)}`,
        n: deed.name,
        v: 1,
        s: scope,
        a: deed.args,
        b: null,
        t: at,
        l: at,
      })),
    })
    if (!done.ok) throw new Error(`the story stops at ${userId}: ${done.failure.code}`)
    const failed = done.value.results.findIndex((result) => result.d === 'lost' || result.d === 'refused')
    if (failed < 0) return
    const result = done.value.results[failed]
    throw new Error(
      `${userId} cannot ${deeds[failed]?.name}: ${result?.code} ${JSON.stringify(result?.params ?? {})} ${JSON.stringify(deeds[failed]?.args)}`,
    )
  }

  async attach(userId: UserId, institution: CastInstitution, at: Instant, unit: Unit, question: Question): Promise<void> {
    const file = evidenceFor(question, institution, rowIdOf(unit))
    const sha256 = createHash('sha256').update(file.bytes).digest('hex')
    const id = `file-${institution.id}-${hashOf(`${formOf(institution)} ${unit}`)
      .toString(36)
      .padStart(8, '0')}`
    await this.#deps.keepFile(sha256, file.bytes)
    const { name, mime, bytes } = file
    await this.do(userId, institution, at, [{ name: 'attachment.add', args: { id, unit, name, sizeBytes: bytes.length, mime, sha256 } }])
    await this.do('system', institution, at, [{ name: 'attachment.ready', args: { id, sha256, sizeBytes: bytes.length } }])
  }
}

const questionOf = (world: World, unit: Unit): Question => must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)

/** Leader, delegate and area leaders share the questionnaire out, as the cast says. */
async function shareOut(story: Story, institution: CastInstitution, at: Instant): Promise<void> {
  const definition = must(definitions[formOf(institution)], 'form is not defined')
  const deeds = assignmentsOf(definition, institution).map(({ element, level, userId }) => ({
    name: 'assignment.set',
    args: { elements: [{ element, level }], who: { userId } },
  }))
  await story.do(personAt(institution, 'lider').id, institution, at, deeds)
}

interface Filling {
  readonly institution: CastInstitution
  readonly random: Random
  readonly at: () => Instant
  /** How far the institution has come, 0..1. */
  readonly maturity: number
  /** Whether a top-level question is answered at all in this story. */
  readonly reaches: (question: Question) => boolean
}

/** Everybody answers what is theirs, layer after layer, until nothing that the story reaches is left. */
async function fill(story: Story, { institution, random, at, maturity, reaches }: Filling): Promise<void> {
  for (;;) {
    const world = await story.world(institution)
    const byAuthor = new Map<UserId, Deed[]>()
    for (const { id } of world.index.subDimensions) {
      for (const unit of openUnits(world, id)) {
        const question = questionOf(world, unit)
        if (!isEmpty(world.answer(unit)?.value) || !reaches(world.index.rootOf(question))) continue
        const author = question.administrative ? administrator.id : (responsibleOf(world, question) ?? world.participant.leaderId)
        const given = (other: string): AnswerValue | undefined =>
          world.answer(rowIdOf(unit) ? `${other}@${rowIdOf(unit)}` : other)?.value ?? world.answer(other)?.value ?? undefined
        const value = plausibleAnswer(question, random, { institutionId: institution.id, rowId: rowIdOf(unit), maturity, given })
        byAuthor.set(author, [...(byAuthor.get(author) ?? []), { name: 'answer.set', args: { unit, value } }])
      }
    }
    if (byAuthor.size === 0) break
    for (const [author, deeds] of byAuthor) await story.do(author, institution, at(), deeds)
  }
}

/** Files for what asks for one: most get theirs, the rest is said to have none. */
async function attachFiles(story: Story, { institution, random, at }: Filling, share: number): Promise<void> {
  const world = await story.world(institution)
  for (const { id } of world.index.subDimensions) {
    for (const unit of openUnits(world, id)) {
      const question = questionOf(world, unit)
      const answer = world.answer(unit)
      if (!question.allowFile || !answer || isEmpty(answer.value)) continue
      if (answer.value === false) {
        await story.do(answer.authorId, institution, at(), [{ name: 'attachment.decline', args: { unit, declined: true } }])
      } else if (random.chance(share)) await story.attach(answer.authorId, institution, at(), unit, question)
      else if (share > 0.8)
        await story.do(answer.authorId, institution, at(), [{ name: 'attachment.decline', args: { unit, declined: true } }])
    }
  }
}

/** Índice 2025, three weeks into its data entry. Norte has the most to show; the institutions with a leader only have begun or not. */
async function enterData(story: Story, institution: CastInstitution, today: Day): Promise<void> {
  const random = randomOf(hashOf(institution.id))
  await shareOut(story, institution, story.moment(addDays(today, -22), random))
  const half = new Set(
    definitions[indexForm]?.questions
      .filter((question) => hashOf(`${institution.id} ${question.id}`) % 100 < shareOf(institution.id))
      .map((question) => question.id),
  )
  // The block of initiatives is left to be filled by who tries the demonstration.
  const reaches = (question: Question): boolean => half.has(question.id) && question.kind !== 'Block'
  let day = -20
  const at = (): Instant => story.moment(addDays(today, Math.min(-1, (day += 1))), random)
  const filling: Filling = { institution, random, at, maturity: 0.5 + random.next() * 0.4, reaches }
  await fill(story, filling)
  if (institution.people.length === 1) return
  await attachFiles(story, filling, 0.6)
  await discuss(story, institution, today, random)
}

/** Percentage of the top-level questions that an institution has answered by now. */
function shareOf(id: InstitutionId): number {
  if (id === 'norte') return 52
  if (id === 'sur') return 20
  return hashOf(id) % 3 === 0 ? 0 : 10 + (hashOf(id) % 50)
}

/** Comments on professionals' answers: some wait for them, one was replied to, one is closed. */
async function discuss(story: Story, institution: CastInstitution, today: Day, random: Random): Promise<void> {
  const world = await story.world(institution)
  const byProfessional = [...world.list('answer')].filter(
    (answer) => answer.authorId.includes('-profesional') && answer.value !== null && answer.rowId === null && answer.level === 4,
  )
  const commenter = personAt(institution, 'subdimension').id
  const at = story.moment(addDays(today, -2), random)
  for (const [position, answer] of byProfessional.slice(0, 5).entries()) {
    const threadId = `thread-${institution.id}-${position}`
    const { unit } = answer
    await story.do(commenter, institution, at, [
      { name: 'comment.add', args: { id: `comment-${institution.id}-${position}`, unit, threadId, body: plausibleComment(random) } },
    ])
    if (position < 3) continue
    await story.do(answer.authorId, institution, at, [
      {
        name: 'comment.reply',
        args: { id: `reply-${institution.id}-${position}`, unit, threadId, body: plausibleReply(random), updateAnswer: position === 3 },
      },
    ])
    if (position === 4) await story.do(commenter, institution, at, [{ name: 'comment.resolve', args: { unit, threadId } }])
  }
}

/** Ensayo de evaluación: everything answered, evidenced and sent up to the lab; the first revision runs. */
async function rehearse(story: Story, institution: CastInstitution, today: Day): Promise<void> {
  const random = randomOf(hashOf(institution.id))
  await shareOut(story, institution, story.moment(addDays(today, -64), random))
  let day = -60
  const at = (): Instant => story.moment(addDays(today, Math.min(-12, (day += 1))), random)
  const filling: Filling = { institution, random, at, maturity: institution.id === 'este' ? 0.75 : 0.55, reaches: () => true }
  await fill(story, filling)
  await attachFiles(story, filling, 0.85)
  let sendDay = -11
  for (const post of ['profesional', 'profesional2', 'subdimension', 'dimension', 'lider']) {
    const moment = story.moment(addDays(today, (sendDay += 1) - 1), random)
    await story.do(personAt(institution, post).id, institution, moment, [{ name: 'answers.send', args: {} }])
  }
  await story.do('system', institution, instantOf(startOfDayMs(addDays(today, -6)) + 60_000), [{ name: 'stage.tick', args: {} }])
  if (institution.id === 'oeste') await beginReview(story, institution, today, random)
}

/** The evaluator has looked at the first two sub-dimensions of Oeste. */
async function beginReview(story: Story, institution: CastInstitution, today: Day, random: Random): Promise<void> {
  const world = await story.world(institution)
  const units = world.index.subDimensions
    .slice(0, 2)
    .flatMap(({ id }) => openUnits(world, id).filter((unit) => needsDecision(world, unit, 'FirstRevision')))
  const [accepted, observed] = decisionsOf('FirstRevision')
  const deeds = units.map((unit, position): Deed => {
    const question = questionOf(world, unit)
    const observes = position % 7 === 3
    const comment = observes ? plausibleObservation(question, random) : null
    return {
      name: 'evaluation.decide',
      args: { unit, decision: observes ? observed : accepted, comment, answerRev: world.answer(unit)?.rev ?? 0 },
    }
  })
  await story.do(evaluator.id, institution, story.moment(addDays(today, -1), random), deeds)
}

/** Who can sign in, for the lines that the start prints. */
export const demoAccounts: readonly { readonly email: string; readonly what: string }[] = [
  ...labStaff.map((person) => ({ email: person.email, what: person.kind })),
  ...['norte', 'sur', 'este', 'oeste'].flatMap((id) =>
    castInstitution(id).people.map((person) => ({ email: person.email, what: `${person.role ?? ''}, ${castInstitution(id).name}` })),
  ),
]

/** Ids of the demonstration's accounts, to tell whether a database holds them. */
export const demoUserIds: readonly UserId[] = [...labStaff, ...cast.flatMap((institution) => institution.people)].map((person) => person.id)
