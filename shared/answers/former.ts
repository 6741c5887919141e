import type { Former } from '../evaluations/model.ts'
import { plainText } from '../forms/kinds.ts'
import type { Question } from '../forms/model.ts'
import { folded as foldedWords } from '../kernel/folded.ts'
import { questionIdOf, rowIdOf, unitOf } from '../kernel/ids.ts'
import type { QuestionId, RowId, Unit } from '../kernel/ids.ts'
import type { World } from '../world.ts'
import type { AnswerValue, OptionChoice } from './model.ts'
import { rowsOf } from './rules.ts'
import { sameValue } from './same-value.ts'

/** Longest name of a row that is told. */
const rowNameMost = 200

/** The first question of a question's line (QE9). */
export const lineOf = ({ id, originId }: Pick<Question, 'id' | 'originId'>): QuestionId => originId ?? id

export function rowNameIn(world: World, block: Question, row: RowId): string {
  const first = world.index.question(block.block[0] ?? '')
  const value = first && world.answer(unitOf(first.id, row))?.value
  return typeof value === 'string' ? plainText(first, value).trim().slice(0, rowNameMost) : ''
}

/** As two writings of one name are compared: without case, accents and what spaces there are. */
const folded = (text: string): string => foldedWords(text).replace(/\s+/gu, ' ').trim()

const ofLine = (world: World, question: Question): Former[] => {
  const line = lineOf(question)
  return [...world.list('former')].filter((each) => each.line === line)
}

const named = (rows: readonly Former[], name: string): Former[] =>
  folded(name) === '' ? [] : rows.filter((each) => folded(each.rowName ?? '') === folded(name))

/**
 * What stands beside a unit of an earlier form (FB3): of the same line and, inside a block, of the row with the same name, in whatever
 * case and accents. `row` when the block had rows and none of that name; undefined where nothing was answered.
 */
export function formerBeside(world: World, unit: Unit): Former | 'row' | undefined {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return undefined
  const same = ofLine(world, question)
  const row = rowIdOf(unit)
  const block = question.blockId === null ? undefined : world.index.question(question.blockId)
  if (row === null || !block) return same.find((each) => each.rowName === null)
  const inRows = same.filter((each) => each.rowName !== null)
  const found = named(inRows, rowNameIn(world, block, row))
  // Two rows of one name are told apart by nothing: neither is guessed.
  if (found.length === 1) return found[0]
  return inRows.length > 0 ? 'row' : undefined
}

/** What a former answer is to the question of now. */
export interface Brought {
  /** The value as the question takes it now; null when nothing of it can be brought. */
  readonly value: AnswerValue | null
  /** Choices of then that are none any more, in the words of then. */
  readonly gone: readonly string[]
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const asRich = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')

/** The choices of then that the question still has: by their words, in whatever case and accents, for an option has no other name. */
function stillThere(question: Question, choices: readonly OptionChoice[]): { kept: OptionChoice[]; gone: string[] } {
  const kept: OptionChoice[] = []
  const gone: string[] = []
  for (const { value, extra } of choices) {
    const option =
      question.options.find((each) => each.value === value) ?? question.options.find((each) => folded(each.value) === folded(value))
    if (!option) gone.push(value)
    else if (!kept.some((each) => each.value === option.value))
      kept.push({ value: option.value, ...(option.allowExtra === true && extra !== undefined ? { extra } : {}) })
  }
  return { kept, gone }
}

/**
 * A former answer as the question of now takes it (FB6): as it was where the kind is the same, its choices by their words, a plain text as a
 * rich one and the other way round, one choice as several and the other way round where it was one. The rows of a block are no value: they
 * are brought one by one, by their names.
 */
export function broughtFrom(former: Pick<Former, 'kind' | 'value'>, question: Question): Brought {
  const { value } = former
  const nothing: Brought = { value: null, gone: [] }
  if (value === null || question.kind === 'Block') return nothing
  switch (question.kind) {
    case 'SimpleText':
      if (typeof value !== 'string' || (former.kind !== 'SimpleText' && former.kind !== 'Text')) return nothing
      return { value: former.kind === 'Text' ? plainText({ ...question, kind: 'Text' }, value) : value, gone: [] }
    case 'Text':
      if (typeof value !== 'string' || (former.kind !== 'SimpleText' && former.kind !== 'Text')) return nothing
      return { value: former.kind === 'SimpleText' ? asRich(value) : value, gone: [] }
    case 'Date':
      return typeof value === 'string' && former.kind === 'Date' ? { value, gone: [] } : nothing
    case 'Number':
      return typeof value === 'number' ? { value, gone: [] } : nothing
    case 'Boolean':
      return typeof value === 'boolean' ? { value, gone: [] } : nothing
    case 'Single':
    case 'Multiple': {
      if (typeof value !== 'object' || 'rows' in value) return nothing
      if ('choices' in value && value.none === true)
        return question.kind === 'Multiple' && question.allowNoneOption ? { value: { choices: [], none: true }, gone: [] } : nothing
      const { kept, gone } = stillThere(question, 'choice' in value ? [value.choice] : value.choices)
      const [first, ...more] = kept
      if (!first) return { value: null, gone }
      if (question.kind === 'Multiple') return { value: { choices: kept }, gone }
      return more.length === 0 && gone.length === 0 ? { value: { choice: first }, gone } : { value: null, gone }
    }
  }
}

/**
 * The former answer that a value brings, and nothing else: what its history says is looked up and not believed (FB7). The first question of
 * a row, which names it, brings that of any row of then. Undefined for what somebody wrote.
 */
export function broughtBy(world: World, unit: Unit, value: AnswerValue): Former | undefined {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return undefined
  const isIt = (former: Former): boolean => {
    const { value: brought } = broughtFrom(former, question)
    return brought !== null && sameValue(brought, value)
  }
  const beside = formerBeside(world, unit)
  if (beside !== undefined && beside !== 'row') return isIt(beside) ? beside : undefined
  const block = question.blockId === null ? undefined : world.index.question(question.blockId)
  if (block?.block[0] !== question.id) return undefined
  return ofLine(world, question).find((each) => each.rowName !== null && isIt(each))
}

/** What named a row of then, by the question that names rows now. */
export function formersOfRow(world: World, naming: QuestionId, name: string): Former | undefined {
  const question = world.index.question(naming)
  return (
    question &&
    named(
      ofLine(world, question).filter((each) => each.rowName !== null),
      name,
    )[0]
  )
}

/** Names of the rows that a block had then and has not now, in their order; two of one name are one. */
export function formerRowsMissing(world: World, block: Question): readonly string[] {
  const former = formerBeside(world, unitOf(block.id))
  if (former === undefined || former === 'row' || former.rows === null) return []
  const standing = new Set(rowsOf(world, block).map((row) => folded(rowNameIn(world, block, row))))
  const found: string[] = []
  for (const name of former.rows) {
    const key = folded(name)
    if (key === '' || standing.has(key)) continue
    standing.add(key)
    found.push(name)
  }
  return found
}

/** By what a form is called in a sentence about it: the year in its name, else all of it. */
export const yearOf = (form: string): string => /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(form)?.[0] ?? form
