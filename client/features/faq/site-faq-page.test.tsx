import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AddressLanguage } from '#client/i18n/language.ts'
import { defineEnglish } from '#client/i18n/text.ts'
import { faqSectionNames, faqSections } from './sections.ts'
import { FaqPage } from './site-faq-page.tsx'
import { en } from './strings.en.ts'
import { es } from './strings.es.ts'

defineEnglish({ faq: en })

test('[FQ1] the public page has every question and answer in the language of its address, with the downloads in it, and no style of its own', () => {
  for (const [language, words] of [
    ['es', es],
    ['en', en],
  ] as const) {
    const html = renderToStaticMarkup(
      <AddressLanguage value={language}>
        <FaqPage questionnaire />
      </AddressLanguage>,
    )
    const text = html.replace(/&#x27;/g, "'").replace(/&amp;/g, '&')
    for (const question of faqSectionNames.flatMap((section) => [...faqSections[section]])) {
      expect(text).toContain(words[question])
      expect(text).toContain(words[`${question}Answer`])
      expect(html).toContain(`id="${question}"`)
      expect(html).toContain(`href="#${question}"`)
    }
    expect(html.match(/<details/g)).toHaveLength(16)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain(`href="/api/v1/public/questionnaire.pdf?lang=${language}"`)
    expect(html).toContain(`href="/api/v1/public/glossary.pdf?lang=${language}"`)
    expect(html).not.toContain('style=')
    // Without a script there is no search to be seen.
    expect(html).toMatch(/<form data-faq-search="true" role="search" class="[^"]*noscript:hidden/)
  }
})

test('[FQ3] while no form has begun nothing leads to a questionnaire that is not there, and the glossary stays', () => {
  const html = renderToStaticMarkup(
    <AddressLanguage value="es">
      <FaqPage questionnaire={false} />
    </AddressLanguage>,
  )
  expect(html).not.toContain('questionnaire.pdf')
  expect(html).toContain('glossary.pdf')
})
