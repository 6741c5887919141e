import { workbookOfSheets } from '#server/http/table-file.ts'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { admin } from '../personas.ts'

/** A form as another program has it, with one question that the platform has no kind for. */
const foreign = Buffer.from(
  workbookOfSheets([
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
  ]),
)

test('an administrator brings a form from another program, sees first what stays behind, and copies one through a file', async ({
  newDevice,
  ownServer,
}) => {
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  await page.goto(`${ownServer.url}/dashboard/formularios`)
  const dialog = page.getByRole('dialog', { name: 'Traer un formulario de un archivo' })
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

  await test.step('a file that is no form is refused with a sentence', async () => {
    await page.getByRole('button', { name: 'Traer de un archivo' }).click()
    await choose(page, 'Elegir archivo', {
      name: 'form.xls',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.from('<html><table/></html>'),
    })
    await expect(dialog.getByRole('alert')).toContainText('El archivo no es una planilla que se pueda leer.')
  })

  await test.step('a form of another program says what it leaves behind, row by row, before anything is there', async () => {
    await choose(page, 'Elegir archivo', { name: 'equipos.xlsx', mimeType: 'application/octet-stream', buffer: foreign })
    await expect(dialog.getByText('Hay 1 cosa que no se trae igual').first()).toBeVisible()
    await expect(dialog.getByRole('row').filter({ hasText: 'survey' })).toContainText('ninguna pregunta es de tipo «geopoint»')
    await expect(dialog.getByRole('textbox', { name: 'Nombre del formulario' })).toHaveValue('Diagnóstico de equipos')
    await dialog.getByRole('button', { name: 'Crear formulario' }).click()
    await expect(row('Diagnóstico de equipos')).toBeVisible()
  })

  await test.step('what goes out as an XLSForm comes in whole, under another name', async () => {
    await row('Diagnóstico de equipos').getByRole('button', { name: 'Acciones de Diagnóstico de equipos' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Descargar cuestionario (XLSForm)' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('Diagnóstico-de-equipos.xlsx')
    await page.getByRole('button', { name: 'Traer de un archivo' }).click()
    await choose(page, 'Elegir archivo', await file.path())
    await expect(dialog.getByText('Se trae completo, sin nada que informar.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Nombre del formulario' }).fill('Equipos, segunda vuelta')
    await dialog.getByRole('button', { name: 'Crear formulario' }).click()
    await expect(row('Equipos, segunda vuelta')).toBeVisible()
  })
})

type Choice = string | { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

async function choose(page: Page, button: string, file: Choice): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await choosing).setFiles(file)
}
