import { expect, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { SyncPanel, syncChip } from '../screens/sync-panel.ts'

// A first visit whose network goes before the shell is on the device.
test.use({ serviceWorkers: 'block' })

test('[NV2] a window whose code cannot be brought says so and leaves the page as it is; with a network it opens @nightly', async ({
  page,
}) => {
  const { professional } = peopleOf('norte')
  await page.route('**/assets/dialog-frame-*', (route) => route.abort('internetdisconnected'))
  await signIn(page, professional)
  await syncChip(page).click()
  await expect(page.getByText('Esta ventana aún no está en este equipo. Conéctese una vez para traerla.').first()).toBeVisible()
  await expect(page.getByText(professional.fullName).first()).toBeVisible()

  await page.unroute('**/assets/dialog-frame-*')
  await new SyncPanel(page).open()
})

test('[NV2] a page whose code fails to come once comes at the next try @nightly', async ({ page }) => {
  const { professional } = peopleOf('norte')
  await signIn(page, professional)
  let tries = 0
  await page.route('**/assets/faq-page-*', (route) => {
    tries += 1
    return tries === 1 ? route.abort('internetdisconnected') : route.continue()
  })
  await page.getByRole('link', { name: 'Preguntas frecuentes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Preguntas frecuentes' })).toBeVisible()
  expect(tries).toBe(2)
})
