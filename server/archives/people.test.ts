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
