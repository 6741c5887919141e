import { expect, test } from 'vitest'
import type { FormAction } from '#shared/contract/mutation.ts'
import { formEventKinds, actionsOf } from '#shared/questionnaires/history.ts'
import type { FormEvent } from '#shared/questionnaires/history-routes.ts'
import { createFormat } from '#client/i18n/format.ts'
import { translate } from '#client/i18n/text.ts'
import { eventText, fieldLines } from './event-words.ts'
import type { Telling } from './event-words.ts'
import { formHistoryText } from './text.ts'

const telling: Telling = {
  t: translate(formHistoryText, 'es'),
  format: createFormat('es'),
  language: 'es',
  kindText: (kind) => `tipo ${kind}`,
}
const named = (names: Readonly<Record<string, string>>) => (id: string) => names[id]
const anEvent = (
  action: FormAction,
  part: Partial<FormEvent> = {},
  changed: Readonly<Record<string, readonly [unknown, unknown]>> = {},
): FormEvent => ({
  _id: 'e1',
  at: '2026-04-10T15:00:00.000Z',
  occurredAt: '2026-04-10T15:00:00.000Z',
  action,
  kinds: ['questions'],
  element: 'q3',
  number: '1.2.3',
  text: '¿Cuenta con una estrategia?',
  by: 'Ana Rojas',
  byId: 'ana',
  changed: Object.entries(changed).map(([field, [from, to]]) => ({ field, from: JSON.stringify(from), to: JSON.stringify(to) })),
  ...part,
})

test('a change is named by its fields and its number, whatever else it says', () => {
  expect(eventText(telling, anEvent('Cambia pregunta', {}, { points: [[], []] }))).toBe('Puntos de 1.2.3')
  expect(eventText(telling, anEvent('Cambia pregunta', {}, { text: ['a', 'b'], fillingHint: ['', 'c'] }))).toBe(
    'Texto y ayuda para responder de 1.2.3',
  )
  const added = anEvent('Agrega institución', { number: '', element: 'norte', text: 'Servicio norte' })
  expect(eventText(telling, added)).toBe('Institución asociada: Servicio norte')
  expect(eventText(telling, anEvent('Publica versión', { version: { n: 3, at: '' } }))).toBe('Versión 3 publicada')
  expect(eventText(telling, anEvent('Crea formulario', {}, { copyOf: [null, 'Índice 2025'] }))).toBe(
    'Formulario creado como copia de «Índice 2025»',
  )
})

test('every action of a form has words of its own, in both languages the same ones', () => {
  const actions = [...new Set(formEventKinds.flatMap((kind) => actionsOf(kind)))] as FormAction[]
  expect(actions.length).toBeGreaterThan(25)
  for (const action of actions) expect(eventText(telling, anEvent(action, {}, { name: ['a', 'b'] })), action).not.toBe('Otro cambio')
})

test('points are told answer by answer as they are read in Chile, and what a rate divides by is named', () => {
  const points = anEvent(
    'Cambia pregunta',
    {},
    {
      points: [
        [
          { key: 'true', value: 1.25 },
          { key: 'false', value: 0 },
        ],
        [
          { key: 'true', value: 2 },
          { key: 'false', value: 0 },
          { key: 'value', value: 0.5, divisor: 'q2' },
        ],
      ],
    },
  )
  expect(fieldLines(telling, points, named({ q2: '1.1.2 Personas' })).map(({ label, from, to }) => [label, from, to])).toEqual([
    ['«Sí»', '1,25', '2'],
    ['La respuesta', '0', '0,5, dividido por la respuesta de 1.1.2 Personas'],
  ])
})

test('levels are told by their thresholds, each in percent as it is read in Chile; one that stayed is not', () => {
  const levels = anEvent('Cambia niveles', {}, { levels: [null, { med: 0.325, good: 0.7 }] })
  expect(eventText(telling, levels)).toBe('Niveles de los resultados')
  expect(fieldLines(telling, levels, named({})).map(({ label, from, to }) => [label, from, to])).toEqual([
    ['Regular desde', '', '32,5 %'],
    ['Bueno desde', '', '70 %'],
  ])
  const [first] = [{ med: 0.325, good: 0.7 }]
  const good = anEvent('Cambia niveles', {}, { levels: [first, { ...first, good: 0.8 }] })
  expect(fieldLines(telling, good, named({})).map(({ label }) => label)).toEqual(['Bueno desde'])
})

test('days are told in words, rich texts without their marks, ids by name, and what is gone as gone', () => {
  const stage = anEvent(
    'Cambia etapa',
    { number: '', text: 'Ingreso' },
    { end: ['2026-04-10', '2026-04-20'], kind: ['NormalInput', 'FirstRevision'] },
  )
  expect(eventText(telling, stage)).toBe('Fecha hasta y tipo de la etapa Ingreso')
  expect(fieldLines(telling, stage, named({})).map(({ from, to }) => [from, to])).toEqual([
    ['viernes, 10 de abril de 2026', 'lunes, 20 de abril de 2026'],
    ['tipo NormalInput', 'tipo FirstRevision'],
  ])
  const hint = anEvent('Cambia pregunta', {}, { fillingHint: [null, '<p>Mire el <strong>menú</strong></p>'], dimensionId: ['s1', 's9'] })
  expect(fieldLines(telling, hint, named({ s1: '1.1 Estrategia' })).map(({ from, to }) => [from, to])).toEqual([
    ['', 'Mire el menú'],
    ['1.1 Estrategia', 'algo que ya no está'],
  ])
})

test('of what was added or deleted only what it has is told, and never an id', () => {
  const added = anEvent(
    'Agrega pregunta',
    {},
    {
      text: ['', '¿Cuenta con una estrategia?'],
      hint: ['', ''],
      originId: ['', 'q3'],
      required: [null, true],
      allowFile: [null, true],
      options: [[], [{ value: 'Uno' }, { value: 'Dos' }]],
    },
  )
  expect(fieldLines(telling, added, named({})).map(({ label, to }) => [label, to])).toEqual([
    ['Archivo adjunto', 'Sí'],
    ['Opciones', 'Uno\nDos'],
  ])
})
