import { openUnits } from '#shared/answers/rules.ts'
import { overviewOf } from '#shared/evaluations/overview.ts'
import { unsentRounds } from '#shared/evaluations/progress.ts'
import { valueCell } from '#shared/forms/kinds.ts'
import { questionIdOf, rowIdOf, type Unit } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { visibleText } from '#shared/kernel/rich-text.ts'
import { evalScope, instScope, resultsScope } from '#shared/protocol/scope.ts'
import { ticksDue } from '#shared/stages/rules.ts'
import type { AnswerValue } from '#shared/answers/model.ts'
import type { World } from '#shared/world.ts'
import type { HistoryTable, SyncRowTable } from '../db/schema.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import { categoryNameOf } from '../world/categories.ts'
import { answerWords } from '../reports/answers.ts'
import type { People } from './people.ts'
import { partRows, resultRow, type KeptResults } from './results.ts'
import type { ArchiveTable, Row, Value } from './tables.ts'

/** Tables of a form's scopes that are nobody's to archive: notes are their author's (PN2), cards and what was answered before are made of others. */
const leftOut: ReadonlySet<string> = new Set(['note', 'conflict', 'former', 'overview'])

export type SyncedRow = Pick<SyncRowTable, 'scope' | 'tbl' | 'id' | 'part' | 'version' | 'data'>
export type HistoryLine = Omit<HistoryTable, 'part'>

/** What of one institution is read beside its world, in the same snapshot. */
export interface Beside {
  readonly rows: readonly SyncedRow[]
  readonly history: readonly HistoryLine[]
}

/** The synced rows and the histories of some scopes. */
export async function besideOf(tx: Tx, scopes: readonly string[]): Promise<Beside> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'tbl', 'id', 'part', 'version', 'data'])
    .where(oneOf(tx.kind, 'scope', scopes))
    .where('deleted', '=', 0)
    .orderBy('scope')
    .orderBy('tbl')
    .orderBy('id')
    .execute()
  const history = await tx.q
    .selectFrom('history')
    .select([
      'id',
      'scope',
      'unit',
      'action',
      'value',
      'text',
      'changed',
      'user_id',
      'role',
      'occurred_at',
      'received_at',
      'mid',
      'disposition',
    ])
    .where(oneOf(tx.kind, 'scope', scopes))
    .orderBy('scope')
    .orderBy('unit')
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  return { rows: rows.filter(({ tbl }) => !leftOut.has(tbl)), history }
}

export const institutionScopes = (institutionId: string, formId: string): readonly string[] => [
  instScope(institutionId, formId),
  evalScope(institutionId, formId),
  resultsScope(institutionId, formId),
]

/** Whether something of an institution waits to be decided, sent or told: time's own work, an evaluation, a request (FC2). */
export function isWaiting(world: World, now: Instant): boolean {
  if (world.participant.removedAt) return false
  const { ended, opened } = ticksDue(world, now)
  return (
    ended.length > 0 ||
    opened !== undefined ||
    unsentRounds(overviewOf(world), world.form, now).length > 0 ||
    world.participant.reopenRequest?.state === 'open'
  )
}

/** Where the files and papers of an institution stand in the archive, by attachment and by send. */
export interface Places {
  readonly folder: string
  readonly fileOf: ReadonlyMap<string, string>
  readonly receiptOf: ReadonlyMap<string, string>
}

const flag = (value: boolean): number => (value ? 1 : 0)
const jsonOf = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value))

/** How an answer reads: a rich text as its words. */
export function readable(world: World, unit: Unit, value: AnswerValue | null | undefined): string {
  const question = world.index.question(questionIdOf(unit))
  if (value === null || value === undefined) return ''
  if (!question) return typeof value === 'string' ? visibleText(value) : JSON.stringify(value)
  return question.kind === 'Text' && typeof value === 'string' ? visibleText(value) : String(valueCell(question, value, answerWords))
}

/** Units of a world in reading order: those that are open, then whatever else was ever answered. */
export function unitsOf(world: World, subDimensionId: string): readonly Unit[] {
  const open = openUnits(world, subDimensionId)
  const known = new Set(open)
  const others = [...world.list('answer')]
    .map(({ unit }) => unit)
    .filter((unit) => !known.has(unit) && world.index.question(questionIdOf(unit))?.dimensionId === subDimensionId)
  return [...open, ...others]
}

/** Everything that an archive's tables tell of one institution. */
export function institutionRows(
  world: World,
  beside: Beside,
  given: {
    readonly people: People
    readonly places: Places
    readonly categories: Parameters<typeof categoryNameOf>[0]
    readonly now: Instant
    readonly results: KeptResults
  },
): Partial<Readonly<Record<ArchiveTable, readonly Row[]>>> {
  const { people, places, categories, now, results } = given
  const { institution, participant, index, institutionId } = world
  const unitCells = (unit: Unit): Row => {
    const question = index.question(questionIdOf(unit))
    return [unit, questionIdOf(unit), rowIdOf(unit), question ? index.numberOf(question.id) : null]
  }
  const row = (value: unknown): Value => people.json(JSON.stringify(value))
  const answers = [...world.list('answer')].map((answer): Row => [
    institutionId,
    ...unitCells(answer.unit),
    index.question(answer.questionId)?.text ?? null,
    people.text(readable(world, answer.unit, answer.value)),
    people.json(jsonOf(answer.value)),
    answer.level,
    people.id(answer.authorId),
    answer.occurredAt,
    answer.receivedAt,
    flag(answer.noAttachment),
    people.text(answer.justification),
    people.json(jsonOf(answer.appeal)),
    answer.formVersion,
    row(answer),
  ])
  const decided = (['evaluation', 'draft'] as const).flatMap((table) =>
    [...world.list(table)].map((each): Row => [
      institutionId,
      ...unitCells(each.unit),
      table === 'evaluation' ? 'enviada' : 'en_evaluacion',
      each.round,
      each.decision,
      people.text(each.comment),
      people.id(each.authorId),
      each.decidedAt,
      row(each),
    ]),
  )
  return {
    instituciones: [
      [
        institutionId,
        institution.name,
        institution.code,
        categoryNameOf(categories, institution),
        institution.orientation,
        people.id(participant.leaderId),
        people.id(participant.delegateId),
        people.id(participant.evaluatorId),
        flag(participant.locked),
        participant.sentAt,
        participant.receipt,
        participant.surveySentAt,
        participant.removedAt ?? null,
        places.folder,
        flag(isWaiting(world, now)),
        row(institution),
        row(participant),
      ],
    ],
    respuestas: answers,
    archivos: [...world.list('attachment')].map((each): Row => [
      institutionId,
      each.id,
      ...unitCells(each.unit),
      people.text(each.name),
      each.sizeBytes,
      each.sha256,
      each.state,
      places.fileOf.get(each.id) ?? null,
      people.id(each.authorId),
      each.addedAt,
      people.id(each.removedBy),
      each.removedAt ?? null,
      row(each),
    ]),
    evaluaciones: decided,
    comentarios: [...world.list('comment')].map((each): Row => [
      institutionId,
      each.id,
      ...unitCells(each.unit),
      each.threadId,
      each.kind,
      people.text(each.body),
      people.id(each.authorId),
      each.writtenAt,
      row(each),
    ]),
    asignaciones: [...world.list('assignment')].map((each): Row => [
      institutionId,
      each.element,
      each.level,
      people.id(each.userId),
      row(each),
    ]),
    envios: [...world.list('send')].map((each): Row => [
      institutionId,
      each.id,
      each.number,
      people.id(each.authorId),
      each.sentAt,
      each.toLevel,
      each.answers,
      each.files,
      each.digest,
      each.recalledAt ?? null,
      places.receiptOf.get(each.id) ?? null,
      row(each),
    ]),
    historial: beside.history.map((each) => historyRow(institutionId, each, people)),
    resultados: beside.rows
      .filter(({ scope }) => scope === resultsScope(institutionId, world.formId))
      .map((each) => resultRow(institutionId, each, results, people)),
    ...partRows(institutionId, results, people),
    filas: beside.rows.map((each) => syncedRow(each, people)),
  }
}

export const historyRow = (institutionId: string | null, each: HistoryLine, people: People): Row => [
  institutionId,
  each.scope,
  each.id,
  people.text(each.unit),
  each.action,
  people.json(each.value),
  people.text(each.text),
  people.json(each.changed),
  people.id(each.user_id),
  each.role,
  each.occurred_at,
  each.received_at,
  people.text(each.mid),
  each.disposition,
]

export const syncedRow = ({ scope, tbl, id, part, version, data }: SyncedRow, people: People): Row => [
  scope,
  tbl,
  people.text(id),
  part,
  version,
  people.json(data),
]
