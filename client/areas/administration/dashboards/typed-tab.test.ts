import { expect, test } from 'vitest'
import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import { formIndexOf } from '#shared/forms/form-index.ts'
import { emptyContent, newColumn } from '#shared/dashboards/rules.ts'
import { bodyOf, checkedTyped, typedFrom } from './typed-tab.ts'

const index = formIndexOf(
  aDefinition([
    aQuestion('people', 'Number'),
    aQuestion('ideas', 'Block', { block: ['title', 'piloted'] }),
    aQuestion('title', 'SimpleText', { blockId: 'ideas' }),
    aQuestion('piloted', 'Boolean', { blockId: 'ideas' }),
  ]),
)
const facts = { index, beside: new Set(['before', 'first']) }
const png = { type: 'image/png', base64: 'iVBORw0KGgo=' }

test('[DB5] what is typed of an institution’s tab keeps the order of its forms, and goes back as it came', () => {
  const content = {
    ...emptyContent('institution'),
    asociatedForms: ['before', 'first'],
    asociatedFormsData: { before: { txt: '2023', order: 1 }, first: { txt: '2022', order: 0 } },
  }
  const typed = typedFrom(content, 'stamp')
  expect(typed.forms.map(({ txt }) => txt)).toEqual(['2022', '2023'])
  expect(bodyOf(typed)).toMatchObject({ asociatedForms: ['first', 'before'], asociatedFormsData: { first: { txt: '2022', order: 0 } } })
})

test('[DB6] a picture that was chosen here passes as one, and a phase without any does not', () => {
  const typed = { ...typedFrom(emptyContent('institution'), null), blockQuestion: 'ideas' }
  const phase = { id: 'p1', name: 'Piloto', questionId: 'piloted', icon: png }
  expect(checkedTyped({ ...typed, phases: [phase] }, facts).ok).toBe(true)
  expect(checkedTyped({ ...typed, phases: [{ ...phase, icon: null }] }, facts)).toMatchObject({
    failure: { code: 'dashboards_image_missing' },
  })
})

test('[DB3] what is typed is asked for as the server asks for it', () => {
  const typed = typedFrom(emptyContent('general'), null)
  expect(checkedTyped(typed, facts)).toMatchObject({ failure: { code: 'dashboards_incomplete' } })
  expect(checkedTyped({ ...typed, overallResultId: 'people' }, facts).ok).toBe(true)
  expect(checkedTyped({ ...typed, overallResultId: 'people', columns: [newColumn('c1')] }, facts)).toMatchObject({
    failure: { code: 'dashboards_incomplete' },
  })
})
