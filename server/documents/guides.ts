import { openUnits, rowIndexOf } from '#shared/answers/rules.ts'
import { isEmpty, valueText } from '#shared/forms/kinds.ts'
import type { ValueWords } from '#shared/forms/kinds/kind.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, type Unit } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { dayText, momentText } from '#shared/kernel/moment-words.ts'
import type { World } from '#shared/world.ts'
import { definitionFor } from '#shared/forms/audience.ts'
import { formIndexOf, type FormIndex } from '#shared/forms/form-index.ts'
import { surveyDimensionId, type FormDefinition, type Question } from '#shared/forms/model.ts'
import { glossary, glossaryEdition } from '../strings/glossary.ts'
import { guidesEn } from '../strings/guides.en.ts'
import { guidesEs } from '../strings/guides.es.ts'
import type { Guide, GuideAnswer, GuideItem, GuideSection } from './guide.ts'
import type { ReportLanguage } from './words.ts'

type Key = keyof typeof guidesEs
const texts: Readonly<Record<ReportLanguage, Readonly<Record<Key, string>>>> = { es: guidesEs, en: guidesEn }
type Say = (key: Key, slots?: Readonly<Record<string, string | number>>) => string
const sayIn =
  (language: ReportLanguage): Say =>
  (key, slots = {}) =>
    texts[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole))

/** What every guide of a language has around it. */
export const guideFrame = (language: ReportLanguage) => frameOf(language, sayIn(language))

const frameOf = (language: ReportLanguage, say: Say) =>
  ({ language, product: say('product'), contents: say('contents'), foot: say('foot_page'), unknown: say('unknown') }) as const

/** What the questionnaire of a form asks, for anybody to read: no points, no criterion of who evaluates, nothing that only the lab fills in (WF7). */
export function questionnaireGuide(
  given: FormDefinition,
  form: { readonly name: string; readonly nameSpanish: boolean; readonly year: string; readonly at: string },
  language: ReportLanguage,
  /** To be filled in by hand: of which sub-dimensions, and for whom. */
  onPaper?: { readonly sees: (subDimensionId: string) => boolean; readonly institution: string },
): Guide {
  const say = sayIn(language)
  const index = formIndexOf(definitionFor('institution', given))
  const shown = (dimensionId: string): readonly Question[] =>
    index.questionsOf(dimensionId).filter(({ administrative, survey }) => !administrative && !survey)
  const subs = index.subDimensions.filter(({ id }) => id !== surveyDimensionId && shown(id).length > 0 && onPaper?.sees(id) !== false)
  const tops = index.topDimensions.filter(({ id }) => subs.some(({ parentId }) => parentId === id))
  const spoken = <Text extends string>(es: Text | undefined, en: string | undefined): string =>
    (language === 'en' && en !== undefined && en.trim() !== '' ? en : es) ?? ''
  const lacking: Lacking = (parts) =>
    Object.entries(parts).flatMap(([part, [es, en]]) => (language === 'en' && isSaid(es) && !isSaid(en) ? [part] : []))
  const chapters = tops.map((top, at) => ({
    title: `${at + 1}. ${spoken(top.name, top.en?.name)}`,
    lead: spoken(top.fillingHint, top.en?.fillingHint),
    spanish: lacking({ title: [top.name, top.en?.name], lead: [top.fillingHint, top.en?.fillingHint] }),
    sections: subs
      .filter(({ parentId }) => parentId === top.id)
      .map((sub, place): GuideSection => ({
        title: `${at + 1}.${place + 1}. ${spoken(sub.name, sub.en?.name)}`,
        lead: spoken(sub.fillingHint, sub.en?.fillingHint),
        spanish: lacking({ title: [sub.name, sub.en?.name], lead: [sub.fillingHint, sub.en?.fillingHint] }),
        items: shown(sub.id).map((question) => {
          const item = itemOf(question, index, say, spoken, lacking)
          return onPaper ? { ...item, ...roomOf(question, item.choices, say) } : item
        }),
      })),
  }))
  const questions = subs.reduce((sum, { id }) => sum + shown(id).length, 0)
  const hasLab = index.definition.questions.some(({ administrative }) => administrative)
  return {
    ...frameOf(language, say),
    title: say('questionnaire'),
    subtitle: form.name,
    subtitleSpanish: language === 'en' && form.nameSpanish,
    edition: onPaper?.institution ?? say('edition', { year: form.year }),
    at: form.at,
    lead: [
      say(onPaper ? 'printed_lead' : 'questionnaire_lead'),
      say('questionnaire_counts', { dimensions: tops.length, subdimensions: subs.length, questions }),
      say('questionnaire_depends'),
      ...(hasLab ? [say('questionnaire_lab')] : []),
    ],
    chapters,
  }
}

/** Lines of a rich text, of a plain one and of anything shorter, to be written on by hand. */
const linesOf: Readonly<Record<Question['kind'], number>> = {
  Text: 7,
  SimpleText: 2,
  Number: 1,
  Date: 1,
  Boolean: 0,
  Single: 0,
  Multiple: 0,
  Block: 0,
}

/** What a question has on paper: boxes where it has choices, lines where something is written. */
function roomOf({ kind, options }: Question, choices: readonly string[], say: Say): Pick<GuideItem, 'choices' | 'boxed' | 'lines'> {
  if (kind === 'Boolean') return { choices: [say('yes'), say('no')], boxed: true }
  if (kind === 'Single' || kind === 'Multiple')
    return { choices, boxed: true, lines: options.some(({ allowExtra }) => allowExtra === true) ? 1 : 0 }
  return { choices, lines: linesOf[kind] }
}

interface Filled {
  readonly world: World
  readonly sees: (subDimensionId: string) => boolean
  readonly nameSpanish: boolean
  readonly name: string
  readonly at: Instant
}

/**
 * What an institution answered, as far as somebody sees it, to be printed or kept: every open question with its answer, each row of a
 * block by its name, and the names of files. No comment, no decision, nothing that only the lab fills in (DL3).
 */
export function answersGuide({ world, sees, name, nameSpanish, at }: Filled, language: ReportLanguage): Guide {
  const say = sayIn(language)
  const { index } = world
  const spoken = (es: Said, en: Said): string => (language === 'en' && isSaid(en) ? en : es) ?? ''
  const isSpanish = (en: Said): boolean => language === 'en' && !isSaid(en)
  const words = wordsIn(say, language)
  const subs = index.subDimensions.filter(({ id }) => id !== surveyDimensionId && sees(id))
  let answered = 0
  let asked = 0
  const itemAt = (unit: Unit): GuideItem[] => {
    const question = must(index.question(questionIdOf(unit)), `question of ${unit} is missing`)
    if (question.administrative || question.survey) return []
    const value = world.answer(unit)?.value
    const isAnswered = value !== null && value !== undefined && !isEmpty(question, value)
    asked += 1
    if (isAnswered) answered += 1
    const row = rowIndexOf(world, unit) + 1
    const block = question.blockId === null ? undefined : index.question(question.blockId)
    const place = block ? ` (${say('row', { n: row })})` : ''
    return [
      {
        head: `${index.numberOf(question.id)}  ${spoken(question.text, question.en?.text)}${place}`,
        help: [],
        facts: [],
        choices: [],
        spanish: isSpanish(question.en?.text) ? ['head'] : [],
        answer: [
          isAnswered
            ? question.kind === 'Text' && typeof value === 'string'
              ? { rich: value }
              : { text: valueText(question, value, words) }
            : { note: say('unanswered') },
          ...fileNotes(world, unit, say),
          ...justificationOf(world, unit, say),
        ],
      },
    ]
  }
  const chapters = index.topDimensions.flatMap((top, at) => {
    const parts = subs.filter(({ parentId }) => parentId === top.id)
    if (parts.length === 0) return []
    return [
      {
        title: `${at + 1}. ${spoken(top.name, top.en?.name)}`,
        lead: '',
        spanish: isSpanish(top.en?.name) ? ['title'] : [],
        sections: parts.map((sub): GuideSection => ({
          title: `${at + 1}.${top.subDimensionIds.indexOf(sub.id) + 1}. ${spoken(sub.name, sub.en?.name)}`,
          lead: '',
          spanish: isSpanish(sub.en?.name) ? ['title'] : [],
          items: openUnits(world, sub.id).flatMap(itemAt),
        })),
      },
    ]
  })
  return {
    ...frameOf(language, say),
    title: say('answers'),
    subtitle: name,
    subtitleSpanish: nameSpanish,
    edition: world.institution.name,
    at,
    lead: [say('answers_lead', { moment: momentText(at, { language, style: 'long' }) }), say('answers_counts', { answered, asked })],
    chapters,
  }
}

function fileNotes(world: World, unit: Unit, say: Say): GuideAnswer[] {
  const file = world.attachment(unit)
  if (file) return [{ note: say('file_named', { name: file.name }) }]
  return world.answer(unit)?.noAttachment === true ? [{ note: say('file_declined') }] : []
}

function justificationOf(world: World, unit: Unit, say: Say): GuideAnswer[] {
  const answer = world.answer(unit)
  const said = answer?.appeal?.text ?? answer?.justification
  return said === null || said === undefined || said.trim() === '' ? [] : [{ note: say('justification') }, { text: said }]
}

const wordsIn = (say: Say, language: ReportLanguage): ValueWords => {
  const locale = language === 'es' ? 'es-CL' : 'en-GB'
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  return {
    yes: say('yes'),
    no: say('no'),
    none: say('none'),
    number: (value) => number.format(value),
    day: (value) => dayText(value, language, 'long'),
    rows: (count) => (count === 0 ? say('no_rows') : count === 1 ? say('one_row') : say('rows', { n: count })),
    // A line for each.
    list: (items) => items.join('\n'),
  }
}

type Said = string | undefined
const isSaid = (text: Said): text is string => text !== undefined && text.trim() !== ''
/** Of parts in Spanish and in English, those that a guide in English says in Spanish. */
type Lacking = (parts: Readonly<Record<string, readonly [es: Said, en: Said]>>) => readonly string[]

function itemOf(question: Question, index: FormIndex, say: Say, spoken: (es: Said, en: Said) => string, lacking: Lacking): GuideItem {
  const { id, kind, text, en, hint, fillingHint, options, allowNoneOption, allowFile, required, parentId, visibleIf } = question
  const facts = [say(`kind_${kind}`), ...boundsOf(question, say)]
  if (!required) facts.push(say('optional'))
  if (allowFile) facts.push(say('file'))
  if (parentId !== null && visibleIf !== null) {
    const option = index.question(parentId)?.options.find(({ value }) => value === visibleIf)
    const value = typeof visibleIf === 'boolean' ? say(visibleIf ? 'yes' : 'no') : spoken(visibleIf, option?.en)
    facts.push(say('opens_yes', { number: index.numberOf(parentId), value }))
  }
  const choices = options.map(({ value, en: other, allowExtra }) => {
    const option = spoken(value, other)
    return allowExtra === true ? say('with_text', { option }) : option
  })
  const helps = (
    [
      [hint, en?.hint],
      [fillingHint, en?.fillingHint],
    ] as const
  ).filter(([es, other]) => spoken(es, other) !== '')
  return {
    head: `${index.numberOf(id)}  ${spoken(text, en?.text)}`,
    help: helps.map(([es, other]) => spoken(es, other)),
    facts,
    choices: allowNoneOption ? [...choices, say('none')] : choices,
    spanish: lacking({
      head: [text, en?.text],
      ...Object.fromEntries(helps.map((each, n) => [`help.${n}`, each])),
      ...Object.fromEntries(options.map(({ value, en: other }, n) => [`choices.${n}`, [value, other] as const])),
    }),
  }
}

/** What bounds an answer, where somebody set it. */
function boundsOf({ kind, min, max }: Question, say: Say): string[] {
  const said: readonly (readonly [Key, unknown])[] =
    kind === 'Text' || kind === 'SimpleText'
      ? [
          ['words_min', kind === 'Text' ? min : undefined],
          ['characters_max', max === 0 ? undefined : max],
        ]
      : kind === 'Number'
        ? [
            ['number_min', min],
            ['number_max', max === 0 ? undefined : max],
          ]
        : kind === 'Block'
          ? [['rows_max', max === 0 ? undefined : max]]
          : []
  return said.flatMap(([key, n]) => (typeof n === 'number' ? [say(key, { n })] : []))
}

/** What the words of the measurement mean, in the order of the language. */
export function glossaryGuide(language: ReportLanguage): Guide {
  const say = sayIn(language)
  const order = new Intl.Collator(language)
  const sections = glossary
    .map((concept) => concept[language])
    .toSorted((left, right) => order.compare(left.term, right.term))
    .map(({ term, text }): GuideSection => ({ title: term, lead: `<p>${text}</p>`, spanish: [], items: [] }))
  return {
    ...frameOf(language, say),
    title: say('glossary'),
    subtitle: say('glossary_subtitle', { n: glossary.length }),
    subtitleSpanish: false,
    edition: say('edition', { year: glossaryEdition.year }),
    at: glossaryEdition.at,
    lead: [say('glossary_lead')],
    chapters: [{ title: say('glossary_chapter'), lead: '', spanish: [], sections }],
  }
}
