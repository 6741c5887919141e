import { screen, waitFor } from '@testing-library/dom'
import { read, utils } from 'sheetjs-ce'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { pressable } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'

const answersSchema = v.array(v.object({ questionId: v.string(), index: v.number(), actual: v.unknown() }))
const opened = () => renderScreen(pageAddress('reports', { form: 'indice-2025' }), { who: admin })
const ask = () => screen.getByRole('button', { name: 'Pedir reporte' })

test('a report of one institution wants to know of which', async () => {
  const { user } = await opened()
  expect(await screen.findByText('No ha pedido reportes')).toBeVisible()
  await user.click(await screen.findByRole('radio', { name: /^Historial de respuestas/ }))
  await user.click(ask())
  expect(await screen.findByText('Elija una institución.')).toBeVisible()
})

test('by the keyboard alone a report is asked for and fetched after being elsewhere; another program reads the numbers that institutions wrote, and it is deleted', async () => {
  const { user, world, downloads } = await opened()
  const history = await screen.findByRole('radio', { name: /^Historial de respuestas/ })
  await user.click(history)
  const answers = screen.getByRole('radio', { name: /^Respuestas Lo que/ })
  for (let step = 0; step < 12 && document.activeElement !== answers; step += 1) await user.keyboard('{ArrowUp}')
  expect(answers).toBeChecked()
  ask().focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('En espera')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Formularios' }))
  await screen.findByRole('heading', { level: 1, name: 'Formularios' })
  await world.app.server.reports.work()
  await user.click(screen.getByRole('link', { name: 'Reportes' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Reportes' })).toHaveFocus())
  ;(await pressable(/^Descargar Respuestas · /)).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(downloads).toHaveLength(1))
  const file = await must(downloads[0], 'nothing was downloaded')
  expect(file.name).toBe('respuestas_indice-2025.xlsx')

  const book = read(new Uint8Array(await file.arrayBuffer()))
  expect(book.SheetNames).toEqual(['Datos', 'Columnas', 'Preguntas', 'Opciones'])
  const lines = utils.sheet_to_json<Record<string, unknown>>(book.Sheets['Datos'] ?? {}, { raw: true, defval: '' })
  const told = lines.filter(
    (line) => line['Id institución'] === 'norte' && typeof line['Respuesta'] === 'number' && line['Tipo'] === 'Number',
  )
  const { data } = await world.call('POST', 'form/indice-2025/getAnswers', {
    token: await world.token('lab-admin'),
    body: { institution: 'norte' },
  })
  const numbers = new Set(told.map((line) => line['Id pregunta']))
  const written = v.parse(answersSchema, data).filter((each) => each.index < 0 && numbers.has(each.questionId))
  expect(numbers.size).toBeGreaterThan(0)
  const outside = told.filter((line) => line['Fila'] === '')
  expect(new Map(outside.map((line) => [line['Id pregunta'], line['Respuesta']]))).toEqual(
    new Map(written.map((each) => [each.questionId, each.actual])),
  )
  await user.click(screen.getByRole('button', { name: /^Borrar Respuestas · / }))
  expect(await screen.findByText('No ha pedido reportes')).toBeVisible()
})

test('all files of a form come to the browser and not to the page, which has no more of them than their address', async () => {
  const { user, network, downloads } = await opened()
  await user.click(await pressable('Descargar archivos'))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const file = await must(downloads[0], 'nothing was downloaded')
  expect(file.name).toBe('archivos_indice-2025.zip')
  expect([...new Uint8Array(await file.arrayBuffer()).subarray(0, 2)]).toEqual([...Buffer.from('PK')])
  expect(network.requests).toContain('GET /api/v1/form/indice-2025/files/bulk-export')
})
