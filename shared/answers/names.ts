import { firstOf } from '../kernel/cut.ts'
import { plainText } from '../forms/kinds.ts'
import type { Question } from '../forms/model.ts'
import { questionIdOf, rowIdOf, unitOf } from '../kernel/ids.ts'
import type { RowId, Unit } from '../kernel/ids.ts'
import type { World } from '../world.ts'

/** Longest name of a row, and longest text of a question, in a name. */
const nameMost = 80

/** Name of a row: the answer to its block's first inner question (DF2), also after the row was removed; undefined while it has none. */
export function rowName(world: World, block: Question, row: RowId): string | undefined {
  const first = world.index.question(block.block[0] ?? '')
  const answer = first && world.answer(unitOf(first.id, row))
  const value = answer?.value ?? answer?.clearedValue
  const text = first && typeof value === 'string' ? plainText(first, value).trim() : ''
  return text === '' ? undefined : firstOf(text, nameMost)
}

const shortened = (text: string): string => ([...text].length <= nameMost ? text : `${firstOf(text, nameMost - 1).trimEnd()}…`)

/**
 * Spanish name of a closed unit, seen from the open one above it: "Fila «Ana», 2.1.4 ¿Cuánto gastó?". The row is left out where both
 * stand in it.
 */
export function closedName(world: World, unit: Unit, above: Unit): string {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return unit
  const own = `${world.index.numberOf(question.id)} ${shortened(question.text)}`.trim()
  const row = rowIdOf(unit)
  const block = question.blockId === null ? undefined : world.index.question(question.blockId)
  if (row === null || !block || rowIdOf(above) === row) return own
  const name = rowName(world, block, row)
  return `${name === undefined ? 'Fila quitada' : `Fila «${name}»`}, ${own}`
}
