import { level } from '#shared/answers/model.ts'
import type { Send } from '#shared/sends/model.ts'
import { newParticipant } from '#shared/institutions/model.ts'
import type { UserKind } from '#shared/access/actor.ts'
import type { Actor } from '#shared/access/actor.ts'
import { aDefinition, anAnswer, anEvaluation, aQuestion } from '#shared/forms/fixtures.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import { parseDefinition } from '#shared/forms/definition.ts'
import { newForm } from '#shared/forms/mutations.ts'
import { addDays, dayAt, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { catalogScope, formScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import { stageKinds, type FormHeader } from '#shared/stages/model.ts'
import type { Change } from '#shared/world.ts'
import type { Database } from '#server/db/open.ts'
import { writeChanges } from '#server/sync/changes.ts'
import { changesOfForm, storeOwnDefinition } from '#server/world/definitions.ts'

export const formId = 'f1'
export const startMs = Date.parse('2026-03-10T12:00:00.000Z')

/** Small enough for thousands of runs, with a dependency, a file, a block that takes one too, and two areas. */
export const definition: FormDefinition = aDefinition(
  [
    aQuestion('q1', 'SimpleText', { dimensionId: 's1' }),
    aQuestion('q2', 'Number', { dimensionId: 's1' }),
    aQuestion('q3', 'Boolean', { dimensionId: 's1' }),
    aQuestion('q31', 'SimpleText', { dimensionId: 's1', parentId: 'q3', visibleIf: true }),
    aQuestion('q4', 'SimpleText', { dimensionId: 's1', allowFile: true, required: false }),
    aQuestion('q5', 'SimpleText', { dimensionId: 's2' }),
    aQuestion('q6', 'Number', { dimensionId: 's2' }),
    aQuestion('q7', 'SimpleText', { dimensionId: 's2' }),
    aQuestion('q8', 'Block', { dimensionId: 's2', max: 3, required: false }),
    aQuestion('q81', 'SimpleText', { dimensionId: 's2', blockId: 'q8', required: false }),
    aQuestion('q82', 'Boolean', { dimensionId: 's2', blockId: 'q8', required: false }),
    aQuestion('q83', 'SimpleText', { dimensionId: 's2', blockId: 'q8', parentId: 'q82', visibleIf: true, required: false }),
    aQuestion('q84', 'SimpleText', { dimensionId: 's2', blockId: 'q8', allowFile: true, required: false }),
  ],
  { versionId: 'f1-v1', formId, name: 'Formulario de la simulación', names: { d1: 'Recursos', s1: 'Personas', s2: 'Presupuesto' } },
)

/** Units whose value nothing but an answer of their own changes: what a person wrote there must keep showing. */
export const plainUnits = ['q1', 'q2', 'q5', 'q6', 'q7'] as const

const person = (id: string, kind: UserKind, institutionId: string | null): Actor => ({ id, kind, name: `${id} Prueba`, institutionId })
export const cast = {
  ana: person('ana', 'Institutional', 'norte'),
  berta: person('berta', 'Institutional', 'norte'),
  carlos: person('carlos', 'Institutional', 'norte'),
  sara: person('sara', 'Institutional', 'sur'),
  eva: person('eva', 'Evaluator', null),
  omar: person('omar', 'Evaluator', null),
  root: person('root', 'Administrator', null),
  alma: person('alma', 'Administrator', null),
} as const
export type PersonId = keyof typeof cast

/** The form of the year after: it has not begun, so that its structure is open. */
export const nextFormId = 'f2'
const nextDefinition: FormDefinition = aDefinition(
  [
    aQuestion('n1', 'SimpleText', { dimensionId: 't1' }),
    aQuestion('n2', 'Boolean', { dimensionId: 't1' }),
    aQuestion('n21', 'SimpleText', { dimensionId: 't1', parentId: 'n2', visibleIf: true }),
    aQuestion('n3', 'Number', { dimensionId: 't1' }),
    aQuestion('n4', 'SimpleText', { dimensionId: 't2' }),
    aQuestion('n5', 'SimpleText', { dimensionId: 't3' }),
  ],
  { versionId: 'f2-v0', formId: nextFormId, name: 'Formulario que se prepara', tree: { e1: ['t1', 't2'], e2: ['t3'] } },
)

/** Stages of the usual year, and of one that begins at the replica. */
const usualStages = stageKinds.slice(0, 4)
const appealStages = [...usualStages, 'ReplicaInput', 'ReplicaRevision', 'ShowResults'] as const
export const replicaStage = 4

/** The form with its stages placed so that the one at `current` runs today. */
export function headerAt(current: number, now: Instant, appeals = false): FormHeader {
  const today = dayAt(now)
  return {
    id: formId,
    name: definition.name,
    description: '',
    versionId: definition.versionId,
    enabled: true,
    stages: (appeals ? appealStages : usualStages).map((kind, at) => ({
      id: `e${at + 1}`,
      kind,
      name: kind,
      start: addDays(today, (at - current) * 40 - 2),
      end: addDays(today, (at - current) * 40 + 30),
    })),
    // One for two sub-dimensions: whoever opens second has to do without.
    ...(appeals ? { replica: { points: 1, excludedSubDimensionIds: [] } } : {}),
  }
}

export const formChange = (current: number, now: Instant, appeals = false): Change => ({
  scope: formScope(formId),
  part: '',
  table: 'form',
  id: formId,
  row: headerAt(current, now, appeals),
})

/** What was decided before the replica: what was rejected can be appealed, and q3 not without clearing what q31 reached. */
const decided = [
  ['q1', 'texto', 'Rejected'],
  ['q2', 12, 'Rejected'],
  ['q3', true, 'Rejected'],
  ['q31', 'detalle', 'Accepted'],
  ['q5', 'texto', 'Rejected'],
  ['q6', 7, 'Accepted'],
  ['q7', 'texto', 'Rejected'],
] as const

/** A year that begins at its replica: everything answered, sent, and decided in a second revision that was sent. */
export function appealGround(now: Instant): readonly Change[] {
  const changes: Change[] = []
  for (const [id, leaderId, delegateId] of [
    ['norte', 'ana', 'carlos'],
    ['sur', 'sara', null],
  ] as const) {
    const scope = instScope(id, formId)
    const row = newParticipant({
      institutionId: id,
      formId,
      leaderId,
      delegateId,
      evaluatorId: 'eva',
      sendCount: 1,
      openedStageId: 'e5',
      closedStageIds: ['e1', 'e2', 'e3', 'e4'],
      releasedStageIds: ['e4'],
    })
    changes.push({ scope, part: '', table: 'participant', id, row })
    for (const [unit, value, decision] of decided) {
      const part = ['q5', 'q6', 'q7'].includes(unit) ? 's2' : 's1'
      const level = id === 'sur' || part === 's1' ? 1 : unit === 'q7' ? 4 : 3
      const answer = anAnswer(unit, value, {
        level,
        changeAnswer: false,
        mid: `ground-${id}-${unit}`,
        authorId: leaderId,
        occurredAt: now,
        receivedAt: now,
        formVersion: definition.versionId,
      })
      const evaluation = anEvaluation(unit, decision, {
        round: 'SecondRevision',
        authorId: 'eva',
        decidedAt: now,
        mid: `ground-e-${id}-${unit}`,
      })
      changes.push({ scope, part, table: 'answer', id: unit, row: answer }, { scope, part, table: 'evaluation', id: unit, row: evaluation })
    }
  }
  return changes
}

export const sentId = 'send-norte'

/** The institution norte has answered everything and sent it, and nobody has opened it. */
export function sentGround(now: Instant): readonly Change[] {
  const scope = instScope('norte', formId)
  const number = 'IIP-2026-NORTE-1'
  const answers = Object.entries({ q1: 'texto', q2: 12, q3: false, q5: 'texto', q6: 7, q7: 'texto' }).map(([unit, value]): Change => {
    const row = anAnswer(unit, value, {
      level: level.Evaluation,
      sent: true,
      moved: { send: sentId, level: level.Institution, sent: false, rev: 1 },
      mid: `ground-${unit}`,
      authorId: 'ana',
      occurredAt: now,
      receivedAt: now,
      formVersion: definition.versionId,
    })
    return { scope, part: ['q5', 'q6', 'q7'].includes(unit) ? 's2' : 's1', table: 'answer', id: unit, row }
  })
  const send: Send = {
    id: sentId,
    number,
    authorId: 'ana',
    sentAt: now,
    toLevel: level.Evaluation,
    answers: answers.length,
    files: 0,
    digest: 'ground',
    before: { sentAt: null, receipt: null, incomplete: false, sendCount: 0 },
  }
  const row = newParticipant({
    institutionId: 'norte',
    formId,
    leaderId: 'ana',
    evaluatorId: 'eva',
    openedStageId: 'e1',
    sendCount: 1,
    sentAt: now,
    receipt: number,
    locked: true,
    lockReason: 'sent',
  })
  return [
    ...answers,
    { scope, part: '', table: 'send', id: sentId, row: send },
    { scope, part: '', table: 'participant', id: 'norte', row },
  ]
}

const personChange = ({ id, kind, institutionId }: Actor): Change => ({
  scope: institutionId ? orgScope(institutionId) : catalogScope,
  part: '',
  table: 'person',
  id,
  row: {
    id,
    name: id,
    surname: 'Prueba',
    email: `${id}@${institutionId ?? 'lab'}.example`,
    kind,
    institutionId,
    active: true,
    joined: true,
  },
})

/** A second administrator, and a form that they prepare together. */
export const administratorsGround = (): readonly Change[] => [
  personChange(cast.alma),
  ...changesOfForm(newForm(nextFormId, nextDefinition.name, ''), nextDefinition),
]

/** What the server makes of the form of a database that holds its questions as a whole: rows that administrators change. */
export function takenApart(now: Instant): readonly Change[] {
  const parsed = parseDefinition(definition)
  if (!parsed.ok) throw new Error(`the ground is no questionnaire: ${parsed.failure.code}`)
  return changesOfForm(headerAt(0, now), parsed.value)
}

/** Institutions norte (ana leads, berta answers for its second area) and sur, both evaluated by eva, in their first stage. */
export function groundChanges(now: Instant): readonly Change[] {
  const changes: Change[] = [formChange(0, now)]
  // The second administrator is there only where there are two.
  for (const each of Object.values(cast)) if (each.id !== 'alma') changes.push(personChange(each))
  for (const [id, leaderId] of [
    ['norte', 'ana'],
    ['sur', 'sara'],
  ] as const) {
    changes.push(
      {
        scope: orgScope(id),
        part: '',
        table: 'institution',
        id,
        row: {
          id,
          name: `Servicio ${id}`,
          code: id.toUpperCase(),
          abbreviation: id,
          category: 'Pilares',
          orientation: 'Institucional',
          domains: [`${id}.example`],
        },
      },
      {
        scope: instScope(id, formId),
        part: '',
        table: 'participant',
        id,
        row: newParticipant({
          institutionId: id,
          formId,
          leaderId,
          evaluatorId: 'eva',
          openedStageId: 'e1',
        }),
      },
    )
  }
  for (const [element, level, userId] of [
    ['d1', 'Dimension', 'ana'],
    ['s1', 'Subdimension', 'ana'],
    ['s2', 'Subdimension', 'berta'],
    ['q7', 'Question', 'carlos'],
  ] as const) {
    changes.push({ scope: instScope('norte', formId), part: '', table: 'assignment', id: element, row: { element, level, userId, rev: 1 } })
  }
  return changes
}

/** Writes the ground into a migrated database. */
export async function lay(db: Database, now: Instant): Promise<void> {
  await db.write(async (tx) => {
    await writeChanges(tx, groundChanges(now), now)
    await storeOwnDefinition(tx, definition, now)
  })
}

/** The rows with which every run begins. */
export const firstRows = (): readonly Change[] => [...groundChanges(instantOf(startMs)), ...takenApart(instantOf(startMs))]
