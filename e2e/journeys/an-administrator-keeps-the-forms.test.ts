import type { Page } from '@playwright/test'
import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { admin } from '../personas.ts'
import { RestCaller } from '../rest.ts'
import { upToDate } from '../screens/sync-panel.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar formulario' })

test('an administrator makes a form, is warned before it is enabled and led to what is missing, copies it and deletes it, and what is closed says when it opens', async ({
  newDevice,
  ownServer,
}) => {
  const { page, context } = await opened(await newDevice(ownServer.url))

  await test.step('a form without a name is not made, and what was typed stays', async () => {
    await page.getByRole('button', { name: 'Crear formulario' }).click()
    const dialog = page.getByRole('dialog', { name: 'Crear formulario' })
    await dialog.getByRole('textbox', { name: /^Descripción/ }).fill('Ciclo de prueba')
    await dialog.getByRole('button', { name: 'Crear', exact: true }).click()
    await expect(dialog.getByText('Escriba el nombre.')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: /^Descripción/ })).toHaveValue('Ciclo de prueba')
    await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Índice 2027')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Formulario creado')).toBeVisible()
    await expect(rowOf(page, 'Índice 2027')).toContainText('Sin etapas')
  })

  await test.step('enabling it tells what is missing, and does not forbid', async () => {
    await rowOf(page, 'Índice 2027').getByRole('switch', { name: 'Habilitar Índice 2027' }).click()
    const dialog = page.getByRole('alertdialog')
    for (const told of ['Las preguntas suman 0 puntos', 'No tiene etapas', 'No participa ninguna institución'])
      await expect(dialog).toContainText(told)
    const link = dialog.getByRole('link', { name: /^Qué falta \(\d+\)$/ })
    const said = (await link.textContent()) ?? ''
    await link.click()
    const missing = page.getByRole('dialog', { name: said })
    await expect(missing.getByRole('listitem').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(missing).toBeHidden()
    await expect(page).not.toHaveURL(/falta/)
    await page.goto(`${ownServer.url}/dashboard/formularios`)
    await rowOf(page, 'Índice 2027').getByRole('switch', { name: 'Habilitar Índice 2027' }).click()
    await dialog.getByRole('button', { name: 'Habilitar' }).click()
    await expect(page.getByText('Formulario habilitado')).toBeVisible()
    await expect(rowOf(page, 'Índice 2027').getByRole('switch')).toBeChecked()
  })

  await test.step('a copy is a form of its own, disabled', async () => {
    await page.getByRole('button', { name: 'Clonar Índice 2027' }).click()
    await expect(page.getByText('Formulario clonado exitosamente.')).toBeVisible()
    await expect(rowOf(page, 'Copia de Índice 2027').getByRole('switch')).not.toBeChecked()
  })

  await test.step('a form in its evaluation is not switched, and says why and until when', async () => {
    const locked = rowOf(page, 'Ensayo de evaluación').getByRole('switch')
    await expect(locked).toHaveAttribute('aria-disabled', 'true')
    await expect(locked).toHaveAccessibleDescription(/Se podrá desde el .*, con la etapa «Entrega final de resultados»\.$/)
    await locked.press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Acciones de Ensayo de evaluación' }).click()
    await expect(page.getByRole('menuitem', { name: /^Deshabilitar/ })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
  })

  await test.step('without a network the table is read, and what needs one says so', async () => {
    await shellKept(page)
    await goOffline(context)
    await expect(page.getByRole('button', { name: 'Clonar Índice 2027' })).toHaveAccessibleDescription('Necesita conexión a internet.')
    await page.reload()
    await expect(rowOf(page, 'Copia de Índice 2027')).toBeVisible()
    await goOnline(context)
  })

  await test.step('it is deleted after a question, and one with answers is not', async () => {
    await page.getByRole('button', { name: 'Eliminar Copia de Índice 2027' }).click()
    const dialog = page.getByRole('alertdialog', { name: '¿Estás seguro que deseas eliminar este formulario?' })
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByText('Formulario eliminado exitosamente')).toBeVisible()
    await expect(rowOf(page, 'Copia de Índice 2027')).toHaveCount(0)
    await page.getByRole('button', { name: 'Eliminar Índice 2025' }).click()
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    await expect(dialog).toContainText('El formulario tiene respuestas: no se elimina. Puede deshabilitarlo.')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(rowOf(page, 'Índice 2025')).toBeVisible()
  })

  await test.step('the history of each institution comes as a file of its own', async () => {
    const names: string[] = []
    page.on('download', (download) => names.push(download.suggestedFilename()))
    await page.getByRole('button', { name: 'Acciones de Ensayo de evaluación' }).click()
    await page.getByRole('menuitem', { name: 'Descargar reportes' }).click()
    await page.getByRole('radio', { name: /^Historial de respuestas/ }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Descargar' }).click()
    await expect(page.getByText(/archivos descargados\.$/)).toBeVisible()
    await expect.poll(() => names.length).toBeGreaterThan(1)
    expect(names.every((name) => /^historial_ensayo-evaluacion_\w+\.csv$/.test(name))).toBe(true)
    await page.keyboard.press('Escape')
  })

  await test.step('reports of a form that is not enabled are downloaded as before', async () => {
    await rowOf(page, 'Índice 2025').getByRole('switch').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deshabilitar' }).click()
    await expect(rowOf(page, 'Índice 2025').getByRole('switch')).not.toBeChecked()
    await page.getByRole('button', { name: 'Acciones de Índice 2025' }).click()
    await page.getByRole('menuitem', { name: 'Descargar reportes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Descargar' }).click()
    await expect(page.getByText('1 archivo descargado.')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('each part that is prepared of a form is one link away', async () => {
    const row = rowOf(page, 'Índice 2025')
    await expect(row.getByRole('button', { name: 'Preguntas administrativas de Índice 2025' })).toHaveAccessibleDescription(
      'Se responden mientras el formulario está habilitado.',
    )
    await row.getByRole('link', { name: 'Textos de informes de Índice 2025' }).click()
    await expect(page).toHaveURL(/form-report-config$/)
    await page.goBack()
    await row.getByRole('link', { name: 'Puntajes de Índice 2025' }).click()
    await expect(page).toHaveURL(/form-score-config/)
  })
})

test('[TA1] search, order and page of the forms stand in the address: a reload and going back show the same rows, and the focus stays', async ({
  newDevice,
  ownServer,
}) => {
  const rest = await RestCaller.signIn(ownServer, admin)
  for (let n = 1; n <= 13; n += 1) await rest.post('form', { name: `Índice de prueba ${n}` })
  const { page } = await opened(await newDevice(ownServer.url))
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('PRUEBA indice')
  await expect(page.getByText(/^13 de \d+$/)).toBeVisible()
  await expect(page).toHaveURL(/\?q=PRUEBA\+indice$/)

  await page.getByRole('button', { name: 'Nombre', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Nombre' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('button', { name: 'Nombre', exact: true })).toBeFocused()
  // What a narrow screen has in the place of columns stands in the same cell.
  const names = page.getByRole('rowheader').locator('> :first-child')
  await expect(names.nth(1)).toHaveText('Índice de prueba 2')
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(names).toHaveText(['Índice de prueba 13'])
  await expect(page).toHaveURL(/q=PRUEBA\+indice&sort=name&page=2$/)

  await page.reload()
  await expect(names).toHaveText(['Índice de prueba 13'])
  await page.goBack()
  await expect(names).toHaveCount(12)
  await page.goBack()
  await expect(page.getByRole('columnheader', { name: 'Nombre' })).not.toHaveAttribute('aria-sort')
  await expect(search(page)).toHaveValue('PRUEBA indice')

  await search(page).fill('ensayo')
  const menu = page.getByRole('button', { name: 'Acciones de Ensayo de evaluación' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Seguimiento' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Seguimiento' })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Formulario' })).toHaveValue('ensayo-evaluacion')
  await page.goBack()
  await expect(search(page)).toHaveValue('ensayo')
  await expect(menu).toBeFocused()
})

test('[HW1] a form’s new name survives the browser, and is not written over the name that a colleague gave it meanwhile', async ({
  newDevice,
  ownServer,
}) => {
  const rest = await RestCaller.signIn(ownServer, admin)
  const { page } = await opened(await newDevice(ownServer.url))
  const dialog = page.getByRole('dialog', { name: 'Nombre y descripción' })
  const name = dialog.getByRole('textbox', { name: 'Nombre' })
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Acciones de (?:Índice 2025|Índice del año)$/ }).click()
    await page.getByRole('menuitem', { name: 'Nombre y descripción' }).click()
  }
  await open()
  await name.fill('Índice mío')
  await page.reload()
  await open()
  await expect(name).toHaveValue('Índice mío')
  await expect(dialog.getByText('Esto es lo que había escrito y no alcanzó a guardar.')).toBeVisible()

  await rest.put('form/indice-2025', { name: 'Índice del año', description: '' })
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Índice del año')
  await expect(name).toHaveValue('Índice mío')
  await dialog.getByRole('button', { name: 'Guardar lo mío' }).click()
  await expect(page.getByText('Formulario actualizado')).toBeVisible()
  await expect(rowOf(page, 'Índice mío')).toBeVisible()
})

async function opened(device: { open(): Promise<Page> }) {
  const page = await device.open()
  await signIn(page, admin)
  await upToDate(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Formularios' })).toBeVisible()
  return { page, context: page.context() }
}
