import type { RestValue } from '#shared/answers/routes.ts'
import { answerValueSchema, type AnswerValue, type OptionChoice } from '#shared/answers/model.ts'
import { rowsOf } from '#shared/answers/rules.ts'
import type { Question } from '#shared/forms/model.ts'
import type { World } from '#shared/world.ts'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'

const optionSchema = v.union([
  v.pipe(
    v.string(),
    v.transform((value): OptionChoice => ({ value })),
  ),
  v.pipe(
    v.looseObject({ value: v.string(), extraValue: v.optional(v.string()), extra: v.optional(v.string()) }),
    v.transform(({ value, extraValue, extra }): OptionChoice => {
      const text = extra ?? extraValue
      return text ? { value, extra: text } : { value }
    }),
  ),
])

/** What stands in a reply, and may stand in a call, for the choice of nothing: an answer, unlike no choice at all (rules L17). */
const noneWord = 'Ninguna'
const isNone = (given: unknown): boolean => given === noneWord || (Array.isArray(given) && given.length === 1 && given[0] === noneWord)

const yes = new Set<unknown>([true, 'true', 'Sí', 'Si', 'Yes'])
const no = new Set<unknown>([false, 'false', 'No'])

/**
 * The value that a REST caller means, by kind of question: text, number, yes/no, one option or several as text or
 * {value, extraValue}, "Ninguna" alone for none of them, and for a block its number of rows. Undefined when it fits no reading; the rules judge the rest.
 */
export function valueFrom(world: World, question: Question, given: unknown): AnswerValue | undefined {
  switch (question.kind) {
    case 'Number':
      return typeof given === 'string' && given.trim() !== '' && Number.isFinite(Number(given)) ? Number(given) : own(given)
    case 'Boolean':
      return yes.has(given) ? true : no.has(given) ? false : undefined
    case 'Single': {
      const option = v.safeParse(optionSchema, given)
      return option.success ? { choice: option.output } : own(given)
    }
    case 'Multiple': {
      if (question.allowNoneOption && isNone(given)) return { choices: [], none: true }
      const options = v.safeParse(v.array(optionSchema), given)
      return options.success ? { choices: options.output } : own(given)
    }
    case 'Block':
      if (isNone(given)) return { rows: [] }
      return typeof given === 'number' && Number.isInteger(given) && given >= 0
        ? { rows: resized(rowsOf(world, question), given) }
        : own(given)
    default:
      return own(given)
  }
}

/** A value in the shape that answers have here. */
function own(given: unknown): AnswerValue | undefined {
  const parsed = v.safeParse(answerValueSchema, given)
  return parsed.success ? parsed.output : undefined
}

const mostRows = 100

/** Rows keep their ids; they go from the end and come at the end (rules L18). */
function resized(rows: readonly string[], size: number): string[] {
  const kept = rows.slice(0, size)
  const missing = Math.min(size, mostRows + 1) - kept.length
  return [...kept, ...Array.from({ length: missing }, () => randomUUID())]
}

/** The value as REST callers read it: the inverse of `valueFrom`. */
export function valueTo(value: AnswerValue | null): RestValue {
  if (value === null || typeof value !== 'object') return value
  const option = (choice: OptionChoice) => (choice.extra === undefined ? choice.value : { value: choice.value, extraValue: choice.extra })
  if ('choice' in value) return option(value.choice)
  if ('choices' in value) return value.none === true ? [noneWord] : value.choices.map(option)
  return value.rows.length
}
