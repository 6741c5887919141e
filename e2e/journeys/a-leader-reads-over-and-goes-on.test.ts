import { expect, signIn, test } from '../fixtures.ts'
import { peopleOf } from '../personas.ts'
import { training } from '../questions.ts'
import { fillingPath } from '../screens/filling-path.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { upToDate } from '../screens/sync-panel.ts'

const { leader } = peopleOf('norte')

test('a leader goes on with what is theirs or nobody’s, is told whose another question is before the first key, and reads over to the sending', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, leader)
  await upToDate(page)
  await page.getByRole('link', { name: 'Continuar' }).click()
  const questionnaire = new Questionnaire(page)
  const field = page.locator('main article :focus')
  await expect(field).toHaveCount(1)
  await expect(page.getByRole('note').locator('visible=true')).toHaveCount(0)

  await questionnaire.open({ institutionId: 'norte', subDimensionId: 'talento-humano' })
  const card = questionnaire.question(training)
  const note = card.root.locator('[role=note]')
  await expect(note).toBeHidden()
  await card.option('Sí').focus()
  await expect(note).toContainText('ya no podrá cambiarla')

  await page.goto(fillingPath({ institutionId: 'norte', subDimensionId: 'talento-humano' }))
  await page.getByRole('link', { name: 'Revisar respuestas' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revise sus respuestas: Talento Humano')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const onward = page.getByRole('link', { name: /^Revisar la siguiente/ })
  for (let left = 40; left > 0 && (await onward.count()) > 0; left -= 1) {
    const before = await page.getByRole('heading', { level: 1 }).textContent()
    await onward.click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(before ?? '')
  }
  await page.getByRole('link', { name: 'Ir a enviar' }).click()
  await page.waitForURL('**/dashboard/send')
})

test('an area leader’s own come first and their team’s stay folded; an address that leads nowhere says so to who is on line', async ({
  page,
}) => {
  const { dimensionLeader } = peopleOf('norte')
  await signIn(page, dimensionLeader)
  await page.goto('/dashboard/Home')
  await expect(page.getByRole('heading', { level: 2, name: 'Pendientes de su área' })).toBeVisible()
  const pending = (part: string) => page.getByRole('button', { name: `Ver preguntas pendientes: ${part}` })
  await expect(pending('Recursos Digitales')).toHaveAttribute('aria-expanded', 'true')
  await expect(pending('Talento Humano')).toHaveAttribute('aria-expanded', 'false')
  await upToDate(page)
  for (const path of ['/dashboard/form-filling/nadie/norte', '/dashboard/form-filling/indice-2025/sur']) {
    await page.goto(path)
    await expect(page.getByText('No hay nada para usted en esta dirección')).toBeVisible()
    await expect(page.getByText('Conéctese a internet', { exact: false })).toHaveCount(0)
  }
})
