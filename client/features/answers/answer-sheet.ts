import { openUnits, rowIndexOf } from '#shared/answers/rules.ts'
import { valueCell } from '#shared/forms/kinds.ts'
import type { CellWords } from '#shared/forms/kinds/kind.ts'
import type { TextRead } from '#shared/forms/in-language.ts'
import type { Question } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { DimensionId, Unit } from '#shared/kernel/ids.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import type { World } from '#shared/world.ts'

/** Words of the table. */
interface SheetWords extends CellWords {
  readonly headers: readonly [
    number: string,
    dimension: string,
    subDimension: string,
    question: string,
    row: string,
    answer: string,
    file: string,
  ]
  readonly declined: string
  /** A text of the questionnaire in the reader's language. */
  readonly read: (es: string, en: string | undefined) => TextRead
}

/** Every open question of the given sub-dimensions with its answer, in reading order; one line per row's question in a block. */
export function answerSheet(world: World, subDimensionIds: readonly DimensionId[], words: SheetWords): Sheet {
  const { index } = world
  const line = (unit: Unit): readonly Cell[] | null => {
    const question = must(index.question(questionIdOf(unit)), `question of ${unit} is missing`)
    if (question.administrative) return null
    const subDimension = index.dimension(question.dimensionId)
    const dimension = subDimension?.parentId ? index.dimension(subDimension.parentId) : undefined
    const answer = world.answer(unit)
    const file = world.attachment(unit)?.name ?? (answer?.noAttachment === true ? words.declined : '')
    return [
      index.numberOf(question.id),
      dimension ? words.read(dimension.name, dimension.en?.name).text : '',
      subDimension ? words.read(subDimension.name, subDimension.en?.name).text : '',
      words.read(question.text, question.en?.text).text,
      rowCell(world, question, unit),
      valueCell(question, answer?.value, words),
      file,
    ]
  }
  const lines = subDimensionIds
    .flatMap((id) => openUnits(world, id))
    .map(line)
    .filter((each) => each !== null)
  return [words.headers, ...lines]
}

/** Place of a unit's row in its block, from 1; '' outside blocks. */
function rowCell(world: World, question: Question, unit: Unit): Cell {
  return question.blockId === null ? '' : rowIndexOf(world, unit) + 1
}
