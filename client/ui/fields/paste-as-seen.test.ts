import { expect, test } from 'vitest'
import { asSeen } from './paste-as-seen.ts'

const line = (text: string, cells = false): string => asSeen(text, { oneLine: true, cells })
const lines = (text: string, cells = false): string => asSeen(text, { oneLine: false, cells })

test('[FL10] blanks are blanks, and what nobody sees stays out', () => {
  expect(line('ana\u200b@norte\u00ad.example\ufeff')).toBe('ana@norte.example')
  expect(line('\u202aC:\\Actas\u202c')).toBe('C:\\Actas')
  expect(lines('Dirección\u00a0de\u202fPersonas\u2003(RR.\u2009HH.)')).toBe('Dirección de Personas (RR. HH.)')
  // What is seen by its invisible signs stays: one face of a family, a word from the right.
  for (const text of ['👩\u200d👧', '✔\ufe0f', '\u200fשלום, 12', 'año\u0301']) expect(lines(text)).toBe(text)
})

test('[FL10] breaks are blanks in one line and stay in many, and cells are not run together', () => {
  expect(line('Servicio\r\nde Salud\nNorte \n')).toBe('Servicio de Salud Norte')
  expect(line('12\r\n345\r\n', true)).toBe('12\t345')
  expect(line('12\t345\r\n', true)).toBe('12\t345')
  expect(line('\n76.123.456-7\r\n')).toBe('76.123.456-7')
  expect(lines('uno\r\ndos\n')).toBe('uno\ndos\n')
  expect(lines('uno\tdos\r\n1\t2\r\n', true)).toBe('uno\tdos\n1\t2\n')
})

test('[FL10] one cell of a sheet comes as it is seen, and quotation marks of a text stay', () => {
  expect(lines('Texto de una celda\r\n', true)).toBe('Texto de una celda')
  expect(lines('"primera ""línea""\nsegunda"\r\n', true)).toBe('primera "línea"\nsegunda')
  expect(line('"primera\nsegunda"\r\n', true)).toBe('primera\tsegunda')
  expect(lines('"una cita"\n')).toBe('"una cita"\n')
  expect(lines('"a"\t"b"\r\n', true)).toBe('"a"\t"b"')
})
