import { expect, signIn, test } from '../fixtures.ts'
import { peopleOf } from '../personas.ts'
import { SyncPanel, syncChip } from '../screens/sync-panel.ts'

// A first visit whose network goes before the shell is on the device.
test.use({ serviceWorkers: 'block' })

test('[NV2] a window whose code cannot be brought says so and leaves the page as it is; with a network it opens', async ({ page }) => {
  const { professional } = peopleOf('norte')
  await page.route('**/assets/dialog-frame-*', (route) => route.abort('internetdisconnected'))
  await signIn(page, professional)
  await syncChip(page).click()
  await expect(page.getByText('Esta ventana aún no está en este equipo. Conéctese una vez para traerla.').first()).toBeVisible()
  await expect(page.getByText(professional.fullName).first()).toBeVisible()

  await page.unroute('**/assets/dialog-frame-*')
  await new SyncPanel(page).open()
})
