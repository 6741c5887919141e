import { expect, test } from 'vitest'
import { actionsOf, formEventKinds, isPublished, kindsOf } from './history.ts'

test('[FH2] a change is of the kind that its fields are of: points, helps and calculation apart from the questions, several at once of each', () => {
  expect(kindsOf('Cambia pregunta', ['points'])).toEqual(['points'])
  expect(kindsOf('Cambia pregunta', ['text', 'points', 'hint'])).toEqual(['questions', 'points'])
  expect(kindsOf('Cambia dimensión', ['configHint', 'fillingHint'])).toEqual(['helps'])
  expect(kindsOf('Cambia formulario', ['calculatedBy'])).toEqual(['calculation'])
  expect(kindsOf('Cambia formulario', ['name'])).toEqual(['form'])
  // What a question came with is no change of its points.
  expect(kindsOf('Agrega pregunta', ['text', 'points'])).toEqual(['questions'])
  expect(kindsOf('Quita institución', [])).toEqual(['participants'])
  // Of a later version of the platform.
  expect(kindsOf('Otra cosa', ['points'])).toEqual(['form'])
})

test('[FH2] whatever is of a kind is among the actions that are looked through for it', () => {
  const fields = ['text', 'points', 'configHint', 'fillingHint', 'questionHint', 'calculatedBy', 'name']
  const actions = [...new Set(formEventKinds.flatMap((kind) => actionsOf(kind)))]
  for (const action of actions) {
    for (const field of fields) for (const kind of kindsOf(action, [field])) expect(actionsOf(kind), `${action} ${field}`).toContain(action)
  }
  expect(actionsOf('points')).toContain('Cambia pregunta')
  expect(actionsOf('participants')).not.toContain('Cambia pregunta')
})

test('[FH3] what is asked is published with a version; stages, participants and texts of reports are not', () => {
  expect(isPublished('Cambia pregunta', ['points'])).toBe(true)
  expect(isPublished('Elimina dimensión', [])).toBe(true)
  expect(isPublished('Cambia formulario', ['name'])).toBe(true)
  for (const action of ['Cambia formulario', 'Cambia etapa', 'Agrega institución', 'Cambia texto de informe', 'Publica versión'])
    expect(isPublished(action, ['description']), action).toBe(false)
})
