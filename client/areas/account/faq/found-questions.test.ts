import { expect, test } from 'vitest'
import { foundQuestions } from './found-questions.ts'
import { faqSectionNames, faqSections, faqTotal } from '#client/features/faq/sections.ts'
import { en } from '#client/features/faq/strings.en.ts'
import { es } from '#client/features/faq/strings.es.ts'

const say = (key: keyof typeof es): string => es[key]

test('[FQ1] there are sixteen questions in five sections, each with an answer in both languages', () => {
  const all = faqSectionNames.flatMap((section) => [...faqSections[section]])
  expect([faqSectionNames.length, all.length, new Set(all).size, faqTotal]).toEqual([5, 16, 16, 16])
  for (const question of all)
    for (const text of [es[question], en[question], es[`${question}Answer`], en[`${question}Answer`]])
      expect(text.length).toBeGreaterThan(10)
})

test('[FQ2] a search finds questions by words of their answers, in any order and without accents, and nothing where no word is said', () => {
  expect(foundQuestions('  ', say)).toBeUndefined()
  expect([...(foundQuestions('CONTRASENA', say) ?? [])]).toEqual(['account1'])
  expect([...(foundQuestions('comprobante numero', say) ?? [])]).toEqual(['sending3'])
  expect(foundQuestions('zzz', say)?.size).toBe(0)
})
