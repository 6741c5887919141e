import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Deployment } from '../deployment.ts'
import { expect, goOffline, hasShell, shellKept, signIn, test } from '../fixtures.ts'
import { peopleOf } from '../personas.ts'
import { upToDate } from '../screens/sync-panel.ts'
import { ServerProcess } from '../server.ts'

test('[NV4] a file of the application that did not come at first is brought later, by itself, and then it opens without a network', async ({
  newDevice,
  ownServer,
}, testInfo) => {
  test.setTimeout(120_000)
  await ownServer.stop()
  const { root } = await Deployment.at(testInfo.outputPath('deployed'))
  const icon = join(root, 'client/dist/icons/maskable-512.png')
  await rename(icon, `${icon}.away`)
  // As of a server that has another version: what would come as one comes file by file.
  const assets = join(root, 'client/dist/assets')
  const [pack = ''] = (await readdir(assets)).filter((name) => name.endsWith('.pack'))
  await rm(join(assets, pack))
  const server = await ServerProcess.launch({ root, dataDir: ownServer.dataDir })
  try {
    const device = await newDevice(server.url)
    const page = await device.open()
    const asked = new Promise<void>((resolve) => {
      device.context.on('response', (reply) => {
        if (reply.status() === 404 && reply.url().endsWith('/icons/maskable-512.png')) resolve()
      })
    })
    await signIn(page, peopleOf('norte').professional)
    await upToDate(page)
    await asked
    expect(await hasShell(page)).toBe(false)

    await rename(`${icon}.away`, icon)
    await shellKept(page)
    await goOffline(device.context)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Índice 2025' })).toBeVisible()
  } finally {
    await server.stop()
  }
})
