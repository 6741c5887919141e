import { rowsOf, openUnits } from '#shared/answers/rules.ts'
import type { AnswerValue } from '#shared/answers/model.ts'
import { visibleText } from '#shared/answers/text.ts'
import { isEmpty } from '#shared/answers/validity.ts'
import type { Question } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, rowIdOf } from '#shared/kernel/ids.ts'
import type { DimensionId, Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'

/** Words for values, in the reader's language. */
export interface ValueWords {
  readonly yes: string
  readonly no: string
  readonly none: string
}

/** Words of the file. */
export interface CsvWords extends ValueWords {
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
}

/** A value as a cell: everything a person can read, nothing that a spreadsheet would run. */
export function cellText(value: AnswerValue | null | undefined, question: Question, words: ValueWords): string {
  if (value === null || value === undefined || isEmpty(value)) return ''
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (typeof value === 'string') return question.kind === 'Text' ? visibleText(value) : value
  if ('rows' in value) return value.rows.length === 0 ? words.none : String(value.rows.length)
  if ('choice' in value) return optionText(value.choice)
  return value.none === true ? words.none : value.choices.map(optionText).join('; ')
}

const optionText = (choice: { readonly value: string; readonly extra?: string | undefined }): string =>
  choice.extra ? `${choice.value}: ${choice.extra}` : choice.value

/** A cell between quotes; one that a spreadsheet would take for a formula gets an apostrophe before it (rules D14). */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** UTF-8 byte-order mark, commas, CRLF, every cell between quotes (rules D14). */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`

/** Every open question of the given sub-dimensions with its answer, in reading order; one line per row's question in a block. */
export function answersCsv(world: World, subDimensionIds: readonly DimensionId[], words: CsvWords): string {
  const { index } = world
  const line = (unit: Unit): readonly string[] | null => {
    const question = must(index.question(questionIdOf(unit)), `question of ${unit} is missing`)
    if (question.administrative) return null
    const subDimension = index.dimension(question.dimensionId)
    const dimension = subDimension?.parentId ? index.dimension(subDimension.parentId) : undefined
    const answer = world.answer(unit)
    const file = world.attachment(unit)?.name ?? (answer?.noAttachment === true ? words.declined : '')
    return [
      index.numberOf(question.id),
      dimension?.name ?? '',
      subDimension?.name ?? '',
      question.text,
      rowText(world, question, unit),
      cellText(answer?.value, question, words),
      file,
    ]
  }
  const lines = subDimensionIds
    .flatMap((id) => openUnits(world, id))
    .map(line)
    .filter((each) => each !== null)
  return csvText([words.headers, ...lines])
}

/** Place of a unit's row in its block, from 1; '' outside blocks. */
function rowText(world: World, question: Question, unit: Unit): string {
  const row = rowIdOf(unit)
  const block = question.blockId === null ? undefined : world.index.question(question.blockId)
  return row === null || !block ? '' : String(rowsOf(world, block).indexOf(row) + 1)
}
