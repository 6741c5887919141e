import { broughtFrom, formerBeside, formersOfRow } from '#shared/answers/former.ts'
import { setAnswer } from '#shared/answers/mutations.ts'
import { openUnits, rowsOf } from '#shared/answers/rules.ts'
import { invalidity } from '#shared/forms/kinds.ts'
import { maxRows } from '#shared/forms/kinds/block.ts'
import type { Question } from '#shared/forms/model.ts'
import { questionIdOf, rowIdOf, unitOf } from '#shared/kernel/ids.ts'
import type { RowId, Unit } from '#shared/kernel/ids.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import type { AnswerEditor } from '#client/features/answers/answer-editor.ts'

const newRow = (): RowId => crypto.randomUUID().replaceAll('-', '').slice(0, 20)

/** How many rows still fit into a block. */
export const roomIn = (open: OpenWorld, block: Question): number => Math.max(0, maxRows(block) - rowsOf(open.world(), block).length)

/**
 * Adds the rows of then by their names, each with what it held, as far as they fit; those that are there stay (FB6). False when the block
 * does not take them.
 */
export async function bringRows(open: OpenWorld, editor: AnswerEditor, block: Question, names: readonly string[]): Promise<boolean> {
  const added = names.slice(0, roomIn(open, block)).map((name) => ({ name, row: newRow() }))
  const standing = rowsOf(open.world(), block)
  if (added.length === 0 || !(await editor.putIn({ rows: [...standing, ...added.map(({ row }) => row)] }))) return false
  for (const { name, row } of added) await fillRow(open, block, row, name)
  return true
}

async function fillRow(open: OpenWorld, block: Question, row: RowId, name: string): Promise<void> {
  const give = async (unit: Unit, from: Parameters<typeof broughtFrom>[0]): Promise<boolean> => {
    const question = open.world().index.question(questionIdOf(unit))
    const value = question && broughtFrom(from, question).value
    // What does not fit any more is left to be answered.
    if (!question || value === null || value === undefined || invalidity(question, value)) return false
    return (await open.dispatch(setAnswer, { unit, value, brought: true })).ok
  }
  const [first] = block.block
  const naming = first === undefined ? undefined : formersOfRow(open.world(), first, name)
  if (first === undefined || !naming || !(await give(unitOf(first, row), naming))) return
  // An answer may open the next: the row is gone through until nothing of it is left to bring.
  const tried = new Set<Unit>()
  for (;;) {
    const world = open.world()
    const unit = openUnits(world, block.dimensionId).find(
      (each) =>
        rowIdOf(each) === row && world.index.question(questionIdOf(each))?.blockId === block.id && !tried.has(each) && !world.answer(each),
    )
    if (unit === undefined) return
    tried.add(unit)
    const former = formerBeside(world, unit)
    if (former !== undefined && former !== 'row') await give(unit, former)
  }
}
