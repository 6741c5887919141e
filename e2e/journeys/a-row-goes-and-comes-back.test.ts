import { expect, signIn, test } from '../fixtures.ts'
import { peopleOf } from '../personas.ts'
import { initiatives } from '../questions.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { upToDate } from '../screens/sync-panel.ts'

test('any row of a block is taken away by its own button, after it was named, and comes back with what was in it', async ({
  newDevice,
  ownServer,
}) => {
  const questionnaire = new Questionnaire(await (await newDevice(ownServer.url)).open())
  const { page } = questionnaire
  await signIn(page, peopleOf('norte').professional)
  await questionnaire.open({ institutionId: 'norte', subDimensionId: 'actividades-practicas' })
  await upToDate(page)
  const card = questionnaire.question(initiatives)
  await card.rowCount.selectOption('3')
  const first = card.root
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^(Iniciativa 1|1\. )/ }) })
    .first()
  const field = first.getByRole('textbox').first()
  // The first empty row opens by itself; a press that comes as it does would shut it again.
  await expect(first.getByRole('button', { name: /^(Iniciativa 1|1\. )/ })).toHaveAttribute('aria-expanded', 'true')
  await field.fill('Huella Hídrica')
  await page.keyboard.press('Tab')
  await expect(card.root.getByRole('button', { name: /^1\. Huella Hídrica/ })).toBeVisible()
  await upToDate(page)

  await card.root.getByRole('button', { name: 'Quitar 1. Huella Hídrica' }).click()
  await expect(card.root.getByText('«Huella Hídrica»', { exact: false })).toBeVisible()
  await card.root.getByRole('button', { name: 'Quitar fila', exact: true }).click()
  await expect(card.root.getByText('Huella Hídrica')).toHaveCount(0)
  await expect(card.rowCount).toHaveValue('2')

  await page.getByRole('button', { name: 'Deshacer' }).first().click()
  await expect(card.root.getByRole('button', { name: /^1\. Huella Hídrica/ })).toBeVisible()
  await expect(card.rowCount).toHaveValue('3')
  await upToDate(page)
  await page.reload()
  await expect(card.root.getByRole('button', { name: /^1\. Huella Hídrica/ })).toBeVisible()
})
