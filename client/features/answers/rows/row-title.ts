import { must } from '#shared/kernel/assert.ts'
import { rowName } from '#shared/answers/names.ts'
import { rowIndexOf } from '#shared/answers/rules.ts'
import type { Question } from '#shared/forms/model.ts'
import { rowNounOf } from '#shared/forms/row-noun.ts'
import { questionIdOf, rowIdOf, unitOf } from '#shared/kernel/ids.ts'
import type { RowId, Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { formText } from '#client/features/texts/form-text.tsx'

/** What tells one row of a block from another. */
export interface RowTitle {
  /** Its place, from 1. */
  readonly n: number
  /** The answer to its first inner question; undefined while it has none. */
  readonly name: string | undefined
  /** What a row is called in this form: "Iniciativa"; undefined where the form does not say. */
  readonly noun: string | undefined
  /** The same in English. */
  readonly nounEn: string | undefined
}

/** A row by its name, else by what the form calls its rows and its place, else in the words of `unnamed`. */
export const rowWords = (title: RowTitle, unnamed: (n: number) => string): string => rowRead(title, unnamed).text

/** The same with the language that it is in; undefined where it is the page's. */
export function rowRead({ n, name, noun, nounEn }: RowTitle, unnamed: (n: number) => string): RowRead {
  if (name !== undefined) return { text: name, lang: 'es' }
  if (noun === undefined) return { text: unnamed(n), lang: undefined }
  const { text, lang } = formText(noun, nounEn)
  return { text: `${text} ${n}`, lang }
}
interface RowRead {
  readonly text: string
  readonly lang: 'es' | 'en' | undefined
}

export function rowTitle(world: World, block: Question, row: RowId): RowTitle {
  // The first inner question names the row: a block has one (DF2).
  const first = must(block.block[0], `block ${block.id} has no question`)
  const unit = unitOf(first, row)
  const question = world.index.question(first)
  return {
    n: rowIndexOf(world, unit) + 1,
    name: rowName(world, block, row),
    noun: rowNounOf(question?.text),
    nounEn: rowNounOf(question?.en?.text),
  }
}

/** The row that a unit stands in; null outside blocks. */
export function rowTitleOf(world: World, unit: Unit): RowTitle | null {
  const row = rowIdOf(unit)
  const blockId = world.index.question(questionIdOf(unit))?.blockId ?? null
  const block = blockId === null ? undefined : world.index.question(blockId)
  return row === null || !block ? null : rowTitle(world, block, row)
}
