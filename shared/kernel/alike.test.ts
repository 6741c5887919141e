import { describe, expect, test } from 'vitest'
import { alikeKey, nearestOf, plainKey } from './alike.ts'

describe('[TI11] texts that read alike', () => {
  test.each([
    ['composed letters', 'Nube p\u00fablica', 'Nube pu\u0301blica'],
    ['a blank that does not break', 'Sala propia', 'Sala\u00a0propia'],
    ['thin, wide and double blanks', 'a b c', ' a\u2009\u2002b  \tc\u3000'],
    ['a break of line', 'dos líneas', 'dos\r\nlíneas'],
    ['an invisible sign', 'Confidencial', 'Con\u00adfi\u200bden\u2060cial\ufeff'],
    ['an invisible sign between blanks', 'a b', 'a \u200b b'],
    ['directions', 'Sí', '\u200eSí\u202c'],
    ['quotation marks', `"O'Higgins"`, '\u201cO\u2019Higgins\u201d'],
    ['dashes', 'Arica-Parinacota', 'Arica\u2013Parinacota'],
    ['case', 'SÍ, SIEMPRE', 'sí, siempre'],
    ['a sign of degrees', 'N° 4', 'Nº 4'],
    ['joined letters', 'oficina', 'o\ufb01cina'],
    ['three points', 'otros...', 'otros\u2026'],
  ])('%s are no matter', (_, one, other) => {
    expect(alikeKey(one)).toBe(alikeKey(other))
    expect(plainKey(one)).toBe(plainKey(other))
  })

  test.each([
    ['accents', 'publico', 'público'],
    ['figures above the line', 'm2', 'm²'],
    ['signs', 'más de 5', 'más de 5%'],
    ['blanks at all', 'sin hilo', 'sinhilo'],
  ])('%s are', (_, one, other) => expect(alikeKey(one)).not.toBe(alikeKey(other)))

  test('accents are no matter of names and codes', () => expect(plainKey('Dirección')).toBe(plainKey('DIRECCION')))
})

test('[TI11] what is nearly one of some texts names the nearest, and what is far from all names none', () => {
  const options = ['Nube pública', 'Nube privada', 'Sala propia', 'Otro']
  expect(nearestOf('Nube publca', options)).toBe('Nube pública')
  expect(nearestOf('Salas propias', options)).toBe('Sala propia')
  expect(nearestOf('Ninguna de las anteriores', options)).toBe(undefined)
  expect(nearestOf('', options)).toBe(undefined)
  expect(nearestOf('x', ['y', 'xy'])).toBe('y')
})
