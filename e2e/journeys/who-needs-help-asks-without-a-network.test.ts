import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { admin, evaluator, peopleOf } from '../personas.ts'
import { talent } from '../questions.ts'
import type { ServerProcess } from '../server.ts'
import { atWork } from '../screens/at-work.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, upToDate } from '../screens/sync-panel.ts'

const { leader } = peopleOf('norte')
const phone = { width: 390, height: 844 }
const asked = 'No puedo asignar a mi equipo: ¿dónde se hace?'

const offer = (page: Page) => page.getByRole('complementary', { name: 'Ayuda del laboratorio' })
const helpOf = (page: Page) => page.getByRole('dialog', { name: '¿Necesita ayuda?' })

async function openHelp(page: Page) {
  await offer(page).getByRole('button').click()
  await expect(helpOf(page)).toBeVisible()
  return helpOf(page)
}

/** Letters that left about a message for help, by their first line of the address. */
function lettersAbout(server: ServerProcess): string[] {
  const folder = join(server.dataDir, 'mail')
  const mails = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  return mails.flatMap((mail) =>
    /^Subject: (?:Consulta de|Recibimos su mensaje)/m.test(mail) ? (/^To: .*<(.*)>/m.exec(mail)?.[1] ?? []) : [],
  )
}

test('[HE11] who needs help writes it on a telephone without a network, the browser ends, and with the network it reaches the lab once', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const { page } = await atWork(device, leader, talent)
  await page.setViewportSize(phone)
  await openHelp(page)
  await page.keyboard.press('Escape')
  await goOffline(device.context)

  await test.step('what is half written is there again when the window opens anew', async () => {
    const dialog = await openHelp(page)
    await expect(dialog.getByText(/queda guardado en este equipo y sale cuando haya red/)).toBeVisible()
    await expect(dialog.getByRole('link', { name: /Conversar/ })).toHaveCount(0)
    await dialog.getByRole('textbox', { name: 'Escriba un mensaje' }).fill(asked)
    await expect(dialog.getByText('Borrador guardado en este equipo')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(offer(page).getByRole('button')).toBeFocused()
    await expect((await openHelp(page)).getByRole('textbox')).toHaveValue(asked)
  })

  await test.step('sent, it is said to wait on the device, and nothing more', async () => {
    const dialog = helpOf(page)
    await dialog.getByRole('button', { name: 'Enviar mensaje' }).click()
    await expect(dialog.getByText('Su mensaje está guardado en este equipo. Saldrá cuando haya red.')).toBeVisible()
    await expect(dialog.getByRole('textbox')).toHaveValue('')
    await expect(dialog.getByRole('listitem').filter({ hasText: asked })).toContainText('Guardado en este equipo')
    await page.keyboard.press('Escape')
    await keptOffline(page, 1)
  })

  const again = await device.restart()
  await again.setViewportSize(phone)
  await goOffline(device.context)
  await new Questionnaire(again).open(talent)
  await test.step('it waits still after the browser was started anew', async () => {
    const dialog = await openHelp(again)
    await expect(dialog.getByRole('listitem').filter({ hasText: asked })).toContainText('Guardado en este equipo')
    await again.keyboard.press('Escape')
    expect(ledgerOf(ownServer, 'norte-lider')).toEqual([])
  })

  await goOnline(device.context)
  await upToDate(again)
  await test.step('its author reads that it arrived', async () => {
    const dialog = await openHelp(again)
    await expect(dialog.getByRole('listitem').filter({ hasText: asked })).toContainText('Recibido el')
    await again.keyboard.press('Escape')
    await again.getByRole('button', { name: /^Notificaciones/ }).click()
    const notice = again.getByRole('listitem').filter({ hasText: 'Recibimos su mensaje' })
    await expect(notice).toHaveCount(1)
    await expect(notice).toContainText(asked)
    await expect(again.getByText(/Su mensaje está guardado/)).toHaveCount(0)
  })

  expect(ledgerOf(ownServer, 'norte-lider').map(({ name, disposition }) => `${name} ${disposition}`)).toEqual(['help.ask applied'])
  await expect.poll(() => lettersAbout(ownServer).toSorted()).toEqual([admin.email, leader.email].toSorted())

  const lab = await (await newDevice(ownServer.url)).open()
  await signIn(lab, admin)
  await lab.getByRole('button', { name: /^Notificaciones/ }).click()
  const told = lab.getByRole('listitem').filter({ hasText: asked })
  await expect(told).toHaveCount(1)
  await expect(told).toContainText(`Consulta de ${leader.fullName}, ${leader.institution ?? ''}`)
  await expect(told).toContainText(leader.email)
})

test('[HE10] help stands after the content of every page of an institution’s person, beside no bar and over no focus, and nobody of the lab has it', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signIn(page, leader)
  const after = () =>
    page.evaluate(() => {
      const [main, help] = [document.querySelector('main'), document.querySelector('#help-offer')]
      return main && help ? (main.compareDocumentPosition(help) & Node.DOCUMENT_POSITION_FOLLOWING) > 0 : false
    })
  for (const path of ['Home', 'user-settings', 'form-filling', 'faq', 'profile-config'])
    for (const viewport of [phone, { width: 1280, height: 720 }]) {
      await page.setViewportSize(viewport)
      await page.goto(`/dashboard/${path}`)
      await expect(offer(page), path).toHaveCount(1)
      await expect.poll(after, { message: path }).toBe(true)
    }

  await new Questionnaire(page).open(talent)
  const meet = () =>
    page.evaluate(() => {
      const boxOf = (selector: string): DOMRect => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      const [help, bar] = [boxOf('#help-offer button'), boxOf('#save-bar')]
      return help.bottom > bar.top + 0.5 && help.top < bar.bottom - 0.5 && help.right > bar.left && help.left < bar.right
    })
  for (const viewport of [phone, { width: 820, height: 1180 }, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport)
    for (const y of [0, 500, 100_000]) {
      await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
      await expect.poll(meet, { message: `${viewport.width} ${y}` }).toBe(false)
    }
    if (viewport === phone) {
      // From the menu of the account it is at hand on a long page, too.
      await page.getByRole('button', { name: /^Cuenta/ }).click()
      await page.getByRole('menuitem', { name: 'Pedir ayuda' }).click()
      await expect(helpOf(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(helpOf(page)).toBeHidden()
      await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }))
      // On a narrow window it covers nothing: it is at the end.
      await expect(offer(page).getByRole('button')).not.toBeInViewport()
    }
  }

  for (const persona of [admin, evaluator]) {
    const other = await page
      .context()
      .browser()
      ?.newContext({ baseURL: new URL(page.url()).origin })
    const theirs = await other?.newPage()
    if (!theirs) throw new Error('no browser')
    await signIn(theirs, persona)
    await upToDate(theirs)
    await expect(offer(theirs)).toHaveCount(0)
    await other?.close()
  }
})
