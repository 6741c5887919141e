import type { Answer, AnswerValue } from '#shared/answers/model.ts'
import type { Evaluation } from '#shared/evaluations/model.ts'
import { aDefinition, aQuestion, anAnswer, anEvaluation } from '#shared/forms/fixtures.ts'
import { formReportId } from '#shared/forms/model.ts'
import { newParticipant, type Institution, type Participant } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { addDays, dayMs, epochMs, startOfDayMs, type Instant } from '#shared/kernel/instant.ts'
import { evalScope, formScope, instScope, orgScope, questionnaireScope } from '#shared/protocol/scope.ts'
import type { Person } from '#shared/accounts/model.ts'
import { stageKinds, type FormHeader, type Phase, type Stage } from '#shared/stages/model.ts'
import type { Change } from '#shared/world.ts'
import { writeChanges } from '../sync/changes.ts'
import { changesOfForm, storeOwnDefinition } from '../world/definitions.ts'
import type { TestApp } from './app.ts'

/**
 * A form of a whole cycle, `ciclo`, in which norte, sur, este and oeste take part: ten days of each stage, two between them. norte is led
 * by ana with berta as delegate; its answers obtain 73.4321 of 100, and one rejected one 10 more. eva evaluates norte and sur, otro the others.
 */
export const cycleForm = 'ciclo'
const firstDay = '2026-03-05'
const everyDays = 12

export const cycleStages: readonly Stage[] = stageKinds.map((kind, at) => {
  const start = addDays(firstDay, at * everyDays)
  return { id: `c-${kind}`, kind, name: kind, start, end: addDays(start, 9) }
})

export const cycleDefinition = aDefinition(
  [
    aQuestion('r1', 'Single', {
      options: [{ value: 'Algo', en: 'Some' }, { value: 'Todo' }],
      points: [
        { key: 'Algo', value: 4 },
        { key: 'Todo', value: 10 },
      ],
      en: { text: 'How much?' },
    }),
    aQuestion('r2', 'SimpleText', { allowFile: true, points: [{ key: 'value', value: 10 }] }),
    aQuestion('r3', 'Number', { dimensionId: 's12', points: [{ key: 'value', value: 20, divisor: 'r4' }] }),
    aQuestion('r4', 'Number', { dimensionId: 's12' }),
    aQuestion('r5', 'Boolean', {
      dimensionId: 's21',
      points: [
        { key: 'true', value: 54.4321 },
        { key: 'false', value: 0 },
      ],
    }),
    aQuestion('r6', 'Number', { dimensionId: 's21', administrative: true, points: [{ key: 'value', value: 5.5679 }] }),
  ],
  {
    versionId: 'ciclo-v1',
    formId: cycleForm,
    name: 'Ciclo completo',
    tree: { d1: ['s11', 's12'], d2: ['s21'] },
    names: { d1: 'Recursos', s11: 'Personas', s12: 'Presupuesto', d2: 'Prácticas', s21: 'Ideas' },
  },
)
/** What norte obtains: 4 + 10 + 54.4321 + 5.5679. */
export const northPoints = 74

const values: Readonly<Record<string, AnswerValue>> = {
  r1: { choice: { value: 'Algo' } },
  r2: 'Un texto largo',
  r3: 10,
  r4: 20,
  r5: true,
  r6: 3,
}

const institutions = [
  ['norte', 'ana', 'eva'],
  ['sur', 'sur-lider', 'eva'],
  ['este', 'este-lider', 'otro'],
  ['oeste', 'oeste-lider', 'otro'],
] as const

/** Puts the form, its institutions, answers and decisions beside the tiny world. */
export async function withCycle(server: TestApp, header: Partial<FormHeader> = {}): Promise<void> {
  const form: FormHeader = {
    id: cycleForm,
    name: cycleDefinition.name,
    description: '',
    versionId: cycleDefinition.versionId,
    enabled: true,
    stages: cycleStages,
    replica: { points: 1, excludedSubDimensionIds: ['s21'] },
    ...header,
  }
  const changes: Change[] = changesOfForm(form, cycleDefinition)
  const text = { preliminaryIntroduction: '<p>Inicio</p>', finalIntroduction: '<p>Final</p>' }
  changes.push({ scope: questionnaireScope(cycleForm), part: '', table: 'reportText', id: formReportId, row: text })
  changes.push({ scope: questionnaireScope(cycleForm), part: '', table: 'reportText', id: 'd1', row: { med: '<p>Regular</p>' } })
  for (const [id, leaderId, evaluatorId] of institutions) {
    const row: Institution = {
      id,
      name: `Servicio ${id}`,
      code: id.toUpperCase(),
      abbreviation: id.toUpperCase(),
      category: 'Pilares',
      orientation: 'Institucional',
      domains: [`${id}.example`],
    }
    changes.push({ scope: orgScope(id), part: '', table: 'institution', id, row })
    if (id === 'este' || id === 'oeste')
      changes.push({ scope: orgScope(id), part: '', table: 'person', id: leaderId, row: aLeader(leaderId, id) })
    const participant = newParticipant({
      institutionId: id,
      formId: cycleForm,
      leaderId,
      delegateId: id === 'norte' ? 'berta' : null,
      evaluatorId,
      locked: true,
      receipt: 'IIP-1',
      closedStageIds: cycleStages.slice(0, 3).map((stage) => stage.id),
      openedStageId: 'c-SecondRevision',
    })
    changes.push({ scope: instScope(id, cycleForm), part: '', table: 'participant', id, row: participant })
    for (const unit of Object.keys(values)) {
      changes.push(answerChange(id, unit, {}))
      if (unit !== 'r6') changes.push(decisionChange(id, unit, unit === 'r2' ? 'Rejected' : 'Accepted'))
    }
  }
  await put(server, changes)
  await server.db.write((tx) => storeOwnDefinition(tx, cycleDefinition, server.clock.now()))
}

const aLeader = (id: string, institutionId: string): Person => ({
  id,
  name: id,
  surname: 'Prueba',
  email: `${id}@${institutionId}.example`,
  kind: 'Institutional',
  institutionId,
  active: true,
  joined: true,
})

export const put = (server: TestApp, changes: readonly Change[]): Promise<unknown> =>
  server.db.write((tx) => writeChanges(tx, changes, server.clock.now()))

const partOf = (unit: string): string =>
  must(
    cycleDefinition.questions.find(({ id }) => id === unit),
    unit,
  ).dimensionId

export const answerChange = (institutionId: string, unit: string, part: Partial<Answer>): Change => ({
  scope: instScope(institutionId, cycleForm),
  part: partOf(unit),
  table: 'answer',
  id: unit,
  row: anAnswer(unit, values[unit] ?? null, { formVersion: cycleDefinition.versionId, ...part }),
})

export const decisionChange = (
  institutionId: string,
  unit: string,
  decision: Evaluation['decision'],
  part: Partial<Evaluation> = {},
): Change => ({
  scope: evalScope(institutionId, cycleForm),
  part: partOf(unit),
  table: 'draft',
  id: unit,
  row: anEvaluation(unit, decision, { round: 'SecondRevision', authorId: 'eva', comment: 'Falta el acta', ...part }),
})

/** Its row as it stands, with something changed. */
export async function changeParticipant(server: TestApp, institutionId: string, part: Partial<Participant>): Promise<void> {
  const scope = instScope(institutionId, cycleForm)
  const { data } = await server.db.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', scope)
    .where('tbl', '=', 'participant')
    .executeTakeFirstOrThrow()
  const stands: Participant = JSON.parse(data)
  await put(server, [{ scope, part: '', table: 'participant', id: institutionId, row: { ...stands, ...part } }])
}

/** The form's header as it stands, with something changed. */
export async function changeCycle(server: TestApp, part: Partial<FormHeader>): Promise<void> {
  const scope = formScope(cycleForm)
  const { data } = await server.db.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', scope)
    .where('tbl', '=', 'form')
    .executeTakeFirstOrThrow()
  const stands: FormHeader = JSON.parse(data)
  await put(server, [{ scope, part: '', table: 'form', id: cycleForm, row: { ...stands, ...part } }])
}

/** Lets time pass to the middle of a stage; `after` one, to the day behind it, which is in none. */
export function goTo(server: TestApp, phase: Exclude<Phase, 'Pre' | 'Gap' | 'Closed'>, where: 'in' | 'after' = 'in'): void {
  const stage = must(
    cycleStages.find(({ kind }) => kind === phase),
    phase,
  )
  const at = startOfDayMs(stage.start) + (where === 'in' ? 4 : 10) * dayMs + dayMs / 2
  const now: Instant = server.clock.now()
  if (at < epochMs(now)) throw new Error(`${phase} is over`)
  server.clock.advance(at - epochMs(now))
}

/** Asks for the calculation of a kind as an administrator. */
export async function calculate(server: TestApp, kind: 'preliminary' | 'final', body: object = {}) {
  return server.call('POST', `form/${cycleForm}/results/${kind}/calculate`, { token: await server.token('root'), body })
}

/** Publishes the newest snapshot of each institution, or of those that are named. */
export async function publish(server: TestApp, kind: 'preliminary' | 'final', institutionIds?: readonly string[]) {
  const rows = await server.db.q
    .selectFrom('result_snapshot')
    .select(['institution_id', 'number'])
    .where('form_id', '=', cycleForm)
    .where('kind', '=', kind)
    .orderBy('number')
    .execute()
  const all = rows.map((row) => [row.institution_id, `${kind}-${row.number}`] as const)
  const snapshots = Object.fromEntries(all.filter(([id]) => institutionIds?.includes(id) ?? true))
  return server.call('POST', `form/${cycleForm}/results/${kind}/publish`, { token: await server.token('root'), body: { snapshots } })
}
