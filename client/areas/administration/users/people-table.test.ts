import { expect, test } from 'vitest'
import { listOf, peopleIn } from './people-table.ts'

const read = (text: string): unknown => {
  const people = peopleIn(text)
  return people.ok ? people.value.map(({ name, surname, email }) => [name, surname, email]) : people.failure.code
}

test('[AC13] a list is read as it was pasted from a spreadsheet, and as a file with whichever separator it has', () => {
  const two = [
    ['Ana', 'Pino', 'ana@norte.example'],
    ['Luis', 'Díaz', 'luis@norte.example'],
  ]
  expect(read('Ana\tPino\tana@norte.example\nLuis\tDíaz\tluis@norte.example')).toEqual(two)
  expect(read('\uFEFFNombre;Apellido;Correo electrónico\r\nAna;Pino;ana@norte.example\r\n;;\r\nLuis;Díaz;luis@norte.example\r\n')).toEqual(
    two,
  )
  expect(read('name,surname,email\nAna,"Pino",ana@norte.example\nLuis,Díaz,luis@norte.example')).toEqual(two)
})

test('[AC13] a line that names no mailbox is told with the others and not left out, and too long a list is refused', () => {
  expect(read('Ana;Pino;\nLuis;Díaz;sin arroba')).toEqual([
    ['Ana', 'Pino', ''],
    ['Luis', 'Díaz', 'sin arroba'],
  ])
  expect(read('A;B;a@norte.example\n'.repeat(502))).toBe('workbook_rows')
  expect(read('"Ana;Pino')).toBe('csv_quote_open')
})

test('[AC13] a heading says which column is which, and a sheet becomes the list that one would paste of it', () => {
  const ana = [['Ana', 'Pino', 'ana@norte.example']]
  expect(read('Apellidos;Nombres;Correo\nPino;Ana;ana@norte.example')).toEqual(ana)
  expect(read('N.º,E-mail,Unidad,Nombre,Apellido\n1,ana@norte.example,RR. HH.,Ana,Pino')).toEqual(ana)
  const rows = [
    ['Nombre', 'Apellido', 'Correo'],
    ['Ana', 'Pino\u00a0\n', 'ana@norte.example'],
    ['"La Negra"', 'Díaz, de\tla Cruz', 'diaz@norte.example'],
  ].map((cells, at) => ({ row: at + 1, cells }))
  expect(read(listOf({ name: '', rows, merged: [] }))).toEqual([...ana, ['"La Negra"', 'Díaz, de la Cruz', 'diaz@norte.example']])
})
