import { screen, within } from '@testing-library/dom'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { workbookParts } from '#shared/kernel/sheet.ts'
import type { NamedSheet } from '#shared/kernel/sheet.ts'
import { must } from '#shared/kernel/assert.ts'
import { inDialog, rowOf } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'

/** A form as another program has it, with one question that the platform has no kind for. */
const sheets: readonly NamedSheet[] = [
  {
    name: 'survey',
    rows: [
      ['type', 'name', 'label::Español (es)', 'label::English (en)', 'relevant'],
      ['begin group', 'people', 'Personas', 'People', ''],
      ['select_one yn', 'has', '¿Tiene equipo?', 'Is there a team?', ''],
      ['text', 'who', '¿Quién lo dirige?', 'Who leads it?', "${has} = 'yes'"],
      ['geopoint', 'where', '¿Dónde está?', '', ''],
      ['end group', '', '', '', ''],
    ],
  },
  {
    name: 'choices',
    rows: [
      ['list name', 'name', 'label'],
      ['yn', 'yes', 'Sí'],
      ['yn', 'no', 'No'],
    ],
  },
  { name: 'settings', rows: [['form_title'], ['Diagnóstico de equipos']] },
]
const parts = Object.entries(workbookParts(sheets)).map(([path, text]) => [path, strToU8(text)] as const)
const foreign = new File([zipSync(Object.fromEntries(parts))], 'equipos.xlsx')

async function opened() {
  const page = await renderScreen(pageAddress('forms'), { who: admin })
  const { user } = page
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Traer de un archivo' }))
    return inDialog('Traer un formulario de un archivo')
  }
  const choose = (file: File): Promise<void> => user.upload(screen.getByLabelText('Archivo del cuestionario'), file)
  return { ...page, open, choose }
}

test('a file that is no form is refused with a sentence', async () => {
  const { open, choose } = await opened()
  const dialog = await open()
  await choose(new File(['<html><table/></html>'], 'form.xls', { type: 'application/vnd.ms-excel' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Por dentro el archivo es HTML, un formato que aquí no se lee.')
})

test('a form of another program says what it leaves behind before anything is there; what goes out as an XLSForm comes in whole, under another name', async () => {
  const { user, downloads, open, choose } = await opened()
  const dialog = await open()
  await choose(foreign)
  expect((await dialog.findAllByText('Hay 1 cosa que no se trae igual'))[0]).toBeVisible()
  const loss = dialog.getAllByRole('row').find(({ textContent }) => textContent?.includes('survey'))
  expect(loss).toHaveTextContent('ninguna pregunta es de tipo «geopoint»')
  expect(dialog.getByRole('textbox', { name: 'Nombre del formulario' })).toHaveValue('Diagnóstico de equipos')
  expect(screen.queryByRole('rowheader', { name: 'Diagnóstico de equipos' })).not.toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Crear formulario' }))

  const row = within(await rowOf('Diagnóstico de equipos'))
  await user.click(row.getByRole('button', { name: 'Acciones de Diagnóstico de equipos' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Descargar cuestionario (XLSForm)' }))
  await expect.poll(() => downloads.length).toBe(1)
  const file = await must(downloads[0], 'nothing was downloaded')
  expect(file.name).toBe('Diagnóstico-de-equipos.xlsx')
  const again = await open()
  await choose(file)
  expect(await again.findByText('Se trae completo, sin nada que informar.')).toBeVisible()
  const name = again.getByRole('textbox', { name: 'Nombre del formulario' })
  await user.clear(name)
  await user.type(name, 'Equipos, segunda vuelta')
  await user.click(again.getByRole('button', { name: 'Crear formulario' }))
  expect(await rowOf('Equipos, segunda vuelta')).toBeVisible()
})
