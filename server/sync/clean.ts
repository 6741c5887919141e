import { reportTextFields } from '#shared/questionnaires/model.ts'
import { kinds } from '#shared/forms/kinds.ts'
import { leadsSomewhere, richText } from '#shared/kernel/rich-text.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Content, ContentValue, Section } from '#shared/site/model.ts'
import { isSectionComponent, sectionTypes } from '#shared/site/sections.ts'
import type { Field, ItemsField } from '#shared/site/sections.ts'
import type { World } from '#shared/world.ts'
import sanitizeHtml from 'sanitize-html'

const counts: ReadonlySet<string> = new Set(richText.counts)

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richText.tags],
  allowedAttributes: { a: [...richText.attributes.a], ol: [...richText.attributes.ol] },
  allowedSchemes: [...richText.schemes],
  allowProtocolRelative: false,
  transformTags: {
    // One that leads nowhere is its text and no more: whatever it carried would only make it longer.
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: leadsSomewhere.test(href) ? { href, rel: 'noopener noreferrer', target: '_blank' } : {},
    }),
    ol: (tagName, { start = '', type = '' }) => ({
      tagName,
      attribs: { ...(/^\d{1,4}$/.test(start) ? { start } : {}), ...(counts.has(type) ? { type } : {}) },
    }),
  },
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

/** Arguments with the rich texts of a page's sections cleaned. What is no section stays for the schema to refuse. */
export function cleanPage(name: string, args: unknown): unknown {
  if (name !== 'page.save' || args === null || typeof args !== 'object' || !('sections' in args)) return args
  const { sections } = args
  // Arguments come here parsed: their sections are sections.
  return Array.isArray(sections) ? { ...args, sections: sections.map(cleanSection) } : args
}

type FieldsOf = Readonly<Record<string, Field | ItemsField<Readonly<Record<string, Field>>>>>

/** A section with the rich texts of both languages reduced to the fixed set of tags. */
export function cleanSection(section: Section): Section {
  if (!isSectionComponent(section.component)) return section
  const fields: FieldsOf = sectionTypes[section.component]
  return { ...section, content: cleanFields(fields, section.content), englishContent: cleanFields(fields, section.englishContent) }
}

const cleanFields = (fields: FieldsOf, content: Content): Content =>
  Object.fromEntries(
    Object.entries(content).map(([key, value]): [string, ContentValue] => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined
      if (field?.kind === 'items' && Array.isArray(value)) return [key, value.map((item: Content) => cleanFields(field.fields, item))]
      return [key, field?.kind === 'rich' && typeof value === 'string' ? cleanHtml(value) : value]
    }),
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
