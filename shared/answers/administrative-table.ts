import * as v from 'valibot'
import { invalidity } from '../forms/kinds.ts'
import { noneWord } from '../forms/kinds/multiple.ts'
import type { Option, Question } from '../forms/model.ts'
import { fail, failure } from '../kernel/failure.ts'
import { done, type Result } from '../kernel/result.ts'
import { Alike, alikeKey } from '../kernel/alike.ts'
import { isDayCell, shownIn } from '../kernel/read-cell.ts'
import type { ReadCell } from '../kernel/read-cell.ts'
import { dayIn, dayInstead, headingKey, type Column } from '../kernel/table.ts'
import { answerValueSchema, type AnswerValue, type OptionChoice } from './model.ts'
import { isPercent, numberProblem, readNumberCell, textOfNumber } from './number-text.ts'

/** Columns of the table of administrative answers, as its template has them. What is there for its reader may be left out. */
export const administrativeColumns = [
  { name: 'institutionCode', filled: true },
  { name: 'institution', optional: true, days: true },
  { name: 'number', optional: true, days: true },
  { name: 'questionId', filled: true },
  { name: 'question', optional: true, days: true },
  { name: 'value', days: true },
] as const satisfies readonly Column[]

export type AdministrativeColumn = (typeof administrativeColumns)[number]['name']

const yes = new Set(['si', 'yes', 'true', 'verdadero', '1'])
const no = new Set(['no', 'false', 'falso', '0'])

/** The value that a cell means for an administrative question (AQ3). Fails with why there is none, or why it does not fit the question. */
export function valueInCell(question: Question, cell: ReadCell): Result<AnswerValue> {
  const read = meant(question, cell)
  if (!read.ok) return read
  const shaped = v.safeParse(answerValueSchema, read.value)
  if (!shaped.success) return fail('needs_review')
  const wrong = invalidity(question, shaped.output)
  return wrong ? { ok: false, failure: wrong } : done(shaped.output)
}

function meant(question: Question, cell: ReadCell): Result<AnswerValue> {
  if (isDayCell(cell) && question.kind !== 'Date') return { ok: false, failure: dayInstead(cell) }
  const text = shownIn(cell).trim()
  switch (question.kind) {
    case 'Number': {
      // A point may be of thousands or, where a program wrote the file, of decimals: what both can mean is asked about.
      const asWritten = readNumberCell(cell, 'en')
      const number = asWritten.kind === 'ambiguous' ? asWritten : readNumberCell(cell, 'es')
      if (number.kind === 'number') {
        const { value } = number
        // Of a part of one, 45% is 0.45 as well.
        const isPart = isPercent(cell) && typeof question.max === 'number' && question.max > 0 && question.max <= 1
        if (!isPart) return done(value)
        return fail('number_ambiguous', { one: textOfNumber(value, 'es'), other: textOfNumber(value / 100, 'es') })
      }
      return { ok: false, failure: numberProblem(number, (value) => textOfNumber(value, 'es')) ?? failure('number_unread') }
    }
    case 'Date': {
      const day = dayIn(cell)
      return day === undefined ? fail('date_unread') : done(day)
    }
    case 'Boolean': {
      const key = headingKey(cell)
      return yes.has(key) ? done(true) : no.has(key) ? done(false) : fail('needs_review')
    }
    case 'Single':
      return done({ choice: choiceIn(question, text) ?? { value: text } })
    case 'Multiple':
      return done(
        question.allowNoneOption && alikeKey(text) === alikeKey(noneWord)
          ? { choices: [], none: true }
          : { choices: choicesIn(question, text) },
      )
    case 'Text':
      return done(
        text
          .split(/\r?\n/)
          .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
          .join(''),
      )
    case 'SimpleText':
      return done(text)
    case 'Block':
      return fail('needs_review')
  }
}

/** The option that a text names, with what is written beside it; undefined when it names none, or reads like two of them (TI11). */
function choiceIn({ options }: Question, text: string): OptionChoice | undefined {
  const named = optionAt(options, text)
  if (named) return { value: named.value }
  const beside = options.filter(({ allowExtra }) => allowExtra)
  for (let at = text.lastIndexOf(':'); at > 0 && beside.length > 0; at = text.lastIndexOf(':', at - 1)) {
    const option = optionAt(beside, text.slice(0, at))
    if (option) return { value: option.value, extra: text.slice(at + 1).trim() }
  }
  return undefined
}

function optionAt(options: readonly Option[], text: string): Option | undefined {
  const meant = new Alike(options.map(({ value }) => value)).of(text)
  return options.find(({ value }) => value === meant)
}

/** Options between semicolons; one whose own text has some is found as a whole. */
function choicesIn(question: Question, text: string): OptionChoice[] {
  const parts = text.split(';').map((part) => part.trim())
  const widest = Math.max(1, ...question.options.map(({ value }) => value.split(';').length))
  const found: OptionChoice[] = []
  let at = 0
  while (at < parts.length) {
    let taken = 1
    let choice: OptionChoice | undefined
    for (let width = Math.min(widest, parts.length - at); width > 0 && !choice; width -= 1) {
      choice = choiceIn(question, parts.slice(at, at + width).join('; '))
      taken = width
    }
    const rest = parts[at] ?? ''
    if (choice || rest !== '') found.push(choice ?? { value: rest })
    at += taken
  }
  return found
}
