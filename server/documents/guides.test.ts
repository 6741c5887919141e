import type { FormDefinition } from '#shared/forms/model.ts'
import { describe, expect, test } from 'vitest'
import { formDefinitionOf } from '../seeds/author.ts'
import { questionnaire } from '../seeds/questionnaire.ts'
import { glossary } from '../strings/glossary.ts'
import { readPdf } from '../testing/documents/read-text.ts'
import { faultsOf } from '../testing/documents/tagging.ts'
import { makeGuide } from './guide.ts'
import { glossaryGuide, questionnaireGuide } from './guides.ts'

const form = { name: 'Índice 2025', nameSpanish: true, year: '2025', at: '2025-06-01T12:00:00.000Z' }
const own = formDefinitionOf(questionnaire, { formId: 'f', versionId: 'f-v1', name: 'Índice 2025' })
/** With a mark in everything that is the lab's own. */
const canary = 'CANARIO'
const marked: FormDefinition = {
  ...own,
  alerts: (own.alerts ?? []).map((each) => ({ ...each, text: canary })),
  questions: own.questions.map((question) => ({
    ...question,
    questionHint: `<p>${canary}</p>`,
    points: [{ key: canary, value: 7 }],
    ...(question.administrative || question.survey ? { text: canary } : {}),
    en: { ...question.en, questionHint: canary, ...(question.administrative || question.survey ? { text: canary } : {}) },
  })),
}

describe('the questionnaire for anybody', () => {
  test('[WF7] every question that an institution answers is in it, with its number, its choices and when it opens, in both languages', () => {
    const answered = own.questions.filter(({ administrative, survey }) => !administrative && !survey)
    for (const language of ['es', 'en'] as const) {
      const guide = questionnaireGuide(own, form, language)
      const items = guide.chapters.flatMap(({ sections }) => sections.flatMap((section) => section.items))
      expect(items).toHaveLength(answered.length)
      for (const { text, en } of answered)
        expect(items.some(({ head }) => head.endsWith(language === 'en' ? (en?.text ?? text) : text))).toBe(true)
    }
    const [first] = questionnaireGuide(own, form, 'es').chapters
    expect(first?.title).toBe('1. Recursos Institucionales')
    const items = first?.sections[0]?.items ?? []
    expect(items.find(({ head }) => head.startsWith('1.1.5.2'))?.facts).toEqual([
      'Número',
      'desde 0',
      'Se responde si en 1.1.5 la respuesta es «Sí».',
    ])
    expect(items.find(({ head }) => head.startsWith('1.1.3'))?.choices).toContain('Ninguna de las anteriores')
  })

  test('[WF7] nothing of the lab’s is in it: no criterion, no points, no question of its own, none of the survey, no alert', () => {
    for (const language of ['es', 'en'] as const) {
      expect(JSON.stringify(questionnaireGuide(marked, form, language)).includes(canary)).toBe(false)
    }
  })

  test('[WF7] in English what was not translated says that it is Spanish, and nothing else does', async () => {
    const parts = own.dimensions.filter(({ id, parentId }) => [id, parentId].includes('resultados'))
    const translated: FormDefinition = {
      ...own,
      dimensions: parts.map((each) => ({ ...each, en: { name: 'In English', fillingHint: 'In English' } })),
      questions: own.questions.map((each) => ({
        ...each,
        options: each.options.map((option) => ({ ...option, en: 'Choice' })),
        en: { text: 'Question', hint: 'Hint', fillingHint: 'How to' },
      })),
    }
    const spanishIn = async (definition: FormDefinition, language: 'es' | 'en', nameSpanish: boolean): Promise<number> => {
      const bytes = await makeGuide(questionnaireGuide(definition, { ...form, nameSpanish }, language))
      expect(faultsOf(bytes)).toEqual([])
      return (
        Buffer.from(bytes)
          .toString('latin1')
          .match(/\/Lang \(es\)/g)?.length ?? 0
      )
    }
    expect(await spanishIn(translated, 'en', false)).toBe(0)
    expect(await spanishIn(translated, 'en', true)).toBe(1)
    const [first, ...others] = translated.questions.filter(({ dimensionId }) => parts.some(({ id }) => id === dimensionId))
    expect(first).toBeDefined()
    const half = {
      ...translated,
      questions: translated.questions.map((each) => (each.id === first?.id ? { ...each, en: { hint: 'Hint' } } : each)),
    }
    const item = questionnaireGuide(half, form, 'en').chapters[0]?.sections[0]?.items.find(({ spanish }) => spanish.length > 0)
    expect([others.length > 0, item?.spanish[0]]).toEqual([true, 'head'])
    expect(await spanishIn(half, 'en', false)).toBeGreaterThan(0)
    // Of the whole document alone.
    expect(await spanishIn(half, 'es', true)).toBe(1)
  })

  test('[WF8] it is tagged whole, says its words as they are written, and the same questionnaire is the same bytes', async () => {
    const small: FormDefinition = { ...own, dimensions: own.dimensions.filter(({ id, parentId }) => [id, parentId].includes('resultados')) }
    const guide = questionnaireGuide(small, form, 'es')
    const bytes = await makeGuide(guide)
    expect(faultsOf(bytes)).toEqual([])
    const { text } = await readPdf(bytes)
    for (const each of ['Cuestionario', 'Edición 2025', 'Contenido', '1. Resultados', 'Página 2 de']) expect(text).toContain(each)
    expect(Buffer.from(await makeGuide(guide)).equals(Buffer.from(bytes))).toBe(true)
  })
})

describe('the glossary', () => {
  test('[WF8] each concept stands once in both languages, in the order of each', () => {
    for (const language of ['es', 'en'] as const) {
      const terms = glossary.map((each) => each[language].term)
      expect(new Set(terms).size).toBe(terms.length)
      expect(glossary.filter((each) => each[language].text.length < 60)).toEqual([])
      const shown = glossaryGuide(language).chapters[0]?.sections.map(({ title }) => title) ?? []
      expect(shown).toEqual(terms.toSorted(new Intl.Collator(language).compare))
    }
    expect(glossary.filter(({ es, en }) => es.text === en.text)).toEqual([])
  })

  test('[WF8] it is tagged whole and says every concept', async () => {
    const bytes = await makeGuide(glossaryGuide('en'))
    expect(faultsOf(bytes)).toEqual([])
    const { text } = await readPdf(bytes)
    expect(glossary.filter(({ en }) => !text.includes(en.term))).toEqual([])
  })
})
