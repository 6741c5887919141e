import { richText } from '#shared/answers/text.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import sanitizeHtml from 'sanitize-html'
import * as v from 'valibot'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richText.tags],
  allowedAttributes: { a: [...richText.attributes.a] },
  allowedSchemes: [...richText.schemes],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
}

/** HTML reduced to the fixed set of tags (reliability 1.4). Idempotent. */
export const cleanHtml = (html: string): string => (html.includes('<') ? sanitizeHtml(html, options) : html)

const withText = v.looseObject({ unit: v.string(), value: v.string() })

/** Arguments with the rich text of an answer cleaned, before any rule sees it. The ledger keeps what came. */
export function cleanArgs(world: World, name: string, args: unknown): unknown {
  if (name !== 'answer.set') return args
  const parsed = v.safeParse(withText, args)
  if (!parsed.success || world.index.question(questionIdOf(parsed.output.unit))?.kind !== 'Text') return args
  return { ...parsed.output, value: cleanHtml(parsed.output.value) }
}
