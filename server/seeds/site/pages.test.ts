import { fileFactsOf, problemsOf } from '#shared/site/rules.ts'
import { emptyContent, sectionComponents } from '#shared/site/sections.ts'
import { expect, test } from 'vitest'
import { sitePages } from './pages.ts'
import { pictures } from './pictures.ts'

const pages = sitePages.map(({ name }) => ({ id: name, name, formerNames: [], removed: false, published: true }))
const images = Object.keys(pictures).map((name) => ({ id: `picture:${name}`, type: 'image' as const, name: `${name}.svg` }))
const weights = { id: 'picture:weights', type: 'document' as const, name: 'Puntajes.xlsx' }

test('[WS3] the demonstration’s pages could be published by anybody: nothing is missing in either language, and every link leads somewhere', () => {
  for (const { name, about, sections } of sitePages) {
    const content = {
      name,
      about,
      sections: sections.map(({ component, content: es, english }, at) => ({
        id: String(at),
        component,
        content: { ...emptyContent(component), ...es },
        englishContent: { ...emptyContent(component, true), ...english },
        hidden: false,
        englishOf: null,
      })),
    }
    const problems = problemsOf(content, { pageId: name, pages, ...fileFactsOf([...images, weights]) })
    // When the English was written is said once a page is saved.
    expect(
      problems.filter(({ code }) => code !== 'english_old'),
      name,
    ).toEqual([])
  }
})

test('the demonstration’s site shows most of the types of sections, and every picture is drawn without words of another language', () => {
  const shown = new Set(sitePages.flatMap(({ sections }) => sections.map(({ component }) => component)))
  expect(shown.size).toBeGreaterThanOrEqual(sectionComponents.length - 3)
  for (const drawing of Object.values(pictures)) expect(drawing).not.toMatch(/style=|<script|href=/)
})

test('[WS3] what is published by name is said as it is, in both languages: what the dashboards show, and no other answer', () => {
  const told = JSON.stringify(sitePages)
  for (const words of [
    'Con el nombre de cada institución se publica lo que muestran los resultados interactivos',
    'What the interactive results show is published with each institution’s name',
    'las cifras de sus respuestas que el laboratorio haya elegido para los tableros',
    'the figures of its answers that the laboratory has chosen for the dashboards',
  ])
    expect(told).toContain(words)
  expect(told).not.toMatch(/y nadie más|by nobody else|las propias, de cada/)
})
