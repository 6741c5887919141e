import { expect, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { upToDate } from '../screens/sync-panel.ts'

test('[NV3] what somebody opens in the header before the device’s data is there stays open when it comes, and the focus with it', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await signIn(page, peopleOf('norte').professional)
  await upToDate(page)

  // A disk that is slow to give its database: the page stands before its data.
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    Reflect.set(window, 'letGo', () => {
      for (const each of held.splice(0)) each()
    })
    const own = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'onsuccess')
    Object.defineProperty(IDBOpenDBRequest.prototype, 'onsuccess', {
      configurable: true,
      get(this: IDBOpenDBRequest) {
        return own?.get?.call(this)
      },
      set(this: IDBOpenDBRequest, handler: (event: Event) => void) {
        own?.set?.call(this, (event: Event) => void held.push(() => handler.call(this, event)))
      },
    })
  })
  await page.reload()
  // It is offered once there is something to search in; under a window it has no role.
  const search = page.locator('button[aria-keyshortcuts]')
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Notificaciones' })
  await expect(drawer).toBeVisible()
  await expect(search).toHaveCount(0)
  await page.evaluate(() => Reflect.get(window, 'letGo')())
  await expect(search).toHaveCount(1)
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: /^Notificaciones/ })).toBeFocused()
})
