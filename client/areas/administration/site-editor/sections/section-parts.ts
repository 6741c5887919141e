import { isOfLanguage, isSectionComponent, sectionTypes } from '#shared/site/sections.ts'
import type { Field, ItemsField } from '#shared/site/sections.ts'

/** Fields by key, as a section type or an item of its list has them. */
export type Fields = Readonly<Record<string, Field | ItemsField>>

/** What an editor is offered for a field, or for two that belong together: a picture with what it shows, an address with its words. */
export type Part =
  | { readonly as: 'words'; readonly key: string; readonly field: Field<'line' | 'text' | 'rich'> }
  | { readonly as: 'flag'; readonly key: string }
  | { readonly as: 'link'; readonly key: string; readonly field: Field; readonly words: string | null }
  | { readonly as: 'image'; readonly key: string; readonly field: Field; readonly alt: string | null }
  | { readonly as: 'file'; readonly key: string; readonly field: Field }
  | { readonly as: 'items'; readonly key: string; readonly field: ItemsField }

export const fieldsOf = (component: string): Fields => (isSectionComponent(component) ? sectionTypes[component] : {})

/** The key that holds the words of a link: `linkText` of `link`, `linkTextTwo` of `linkTwo`. */
const wordsKeyOf = (key: string): string => key.replace(/^link/, 'linkText')

/** Everything that an editor fills in, in the order of the fields; a field that another part holds is not offered twice. */
export function partsOf(fields: Fields): readonly Part[] {
  const altOf = (image: string): string | null =>
    Object.entries(fields).find(([, field]) => field.kind === 'alt' && 'of' in field && field.of === image)?.[0] ?? null
  const wordsOf = (link: string): string | null => {
    const key = wordsKeyOf(link)
    return key !== link && key in fields ? key : null
  }
  const held = new Set(Object.keys(fields).flatMap((key) => [altOf(key), fields[key]?.kind === 'link' ? wordsOf(key) : null]))
  return Object.entries(fields).flatMap(([key, field]): readonly Part[] => {
    if (held.has(key)) return []
    switch (field.kind) {
      case 'line':
      case 'text':
      case 'rich':
        return [{ as: 'words', key, field: { ...field, kind: field.kind } }]
      case 'flag':
        return [{ as: 'flag', key }]
      case 'link':
        return [{ as: 'link', key, field, words: wordsOf(key) }]
      case 'image':
        return [{ as: 'image', key, field, alt: altOf(key) }]
      case 'file':
        return [{ as: 'file', key, field }]
      case 'items':
        return [{ as: 'items', key, field }]
      case 'alt':
        return []
    }
  })
}

/** Words of a section in both languages, one of each field that differs by language; `path` as problems name it: `listData.0.title`. */
export interface Words {
  readonly path: string
  readonly kind: Field['kind']
  readonly es: string
  readonly en: string
}

type Values = Readonly<Record<string, unknown>>
const textAt = (values: Values, key: string): string => {
  const value = values[key]
  return typeof value === 'string' ? value : ''
}
const rowsAt = (values: Values, key: string): readonly Values[] => {
  const value = values[key]
  return Array.isArray(value) ? value : []
}

/** What is to be said in both languages. What a picture shows is, while there is a picture; what only decorates says nothing. */
export function wordsIn(fields: Fields, content: Values, english: Values, before = ''): readonly Words[] {
  return Object.entries(fields).flatMap(([key, field]): readonly Words[] => {
    if (field.kind === 'items')
      return rowsAt(content, key).flatMap((row, at) => wordsIn(field.fields, row, rowsAt(english, key)[at] ?? {}, `${before}${key}.${at}.`))
    if (!isOfLanguage(field.kind)) return []
    const picture = field.kind === 'alt' ? field.of : undefined
    if (picture !== undefined && (textAt(content, picture) === '' || content['withImage'] === false)) return []
    return [{ path: `${before}${key}`, kind: field.kind, es: textAt(content, key), en: textAt(english, key) }]
  })
}
