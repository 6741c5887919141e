import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { admin, peopleOf } from '../personas.ts'
import { difficulty, talent } from '../questions.ts'
import { RestCaller } from '../rest.ts'
import { fillingPath } from '../screens/filling-path.ts'

const address = '/dashboard/formularios/indice-2025?ver=traducir'

/** A text of the list, by what its Spanish says. */
const row = (page: Page, spanish: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('textbox', { name: /en inglés/ }) })
    .filter({ hasText: spanish })
const field = (page: Page, spanish: string) => row(page, spanish).getByRole('textbox', { name: /en inglés/ })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar en los textos' })

test('an administrator translates what is missing while institutions answer, and who reads English sees it; of two who write one text both values are seen', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await signIn(page, admin)

  await test.step('texts are found, written, and the keyboard goes on to the next one that is missing', async () => {
    await page.goto(`${address}&sub=talento-humano`)
    await expect(page.getByRole('heading', { level: 2, name: 'Textos en inglés' })).toBeVisible()
    await search(page).fill('dificultad')
    const first = field(page, difficulty)
    await first.fill('What is the hardest part of innovating for your team today?')
    await first.press('Control+Enter')
    await expect(row(page, difficulty)).toContainText('Lista')
    await expect(page.getByRole('button', { name: 'Escribir Ayuda para responder en inglés, 1.1.9' })).toBeFocused()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
  })

  await test.step('half a text is there after a reload, and is saved without a network once its field is left', async () => {
    await page.goto(address)
    await search(page).fill('Recursos Institucionales')
    const name = field(page, 'Recursos Institucionales').first()
    await name.pressSequentially('Institutional res')
    await expect(row(page, 'Recursos Institucionales').first()).toContainText('queda en este equipo')
    await page.goto(address)
    await expect(name).toHaveValue('Institutional res')
    await goOffline(device.context)
    await name.fill('Institutional resources')
    await search(page).focus()
    await expect(row(page, 'Recursos Institucionales').first()).toContainText('Lista')
    await goOnline(device.context)
  })

  await test.step('who answers in English reads it in English, and what has none in Spanish', async () => {
    // Of itself once the questions have rested for half a minute.
    await (await RestCaller.signIn(ownServer, admin)).post('form/indice-2025/publish', {})
    const answering = await newDevice(ownServer.url)
    const other = await answering.open()
    await signIn(other, peopleOf('norte').professional)
    await other.goto(fillingPath(talent))
    await other.getByRole('button', { name: 'en, English' }).click()
    await expect(other.getByText('What is the hardest part of innovating for your team today?').first()).toBeVisible()
    await expect(other.getByText(difficulty)).toHaveCount(0)
  })

  await test.step('two write one text: the second is shown both, and chooses', async () => {
    const second = await (await newDevice(ownServer.url)).open()
    await signIn(second, admin)
    for (const each of [page, second]) {
      await each.goto(address)
      await search(each).fill('Talento Humano')
      await expect(field(each, 'Talento Humano').first()).toBeVisible()
    }
    const mine = field(second, 'Talento Humano').first()
    await mine.pressSequentially('Human talent')
    const theirs = field(page, 'Talento Humano').first()
    await theirs.fill('People')
    await theirs.press('Control+Enter')
    const clash = second.getByRole('alert').filter({ hasText: 'Otra persona escribió este texto' })
    await expect(clash).toContainText('People')
    await expect(clash).toContainText('Human talent')
    await expect(mine).toHaveValue('Human talent')
    await clash.getByRole('button', { name: 'Dejar lo mío' }).click()
    await expect(clash).toHaveCount(0)
    await expect(theirs).toHaveValue('Human talent')
  })
})
