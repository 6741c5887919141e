import { parsedAs } from '../kernel/parsed.ts'
import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { contentShape } from './model.ts'
import type { Content, Section } from './model.ts'

/**
 * What a page is made of: 18 types of sections, each one list of fields. From that list come the shape that is stored, the editor's
 * fields and the checks before publishing. A field whose words differ by language stands in `content` and in `englishContent`; every
 * other (an address, a file, a choice) stands in `content` alone and is the same in both.
 *
 * line: one line · text: several lines without marks · rich: HTML of `richText` · alt: what a picture shows, '' where it only decorates ·
 * link: an address · image, file: id of a site file, '' for none · flag: yes or no · items: a list of such fields.
 */
export type FieldKind = 'line' | 'text' | 'rich' | 'alt' | 'link' | 'image' | 'file' | 'flag'
export interface Field<Kind extends FieldKind = FieldKind> {
  readonly kind: Kind
  /** Most characters. */
  readonly most: number
  /** A page with it empty is not published. */
  readonly required?: boolean
  /** Of an alt text: the field of the same section that holds its picture. Of a link's words: the field of its address. */
  readonly of?: string
}
export interface ItemsField<Fields extends FieldsOf = FieldsOf> {
  readonly kind: 'items'
  readonly fields: Fields
  /** Most items. */
  readonly most: number
  readonly required?: boolean
}
type FieldsOf = Readonly<Record<string, Field | ItemsField<Readonly<Record<string, Field>>>>>

const line = (most = 200) => ({ kind: 'line', most }) as const
const text = (most = 1_000) => ({ kind: 'text', most }) as const
const rich = (most = 20_000) => ({ kind: 'rich', most }) as const
const alt = (of: string) => ({ kind: 'alt', most: 300, of }) as const
const link = () => ({ kind: 'link', most: 2_000 }) as const
const image = () => ({ kind: 'image', most: 64 }) as const
const file = () => ({ kind: 'file', most: 64 }) as const
const flag = () => ({ kind: 'flag', most: 0 }) as const
const needed = <Of extends object>(field: Of) => ({ ...field, required: true }) as const
const items = <Fields extends Readonly<Record<string, Field>>>(fields: Fields, most: number) => ({ kind: 'items', fields, most }) as const

/** A picture beside words, three of which many sections have: the specification numbers them One, Two, Three. */
const threeImages = {
  imgSrcOne: image(),
  imgAltOne: alt('imgSrcOne'),
  imgSrcTwo: image(),
  imgAltTwo: alt('imgSrcTwo'),
  imgSrcThree: image(),
  imgAltThree: alt('imgSrcThree'),
} as const
const threeSubtitles = { subtitleOne: line(), subtitleTwo: line(), subtitleThree: line() } as const
const threeBodies = { bodyOne: rich(5_000), bodyTwo: rich(5_000), bodyThree: rich(5_000) } as const
const pictured = { src: image(), alt: alt('src'), title: line(), body: rich(5_000) } as const

/** By the name under which a section is stored. The order is that in which an editor is offered them. */
export const sectionTypes = {
  /** How a page begins: a picture, a title, a subtitle and a link. */
  homeHeader: { image: image(), alt: alt('image'), title: needed(line()), subtitle: text(500), link: link(), linkText: line(80) },
  title: { title: needed(line()) },
  titleBody: { title: line(), body: needed(rich()) },
  /** A title over pictures in a row. */
  centeredTitle: { title: needed(line()), imgs: items({ source: needed(image()), alt: alt('source') }, 8) },
  /** Words in the middle, each with its picture. */
  centeredTexts: { title: line(), listData: items(pictured, 8) },
  /** The same, large, of which two stand side by side. */
  bigCenteredTexts: { title: line(), listData: items(pictured, 6) },
  image: { src: needed(image()), alt: alt('src'), fullWidth: flag() },
  list: {
    title: line(),
    listData: items({ title: line(), body: rich(5_000), withImage: flag(), icon: image(), iconAltText: alt('icon') }, 30),
  },
  downloads: { title: line(), listData: items({ title: needed(line()), file: needed(file()) }, 30) },
  divider: {},
  carousel: { title: line(), imgs: items({ source: needed(image()), alt: alt('source'), caption: line(300) }, 12) },
  orangeSection: { title: needed(line()), listData: items({ title: line(), src: image(), alt: alt('src') }, 6) },
  /** Three columns, each with a picture, a subtitle and words. */
  index: { title: line(), ...threeImages, ...threeSubtitles, ...threeBodies },
  /** What the index is of use for: three pictures with a title and words. */
  indexUse: { title: line(), listData: items(pictured, 3) },
  /** The categories: a link and three pictures. */
  indexCategories: { title: line(), body: rich(5_000), ...threeImages, link: link(), linkText: line(80) },
  institutions: { title: line(), titleBody: rich(5_000), ...threeImages, ...threeSubtitles, link: link(), linkText: line(80) },
  header: {
    imgSrcOne: image(),
    imgAltOne: alt('imgSrcOne'),
    logoLinkOne: link(),
    imgSrcTwo: image(),
    imgAltTwo: alt('imgSrcTwo'),
    logoLinkTwo: link(),
    linkTextOne: line(40),
    linkOne: link(),
    linkTextTwo: line(40),
    linkTwo: link(),
    linkTextThree: line(40),
    linkThree: link(),
    linkTextFour: line(40),
    linkFour: link(),
    showResults: flag(),
    resultsText: line(40),
  },
  footer: {
    socials: items({ title: needed(line(40)), link: needed(link()) }, 4),
    linkTextOne: line(60),
    linkOne: link(),
    linkTextTwo: line(60),
    linkTwo: link(),
    loginText: line(60),
    logo: image(),
    logoAlt: alt('logo'),
    ...threeImages,
    imgLinkOne: link(),
    imgLinkTwo: link(),
    imgLinkThree: link(),
  },
} as const satisfies Readonly<Record<string, FieldsOf>>

export type SectionComponent = keyof typeof sectionTypes
export const sectionComponents = Object.keys(sectionTypes) as readonly SectionComponent[]
export const isSectionComponent = (name: string): name is SectionComponent => Object.hasOwn(sectionTypes, name)

type ValueOf<F> = F extends ItemsField<infer Fields> ? readonly ContentOf<Fields>[] : F extends Field<'flag'> ? boolean : string
/** Values of some fields, by key: '' or false where nothing was given. */
export type ContentOf<Fields> = { readonly [Key in keyof Fields]: ValueOf<Fields[Key]> }
/** Content of a section as its component reads it: in one language, whole. */
export type SectionContent<Of extends SectionComponent> = ContentOf<(typeof sectionTypes)[Of]>

/** Kinds whose words are each language's own. */
const ofLanguage: ReadonlySet<FieldKind> = new Set(['line', 'text', 'rich', 'alt'])
export const isOfLanguage = (kind: FieldKind): boolean => ofLanguage.has(kind)

const wordsSchema = (most: number) => v.pipe(typedText, v.maxLength(most, 'text_limit'))
const valueSchema = ({ kind, most }: Field): v.GenericSchema<unknown, unknown> =>
  kind === 'flag' ? v.optional(v.boolean(), false) : v.optional(wordsSchema(most), '')

/** Shape of a section's content; of its English, which holds the words alone. Unknown fields are dropped. */
export function contentSchema(component: SectionComponent, { english = false } = {}): v.GenericSchema<unknown, Content> {
  const fields: FieldsOf = sectionTypes[component]
  const kept = (each: Readonly<Record<string, Field | ItemsField>>): Record<string, v.GenericSchema<unknown, unknown>> =>
    Object.fromEntries(
      Object.entries(each).flatMap(([key, field]) => {
        if (field.kind === 'items')
          return [[key, v.optional(v.pipe(v.array(v.object(kept(field.fields))), v.maxLength(field.most, 'items_many')), [])]]
        return english && !isOfLanguage(field.kind) ? [] : [[key, valueSchema(field)]]
      }),
    )
  return v.object(kept(fields)) as v.GenericSchema<unknown, Content>
}

/** Content of a new section: every field empty. */
export const emptyContent = (component: SectionComponent, english = false): Content => v.parse(contentSchema(component, { english }), {})

const sectionId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const sectionEntries = {
  component: v.pipe(v.string(), v.maxLength(60)),
  content: contentShape,
  englishContent: contentShape,
  /** Kept, and shown to nobody but editors. */
  hidden: v.optional(v.boolean(), false),
  /** Digest of the Spanish words for which the English ones were written; null where there are none. */
  englishOf: v.optional(v.nullable(v.string()), null),
} as const

/** What a section holds, as its type has it; of a type that this program does not know as it came. */
function readSection<Of extends Omit<Section, 'id'>>(value: Of, addIssue: (issue: { message: string }) => void): Of {
  if (!isSectionComponent(value.component)) return value
  const read = (english: boolean, written: unknown): Content => {
    const found = parsedAs(contentSchema(value.component as never, { english }), written)
    if (found.success) return found.output
    addIssue({ message: found.issues[0].message })
    return {}
  }
  return { ...value, content: read(false, value.content), englishContent: read(true, value.englishContent) }
}

/** A section as it is stored. Of a type that this program does not know it comes as it is: who keeps it knows whether it was there before. */
export const sectionSchema = v.pipe(
  v.object({ id: sectionId, ...sectionEntries }),
  v.rawTransform(({ dataset: { value }, addIssue }): Section => readSection(value, addIssue)),
)
/** A section as a call sends it: without an id where it has none yet. */
export const sentSectionSchema = v.pipe(
  v.object({ id: v.optional(sectionId), ...sectionEntries }),
  v.rawTransform(({ dataset: { value }, addIssue }): Omit<Section, 'id'> & { readonly id?: string | undefined } =>
    readSection(value, addIssue),
  ),
)
