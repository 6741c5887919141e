import { definitionFor } from '#shared/forms/audience.ts'
import { formIndexOf, type FormIndex } from '#shared/forms/form-index.ts'
import { surveyDimensionId, type FormDefinition, type Question } from '#shared/forms/model.ts'
import { glossary, glossaryEdition } from '../strings/glossary.ts'
import { guidesEn } from '../strings/guides.en.ts'
import { guidesEs } from '../strings/guides.es.ts'
import type { Guide, GuideItem, GuideSection } from './guide.ts'
import type { ReportLanguage } from './words.ts'

type Key = keyof typeof guidesEs
const texts: Readonly<Record<ReportLanguage, Readonly<Record<Key, string>>>> = { es: guidesEs, en: guidesEn }
type Say = (key: Key, slots?: Readonly<Record<string, string | number>>) => string
const sayIn =
  (language: ReportLanguage): Say =>
  (key, slots = {}) =>
    texts[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole))

const frameOf = (language: ReportLanguage, say: Say) =>
  ({ language, product: say('product'), contents: say('contents'), foot: say('foot_page'), unknown: say('unknown') }) as const

/** What the questionnaire of a form asks, for anybody to read: no points, no criterion of who evaluates, nothing that only the lab fills in (WF7). */
export function questionnaireGuide(
  given: FormDefinition,
  form: { readonly name: string; readonly nameSpanish: boolean; readonly year: string; readonly at: string },
  language: ReportLanguage,
): Guide {
  const say = sayIn(language)
  const index = formIndexOf(definitionFor('institution', given))
  const shown = (dimensionId: string): readonly Question[] =>
    index.questionsOf(dimensionId).filter(({ administrative, survey }) => !administrative && !survey)
  const subs = index.subDimensions.filter(({ id }) => id !== surveyDimensionId && shown(id).length > 0)
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
        items: shown(sub.id).map((question) => itemOf(question, index, say, spoken, lacking)),
      })),
  }))
  const questions = subs.reduce((sum, { id }) => sum + shown(id).length, 0)
  const hasLab = index.definition.questions.some(({ administrative }) => administrative)
  return {
    ...frameOf(language, say),
    title: say('questionnaire'),
    subtitle: form.name,
    subtitleSpanish: language === 'en' && form.nameSpanish,
    edition: say('edition', { year: form.year }),
    at: form.at,
    lead: [
      say('questionnaire_lead'),
      say('questionnaire_counts', { dimensions: tops.length, subdimensions: subs.length, questions }),
      say('questionnaire_depends'),
      ...(hasLab ? [say('questionnaire_lab')] : []),
    ],
    chapters,
  }
}

type Said = string | undefined
const isSaid = (text: Said): boolean => text !== undefined && text.trim() !== ''
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
