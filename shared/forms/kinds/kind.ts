import * as v from 'valibot'
import type { AnswerValue, OptionChoice, RestValue } from '../../answers/model.ts'
import type { Failure } from '../../kernel/failure.ts'
import type { QuestionId, RowId } from '../../kernel/ids.ts'
import type { Day } from '../../kernel/instant.ts'
import type { Question } from '../model.ts'

/** Words of a reader's language, with which a value becomes text. */
export interface ValueWords {
  readonly yes: string
  readonly no: string
  /** "Ninguna": none of the options, on purpose. */
  readonly none: string
  readonly number: (value: number) => string
  readonly day: (day: Day) => string
  /** A block of so many rows, 0 included. */
  readonly rows: (count: number) => string
  readonly list: (items: readonly string[]) => string
}

/** Words of a table. */
export type CellWords = Pick<ValueWords, 'yes' | 'no' | 'none'>

/** What a caller's value is read beside: the rows that the block has, and ids for those to come. */
export interface Asked {
  readonly question: Question
  readonly rows: readonly RowId[]
  readonly newRow: () => RowId
}

/** What parts of a question are worth, as far as points say. */
export interface Worth {
  /** A choice's points with the most that what it opens can earn. */
  readonly choice: (choice: boolean | string) => number
}

/**
 * What a kind of question is, on both sides: one file of `kinds/` each, listed in `kinds.ts`. V is the shape of its values; where a
 * value is asked for, it has that shape already.
 */
export interface Kind<V extends AnswerValue = AnswerValue> {
  /** Shape of its values, bounded. */
  readonly schema: v.GenericSchema<unknown, V>
  /** Whether its values are rich text, which is cleaned before anything sees it. */
  readonly html: boolean
  /** What is said of a field of it in which something stands that is no value. */
  readonly unread: Failure
  /** Whether it is answered by its options. */
  readonly hasOptions: boolean
  holds(value: AnswerValue): value is V
  /** Whether a value says nothing: then the question counts as unanswered. */
  isEmpty(value: V): boolean
  /** Why a value does not fit the question; undefined when it does. */
  invalidity(question: Question, value: V): Failure | undefined
  /** A value as a person reads it. */
  text(value: V, words: ValueWords): string
  /** A value in a table: numbers as numbers. */
  cell(value: V, words: CellWords): string | number
  /** The value that a caller, or a cell of a table, means; undefined when none can be read out of it. What it is worth the rules judge. */
  read(given: unknown, asked: Asked): AnswerValue | undefined
  /** A value as callers read it: `read` takes it back. */
  written(value: V): RestValue
  /** Answers of the question that can open a dependent and have points of their own; none where only the value as such counts. */
  choices(question: Question): ReadonlyArray<boolean | string>
  /** Those of them that a value names. */
  chosen(value: V): ReadonlyArray<boolean | string>
  /** Whether the question's least, most and "Ninguna" are such as this kind has. */
  soundBounds(question: Question): boolean
  /** Whether an answer earns what the question is worth as such; any does unless this says otherwise. */
  earns?(value: V): boolean
  /** Which of its parts count towards the most that it can earn, none that only takes away; absent where it is worth something as such. */
  best?(question: Question, worth: Worth): BestParts
}

/** Parts of a question whose points count together. */
export interface BestParts {
  /** best, bestOf: of its choices · sum: its own and that of each inner question. */
  readonly rule: 'best' | 'bestOf' | 'sum'
  readonly choices: ReadonlyArray<boolean | string>
  readonly inner: readonly QuestionId[]
}
/** Of some choices the one that is worth most. */
export const bestChoice = (choices: ReadonlyArray<boolean | string>, worth: Worth): BestParts => ({
  rule: 'best',
  choices: choices.toSorted((left, right) => worth.choice(right) - worth.choice(left)).slice(0, 1),
  inner: [],
})

/** An option as a person reads it, with what was written beside it. */
export const optionText = ({ value, extra }: OptionChoice): string => (extra ? `${value}: ${extra}` : value)

/** What is given, where it has a shape already. */
export function shaped<V>(schema: v.GenericSchema<unknown, V>, given: unknown): V | undefined {
  const parsed = v.safeParse(schema, given, { abortEarly: true })
  return parsed.success ? parsed.output : undefined
}

/** A bound that is a number; `otherwise` when none is said. */
export const numberOr = (bound: number | string | undefined, otherwise: number): number => (typeof bound === 'number' ? bound : otherwise)

/** A whole number from 0 to `most`, or none said. */
export const isCount = (bound: number | string | undefined, most: number): boolean =>
  bound === undefined || (typeof bound === 'number' && Number.isInteger(bound) && bound >= 0 && bound <= most)

/** Whether least and most are counts in order; a most of 0 is none. */
export const countsInOrder = ({ min, max }: Question, most: number): boolean =>
  isCount(min, most) && isCount(max, most) && (!max || numberOr(min, 0) <= numberOr(max, 0))

/** Whether neither bounds nor "Ninguna" are said. */
export const unbounded = ({ min, max, allowNoneOption }: Question): boolean => min === undefined && max === undefined && !allowNoneOption
