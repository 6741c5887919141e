import { expect, test } from 'vitest'
import type { Answer } from '../answers/model.ts'
import type { Dashboard } from '../dashboards/model.ts'
import { aDefinition, aQuestion } from '../forms/fixtures.ts'
import { formIndexOf } from '../forms/form-index.ts'
import { must } from '../kernel/assert.ts'
import { institutionFrom, sourcesOf, type InstitutionFacts } from './generation.ts'
import { capacities, capacityMax, openDimensions, type Capacity } from './model.ts'
import { capacityWords, scopeWords, typeWords } from './words.ts'

type Named = readonly (readonly [id: string, text: string])[]
const options = (words: Readonly<Record<string, { readonly es: string }>>) =>
  Object.entries(words).map(([id, { es }]) => ({ id, value: es, points: 0 }))

/** A form with a sub-dimension for each capacity, phases asked of users, and a block of initiatives. */
function aForm(asked: Named = []) {
  const definition = aDefinition(
    [
      ...asked.map(([id, text]) => aQuestion(id, 'Boolean', { dimensionId: 'userParticipation', text })),
      aQuestion('works', 'Block', { dimensionId: 'procedures' }),
      aQuestion('title', 'SimpleText', { dimensionId: 'procedures', blockId: 'works' }),
      aQuestion('type', 'Multiple', { dimensionId: 'procedures', blockId: 'works', options: options(typeWords) }),
      aQuestion('scope', 'Single', { dimensionId: 'procedures', blockId: 'works', options: options(scopeWords) }),
    ],
    { tree: openDimensions, names: Object.fromEntries(capacities.map((each) => [each, capacityWords[each].es])) },
  )
  return formIndexOf(definition)
}
const tab = (phases: readonly string[]): Extract<Dashboard, { id: 'institution' }> => ({
  id: 'institution',
  asociatedForms: [],
  asociatedFormsData: {},
  blockQuestion: 'works',
  phases: phases.map((name, at) => ({ id: `p${at}`, name, questionId: `q${at}`, icon: null })),
  iconIniciative: null,
  by: 'a',
  at: '2026-01-01T00:00:00.000Z',
})
const worth =
  (over: Partial<Record<Capacity, number>> = {}) =>
  (id: string): number =>
    ({ ...capacityMax, ...over })[id as Capacity] ?? 0

test('[OD13] a question that names two phases stands for neither, and two phases of one name for none', () => {
  const { sources, lacks } = sourcesOf(
    aForm([
      ['pilot', '¿Participaron en el pilotaje?'],
      ['either', '¿Participaron en evaluar el diseño?'],
    ]),
    tab(['Piloto', 'Pilotaje', 'Evaluación']),
    worth(),
  )
  const { partners, block } = must(sources, 'sources')
  expect([...(partners.get('pu') ?? [])]).toEqual([['pilot', 'pilot']])
  expect([...(block?.phases ?? [])]).toEqual([['evaluation', 'q2']])
  expect(lacks.filter(({ code }) => code === 'open_gen_phases').map(({ params }) => params?.['values'])).toEqual([
    'Diseño, Prototipadas, Ajuste en Base a Testeo, Implementación, Evaluación',
    'Diseño, Prototipadas, Ajuste en Base a Testeo, Pilotaje, Implementación, Evaluación',
    'Diseño, Prototipadas, Ajuste en Base a Testeo, Pilotaje, Implementación, Evaluación',
    'Diseño, Prototipadas, Ajuste en Base a Testeo, Pilotaje, Implementación',
  ])
})

test('[OD13] a capacity that is worth more, less or nothing is another one: without it nothing is made', () => {
  for (const max of [5, 0, 7, 6.0001]) {
    const { sources, lacks } = sourcesOf(aForm(), tab([]), worth({ humanTalent: max }))
    expect([sources, lacks]).toEqual([undefined, [{ code: 'open_gen_capacity', params: { name: 'Talento Humano', max: 6 } }]])
  }
  expect(sourcesOf(aForm(), tab([]), worth()).sources).toBeDefined()
})

test('[OD13] what was taken of several, what is no value and points that come to something else are told; a row without a name is none', () => {
  const sources = must(sourcesOf(aForm(), tab([]), worth()).sources, 'sources')
  const choice = (value: string) => ({ optionId: value, value })
  const said: Readonly<Record<string, Answer['value']>> = {
    works: { rows: ['one', 'two', 'nameless'] },
    'title@one': 'Uno',
    'type@one': { choices: [choice('Tecnología'), choice('Procesos'), choice('Otra cosa')] },
    'scope@one': { choice: choice('Servicio') },
    'title@two': 'Dos',
    'scope@two': { choice: choice('Servicio') },
    'type@nameless': { choices: [choice('Tecnología')] },
    'scope@nameless': { choice: choice('Servicio') },
  }
  const facts: InstitutionFacts = {
    year: 2025,
    code: 'institution-1',
    category: 'Pilares',
    orientation: 'Institucional',
    sector: null,
    points: () => 1,
    total: 10.5,
    answer: (unit) => said[unit] ?? null,
  }
  const { initiatives, lacks } = institutionFrom(sources, facts)
  expect(initiatives.map(({ type, scope }) => [type, scope])).toEqual([['technology', 'service']])
  expect(lacks).toEqual([
    { code: 'open_gen_points', params: { index: 10, points: 10.5 } },
    { code: 'open_gen_rows', params: { n: 1 } },
    { code: 'open_gen_several', params: { n: 1 } },
    { code: 'open_gen_options', params: { values: 'Otra cosa' } },
  ])
  expect(institutionFrom(sources, { ...facts, total: 10 }).lacks.some(({ code }) => code === 'open_gen_points')).toBe(false)
})
