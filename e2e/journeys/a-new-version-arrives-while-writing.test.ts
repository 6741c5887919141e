import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Deployment } from '../deployment.ts'
import { expect, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { difficulty, talent } from '#server/testing/questions.ts'
import { atWork } from '../screens/at-work.ts'
import { ServerProcess } from '../server.ts'

/** Looks for a new version, and what became of it. */
async function stateOfUpdate(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.update()
  const worker = registration?.installing
  return new Promise((resolve) => {
    worker?.addEventListener('statechange', () => resolve(worker.state))
    if (!worker) resolve(undefined)
  })
}

/** Too short to be an answer: it stays a draft. */
const halfWritten = 'Falta tiempo'
const next = '2099.1.0'

test('[NV1] a version deployed while somebody writes waits for a yes, keeps the text, and the old parts go on loading until then', async ({
  newDevice,
  ownServer,
}, testInfo) => {
  test.setTimeout(90_000)
  await ownServer.stop()
  const deployment = await Deployment.at(testInfo.outputPath('deployed'))
  const server = await ServerProcess.launch({ root: deployment.root, dataDir: ownServer.dataDir })
  try {
    const device = await newDevice(server.url)
    const questionnaire = await atWork(device, peopleOf('norte').professional, talent)
    const { page } = questionnaire
    let loads = 0
    page.on('domcontentloaded', () => (loads += 1))
    const prompt = page.getByRole('status').filter({ hasText: 'Hay una versión nueva' })
    const { field } = questionnaire.question(difficulty)

    await test.step('nothing moves while the field has the focus', async () => {
      await field.fill('')
      await field.pressSequentially(halfWritten)
      const before = await deployment.assets()
      const document = join(deployment.root, 'client/dist/index.html')
      const former = await readFile(document)
      await deployment.replaceClient(next)
      const own = await readFile(document)
      // As a server beside answers that has not been renewed yet: a version that cannot be whole does not come.
      await writeFile(document, former)
      expect(await page.evaluate(stateOfUpdate)).toBe('redundant')
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state)).toBeUndefined()
      await writeFile(document, own)
      const kept = [...(await deployment.assets())].filter((name) => before.has(name) && /^(device-page|app)-.*\.js$/.test(name))
      expect(kept).toEqual([])
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
      await expect
        .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state))
        .toBe('installed')
      await expect(field).toBeFocused()
      await expect(field).toHaveText(halfWritten)
      await expect(prompt).toBeHidden()
      expect(loads).toBe(0)
    })

    await test.step('out of the field the prompt appears, and a part that was never opened still opens', async () => {
      await page.getByRole('button', { name: /^Cuenta/ }).click()
      await page.getByRole('menuitem', { name: 'Datos en este equipo' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Datos en este equipo' })).toBeVisible()
      await expect(prompt).toBeVisible()
      await page.goBack()
      await expect(field).toHaveText(halfWritten)
      expect(loads).toBe(0)
    })

    await test.step('accepted, the new version runs and the text is still there', async () => {
      await prompt.getByRole('button', { name: 'Recargar ahora' }).click()
      await expect.poll(() => loads).toBe(1)
      await expect(field).toHaveText(halfWritten)
      await page.goto('/dashboard/device')
      await expect(page.getByText(`Versión ${next}`)).toBeVisible()
      await expect(prompt).toBeHidden()
    })
  } finally {
    await server.stop()
  }
})
