import { readFileSync } from 'node:fs'
import { read, utils } from 'sheetjs-ce'
import type { Locator, Page } from '@playwright/test'
import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { admin, evaluator } from '#server/testing/personas.ts'
import { coordination } from '#server/testing/questions.ts'
import { nextStage, RestCaller } from '../rest.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { keptOffline, settled, upToDate } from '../screens/sync-panel.ts'

const formId = 'ensayo-evaluacion'
const east = 'Dirección de Ejemplo del Este'
const west = 'Agencia de Ejemplo del Oeste'
const own = 'Texto propio para la Dirección de Ejemplo del Este.'

const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

async function acceptRemaining(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Acciones de ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Aceptar las restantes' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: /^Aceptar \d+ respuestas$/ }).click()
  await expect(dialog).toBeHidden()
}

test('results that lack one decision are refused with the answer that lacks it, then worked out, given their texts, published, and worked out again with a reason', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(240_000)
  await nextStage(ownServer, formId)
  await nextStage(ownServer, formId)
  const evaluatorDevice = await newDevice(ownServer.url)
  const desk = new Evaluation(await evaluatorDevice.open())
  await signIn(desk.page, evaluator)

  await test.step('an answer of each changes after it was accepted, and one new acceptance waits on a device without a network while the stage ends', async () => {
    await desk.page.goto(`/dashboard/evaluation/${formId}`)
    for (const name of [east, west]) await acceptRemaining(desk.page, name)
    await upToDate(desk.page)
    const acting = await RestCaller.signIn(ownServer, admin)
    for (const institutionId of ['este', 'oeste']) {
      await acting.post('impersonation', { formId, institutionId, reason: 'Su líder pidió por teléfono que se corrija.' })
      await acting.post(`form/${formId}/saveQuestionAnswerAdmin`, {
        questionId: 'en-th-coordinacion',
        answer: 'Subdirección de Personas',
        institution: institutionId,
      })
      await acting.post('impersonation/end', {})
    }
    await desk.open({ formId, institutionId: 'este', subDimensionId: 'en-talento-humano', filter: 'all', unit: 'en-th-coordinacion' })
    const confirm = desk.card(coordination).getByRole('button', { name: 'Confirmar: Aceptada' })
    await expect(confirm).toBeVisible()
    await shellKept(desk.page)
    await goOffline(evaluatorDevice.context)
    await confirm.click()
    await keptOffline(desk.page, 1)
    await nextStage(ownServer, formId)
  })

  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  const dialog = page.getByRole('dialog')

  await test.step('the administrator is refused, and told which answers they are and where', async () => {
    await page.getByRole('link', { name: 'Resultados', exact: true }).click()
    await page.getByRole('combobox', { name: 'Formulario' }).selectOption({ value: formId })
    await expect(page.getByText('2 instituciones · 0 calculadas · 0 publicadas')).toBeVisible()
    await page.getByRole('button', { name: 'Calcular todas' }).click()
    await expect(dialog).toContainText('Nada se publica')
    await dialog.getByRole('button', { name: 'Calcular', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'No se calculó: faltan 2 decisiones' })).toBeVisible()
    const missing = page.getByRole('table', { name: 'Respuestas que faltan por decidir' })
    await expect(missing.getByRole('row').filter({ hasText: east })).toContainText('Cambió después de su decisión')
    await expect(missing).toContainText(coordination)
    await expect(missing.getByRole('row').filter({ hasText: east }).getByRole('link')).toHaveAttribute(
      'href',
      `/dashboard/form-filling/${formId}/este?question=en-th-coordinacion`,
    )
    await expect(page.getByText('2 instituciones · 0 calculadas · 0 publicadas')).toBeVisible()
  })

  await test.step('what nobody can decide any more the administrator decides, with a reason', async () => {
    const missing = page.getByRole('table', { name: 'Respuestas que faltan por decidir' })
    await missing.getByRole('button', { name: new RegExp(`^Decidir la respuesta .* de ${west}$`) }).click()
    await expect(dialog).toContainText('Subdirección de Personas')
    await dialog.getByRole('button', { name: 'Guardar decisión' }).click()
    await expect(dialog).toContainText('Elija una decisión.')
    await expect(dialog).toContainText('Escriba el motivo.')
    await dialog.getByRole('radio', { name: 'Aceptar' }).check()
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('La corrección la pidió su líder y no cambia el fondo.')
    await dialog.getByRole('button', { name: 'Guardar decisión' }).click()
    await expect(dialog).toBeHidden()
    await expect(missing.getByRole('row').filter({ hasText: west })).toHaveCount(0)
    await expect(page.getByRole('alert').filter({ hasText: 'No se calculó: falta 1 decisión' })).toBeVisible()
  })

  await test.step('the decision that was made in time arrives, and everything is worked out', async () => {
    await goOnline(evaluatorDevice.context)
    await settled(desk.page)
    await page.getByRole('button', { name: 'Calcular todas' }).click()
    await dialog.getByRole('button', { name: 'Calcular', exact: true }).click()
    await expect(page.getByText('2 instituciones calculadas.')).toBeVisible()
    for (const name of [east, west]) await expect(rowOf(page, name)).toContainText('Versión 1')
  })

  await test.step('the evaluator writes a text without a network, sees it in the report once it is back, and it is saved', async () => {
    await desk.page.goto(`/dashboard/evaluation/${formId}`)
    await desk.page.getByRole('button', { name: `Acciones de ${east}` }).click()
    await desk.page.getByRole('menuitem', { name: 'Textos del informe preliminar' }).click()
    const field = desk.page.getByRole('textbox', { name: 'Introducción' })
    await expect(field).toBeVisible()
    await goOffline(evaluatorDevice.context)
    await field.fill(own)
    await expect(desk.page.getByText('Sin conexión: está en este equipo', { exact: false })).toBeVisible()
    await desk.page.reload()
    await expect(field).toContainText(own)
    await goOnline(evaluatorDevice.context)
    await expect(desk.page.getByText(/^Guardado a las/)).toBeVisible()
    await expect(desk.page.getByText(/^Informe de las/)).toBeVisible()
    await desk.page.reload()
    await expect(field).toContainText(own)
    await expect(desk.page.getByText(`Texto propio de esta institución. Lo escribió ${evaluator.fullName}`, { exact: false })).toBeVisible()
  })

  await test.step('the administrator reads what publishing does, and publishes', async () => {
    await page.reload()
    await expect(rowOf(page, east)).toContainText('1 de 18 escritos')
    await page.getByRole('button', { name: 'Publicar', exact: true }).click()
    await expect(dialog).toContainText('Las instituciones verán lo publicado desde el')
    await expect(dialog).toContainText('A 1 institución no se le escribió ningún texto propio')
    await dialog.getByRole('button', { name: 'Publicar', exact: true }).click()
    await expect(page.getByText('2 instituciones publicadas.')).toBeVisible()
    await expect(rowOf(page, east)).toContainText('Publicada')
  })

  await test.step('working one out again asks for a reason and makes version 2, which nobody else sees yet', async () => {
    await page.getByRole('checkbox', { name: `Elegir ${east}` }).check()
    await page.getByRole('region', { name: /^1 / }).getByRole('button', { name: 'Calcular', exact: true }).click()
    await dialog.getByRole('button', { name: 'Calcular', exact: true }).click()
    await expect(dialog).toContainText('Escriba por qué se calcula de nuevo.')
    await dialog.getByRole('textbox', { name: 'Motivo del nuevo cálculo' }).fill('Se revisó un respaldo.')
    await dialog.getByRole('button', { name: 'Calcular', exact: true }).click()
    await expect(page.getByText('1 institución calculada.')).toBeVisible()
    await expect(rowOf(page, east)).toContainText('Recalculada')
    await expect(rowOf(page, east)).toContainText('Versión 2')
    await expect(rowOf(page, west)).toContainText('Versión 1')
  })

  await test.step('the screen of one institution says what its table says', async () => {
    await rowOf(page, east).getByRole('link', { name: east }).click()
    await expect(page.getByText('Se revisó un respaldo.')).toBeVisible()
    await page.getByRole('button', { name: 'Descargar', exact: true }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Resultados (planilla)' }).click()
    const book = read(readFileSync(await (await downloading).path()), { type: 'buffer' })
    const lines = utils.sheet_to_json<Record<string, unknown>>(book.Sheets['Datos'] ?? {}, { raw: true, defval: '' })
    expect(lines.length).toBeGreaterThan(10)
    const three = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
    const said = page.getByRole('main')
    for (const line of lines.filter((each) => each['Línea'] === 'Total' || each['Línea'] === 'Dimensión'))
      await expect(said).toContainText(three.format(Number(line['Puntaje obtenido'])))
    expect(lines[0]).toMatchObject({ Línea: 'Total', Versión: 2 })
  })

  await test.step('without an institution there is nothing to show, and a way on', async () => {
    await page.goto(`/dashboard/${formId}/generate-report`)
    await expect(page.getByRole('alert').filter({ hasText: 'Selección Invalida' })).toBeVisible()
    await page.goto('/dashboard/ninguno/generate-inform?institution=este')
    await expect(page.getByRole('alert').filter({ hasText: 'Selección Invalida' })).toBeVisible()
    await page.getByRole('link', { name: 'Ir a resultados' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Resultados' })).toBeVisible()
  })
})
