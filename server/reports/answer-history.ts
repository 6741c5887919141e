import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { reaches } from '#shared/access/visibility.ts'
import { rowIndexOf } from '#shared/answers/rules.ts'
import { valueCell } from '#shared/forms/kinds.ts'
import { questionIdOf, rowIdOf } from '#shared/kernel/ids.ts'
import { minuteAt } from '#shared/kernel/instant.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import type { World } from '#shared/world.ts'
import type { Tx } from '../db/open.ts'
import type { Session } from '../http/session.ts'
import { nameOf } from '../world/look.ts'
import type { WorldKey } from '../world/store.ts'
import { participationIn } from '../world/visibility.ts'
import { answerWords } from './answers.ts'
import { headingOf, institutionColumns, type Column } from './columns.ts'
import { goesOn, toldParts, type ReportDeps } from './institutions.ts'

export const historyColumns: readonly Column[] = [
  ...institutionColumns,
  { name: 'Número', meaning: 'Número de la pregunta en el cuestionario vigente.' },
  { name: 'Elemento', meaning: 'Texto de la pregunta, o nombre de la dimensión; vacío para lo que concierne a toda la institución.' },
  { name: 'Fila', meaning: 'Lugar de la fila en su bloque, desde 1; vacía fuera de los bloques y cuando la fila ya no existe.' },
  { name: 'Hecho el', meaning: 'Cuándo se hizo, en hora de Chile continental.' },
  { name: 'Recibido el', meaning: 'Cuándo lo recibió el servidor, en hora de Chile continental.' },
  { name: 'Acción', meaning: 'Qué se hizo.' },
  { name: 'Valor', meaning: 'La respuesta que quedó, cuando la acción fue sobre una.' },
  { name: 'Texto', meaning: 'Lo que se escribió con la acción: un comentario, una observación, el nombre de un archivo.' },
  { name: 'Persona', meaning: 'Quien lo hizo.' },
  { name: 'Rol', meaning: 'En qué rol lo hizo.' },
  { name: 'Id institución', meaning: 'Identificador de la institución, el mismo en todas las descargas.' },
  { name: 'Id elemento', meaning: 'Identificador de la pregunta o dimensión, que no cambia aunque cambie su número.' },
  { name: 'Id fila', meaning: 'Identificador de la fila de un bloque; vacío fuera de los bloques.' },
  { name: 'Hecho el (UTC)', meaning: 'Lo mismo que «Hecho el», en UTC (ISO 8601).' },
]

/** Questions and rows of blocks that are read at one time. */
const unitsAtOnce = 100
/** Lines that are read, and worded, before anybody else has their turn. */
export const linesAtOnce = 200

/**
 * Everything that was done in an institution's form, question by question in the order of the questionnaire, the oldest first, in the
 * moments of Santiago. So many questions at a time are read in a snapshot of their own: a slow reader holds nobody up. It ends where
 * the caller does not reach the institution any more, or their session ends.
 */
export async function* answerHistory(deps: ReportDeps, session: Session, key: WorldKey): AsyncGenerator<Sheet, void> {
  yield [headingOf(historyColumns)]
  const units = await within(deps, session, key, async (world, tx) => {
    const rows = await tx.q.selectFrom('history').select('unit').distinct().where('scope', '=', world.scope).execute()
    return inOrderOf(
      world,
      rows.map(({ unit }) => unit),
    )
  })
  for (let at = 0; units && at < units.length; at += unitsAtOnce) {
    const some = units.slice(at, at + unitsAtOnce)
    for (let from: Place | undefined = { unit: some[0] ?? '' }; from;) {
      const start: Place = from
      const read = await within(deps, session, key, (world, tx) => linesOf(world, tx, some, start))
      if (!read) return
      yield read.lines
      from = read.next
      // Of a database in this process nothing waits for anything: others are let in between.
      await nextTurn()
    }
    await deps.progress?.(Math.min(at + unitsAtOnce, units.length), units.length)
  }
}

/** What `read` makes of the institution in one snapshot; undefined when the caller may not read it now. */
const within = <T>(deps: ReportDeps, session: Session, key: WorldKey, read: (world: World, tx: Tx) => Promise<T>): Promise<T | undefined> =>
  deps.db.read(async (tx) => {
    const participation = await participationIn(tx, key, deps.shown)
    if (!participation || !reaches(session.actor, participation) || !(await goesOn(deps, tx, session))) return undefined
    const world = await deps.worlds.readOnce(tx, key)
    // What an institution has not sent is its own, and so is how it came about.
    return world && toldParts(world, session.actor, deps.now()) === '*' ? read(world, tx) : undefined
  })

/** What concerns the whole institution first, then each part where the questionnaire has it, and last what it does not have any more. */
function inOrderOf(world: World, units: readonly string[]): string[] {
  const { index } = world
  const parts = index.topDimensions.flatMap(({ id, subDimensionIds }) => [
    id,
    ...subDimensionIds.flatMap((sub) => [sub, ...index.questionsOf(sub).map((question) => question.id)]),
  ])
  const order = new Map([...parts, ...index.surveyQuestions.map(({ id }) => id)].map((id, at) => [id, at]))
  const place = (unit: string): number => (isOfNoPart(world, unit) ? -1 : (order.get(questionIdOf(unit)) ?? order.size))
  return units.toSorted((left, right) => place(left) - place(right) || (left < right ? -1 : 1))
}

/** Whether what was done concerns the whole institution, or one of its people. */
const isOfNoPart = (world: World, unit: string): boolean => unit === '' || world.person(unit) !== undefined

/** Where a page of lines begins: at a unit, behind one of its lines where it has many. */
interface Place {
  readonly unit: string
  readonly last?: Pick<HistoryRow, 'received_at' | 'id'>
}

/** The next lines of some units, no more than are read at once, and where those after them begin. */
async function linesOf(
  world: World,
  tx: Tx,
  units: readonly string[],
  { unit, last }: Place,
): Promise<{ lines: Sheet; next: Place | undefined }> {
  const left = units.slice(units.indexOf(unit))
  const ofScope = tx.q.selectFrom('history').where('scope', '=', world.scope)
  const counted = await ofScope
    .select(['unit', sql<number | string>`count(*)`.as('lines')])
    .where('unit', 'in', left)
    .groupBy('unit')
    .execute()
  const countOf = new Map(counted.map((each) => [each.unit, Number(each.lines)]))
  const whole: string[] = []
  let sum = 0
  for (const each of last ? [] : left) {
    sum += countOf.get(each) ?? 0
    if (sum > linesAtOnce) break
    whole.push(each)
  }
  const asked = whole.length > 0 ? whole : [unit]
  let query = ofScope
    .select(['id', 'unit', 'action', 'value', 'text', 'user_id', 'role', 'occurred_at', 'received_at'])
    .where('unit', 'in', asked)
  if (last) {
    query = query.where((row) =>
      row.or([row('received_at', '>', last.received_at), row.and([row('received_at', '=', last.received_at), row('id', '>', last.id)])]),
    )
  }
  const rows = await query.orderBy('received_at').orderBy('id').limit(linesAtOnce).execute()
  const byUnit = Map.groupBy(rows, (row) => row.unit)
  const lines = asked.flatMap((each) => (byUnit.get(each) ?? []).map((row) => lineOf(world, row)))
  const end = rows.at(-1)
  if (whole.length === 0 && end && rows.length === linesAtOnce)
    return { lines, next: { unit, last: { received_at: end.received_at, id: end.id } } }
  const after = left[asked.length]
  return { lines, next: after === undefined ? undefined : { unit: after } }
}

interface HistoryRow {
  readonly id: string
  readonly unit: string
  readonly action: string
  readonly value: string | null
  readonly text: string | null
  readonly user_id: string
  readonly role: string
  readonly occurred_at: string
  readonly received_at: string
}

function lineOf(world: World, row: HistoryRow): Cell[] {
  const { name, code } = world.institution
  const isOfAll = isOfNoPart(world, row.unit)
  const question = isOfAll ? undefined : world.index.question(questionIdOf(row.unit))
  const at = question ? rowIndexOf(world, row.unit) : -1
  return [
    name,
    code,
    question ? world.index.numberOf(question.id) : '',
    question?.text ?? world.index.dimension(row.unit)?.name ?? '',
    at < 0 ? '' : at + 1,
    minuteAt(row.occurred_at),
    minuteAt(row.received_at),
    row.action,
    row.value === null ? '' : valueCell(question, JSON.parse(row.value), answerWords),
    row.text ?? '',
    nameOf(world, row.user_id),
    row.role,
    world.institutionId,
    isOfAll ? '' : questionIdOf(row.unit),
    (isOfAll ? null : rowIdOf(row.unit)) ?? '',
    row.occurred_at,
  ]
}
