import { reportTextFields } from '#shared/questionnaires/model.ts'
import { kinds } from '#shared/forms/kinds.ts'
import { richText } from '#shared/kernel/rich-text.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import sanitizeHtml from 'sanitize-html'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richText.tags],
  allowedAttributes: { a: [...richText.attributes.a] },
  allowedSchemes: [...richText.schemes],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
}

/** HTML reduced to the fixed set of tags. Idempotent. */
export const cleanHtml = (html: string): string => (html.includes('<') ? sanitizeHtml(html, options) : html)

/** Arguments with the rich text of an answer cleaned, before any rule sees it. The ledger keeps what came. */
export function cleanArgs(world: World, name: string, args: unknown): unknown {
  if (name === 'unsent.adopt' && isAdoption(args)) {
    const answers = args.n === 'answer.set' || (args.n === 'draft' && isTextAnswer(args.a) && 'kind' in args.a && args.a.kind === 'answer')
    const clean = answers ? cleanArgs(world, 'answer.set', args.a) : args.a
    return clean === args.a ? args : { ...args, a: clean }
  }
  if (name !== 'answer.set' || !isTextAnswer(args) || !args.value.includes('<')) return args
  const question = world.index.question(questionIdOf(args.unit))
  if (!question || !kinds[question.kind].html) return args
  return { ...args, value: cleanHtml(args.value) }
}

/** Fields of forms and questions that hold rich text. */
const richFields: ReadonlySet<string> = new Set(['configHint', 'fillingHint', 'questionHint', ...Object.keys(reportTextFields)])

/** Arguments with the rich texts of a form cleaned, wherever in them they stand: also what the person saw, or it would differ from what was kept. */
export function cleanTexts(args: unknown): unknown {
  if (Array.isArray(args)) return args.map(cleanTexts)
  if (args === null || typeof args !== 'object') return args
  return Object.fromEntries(
    Object.entries(args).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' && richFields.has(key) ? cleanHtml(value) : cleanTexts(value),
    ]),
  )
}

/** Arguments with the texts of one institution's report cleaned: also what the person saw, as above. */
export function cleanInform(name: string, args: unknown): unknown {
  if (name !== 'inform.edit' || args === null || typeof args !== 'object') return args
  return Object.fromEntries(
    Object.entries(args).map(([key, fields]: [string, unknown]) => [key, key === 'from' || key === 'to' ? cleanEach(fields) : fields]),
  )
}

const cleanEach = (fields: unknown): unknown =>
  fields === null || typeof fields !== 'object'
    ? fields
    : Object.fromEntries(
        Object.entries(fields).map(([field, text]: [string, unknown]) => [field, typeof text === 'string' ? cleanHtml(text) : text]),
      )

const isAdoption = (args: unknown): args is { n: string; a: unknown } =>
  args !== null && typeof args === 'object' && 'n' in args && typeof args.n === 'string' && 'a' in args

const isTextAnswer = (args: unknown): args is { unit: string; value: string } =>
  args !== null &&
  typeof args === 'object' &&
  'unit' in args &&
  typeof args.unit === 'string' &&
  'value' in args &&
  typeof args.value === 'string'
