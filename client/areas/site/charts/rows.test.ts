import { expect, test } from 'vitest'
import { sortedRows, type Rows } from './rows.ts'

const table: Rows = {
  columns: [
    { key: 'name', label: 'Nombre', unit: '', decimals: null },
    { key: 'points', label: 'Puntos', unit: 'puntos', decimals: 1 },
  ],
  rows: [
    { name: 'Ñuble', points: 9 },
    { name: 'Nuevas', points: null },
    { name: 'Árbol', points: 10 },
    { name: 'Oeste', points: 2 },
  ],
}
const names = (descending: boolean, column: string) => sortedRows(table, { column, descending }).map(({ name }) => name)

test('[CH4] figures are ordered by size and words as in Spanish; what has no figure is last both ways', () => {
  expect(names(false, 'points')).toEqual(['Oeste', 'Ñuble', 'Árbol', 'Nuevas'])
  expect(names(true, 'points')).toEqual(['Árbol', 'Ñuble', 'Oeste', 'Nuevas'])
  expect(names(false, 'name')).toEqual(['Árbol', 'Nuevas', 'Ñuble', 'Oeste'])
})
