import { expect, test } from 'vitest'
import {
  changedView,
  choiceWith,
  chosenOf,
  inOrder,
  matching,
  pageOf,
  pressedSorting,
  readView,
  searchable,
  writeView,
} from './table-view.ts'

const choices = { filters: ['all', 'open', 'closed'], sortable: ['name', 'stages'] }

test('[TA1] an address names search, filter, order, page and rows of a table, and the table writes the address that names it', () => {
  const view = { words: 'índice  2026', filter: 'open', sorting: { column: 'name', descending: true }, page: 3, size: 15 } as const
  const search = writeView('?campo=titulo', view, choices)
  expect(readView(search, choices)).toEqual(view)
  expect(new URLSearchParams(search).get('campo')).toBe('titulo')
})

test('[TA1] what is usual stands in no address, and what the table does not have is as if it were not there', () => {
  const usual = { words: '', filter: 'all', sorting: null, page: 1, size: 12 }
  expect(readView('', choices)).toEqual(usual)
  expect(readView('?filter=mine&sort=-size&page=-2&rows=500', choices)).toEqual(usual)
  expect(readView('?page=1.5', choices).page).toBe(1)
  expect(writeView('?q=a&filter=open&sort=name&page=2&rows=15', readView('', choices), choices)).toBe('')
  expect(readView('?q=a', { filters: [], sortable: [] }).filter).toBe('')
})

test('[TA1] whatever changes what is listed leads back to the first page, and turning the page does not', () => {
  const view = readView('?q=a&page=4', choices)
  expect(changedView(view, { words: 'b' })).toMatchObject({ words: 'b', page: 1 })
  expect(changedView(view, { page: 5 })).toMatchObject({ words: 'a', page: 5 })
})

test('[TA2] a search finds every word of it in any order, without minding accents and case', () => {
  const rows = searchable(['Índice de Innovación 2026', 'Ensayo de evaluación', 'Copia de Índice'], (row) => row)
  expect(matching(rows, 'INDICE')).toEqual(['Índice de Innovación 2026', 'Copia de Índice'])
  expect(matching(rows, '  innovacion   índice ')).toEqual(['Índice de Innovación 2026'])
  expect(matching(rows, 'índice ensayo')).toEqual([])
  expect(matching(rows, ' ')).toHaveLength(3)
})

test('[TA2] rows are ordered as in Spanish, figures by their size, and what has no value is last both ways', () => {
  const order = (values: readonly (string | number | null)[], descending = false) => inOrder(values, (value) => value, descending)
  expect(order(['Ñuble', 'Óptica', 'Norte', 'Índice', 'Zona'])).toEqual(['Índice', 'Norte', 'Ñuble', 'Óptica', 'Zona'])
  expect(order(['Índice 10', 'Índice 9'])).toEqual(['Índice 9', 'Índice 10'])
  expect(order([10, null, 9.5], true)).toEqual([10, 9.5, null])
  expect(order([null, 10, 9])).toEqual([9, 10, null])
})

test('[TA2] a second press on a heading turns the order round, a press on another begins anew', () => {
  const first = pressedSorting(null, 'name')
  expect(first).toEqual({ column: 'name', descending: false })
  expect(pressedSorting(first, 'name')).toEqual({ column: 'name', descending: true })
  expect(pressedSorting(pressedSorting(first, 'name'), 'name')).toEqual(first)
  expect(pressedSorting({ column: 'name', descending: true }, 'stages')).toEqual({ column: 'stages', descending: false })
})

test('[TA1] a page that is not there any more is the last one', () => {
  const rows = Array.from({ length: 25 }, (_, index) => index)
  expect(pageOf(rows, 2, 12)).toEqual({ rows: rows.slice(12, 24), page: 2, pages: 3 })
  expect(pageOf(rows, 9, 15)).toEqual({ rows: rows.slice(15), page: 2, pages: 2 })
  expect(pageOf([], 3, 12)).toEqual({ rows: [], page: 1, pages: 1 })
})

test('[TA3] what is chosen are the rows that were there when they were chosen, on whatever page', () => {
  const chosen = choiceWith(new Set(['a']), ['b', 'c'], true)
  expect(chosenOf(['b', 'c'], chosen)).toBe('all')
  expect(chosenOf(['c', 'd'], chosen)).toBe('some')
  expect(chosenOf(['d'], chosen)).toBe('none')
  expect(chosenOf([], chosen)).toBe('none')
  expect([...choiceWith(chosen, ['b', 'a'], false)]).toEqual(['c'])
})
