import { addDays, isDay } from '../../kernel/instant.ts'
import { maxRows } from '../kinds/block.ts'
import { dateBounds } from '../kinds/date.ts'
import { numberBounds } from '../kinds/number.ts'
import type { Question } from '../model.ts'
import { plainQuotes } from '../../kernel/alike.ts'

/** That the question of a name has a choice. */
export interface Condition {
  readonly name: string
  readonly choice: string
}

/** Longest expression that is looked into: what reads it goes over it more than once. */
const expressionMost = 2000
/** Parentheses around the whole of one: nobody writes more. */
const pairsMost = 5

/** The condition of a dependent as XLSForms write it. */
export const relevantOf = (kind: Question['kind'], { name, choice }: Condition): string =>
  kind === 'Multiple' ? `selected(\${${name}}, '${choice}')` : `\${${name}} = '${choice}'`

const name = String.raw`\$\{\s*([^\s{}]+)\s*\}`
const literal = String.raw`(?:'([^']*)'|"([^"]*)"|(-?\d+))`
const equality = new RegExp(`^${name}\\s*=\\s*${literal}$`)
const reversed = new RegExp(`^${literal}\\s*=\\s*${name}$`)
const selection = new RegExp(`^selected\\s*\\(\\s*${name}\\s*,\\s*${literal}\\s*\\)$`)

/** The one condition that a text says, or undefined: another language's worth of conditions stays out. */
export function conditionIn(relevant: string): Condition | undefined {
  if (relevant.length > expressionMost) return undefined
  const text = withoutParentheses(plainQuotes(relevant).trim())
  const found = equality.exec(text) ?? selection.exec(text)
  if (found) return { name: found[1] ?? '', choice: found[2] ?? found[3] ?? found[4] ?? '' }
  const turned = reversed.exec(text)
  return turned ? { name: turned[4] ?? '', choice: turned[1] ?? turned[2] ?? turned[3] ?? '' } : undefined
}

/** Conditions of one question joined by "or", as those of a text beside several options. */
export function eitherIn(relevant: string): readonly Condition[] | undefined {
  if (relevant.length > expressionMost) return undefined
  const found = splitAt(withoutParentheses(plainQuotes(relevant).trim()), 'or').map(conditionIn)
  return found.every((each) => each !== undefined) && new Set(found.map((each) => each.name)).size === 1 ? found : undefined
}

/** Least and most of an answer, of its words, characters, options or days; undefined where nothing is said. */
export interface Bounds {
  readonly least: number | string | undefined
  readonly most: number | string | undefined
}

/** What a constraint is about, by how it names the answer. */
const measures = { '.': 'value', 'string-length(.)': 'length', 'count-selected(.)': 'count' } as const
type Measure = (typeof measures)[keyof typeof measures]

export function constraintOf(question: Question): string {
  switch (question.kind) {
    case 'SimpleText':
    case 'Text':
      return between('string-length(.)', { least: undefined, most: question.max || undefined })
    case 'Number': {
      const { min, max } = numberBounds(question)
      return between('.', { least: min, most: max })
    }
    case 'Date': {
      const { min, max } = dateBounds(question)
      return between('.', { least: min && `date('${min}')`, most: max && `date('${max}')` })
    }
    case 'Multiple':
      return between('count-selected(.)', { least: question.min || undefined, most: question.max || undefined })
    case 'Boolean':
    case 'Single':
    case 'Block':
      return ''
  }
}

/** How often a block may be filled, where it says so. */
export const repeatCountOf = (question: Question): string => (question.max ? String(maxRows(question)) : '')

const between = (what: string, { least, most }: Bounds): string =>
  [least === undefined ? '' : `${what} >= ${least}`, most === undefined ? '' : `${what} <= ${most}`]
    .filter((part) => part !== '')
    .join(' and ')

const bound = /^(\.|string-length\(\.\)|count-selected\(\.\))(>=|<=|>|<|=)(?:date\()?'?(-?\d+(?:\.\d+)?|\d{4}-\d{2}-\d{2})'?\)?$/

/** Least and most that a constraint says of a question's answer, which is `isWhole` where it has no decimals; undefined: it says something else, or something more. */
export function boundsIn(constraint: string, kind: Question['kind'], isWhole = false): Bounds | undefined {
  if (constraint.length > expressionMost) return undefined
  let least: number | string | undefined
  let most: number | string | undefined
  for (const part of splitAt(withoutParentheses(plainQuotes(constraint).trim()), 'and')) {
    const [, about = '', sign = '', said = ''] = bound.exec(withoutParentheses(part).replace(/\s+/g, '').replaceAll('"', "'")) ?? []
    const measure: Measure | undefined = about in measures ? measures[about as keyof typeof measures] : undefined
    if (measure === undefined || measure !== measured(kind)) return undefined
    const isDate = kind === 'Date'
    if (isDate !== said.includes('-', 1) || (isDate && !isDay(said))) return undefined
    // Of days and counts, "more than three" is "four or more"; of a number with decimals it is nothing that there is a word for.
    const next = (by: 1 | -1): number | string | undefined =>
      isDate ? addDays(said, by) : kind === 'Number' && !isWhole ? undefined : Number(said) + by
    const value = isDate ? said : Number(said)
    const low = sign === '>=' || sign === '=' ? value : sign === '>' ? next(1) : undefined
    const high = sign === '<=' || sign === '=' ? value : sign === '<' ? next(-1) : undefined
    if (low === undefined && high === undefined) return undefined
    least = low ?? least
    most = high ?? most
  }
  return { least, most }
}

function measured(kind: Question['kind']): Measure | undefined {
  switch (kind) {
    case 'SimpleText':
    case 'Text':
      return 'length'
    case 'Number':
    case 'Date':
      return 'value'
    case 'Multiple':
      return 'count'
    case 'Boolean':
    case 'Single':
    case 'Block':
      return undefined
  }
}

/** Parts of an expression between a word, outside parentheses and quotes. */
function splitAt(text: string, word: 'and' | 'or'): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let quote = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === "'" || character === '"') quote = character
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (depth === 0 && /\s/.test(character) && text.slice(at + 1, at + 2 + word.length).toLowerCase() === `${word} `) {
      parts.push(text.slice(from, at))
      from = at + 1 + word.length
      at = from
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim())
}

/** An expression without the parentheses that stand around the whole of it. */
function withoutParentheses(text: string): string {
  let inner = text.trim()
  for (let pair = 0; pair < pairsMost && inner.startsWith('(') && closing(inner) === inner.length - 1; pair += 1)
    inner = inner.slice(1, -1).trim()
  return inner
}

function closing(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return -1
}
