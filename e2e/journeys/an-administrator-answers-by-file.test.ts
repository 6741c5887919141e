import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { admin } from '../personas.ts'

test('an administrator answers the administrative questions with a file: three wrong rows are named and nothing is taken, then all of it', async ({
  newDevice,
  ownServer,
}) => {
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  await page.goto(`${ownServer.url}/dashboard/formularios`)
  const dialog = page.getByRole('dialog', { name: 'Preguntas administrativas de Índice 2025' })
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Acciones de Índice 2025', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Preguntas administrativas' }).click()
  }
  const template = async (): Promise<readonly string[]> => {
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Descargar plantilla' }).click()
    return readFileSync(await (await downloading).path(), 'utf8')
      .trim()
      .split('\r\n')
  }
  const upload = dialog.getByRole('button', { name: 'Subir archivo' })
  const choose = async (button: string, lines: readonly string[]): Promise<void> => {
    await chooseIn(page, button, lines)
  }

  await open()
  const lines = await template()
  const [heading = '', ...rest] = lines
  const first = rest.find((line) => line.includes('que usa herramientas de colaboración')) ?? ''
  const mended = first.replace(/,[^,]*$/, ',42')
  await expect(upload).toBeDisabled()

  await test.step('each wrong row is named under the file, and the button is closed', async () => {
    const wrong = [
      first.replace(/^"[^"]*"/, '"NADIE"'),
      first.replace(/^("[^"]*","[^"]*","[^"]*"),"[^"]*"/, '$1,"q-nada"'),
      first.replace(/^("[^"]*","[^"]*","[^"]*"),"[^"]*"/, '$1,'),
    ]
    await choose('Elegir archivo', [heading, ...wrong])
    await upload.click()
    const problems = dialog.getByRole('alert').getByRole('listitem')
    await expect(problems).toHaveText([
      'Fila 2, columna institutionCode: Ninguna institución del formulario tiene este código.',
      'Fila 3, columna questionId: El formulario no tiene esta pregunta.',
      'Fila 4, columna questionId: Falta el dato.',
    ])
    await expect(upload).toBeDisabled()
    expect(await template()).toEqual(lines)
  })

  await test.step('the mended file is taken', async () => {
    await choose('Elegir otro archivo', [heading, mended])
    await upload.click()
    await expect(page.getByText('Se ha subido correctamente el archivo')).toBeVisible()
    await expect(dialog).toBeHidden()
    await open()
    expect(await template()).toEqual(lines.map((line) => (line === first ? mended : line)))
  })
})

async function chooseIn(page: Page, button: string, lines: readonly string[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await choosing).setFiles({ name: 'administrativas.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
}
