import { expect, test } from 'vitest'
import { People } from './people.ts'

const accounts = [
  { id: 'u-ana', name: 'Ana', surname: 'Pérez Soto', email: 'ana@norte.example', kind: 'Institutional' },
  { id: 'u-eva', name: 'Eva', surname: 'Ríos', email: 'eva@lab.example', kind: 'Evaluator' },
]

test('[KV5] each person has one pseudonym, wherever id, address or full name of theirs stands', () => {
  const people = new People(accounts, 'secret')
  const ana = String(people.id('u-ana'))
  expect(ana).toMatch(/^P\d{4}$/)
  expect(people.name('u-ana')).toBe(ana)
  expect(people.text('Preguntar a ana PEREZ  soto (Ana@norte.example), no a otra@x.example.')).toBe(
    `Preguntar a ${ana} (${ana}@seudonimo.invalid), no a correo@seudonimo.invalid`,
  )
  expect(people.json(JSON.stringify({ by: 'u-ana', note: 'línea\nAna Pérez Soto', 'u-eva': [1] }))).toBe(
    JSON.stringify({ by: ana, note: `línea\n${ana}`, [String(people.id('u-eva'))]: [1] }),
  )
  expect(people.text('~rest-u-ana-key12345')).toBe(`~rest-${ana}-key12345`)
  expect(people.text('u-eva-u-ana')).toBe(`${String(people.id('u-eva'))}-${ana}`)
  expect(new People(accounts, 'secret').id('u-ana')).toBe(ana)
})

test('[KV5] a person is found however their name is written, and RUT and telephones go', () => {
  const vera = { id: 'u-vera', name: 'Daniela', surname: 'Vera Muñoz', email: 'd@norte.example', kind: 'Institutional' }
  const people = new People([...accounts, vera], 'secret')
  const id = String(people.id('u-vera'))
  for (const wording of [
    'Daniela Vera',
    'Vera, Daniela',
    'VERA MUÑOZ, DANIELA',
    'D. Vera',
    'D.Vera',
    'Vera, D.',
    'Vera Munoz D.',
    'daniela vera muñoz',
  ])
    expect(people.text(`Dijo ${wording}`), wording).toMatch(new RegExp(`^Dijo ${id}\\.?$`))
  for (const written of ['12.345.678-5', '12345678-K', '9.876.543-k', '+56 9 8765 4321', '+56987654321', '9 8765 4321', '+56 2 2345 6789'])
    expect(people.text(`Llamar: ${written}, hoy`), written).toMatch(/^Llamar: (?:RUT|teléfono), hoy$/)
  // Figures, years and a single name stay.
  const other = 'En 2024-2025, 987654321 pesos, 12.345.678 y 1-2; la plaza Vera y Daniela'
  expect(people.text(other)).toBe(other)
})

test('[KV5] of two who are written alike nobody is told apart', () => {
  const two = ['u-1', 'u-2'].map((id, at) => ({
    id,
    name: at ? 'Diego' : 'Daniela',
    surname: 'Vera',
    email: `${id}@x.example`,
    kind: 'Institutional',
  }))
  const people = new People(two, 'secret')
  expect(people.text('Según D. Vera')).toBe('Según persona')
  expect(people.text('Según Diego Vera')).toBe(`Según ${String(people.id('u-2'))}`)
})

test('[KV1] people stand as they were named where nothing else is asked for, and whoever is gone as such', () => {
  const people = new People(accounts)
  expect([people.id('u-ana'), people.name('u-ana'), people.name('gone'), people.name('system')]).toEqual([
    'u-ana',
    'Ana Pérez Soto',
    'Usuario Eliminado',
    'IIP',
  ])
  expect(people.text('Ana Pérez Soto')).toBe('Ana Pérez Soto')
  expect(people.rows().map(([id]) => id)).toEqual(['gone', 'system', 'u-ana'])
})

test('[CO1] a ruled line, and whatever else is long and no word, is looked through once', () => {
  const people = new People(accounts, 'secret')
  for (const sign of ['-', '.', '_', '!', 'a-', 'a@'])
    expect(people.text(`${sign.repeat(50_000)} Ana Pérez Soto`).endsWith(String(people.id('u-ana')))).toBe(true)
})
