import { expect, signIn, test } from '../fixtures.ts'
import { admin } from '../personas.ts'
import { upToDate } from '../screens/sync-panel.ts'

test('an administrator walks a rehearsal from its first stage to its last, and looks at it as its people do, in tabs of their own', async ({
  newDevice,
  ownServer,
}) => {
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await signIn(page, admin)
  await upToDate(page)

  await test.step('the rehearsal is made of the form, which stays as it is', async () => {
    await page.getByRole('button', { name: 'Acciones de Índice 2025' }).click()
    await page.getByRole('menuitem', { name: 'Ensayar' }).click()
    await page.getByRole('button', { name: 'Ensayar' }).click()
    await expect(page.getByText('Ensayo creado')).toBeVisible()
    await expect(page.getByText('En el ensayo hoy es')).toBeVisible()
    await expect(page.getByText('Fuera de etapa')).toBeVisible()
  })

  await test.step('its leader finds a questionnaire with answers on the first day, under a banner', async () => {
    await page.getByRole('button', { name: 'Siguiente etapa' }).click()
    await expect(page.getByRole('listitem').filter({ has: page.getByText('Ingreso datos') })).toHaveAttribute('aria-current', 'step')
    const opening = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Entrar como Líder institucional' }).first().click()
    const theirs = await opening
    await expect(theirs.getByText(/^Ensayo: hoy hace de/)).toBeVisible()
    await expect(theirs.getByText('Institución de ensayo A').filter({ visible: true }).first()).toBeVisible()
    // Who is in the first tab is who was there.
    await page.reload()
    await expect(page.getByText('En el ensayo hoy es')).toBeVisible()
    await theirs.close()
  })

  await test.step('its evaluator finds what was not sent in time, locked', async () => {
    await page.getByRole('button', { name: 'Siguiente etapa' }).click()
    const opening = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Entrar como Evaluación' }).click()
    const theirs = await opening
    await expect(theirs.getByText(/^Ensayo: hoy hace de/)).toBeVisible()
    await expect(theirs.getByRole('link', { name: /Institución de ensayo A/ }).first()).toBeVisible()
    await theirs.close()
  })

  await test.step('it goes on to the last stage, never back, and is deleted', async () => {
    const next = page.getByRole('button', { name: 'Siguiente etapa' })
    for (let at = 0; at < 6; at += 1) {
      const day = await page.getByRole('listitem').and(page.locator('[aria-current]')).textContent()
      await next.click()
      await expect(page.getByRole('listitem').and(page.locator('[aria-current]'))).not.toHaveText(day ?? '')
    }
    await expect(page.getByRole('listitem').filter({ has: page.getByText('Entrega final de resultados') })).toHaveAttribute(
      'aria-current',
      'step',
    )
    await expect(next).toBeDisabled()
    await page.getByRole('button', { name: 'Eliminar ensayo' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Formularios' })).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'Ensayo de Índice 2025' })).toHaveCount(0)
  })
})
