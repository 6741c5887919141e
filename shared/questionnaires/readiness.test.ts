import { expect, test } from 'vitest'
import { aDefinition, aHeader, aQuestion } from '../forms/fixtures.ts'
import { headerChange, Questionnaire, rowsOfDefinition } from '../questionnaire.ts'
import { missingOf, placeholderNames, severities } from './missing.ts'
import { forgottenIn, readinessOf } from './readiness.ts'

test('[QE13] before a form is enabled one is told of points other than 100, of missing stages, that nobody takes part, and of what its questions lack', () => {
  const ready = { points: 100, stages: 8, institutions: 14, missing: 0, unreached: [] }
  expect(forgottenIn(ready)).toEqual([])
  expect(forgottenIn({ ...ready, points: 99.9999 })).toEqual(['points'])
  expect(forgottenIn({ ...ready, stages: 0 })).toEqual(['stages'])
  expect(forgottenIn({ ...ready, institutions: 0 })).toEqual(['institutions'])
  expect(forgottenIn({ ...ready, missing: 1 })).toEqual(['missing'])
  expect(forgottenIn({ points: 0, stages: 0, institutions: 0, missing: 2, unreached: [] })).toEqual([
    'points',
    'stages',
    'institutions',
    'missing',
  ])
  const unreached = [{ id: 'q', number: '1.1.1', text: 'Tasa', points: 0, max: 10 }]
  expect(forgottenIn({ ...ready, unreached })).toEqual(['unreached'])
})

test('[QE13] what the questions lack is counted as the list in the editor counts it: all but their English', () => {
  const made = aDefinition([aQuestion('full'), aQuestion('empty', 'Single', { options: [] })])
  const named = made.dimensions.map((each) => (each.parentId === null ? { ...each, name: placeholderNames.dimension } : each))
  const lacking = { ...made, dimensions: named }
  const state = new Questionnaire(lacking.formId)
  for (const change of [headerChange(aHeader), ...rowsOfDefinition(lacking)]) state.set(change.table, change.id, change.row)
  const standing = missingOf(state.definition)
  for (const severity of severities) expect(standing.some((each) => each.severity === severity)).toBe(true)
  const { missing } = readinessOf(state, 1, [])
  expect(missing).toBe(standing.filter(({ severity }) => severity === 'impide' || severity === 'avisa').length)
})
