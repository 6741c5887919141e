import type { Send } from '../sends/model.ts'
import type { Person } from '../accounts/model.ts'
import type { Actor, UserKind } from '../access/actor.ts'
import { level } from '../answers/model.ts'
import type { Answer, AnswerValue } from '../answers/model.ts'
import type { Assignment, AssignmentLevel } from '../assignments/model.ts'
import type { Attachment } from '../attachments/model.ts'
import type { Comment, Thread } from '../comments/model.ts'
import type { Conflict } from '../conflicts/model.ts'
import type { Context } from '../contract/mutation.ts'
import type { Decision, Evaluation } from '../evaluations/model.ts'
import type { Institution, Participant } from '../institutions/model.ts'
import { newParticipant } from '../institutions/model.ts'
import { must } from '../kernel/assert.ts'
import { questionIdOf, rowIdOf } from '../kernel/ids.ts'
import type { Unit, UserId } from '../kernel/ids.ts'
import { addDays } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Appeal } from '../replica/model.ts'
import { stageKinds } from '../stages/model.ts'
import type { FormHeader, Phase, Stage } from '../stages/model.ts'
import { World } from '../world.ts'
import type { Rows, TableName } from '../world.ts'
import { formIndexOf } from './form-index.ts'
import type { FormIndex } from './form-index.ts'
import type { FormDefinition, Question, QuestionKind } from './model.ts'
import { plainQuestion, surveyDimensionId } from './model.ts'

/** A question with nothing special about it: required, at top level of the first sub-dimension, with no bounds. */
export const aQuestion = (id: string, kind: QuestionKind = 'SimpleText', overrides: Partial<Question> = {}): Question => ({
  id,
  kind,
  text: `Pregunta ${id}`,
  dimensionId: 's11',
  ...plainQuestion,
  survey: overrides.dimensionId === surveyDimensionId,
  ...overrides,
})

interface DefinitionParts {
  readonly versionId?: string
  readonly formId?: string
  readonly name?: string
  /** Sub-dimensions by dimension, in order. One dimension of all that the questions name unless told. */
  readonly tree?: Readonly<Record<string, readonly string[]>>
  /** What dimensions and sub-dimensions are called; by their ids unless told. */
  readonly names?: Readonly<Record<string, string>>
}

/** A questionnaire of some questions: what each lists follows from what the others say that they hang on, in their order. */
export function aDefinition(questions: readonly Question[], { tree, names = {}, ...rest }: DefinitionParts = {}): FormDefinition {
  const hanging = Map.groupBy(questions, (each) => each.parentId ?? each.blockId ?? each.dimensionId)
  const idsAt = (id: string, { dependent = false } = {}): string[] =>
    (hanging.get(id) ?? []).filter((each) => (each.parentId === id) === dependent).map((each) => each.id)
  const aDimension = (id: string, parentId: string | null, subDimensionIds: readonly string[], questionIds: readonly string[]) => ({
    id,
    name: names[id] ?? `Dimensión ${id}`,
    parentId,
    subDimensionIds,
    questionIds,
  })
  const named = [...new Set(questions.map((each) => each.dimensionId))].filter((id) => id !== surveyDimensionId)
  const hasSurvey = questions.some((each) => each.survey)
  return {
    versionId: 'version-1',
    formId: 'form',
    name: 'Índice 2025',
    ...rest,
    dimensions: [
      ...Object.entries(tree ?? { d1: named }).flatMap(([top, subs]) => [
        aDimension(top, null, subs, []),
        ...subs.map((sub) => aDimension(sub, top, [], idsAt(sub))),
      ]),
      ...(hasSurvey ? [aDimension(surveyDimensionId, null, [], idsAt(surveyDimensionId))] : []),
    ],
    questions: questions.map((each) => ({ ...each, block: idsAt(each.id), dependent: idsAt(each.id, { dependent: true }) })),
  }
}

const options = (...values: readonly string[]) => values.map((value) => ({ value }))

/**
 * A small questionnaire with every kind of question:
 * s11 name (plain), essay (rich), many (several; "c" opens reason) · s12 has (yes opens which; "y" opens count), code (administrative) ·
 * s21 team (rows of person, does (yes opens task), age), proof (takes a file) · s22 day, amount (not required), ledger (administrative) ·
 * survey joy, say (not required).
 */
export const aForm: FormDefinition = aDefinition(
  [
    aQuestion('name', 'SimpleText', { max: 20 }),
    aQuestion('essay', 'Text', { min: 3, max: 100 }),
    aQuestion('many', 'Multiple', { options: options('a', 'b', 'c'), allowNoneOption: true, min: 1, max: 2 }),
    aQuestion('reason', 'SimpleText', { parentId: 'many', visibleIf: 'c' }),
    aQuestion('has', 'Boolean', { dimensionId: 's12' }),
    aQuestion('which', 'Single', {
      dimensionId: 's12',
      parentId: 'has',
      visibleIf: true,
      options: [{ value: 'x' }, { value: 'y', allowExtra: true }],
    }),
    aQuestion('count', 'Number', { dimensionId: 's12', parentId: 'which', visibleIf: 'y', min: 1, max: 5 }),
    aQuestion('code', 'Number', { dimensionId: 's12', administrative: true }),
    aQuestion('team', 'Block', { dimensionId: 's21', max: 3 }),
    aQuestion('person', 'SimpleText', { dimensionId: 's21', blockId: 'team' }),
    aQuestion('does', 'Boolean', { dimensionId: 's21', blockId: 'team' }),
    aQuestion('task', 'SimpleText', { dimensionId: 's21', blockId: 'team', parentId: 'does', visibleIf: true }),
    aQuestion('age', 'Number', { dimensionId: 's21', blockId: 'team', required: false }),
    aQuestion('proof', 'Single', { dimensionId: 's21', options: options('si', 'no'), allowFile: true }),
    aQuestion('day', 'Date', { dimensionId: 's22', min: '2024-06-01', max: '2025-06-01' }),
    aQuestion('amount', 'Number', { dimensionId: 's22', required: false }),
    aQuestion('ledger', 'Number', { dimensionId: 's22', administrative: true }),
    aQuestion('joy', 'Single', { dimensionId: surveyDimensionId, options: options('mucho', 'poco') }),
    aQuestion('say', 'Text', { dimensionId: surveyDimensionId, required: false }),
  ],
  {
    tree: { d1: ['s11', 's12'], d2: ['s21', 's22'] },
    names: { d1: 'Recursos', s11: 'Personas', s12: 'Presupuesto', d2: 'Prácticas', s21: 'Equipos', s22: 'Plazos', survey: 'Encuesta' },
  },
)

export const theIndex: FormIndex = formIndexOf(aForm)
export const questionNamed = (id: string): Question => must(theIndex.question(id), `no question ${id} in the fixture`)

/** A complete answer for every unit of the fixture that is open when all of them are given; one row "r1" in the block. */
export const fullValues: Readonly<Record<Unit, AnswerValue>> = {
  name: 'Laboratorio',
  essay: '<p>uno dos tres</p>',
  many: { choices: [{ value: 'a' }, { value: 'c' }] },
  reason: 'porque sí',
  has: true,
  which: { choice: { value: 'y', extra: 'otra' } },
  count: 3,
  team: { rows: ['r1'] },
  'person@r1': 'Jefa',
  'does@r1': true,
  'task@r1': 'Coordina',
  'age@r1': 40,
  proof: { choice: { value: 'si' } },
  day: '2025-01-15',
  amount: 12,
}

const actor = (id: string, kind: UserKind, name: string, institutionId: string | null): Actor => ({ id, kind, name, institutionId })

/** Who acts in the tests. In `north` the assignments of `aWorld` give each their role; `idle` has none. */
export const actors = {
  leader: actor('leader', 'Institutional', 'Laura Líder', 'north'),
  delegate: actor('delegate', 'Institutional', 'Darío Delegado', 'north'),
  dimensionLeader: actor('dimension', 'Institutional', 'Diana Dimensión', 'north'),
  subdimensionLeader: actor('capacity', 'Institutional', 'Sara Capacidad', 'north'),
  professional: actor('professional', 'Institutional', 'Paula Profesional', 'north'),
  otherProfessional: actor('other', 'Institutional', 'Óscar Otro', 'north'),
  idle: actor('idle', 'Institutional', 'Inés Sinrol', 'north'),
  outsider: actor('outsider', 'Institutional', 'Fidel Fuera', 'south'),
  evaluator: actor('evaluator', 'Evaluator', 'Eva Evaluadora', null),
  otherEvaluator: actor('evaluator-2', 'Evaluator', 'Elio Evaluador', null),
  administrator: actor('administrator', 'Administrator', 'Ada Administradora', null),
} as const
export type ActorName = keyof typeof actors

const stageLengthDays = 10
const stageEveryDays = 14

/** Every stage in order, ten days each, with four days between one and the next. */
export const theStages: readonly Stage[] = stageKinds.map((kind, position) => {
  const start = addDays('2025-03-03', position * stageEveryDays)
  return { id: `stage-${kind}`, kind, name: kind, start, end: addDays(start, stageLengthDays - 1) }
})

/** A moment well inside a phase of `theStages`; `Gap` is the one after the first stage. */
export function noonIn(phase: Phase): Instant {
  const first = must(theStages[0], 'the fixture has stages')
  const last = must(theStages.at(-1), 'the fixture has stages')
  if (phase === 'Pre') return `${addDays(first.start, -2)}T15:00:00.000Z`
  if (phase === 'Gap') return `${addDays(first.end, 2)}T15:00:00.000Z`
  if (phase === 'Closed') return `${addDays(last.end, 2)}T15:00:00.000Z`
  const stage = must(
    theStages.find((each) => each.kind === phase),
    `no stage ${phase}`,
  )
  return `${addDays(stage.start, 5)}T15:00:00.000Z`
}

/** Noon of a day inside NormalInput: the moment of every test that says no other. */
export const noon: Instant = noonIn('NormalInput')

export const aHeader: FormHeader = {
  id: 'form',
  name: 'Índice 2025',
  description: '',
  versionId: 'version-1',
  enabled: true,
  stages: theStages,
}

const anInstitution: Institution = {
  id: 'north',
  name: 'Servicio del Norte',
  code: 'NORTE',
  abbreviation: 'SN',
  category: 'Pilares',
  orientation: 'Institucional',
  domains: ['norte.example'],
}

const aParticipant: Participant = newParticipant({
  institutionId: 'north',
  formId: 'form',
  leaderId: 'leader',
  delegateId: 'delegate',
  evaluatorId: 'evaluator',
})

export function aPerson({ id, name, kind, institutionId }: Actor, overrides: Partial<Person> = {}): Person {
  const [first = '', surname = ''] = name.split(' ')
  return {
    id,
    name: first,
    surname,
    email: `${id}@${institutionId === null ? 'lab' : 'norte'}.example`,
    kind,
    institutionId,
    active: true,
    joined: true,
    ...overrides,
  }
}

/** dimension leads d1, capacity leads s11, professional answers name and many, other answers essay; d2 is the leaders'. */
const usualAssignments: Readonly<Record<string, UserId>> = {
  d1: 'dimension',
  s11: 'capacity',
  name: 'professional',
  many: 'professional',
  essay: 'other',
}

const levelOf = (element: string): AssignmentLevel => {
  const dimension = theIndex.dimension(element)
  if (!dimension) return 'Question'
  return dimension.parentId === null ? 'Dimension' : 'Subdimension'
}

const anAssignment = (element: string, userId: UserId | null, rev = 1): Assignment => ({ element, level: levelOf(element), userId, rev })

interface WorldParts {
  /** Stage that the platform has opened, with every earlier one closed. Default NormalInput. */
  readonly phase?: Phase | undefined
  readonly participant?: Partial<Participant> | undefined
  readonly header?: Partial<FormHeader> | undefined
  /** Responsible by element, instead of the usual ones. */
  readonly assignments?: Readonly<Record<string, UserId | null>> | undefined
  readonly answers?: readonly Answer[] | undefined
  readonly threads?: readonly Thread[] | undefined
  readonly comments?: readonly Comment[] | undefined
  readonly attachments?: readonly Attachment[] | undefined
  readonly evaluations?: readonly Evaluation[] | undefined
  readonly drafts?: readonly Evaluation[] | undefined
  readonly conflicts?: readonly Conflict[] | undefined
  readonly sends?: readonly Send[] | undefined
  readonly people?: readonly Person[] | undefined
}

/** The rows of institution `north` in the fixture's form. What is not named is as it is on the first day: assigned, and empty. */
export function aWorld(parts: WorldParts = {}): World {
  const world = new World(theIndex, 'north', 'form')
  const phase = parts.phase ?? 'NormalInput'
  const position = theStages.findIndex((stage) => stage.kind === phase)
  world.set('form', 'form', { ...aHeader, ...parts.header })
  world.set('institution', 'north', anInstitution)
  world.set('participant', 'north', {
    ...aParticipant,
    openedStageId: theStages[position]?.id ?? null,
    closedStageIds: theStages.slice(0, Math.max(position, 0)).map((stage) => stage.id),
    ...parts.participant,
  })
  for (const each of Object.values(actors)) if (each.institutionId !== 'south') world.set('person', each.id, aPerson(each))
  for (const person of parts.people ?? []) world.set('person', person.id, person)
  for (const [element, userId] of Object.entries(parts.assignments ?? usualAssignments)) {
    world.set('assignment', element, anAssignment(element, userId))
  }
  put(world, 'answer', parts.answers, (row) => row.unit)
  put(world, 'thread', parts.threads, (row) => row.unit)
  put(world, 'comment', parts.comments, (row) => row.id)
  put(world, 'attachment', parts.attachments, (row) => row.id)
  put(world, 'evaluation', parts.evaluations, (row) => row.unit)
  put(world, 'draft', parts.drafts, (row) => row.unit)
  put(world, 'conflict', parts.conflicts, (row) => row.id)
  put(world, 'send', parts.sends, (row) => row.id)
  return world
}

function put<T extends TableName>(world: World, table: T, rows: ReadonlyArray<Rows[T]> | undefined, idOf: (row: Rows[T]) => string): void {
  for (const row of rows ?? []) world.set(table, idOf(row), row)
}

/** An answer of the professional, still at the question level; its mid is `m-<unit>`. */
export const anAnswer = (unit: Unit, value: AnswerValue | null, overrides: Partial<Answer> = {}): Answer => ({
  unit,
  questionId: questionIdOf(unit),
  rowId: rowIdOf(unit),
  value,
  level: level.Question,
  sent: false,
  changeAnswer: true,
  noAttachment: false,
  justification: null,
  clearedValue: null,
  rev: 1,
  mid: `m-${unit}`,
  authorId: 'professional',
  occurredAt: noon,
  receivedAt: noon,
  formVersion: 'version-1',
  late: false,
  ...overrides,
})

/** The leader's send to the evaluation in the first stage, which nobody has opened; its number is of its id. */
export const aSend = (id: string, overrides: Partial<Send> = {}): Send => ({
  id,
  number: `IIP-${id}`,
  authorId: 'leader',
  sentAt: noon,
  toLevel: level.Evaluation,
  answers: 1,
  files: 0,
  digest: 'd'.repeat(64),
  before: { sentAt: null, receipt: null, incomplete: false, sendCount: 0 },
  ...overrides,
})

/** The justification of an appeal, by the professional; its mid is `a-1`. */
export const anAppeal = (overrides: Partial<Appeal> = {}): Appeal => ({
  text: 'Consta en el acta',
  mid: 'a-1',
  authorId: 'professional',
  at: noonIn('ReplicaInput'),
  ...overrides,
})

/** Every unit of the fixture answered, with no file and said so. */
export const fullAnswers = (overrides: Partial<Answer> = {}): Answer[] =>
  Object.entries(fullValues).map(([unit, value]) => anAnswer(unit, value, { noAttachment: unit === 'proof', ...overrides }))

export const anAttachment = (id: string, unit: Unit, overrides: Partial<Attachment> = {}): Attachment => ({
  id,
  unit,
  name: 'prueba.pdf',
  sizeBytes: 1000,
  mime: 'application/pdf',
  sha256: 'a'.repeat(64),
  state: 'ready',
  applied: true,
  authorId: 'professional',
  addedAt: noon,
  answerRev: 1,
  ...overrides,
})

export const aThread = (unit: Unit, overrides: Partial<Thread> = {}): Thread => ({
  unit,
  threadId: `thread-${unit}`,
  authorId: 'capacity',
  addresseeId: 'professional',
  state: 'open',
  updateAnswer: true,
  formerLevel: level.Subdimension,
  formerSent: true,
  ...overrides,
})

export const aComment = (id: string, unit: Unit, overrides: Partial<Comment> = {}): Comment => ({
  id,
  unit,
  threadId: `thread-${unit}`,
  kind: 'comment',
  body: 'Falta detalle',
  authorId: 'capacity',
  writtenAt: noon,
  answerRev: 1,
  edited: false,
  late: false,
  ...overrides,
})

export const anEvaluation = (unit: Unit, decision: Decision, overrides: Partial<Evaluation> = {}): Evaluation => ({
  unit,
  round: 'FirstRevision',
  decision,
  comment: decision === 'Observed' ? 'Agregar evidencia' : null,
  authorId: 'evaluator',
  decidedAt: noon,
  answerRev: 1,
  changeEvaluation: false,
  former: null,
  mid: `e-${unit}`,
  rev: 1,
  ...overrides,
})

export const aConflict = (id: string, overrides: Partial<Conflict> = {}): Conflict => ({
  id,
  institutionId: 'north',
  formId: 'form',
  unit: 'name',
  code: 'not_assignee',
  mutation: 'answer.set',
  side: 'author',
  mine: null,
  theirs: null,
  chain: [],
  ownerId: 'professional',
  state: 'open',
  openedAt: noon,
  closedAt: null,
  params: {},
  ...overrides,
})

/** A digest that tests can foresee: no cryptography, but different for different texts of different length or first line. */
export const lengthDigest = (text: string): string => `digest-${text.length}`

/** A call at noon of NormalInput by the professional, on nothing written before. */
export const aContext = (overrides: Partial<Context> = {}): Context => ({
  actor: actors.professional,
  now: noon,
  mid: 'mid-new',
  base: null,
  occurredAt: overrides.now ?? noon,
  lease: null,
  digest: lengthDigest,
  ...overrides,
})
