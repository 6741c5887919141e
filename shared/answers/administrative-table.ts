import * as v from 'valibot'
import { invalidity } from '../forms/kinds.ts'
import { isNone } from '../forms/kinds/multiple.ts'
import type { Question } from '../forms/model.ts'
import { fail, failure } from '../kernel/failure.ts'
import { done, type Result } from '../kernel/result.ts'
import type { Cell } from '../kernel/sheet.ts'
import { dayIn, headingKey, type Column } from '../kernel/table.ts'
import { answerValueSchema, type AnswerValue, type OptionChoice } from './model.ts'
import { numberProblem, readNumberCell, textOfNumber } from './number-text.ts'

/** Columns of the table of administrative answers, as its template has them. What is there for its reader may be left out. */
export const administrativeColumns = [
  { name: 'institutionCode', filled: true },
  { name: 'institution', optional: true },
  { name: 'number', optional: true },
  { name: 'questionId', filled: true },
  { name: 'question', optional: true },
  { name: 'value' },
] as const satisfies readonly Column[]

export type AdministrativeColumn = (typeof administrativeColumns)[number]['name']

const yes = new Set(['si', 'yes', 'true', 'verdadero', '1'])
const no = new Set(['no', 'false', 'falso', '0'])

/** The value that a cell means for an administrative question (AQ3). Fails with why there is none, or why it does not fit the question. */
export function valueInCell(question: Question, cell: Cell): Result<AnswerValue> {
  const read = meant(question, cell)
  if (!read.ok) return read
  const shaped = v.safeParse(answerValueSchema, read.value)
  if (!shaped.success) return fail('needs_review')
  const wrong = invalidity(question, shaped.output)
  return wrong ? { ok: false, failure: wrong } : done(shaped.output)
}

function meant(question: Question, cell: Cell): Result<AnswerValue> {
  const text = String(cell).trim()
  switch (question.kind) {
    case 'Number': {
      // A point may be of thousands or, where a program wrote the file, of decimals: what both can mean is asked about.
      const asWritten = readNumberCell(cell, 'en')
      const number = asWritten.kind === 'ambiguous' ? asWritten : readNumberCell(cell, 'es')
      if (number.kind === 'number') return done(number.value)
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
      return done(question.allowNoneOption && isNone(text) ? { choices: [], none: true } : { choices: choicesIn(question, text) })
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

/** The option that a text names, with what is written beside it; undefined when it names none. */
function choiceIn({ options }: Question, text: string): OptionChoice | undefined {
  const named = options.find(({ value }) => value === text)
  if (named) return { value: named.value }
  const longest = options.toSorted((left, right) => right.value.length - left.value.length)
  const beside = longest.find(({ value, allowExtra }) => allowExtra && text.startsWith(`${value}:`))
  return beside && { value: beside.value, extra: text.slice(beside.value.length + 1).trim() }
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
