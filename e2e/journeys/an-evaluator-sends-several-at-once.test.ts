import type { Locator, Page } from '@playwright/test'
import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { admin, evaluator } from '../personas.ts'
import { coordination } from '../questions.ts'
import { RestCaller } from '../rest.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { keptOffline, settled, upToDate } from '../screens/sync-panel.ts'

const formId = 'ensayo-evaluacion'
const east = 'Dirección de Ejemplo del Este'
const west = 'Agencia de Ejemplo del Oeste'

const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

async function act(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole('button', { name: `Acciones de ${name}` }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

/** Accepts from the row what nobody has decided yet. */
async function acceptRemaining(page: Page, name: string): Promise<void> {
  await act(page, name, 'Aceptar las restantes')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(name)
  await dialog.getByRole('button', { name: /^Aceptar \d+ respuestas$/ }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, name)).toContainText('0 pendientes')
}

test('an evaluator sends two evaluations at once without a network; the one whose answer changed meanwhile stays chosen and says why, the other is sent', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const desk = new Evaluation(await device.open())
  const { page } = desk
  await signIn(page, evaluator)
  await page.goto(`/dashboard/evaluation/${formId}`)
  await expect(rowOf(page, east)).toBeVisible()
  await shellKept(page)

  await test.step('accepts from the rows what is left, after taking one of them back', async () => {
    await expect(page.getByRole('checkbox', { name: `Elegir ${west}` })).toHaveCount(0)
    await acceptRemaining(page, west)
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(rowOf(page, west)).not.toContainText('0 pendientes')
    await acceptRemaining(page, west)
    await acceptRemaining(page, east)
    await upToDate(page)
  })

  await test.step('chooses both and sends them without a network', async () => {
    await goOffline(device.context)
    await page.getByRole('checkbox', { name: 'Elegir las 2 de esta página' }).check()
    await page.getByRole('button', { name: 'Enviar a administración' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar 2' }).click()
    await keptOffline(page, 2)
    for (const name of [east, west]) await expect(rowOf(page, name)).toContainText('Envío en espera de conexión')
  })

  const acting = await RestCaller.signIn(ownServer, admin)
  await acting.post('impersonation', { formId, institutionId: 'este', reason: 'Su líder pidió por teléfono que se corrija.' })
  await acting.post(`form/${formId}/saveQuestionAnswerAdmin`, {
    questionId: 'en-th-coordinacion',
    answer: 'Subdirección de Personas',
    institution: 'este',
  })

  await test.step('the server judges each alone, and a page loaded anew tells the same', async () => {
    await goOnline(device.context)
    await settled(page)
    const sends = ledgerOf(ownServer, 'lab-evaluadora').filter(({ name }) => name === 'evaluation.send')
    expect(sends.map(({ disposition, code }) => `${disposition} ${code}`).toSorted()).toEqual(['applied ok', 'lost evaluation_incomplete'])
    for (const again of [false, true]) {
      if (again) await page.reload()
      await expect(rowOf(page, east)).toContainText('No se envió.')
      await expect(page.getByRole('checkbox', { name: `Elegir ${east}` })).toBeChecked()
      await expect(page.getByRole('checkbox', { name: `Elegir ${west}` })).toHaveCount(0)
      await expect(rowOf(page, west)).not.toContainText('Envío en espera de conexión')
    }
  })

  await test.step('decides what changed and sends it from its row', async () => {
    await desk.open({ formId, institutionId: 'este', subDimensionId: 'en-talento-humano', filter: 'all', unit: 'en-th-coordinacion' })
    const confirm = desk.card(coordination).getByRole('button', { name: 'Confirmar: Aceptada' })
    await confirm.click()
    // Once it is decided there is nothing to confirm: whoever leaves before has decided nothing.
    await expect(confirm).toBeHidden()
    await settled(page)
    await page.goto(`/dashboard/evaluation/${formId}`)
    await act(page, east, 'Enviar a administración')
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(page.getByText('1 evaluación enviada')).toBeVisible()
    await expect(rowOf(page, east)).not.toContainText('No se envió.')
    await expect(page.getByRole('checkbox', { name: `Elegir ${east}` })).toHaveCount(0)
  })
})
