import { isOption, optionKey } from '#shared/forms/english.ts'
import type { Spoken } from '#shared/forms/english.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import type { Fields } from '#shared/questionnaires/editing.ts'
import { digestOf } from '#shared/kernel/digest.ts'
import type { Element, Translatable } from '#shared/questionnaires/translations.ts'
import type { EditAct } from '#client/areas/administration/form-editor/acts.ts'

/** A text that is to be said otherwise in English. */
export interface Wanted {
  readonly of: Element
  readonly id: string
  readonly key: string
  /** What was seen, and what is wanted; '' is none. */
  readonly from: string
  readonly to: string
}

/** What a text's draft is kept under: an option has no id, and its name may be any. */
export const draftSubject = ({ id, key }: Pick<Translatable, 'id' | 'key'>): string =>
  `${id}~en~${isOption(key) ? `o${digestOf(key)}` : key}`

const texts = (wanted: readonly Wanted[], side: 'from' | 'to'): Fields | null => {
  const said = wanted.filter((each) => each[side] !== '').map((each) => [each.key, each[side]] as const)
  return said.length === 0 ? null : Object.fromEntries(said)
}

/** Options as they stand, with the English of some as it was seen, or is wanted. */
function spoken(state: Questionnaire, id: string, wanted: readonly Wanted[], side: 'from' | 'to'): unknown[] {
  return (state.question(id)?.options ?? []).map(({ en: stands, ...option }) => {
    const own = wanted.find(({ key }) => key === optionKey(option.value))
    const en = own ? own[side] : (stands ?? '')
    return en === '' ? option : { ...option, en }
  })
}

/** Changes that say texts otherwise in English: one of each form, dimension or question. */
export function englishActs(state: Questionnaire, wanted: readonly Wanted[]): readonly EditAct[] {
  return [...Map.groupBy(wanted, ({ of, id }) => `${of} ${id}`).values()].flatMap((own): EditAct[] => {
    const [first] = own
    if (!first) return []
    const plain = own.filter(({ key }) => !isOption(key))
    const options = own.filter(({ key }) => isOption(key))
    const side = (which: 'from' | 'to'): Fields => ({
      ...(plain.length > 0 ? { en: texts(plain, which) } : {}),
      ...(options.length > 0 ? { options: spoken(state, first.id, options, which) } : {}),
    })
    return [actOn(first, side('from'), side('to'))]
  })
}

/** The change that says that a text is right as it is, whatever was changed in the Spanish. */
export const rightAct = ({ of, id, key, es }: Spoken & Pick<Translatable, 'of' | 'id'>, was: string | undefined): EditAct =>
  actOn({ of, id }, { enFrom: was === undefined ? null : { [key]: was } }, { enFrom: { [key]: digestOf(es) } })

function actOn({ of, id }: Pick<Wanted, 'of' | 'id'>, from: Fields, to: Fields): EditAct {
  if (of === 'form') return { kind: 'editForm', from, to }
  return of === 'dimension' ? { kind: 'editDimension', id, from, to } : { kind: 'editQuestion', id, from, to }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
const textAt = (value: unknown, key: string): string => {
  const found = recordOf(value)[key]
  return typeof found === 'string' ? found : ''
}

/** What an edit that did not stand wanted of English texts; null where it wanted anything else, which is no business of a translation. */
export function wantedOf(of: Element, id: string, from: Fields, to: Fields): readonly Wanted[] | null {
  if (Object.keys(to).some((field) => field !== 'en' && field !== 'options')) return null
  const keys = new Set([...Object.keys(recordOf(from['en'])), ...Object.keys(recordOf(to['en']))])
  const found = [...keys].map((key) => ({ of, id, key, from: textAt(from['en'], key), to: textAt(to['en'], key) }))
  const [before, after] = [from['options'], to['options']].map((options) => (Array.isArray(options) ? (options as readonly unknown[]) : []))
  const names = (options: readonly unknown[] | undefined): string => (options ?? []).map((each) => textAt(each, 'value')).join('\n')
  if (names(before) !== names(after)) return null
  const options = (after ?? []).map((each, at) => ({
    of,
    id,
    key: optionKey(textAt(each, 'value')),
    from: textAt(before?.[at], 'en'),
    to: textAt(each, 'en'),
  }))
  return [...found, ...options].filter((each) => each.from !== each.to)
}
