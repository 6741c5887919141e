import { expect, test } from 'vitest'
import { letterTo, listOf } from './person-list.ts'

const lines = Array.from({ length: 25 }, (_, at) => ({ text: `1.1.${at + 1} Pregunta & más`, note: 'Sin respuesta' }))

test('[SE1] the list for a person is a line for each question, in order, with what it waits for', () => {
  expect(listOf(lines.slice(0, 2))).toBe('1.1.1 Pregunta & más: Sin respuesta\n1.1.2 Pregunta & más: Sin respuesta')
})

test('[SE1] a letter to a person takes the list with it and nothing that its address could be made of', () => {
  const letter = new URL(letterTo('paula+uno@norte.example', 'Índice 2025: pendientes', 'Hola Paula:', lines))
  expect([letter.protocol, decodeURIComponent(letter.pathname)]).toEqual(['mailto:', 'paula+uno@norte.example'])
  expect([...letter.searchParams.keys()]).toEqual(['subject', 'body'])
  expect(letter.searchParams.get('body')?.split('\r\n')).toHaveLength(23)
  expect(new URL(letterTo('a@norte.example', 'x&bcc=y@evil.example', '', [])).searchParams.has('bcc')).toBe(false)
})
