import { createHash } from 'node:crypto'
import { placesThatHold } from '../device-traces.ts'
import type { Page } from '@playwright/test'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { keptFile, ledgerOf } from '../ledger.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, difficulty, talent, training } from '#server/testing/questions.ts'
import { atWork } from '../screens/at-work.ts'
import { fillingPath } from '../screens/filling-path.ts'
import { lockTitle, openAt, setPin, unlock } from '../screens/pin.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, settled, upToDate } from '../screens/sync-panel.ts'

const { professional, leader } = peopleOf('norte')
const plan = {
  name: 'Plan-quetru.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\nFichero quetru del plan de formación\n%%EOF\n'),
}
/** Words that only what this person wrote and read holds. */
const canaries = ['quetru', difficulty]
const half = 'Nos falta tiempo quetru y manos'
const [first, second] = ['480 271', 'cuatro gatos']

/** Until what is being typed is on the disk, whatever it says there. */
const draftKept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { result } = await new Promise<IDBOpenDBRequest>((resolve) => {
          const asked = indexedDB.open('iip-locked-norte-profesional')
          asked.addEventListener('success', () => resolve(asked))
        })
        const keys = result.transaction('draft').objectStore('draft').getAllKeys()
        await new Promise((resolve) => keys.addEventListener('success', resolve))
        result.close()
        return keys.result.filter((key) => typeof key === 'string' && key.includes('th-desafio')).length
      }),
    )
    .toBe(1)

test('what a person keeps on a shared computer stands behind their PIN, also after the browser was killed, and nothing of it is lost', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(240_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, professional, talent)
  let { page } = questionnaire

  await test.step('with a PIN, work without a network goes on, and a browser that is killed leaves nothing to read', async () => {
    await setPin(page, first)
    await openAt(page, first)
    await upToDate(page)
    await goOffline(device.context)
    await questionnaire.question(coordination).write('Encargada quetru')
    await questionnaire.question(training).choose('Sí')
    await questionnaire.question(training).attach(plan)
    await keptOffline(page, 4)
    await questionnaire.question(difficulty).field.fill(half)
    await draftKept(page)
    await device.kill()
    page = await device.open()
    await goOffline(device.context)
    await page.goto('/dashboard/form-filling')
    await expect(lockTitle(page)).toBeVisible()
    expect(await placesThatHold(page, canaries)).toEqual([])
    const token = await page.evaluate(() => localStorage.getItem('iip_local_token'))
    expect(token).toBeNull()
  })

  await test.step('a wrong PIN opens nothing; the right one opens everything, half-written texts too', async () => {
    await unlock(page, '111 222')
    await expect(page.getByText('El PIN no es correcto.')).toBeVisible()
    const again = await openAt(page, first)
    await keptOffline(page, 4)
    await expect(again.question(coordination).field).toHaveValue('Encargada quetru')
    await expect(again.question(difficulty).field).toContainText(half)
  })

  await test.step('another tab opens without asking; left alone, both ask', async () => {
    await goOnline(device.context)
    await page.clock.install({ time: Date.now() })
    await openAt(page, first)
    await settled(page)
    const other = await device.context.newPage()
    await other.goto(fillingPath(talent))
    await expect(new Questionnaire(other).question(coordination).field).toHaveValue('Encargada quetru')
    await page.clock.fastForward(16 * 60_000)
    await expect(lockTitle(page)).toBeVisible()
    await expect(lockTitle(other)).toBeVisible()
    await other.close()
  })

  await test.step('another person works on the same computer and sees nothing of it', async () => {
    await page.getByRole('button', { name: 'Entrar como otra persona' }).click()
    await page.waitForURL('**/login')
    await signIn(page, leader)
    expect(await placesThatHold(page, [half])).toEqual([])
    await page.getByRole('banner').getByRole('button', { name: 'Cerrar sesión', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
    await page.waitForURL('**/login')
  })

  await test.step('who forgot the PIN opens it by password, with what had not been sent, and chooses another', async () => {
    await page.getByRole('button', { name: new RegExp(`^Continuar como ${professional.fullName}`) }).click()
    await expect(lockTitle(page)).toBeVisible()
    await page.getByRole('button', { name: 'Olvidé mi PIN' }).click()
    await page.waitForURL('**/login?locked=**')
    await page.getByLabel(/^contraseña/i).fill(professional.password)
    await page.getByRole('button', { name: /^(ingresar|iniciar sesión|entrar)$/i }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Elija un PIN nuevo' })).toBeVisible()
    await page.getByLabel('PIN nuevo').fill(second)
    await page.getByLabel('Repita el PIN').fill(second)
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await settled(page)
    const again = await openAt(page, second)
    await settled(page)
    await expect(again.question(difficulty).field).toContainText(half)
  })

  await test.step('everything arrived once; without the PIN all is in clear again, and as it was', async () => {
    await page.goto('/dashboard/user-settings')
    await unlock(page, second)
    await page.getByRole('button', { name: 'Quitar el PIN' }).click()
    const dialog = page.getByRole('dialog', { name: 'Quitar el PIN' })
    await dialog.getByLabel('PIN actual').fill(second)
    await dialog.getByRole('button', { name: 'Quitar el PIN' }).click()
    await expect(page.getByRole('button', { name: 'Activar el PIN' })).toBeVisible()
    const again = new Questionnaire(page)
    await again.open(talent)
    await settled(page)
    await expect(again.question(coordination).field).toHaveValue('Encargada quetru')
    await expect(again.question(difficulty).field).toContainText(half)
    const names = ledgerOf(ownServer, 'norte-profesional').map(({ name }) => name)
    expect(names.filter((name) => name === 'attachment.add')).toHaveLength(1)
    expect(names.filter((name) => name === 'answer.set').length).toBeGreaterThan(1)
    expect(keptFile(ownServer, plan.name)).toBe(createHash('sha256').update(plan.buffer).digest('hex'))
  })
})
