import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { gone, inDialog } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'

const title = 'Preguntas administrativas de Índice 2025'

async function opened() {
  const { user, downloads } = await renderScreen(pageAddress('forms'), { who: admin })
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Acciones de Índice 2025' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Preguntas administrativas' }))
    return inDialog(title)
  }
  const template = async () => {
    const before = downloads.length
    await user.click(screen.getByRole('button', { name: 'Descargar plantilla (CSV)' }))
    await waitFor(() => expect(downloads).toHaveLength(before + 1))
    return (await (await downloads.at(-1))?.text())?.trim().split('\r\n') ?? []
  }
  const upload = () => screen.getByRole('button', { name: 'Subir archivo' })
  const bring = async (lines: readonly string[]): Promise<void> => {
    const file = new File([lines.join('\r\n')], 'administrativas.csv', { type: 'text/csv' })
    await user.upload(screen.getByLabelText('Archivo de preguntas administrativas'), file)
    await user.click(upload())
  }
  await open()
  expect(upload()).toBeDisabled()
  const lines = await template()
  const row = lines.find((line) => line.includes('que usa herramientas de colaboración')) ?? ''
  return { open, template, upload, bring, lines, heading: lines[0] ?? '', row }
}

test('[AQ4] each wrong row of a file of answers is named under it, the button is closed, and nothing is taken', async () => {
  const { template, upload, bring, lines, heading, row } = await opened()
  await bring([
    heading,
    row.replace(/^"[^"]*"/, '"NADIE"'),
    row.replace(/^("[^"]*","[^"]*","[^"]*"),"[^"]*"/, '$1,"q-nada"'),
    row.replace(/^("[^"]*","[^"]*","[^"]*"),"[^"]*"/, '$1,'),
  ])
  expect((await (await inDialog(title)).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Fila 2, columna institutionCode: Ninguna institución del formulario tiene este código.',
    'Fila 3, columna questionId: El formulario no tiene esta pregunta.',
    'Fila 4, columna questionId: Falta el dato.',
  ])
  expect(upload()).toBeDisabled()
  expect(await template()).toEqual(lines)
})

test('[AQ1] the lab answers an administrative question with a file, and the template holds the answer then', async () => {
  const { open, template, bring, lines, heading, row } = await opened()
  const answered = row.replace(/,[^,]*$/, ',42')
  expect(answered).not.toBe(row)
  await bring([heading, answered])
  expect(await screen.findByText('Se ha subido correctamente el archivo')).toBeVisible()
  await gone(() => screen.queryByRole('dialog'))
  await open()
  expect(await template()).toEqual(lines.map((line) => (line === row ? answered : line)))
})
