import { expect, goOffline, sayOnline, shellKept, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'

test('[CN3] a professional opens the app again after a restart of the browser, with the server gone', async ({ newDevice, ownServer }) => {
  const { professional } = peopleOf('norte')
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  const packs: string[] = []
  const scripts: string[] = []
  device.context.on('response', (reply) => {
    if (reply.url().endsWith('.pack')) packs.push(reply.url())
    else if (reply.url().endsWith('.js') && reply.request().serviceWorker()) scripts.push(reply.url())
  })
  await signIn(page, professional)
  await expect(page.getByText(professional.fullName).first()).toBeVisible()
  await shellKept(page)
  // The application's files came as one; what the page itself loaded came through the worker, too.
  expect(packs).toHaveLength(1)
  expect(scripts.length).toBeLessThan(120)

  await ownServer.kill()
  const again = await device.restart()
  await sayOnline(device.context)
  await goOffline(device.context)
  await again.goto('/dashboard/Home')
  await expect(again.getByText(professional.fullName).first()).toBeVisible()

  // What only the server can do is shut, and says why.
  await again.goto('/dashboard/user-settings')
  const save = again.getByRole('button', { name: 'Guardar' })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription('Necesita conexión a internet.')
})
