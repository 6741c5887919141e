import fc from 'fast-check'
import { expect, test } from 'vitest'
import { must } from '../kernel/assert.ts'
import { assertProperty } from '../testing/properties.ts'
import { carriedForms } from '../testing/random-definition.ts'
import type { CarriedForm } from './carried.ts'
import { definitionFileMost, definitionFileOf, parseDefinitionFile } from './definition-file.ts'
import { aForm } from './fixtures.ts'

const fixture: CarriedForm = {
  definition: aForm,
  description: 'Uno',
  reportTexts: { form: { finalIntroduction: '<p>a</p>' }, s11: { bad: 'b' } },
}
const written = definitionFileOf(fixture)

test('[DF4] a questionnaire goes out as one file and comes back as it was', () => {
  assertProperty(
    fc.property(carriedForms, (form) => {
      expect(parseDefinitionFile(definitionFileOf(form))).toEqual({ ok: true, value: form })
    }),
  )
  expect(parseDefinitionFile(written)).toEqual({ ok: true, value: fixture })
  expect(parseDefinitionFile(`\ufeff${written}`).ok).toBe(true)
})

test('[DF4] a file reads as the questionnaire does: what hangs on a question stands inside it, and what is not said is left out', () => {
  const [recursos] = JSON.parse(written).dimensions
  expect(recursos.subDimensions[1]).toEqual({
    id: 's12',
    name: 'Presupuesto',
    questions: [
      {
        id: 'has',
        kind: 'Boolean',
        text: 'Pregunta has',
        required: true,
        dependents: [
          {
            id: 'which',
            kind: 'Single',
            text: 'Pregunta which',
            required: true,
            when: true,
            options: [{ value: 'x' }, { value: 'y', allowExtra: true }],
            dependents: [{ id: 'count', kind: 'Number', text: 'Pregunta count', required: true, when: 'y', min: 1, max: 5 }],
          },
        ],
      },
      { id: 'code', kind: 'Number', text: 'Pregunta code', required: true, administrative: true },
    ],
  })
})

type Wild = Record<string, unknown> & { dimensions: { subDimensions: { questions: Record<string, unknown>[] }[] }[] }
/** The code and place with which a changed file is refused. */
function refusalOf(change: (file: Wild) => unknown): readonly unknown[] {
  const file: Wild = JSON.parse(written)
  change(file)
  const parsed = parseDefinitionFile(JSON.stringify(file))
  if (parsed.ok) return ['parsed']
  const { place: _words, ...params } = parsed.failure.params ?? {}
  return [parsed.failure.code, ...Object.values(params)]
}
const first = (file: Wild): Record<string, unknown> =>
  must(file.dimensions[0]?.subDimensions[0]?.questions[0], 'the fixture has a question')

test('[DF5] what is wrong in a file is told with its place', () => {
  expect(refusalOf((file) => delete first(file)['text'])).toEqual(['definition_malformed', 'dimensions.0.subDimensions.0.questions.0.text'])
  expect(refusalOf((file) => Object.assign(first(file), { requiered: true }))).toEqual([
    'definition_malformed',
    'dimensions.0.subDimensions.0.questions.0.requiered',
  ])
  expect(refusalOf((file) => Object.assign(first(file), { text: 'a'.repeat(4001) }))).toEqual([
    'definition_too_large',
    'dimensions.0.subDimensions.0.questions.0.text',
  ])
  expect(refusalOf((file) => Object.assign(first(file), { when: 'nunca' }))).toEqual(['definition_condition', 'name.visibleIf'])
  expect(refusalOf((file) => Object.assign(first(file), { id: 'many' }))).toEqual(['definition_id_taken', 'many.id'])
  expect(refusalOf((file) => Object.assign(file, { description: null }))).toEqual(['definition_malformed', 'description'])
})

test('[DF5] a file of another maker, of another version, or none at all is refused', () => {
  expect(refusalOf((file) => Object.assign(file, { version: 2 }))).toEqual(['definition_file_newer', 1])
  expect(refusalOf((file) => Object.assign(file, { schema: 'other' }))).toEqual(['definition_file_unknown'])
  for (const other of ['null', '[]', '{}', '"iip.questionnaire"'])
    expect(parseDefinitionFile(other)).toMatchObject({ failure: { code: 'definition_file_unknown' } })
  for (const broken of ['', 'PK', written.slice(0, -9)])
    expect(parseDefinitionFile(broken)).toMatchObject({ failure: { code: 'definition_file_unread' } })
})

test('[DF5] size and depth of a file are looked at before it is read', () => {
  expect(parseDefinitionFile(' '.repeat(definitionFileMost + 1))).toMatchObject({ failure: { code: 'definition_file_large' } })
  expect(parseDefinitionFile('['.repeat(1_000_000))).toMatchObject({ failure: { code: 'definition_file_unread' } })
  const deep = (levels: number): string =>
    `{"schema":"iip.questionnaire","version":1,"dimensions":${'['.repeat(levels)}${']'.repeat(levels)}}`
  expect(parseDefinitionFile(deep(60))).toMatchObject({ failure: { code: 'definition_file_unread' } })
  expect(parseDefinitionFile(deep(5))).toMatchObject({ failure: { code: 'definition_malformed' } })
  // Brackets of a text are text.
  expect(refusalOf((file) => Object.assign(first(file), { text: '"[{'.repeat(100) }))).toEqual(['parsed'])
})

test('[DF5] names that mean something to a program are unknown fields like others', () => {
  const text = written.replace('"schema"', '"__proto__": {"polluted": true}, "schema"')
  expect(parseDefinitionFile(text)).toMatchObject({ failure: { code: 'definition_malformed', params: { at: '__proto__' } } })
  expect(Object.keys({})).toEqual([])
})
