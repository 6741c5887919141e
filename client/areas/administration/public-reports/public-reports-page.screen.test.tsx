import { screen, waitFor } from '@testing-library/dom'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { workbookParts } from '#shared/kernel/sheet.ts'
import { writeOpenWorkbook } from '#shared/open-data/workbook.ts'
import { aDataset } from '#client/areas/site/open-data/fixtures.ts'
import { gone, inDialog, pressable } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'

const dataset = aDataset([2023], { institutions: 3, initiatives: 1 })
const parts = Object.entries(workbookParts(writeOpenWorkbook(dataset))).map(([path, text]) => [path, strToU8(text)] as const)
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const workbook = new File([zipSync(Object.fromEntries(parts))], 'estadísticas.xlsx', { type })

async function opened() {
  const page = await renderScreen(pageAddress('publicReportsAdmin'), { who: admin })
  const { user } = page
  const open = async () => {
    await user.click(await pressable('Agregar reporte'))
    return inDialog('Agregar reporte público')
  }
  const choose = (...files: File[]): Promise<void> =>
    user.setup({ applyAccept: false }).upload(must(document.querySelector('[role=dialog] input[type=file]'), 'no file'), files)
  /** Adds a report with the workbook. */
  const add = async (title: string): Promise<void> => {
    const dialog = await open()
    await choose(workbook)
    await user.type(dialog.getByRole('textbox', { name: 'Título' }), title)
    await user.type(dialog.getByRole('textbox', { name: /^Descripción/ }), 'Resultados inventados para esta prueba.')
    await user.click(dialog.getByRole('button', { name: 'Agregar' }))
    expect(await publicOf(title)).not.toBeChecked()
    await gone(() => screen.queryByRole('dialog'))
  }
  return { ...page, open, choose, add }
}
const publicOf = (title: string) => screen.findByRole('switch', { name: `Hacer público «${title}»` })

test('the template is a workbook', async () => {
  const { user, downloads } = await opened()
  await user.click(await pressable('Descargar plantilla'))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const bytes = await (await must(downloads[0], 'nothing was downloaded')).arrayBuffer()
  expect([...new Uint8Array(bytes).subarray(0, 2)]).toEqual([...Buffer.from('PK')])
})

test('[PU1] [PU2] a report needs title, description and one Excel file, and loses nothing of them when the network fails', async () => {
  const { user, network, open, choose } = await opened()
  const dialog = await open()
  const submit = () => dialog.getByRole('button', { name: 'Agregar' })
  await user.click(submit())
  for (const message of ['El título es requerido', 'La descripción es requerida', 'Elija un archivo'])
    expect((await dialog.findAllByText(new RegExp(`^${message}`)))[0]).toBeVisible()
  await choose(workbook, workbook)
  expect(await dialog.findByText('Sólo puede seleccionar 1 archivo')).toBeVisible()
  await choose(new File(['hola'], 'notas.txt', { type: 'text/plain' }))
  expect(await dialog.findByText('Sólo se aceptan archivos excel')).toBeVisible()
  await choose(workbook)
  expect(await dialog.findByText('estadísticas.xlsx')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Título' }), 'Estadísticas 2023')
  await user.type(dialog.getByRole('textbox', { name: /^Descripción/ }), 'Resultados inventados.')
  network.set('gone')
  await user.click(submit())
  expect((await dialog.findAllByRole('alert'))[0]).toBeVisible()
  expect(dialog.getByRole('textbox', { name: 'Título' })).toHaveValue('Estadísticas 2023')
  expect(dialog.getByText('estadísticas.xlsx')).toBeVisible()
  network.set('online')
  await waitFor(() => expect(submit()).toBeEnabled())
  await user.click(submit())
  expect(await screen.findByText('Reporte agregado con éxito')).toBeVisible()
  expect(await publicOf('Estadísticas 2023')).not.toBeChecked()
})

test('[PU4] one report is public at a time: another is so once the first is not, and one that is deleted takes none with it', async () => {
  const { user, add } = await opened()
  await add('Estadísticas 2023')
  await add('Otra edición')
  // The demonstration's own is what visitors read until now.
  await user.click(screen.getByRole('switch', { checked: true }))
  await gone(() => screen.queryByRole('switch', { checked: true }))
  await user.click(await publicOf('Estadísticas 2023'))
  await waitFor(async () => expect(await publicOf('Estadísticas 2023')).toBeChecked())
  await user.click(await publicOf('Otra edición'))
  const refusal = await screen.findAllByText('Ya existe un reporte activo. Sólo un reporte puede estar activo a la vez.')
  expect(refusal[0]).toBeVisible()
  expect(await publicOf('Otra edición')).not.toBeChecked()
  await user.click(await publicOf('Estadísticas 2023'))
  await waitFor(async () => expect(await publicOf('Estadísticas 2023')).not.toBeChecked())
  await user.click(await publicOf('Otra edición'))
  await waitFor(async () => expect(await publicOf('Otra edición')).toBeChecked())

  await user.click(await pressable('Eliminar «Estadísticas 2023»'))
  const question = await inDialog('¿Estás seguro que deseas eliminar este reporte?', 'alertdialog')
  await user.click(question.getByRole('button', { name: 'Eliminar' }))
  expect((await screen.findAllByText('Reporte eliminado.'))[0]).toBeVisible()
  await gone(() => screen.queryByRole('switch', { name: 'Hacer público «Estadísticas 2023»' }))
  expect(await publicOf('Otra edición')).toBeChecked()
})
