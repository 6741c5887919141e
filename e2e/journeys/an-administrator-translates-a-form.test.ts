import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
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
    await expectNoBarrier(page)
  })

  await test.step('half a text is there after a reload, and is saved without a network once its field is left', async () => {
    await page.goto(`${address}&sub=evidencia-resultados`)
    const name = field(page, 'Evidencia de resultados').first()
    await name.pressSequentially('Evidence of res')
    await expect(row(page, 'Evidencia de resultados').first()).toContainText('queda en este equipo')
    await page.goto(`${address}&sub=evidencia-resultados`)
    await expect(name).toHaveValue('Evidence of res')
    await goOffline(device.context)
    await name.fill('Evidence of results')
    await search(page).focus()
    await expect(row(page, 'Evidencia de resultados').first()).toContainText('Lista')
    await goOnline(device.context)
  })

  await test.step('a table goes out and comes back: what it changes and what it cannot is told before anything is written, and it is one step to take back', async () => {
    await page.goto(`${address}&sub=gestion-entorno`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar CSV' }).click()
    const table = await readFile(await (await downloading).path(), 'utf8')
    expect(table).toContain('"gestion-entorno.name","","Gestión del Entorno",""')
    await page.getByRole('button', { name: 'Subir CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Subir textos en inglés' })
    const rows = ['id,en', 'gestion-entorno.name,Working with others', 'no-es-de-aqui.text,Whatever']
    await dialog.getByLabel('Tabla de textos en CSV').setInputFiles({
      name: 'textos.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\r\n')),
    })
    await expect(dialog).toContainText('Fila 3: el formulario no tiene este texto.')
    await expect(dialog).toContainText('Working with others')
    await expectNoBarrier(page)
    await dialog.getByRole('button', { name: 'Guardar 1 texto' }).click()
    await expect(dialog).toHaveCount(0)
    const name = field(page, 'Gestión del Entorno').first()
    await expect(name).toHaveValue('Working with others')
    await page.getByRole('button', { name: 'Deshacer', exact: true }).first().click()
    await expect(name).toHaveValue('')
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

  await test.step('beside what is being translated there is the question as its reader meets it, in the language of the page', async () => {
    await page.goto(`${address}&sub=talento-humano&estado=all`)
    const preview = page.getByRole('complementary', { name: 'Vista previa' })
    await field(page, '¿Cuántas profesiones distintas').focus()
    await expect(preview).toContainText('Agrupe las variantes de un mismo título')
    await preview.getByRole('button', { name: 'Ver en tableta o computador' }).click()
    await expect(page.getByRole('dialog', { name: 'Vista previa' })).toContainText('Agrupe las variantes de un mismo título')
    await page.keyboard.press('Escape')
    await expect(preview).toContainText('Agrupe las variantes de un mismo título')
    await page.getByRole('button', { name: 'en, English' }).click()
    await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Group variants of one degree')
    await page.getByRole('button', { name: 'es, Español' }).click()
  })

  await test.step('two write one text: the second is shown both, and chooses', async () => {
    const second = await (await newDevice(ownServer.url)).open()
    await signIn(second, admin)
    for (const each of [page, second]) {
      await each.goto(`${address}&sub=gestion-entorno`)
      await expect(field(each, 'Gestión del Entorno').first()).toBeVisible()
    }
    const mine = field(second, 'Gestión del Entorno').first()
    await mine.pressSequentially('Managing the environment')
    const theirs = field(page, 'Gestión del Entorno').first()
    await theirs.fill('Around us')
    await theirs.press('Control+Enter')
    const clash = second.getByRole('alert').filter({ hasText: 'Otra persona escribió este texto' })
    await expect(clash).toContainText('Around us')
    await expect(clash).toContainText('Managing the environment')
    await expect(mine).toHaveValue('Managing the environment')
    await clash.getByRole('button', { name: 'Dejar lo mío' }).click()
    await expect(clash).toHaveCount(0)
    await expect(theirs).toHaveValue('Managing the environment')
  })
})
