import { expect, goOffline, goOnline, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { talent, training } from '#server/testing/questions.ts'
import { atWork } from '../screens/at-work.ts'
import { settled } from '../screens/sync-panel.ts'

/** One red point, as a PNG. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')

test('[FL7] without a network a file that is only on this device is looked at beside its answer, or under it where the window is narrow @nightly', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, peopleOf('norte').professional, talent)
  const { page } = questionnaire
  const asked = questionnaire.question(training)
  await goOffline(device.context)
  await asked.choose('Sí')
  await asked.attach({ name: 'Nómina.png', mimeType: 'image/png', buffer: picture })
  await page.setViewportSize({ width: 1280, height: 900 })
  await asked.root.getByRole('button', { name: 'Ver aquí: Nómina.png' }).click()
  // Beside the work where the window has room for it, under its answer where it has not.
  await expect(asked.root.getByRole('img', { name: 'Vista previa de Nómina.png' })).toHaveCount(0)
  const own = page.getByRole('img', { name: 'Vista previa de Nómina.png' })
  await expect.poll(() => own.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))).toBe(1)
  await page.getByRole('button', { name: 'Acercar' }).click()
  await expect(page.getByRole('region', { name: 'Vista previa de Nómina.png' })).toBeVisible()
  await page.setViewportSize({ width: 820, height: 900 })
  await expect(asked.root.getByRole('img', { name: 'Vista previa de Nómina.png' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Cerrar la vista del archivo' }).click()
  await expect(asked.root.getByRole('button', { name: 'Ver aquí: Nómina.png' })).toBeFocused()
  await goOnline(device.context)
  await settled(page)
})
