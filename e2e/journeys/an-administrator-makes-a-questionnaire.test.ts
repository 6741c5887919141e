import type { Page } from '@playwright/test'
import { addDays, dayAt, instantOf } from '#shared/kernel/instant.ts'
import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { admin, peopleOf } from '#server/testing/personas.ts'
import { RestCaller } from '../rest.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, upToDate } from '../screens/sync-panel.ts'

/** Kinds under the names that administrators choose them by. */
const kinds = ['Texto', 'Texto enriquecido', 'Bloque', 'Sí/No', 'Número', 'Fecha', 'Checkbox', 'Selección'] as const

const rows = (page: Page) => page.getByRole('heading', { level: 5 })
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })

async function addQuestion(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Agregar pregunta', exact: true }).click()
  const text = page.getByRole('textbox', { name: 'Pregunta', exact: true })
  await expect(text).toBeFocused()
  await text.fill(`Pregunta «${kind}»`)
  const work = page.locator('#work')
  await work.getByRole('combobox', { name: 'Tipo' }).selectOption({ label: kind })
  const option = work.getByRole('textbox', { name: 'Opción 1', exact: true })
  if (kind === 'Checkbox' || kind === 'Selección') await option.fill('Una')
  await page.keyboard.press('Escape')
  await expect(text).toHaveCount(0)
  await expect(row(page, `Pregunta «${kind}»`)).not.toContainText('Nueva')
}

test('an administrator makes a questionnaire of every kind from nothing, of two who change one text both values are seen, and an institution answers every kind on another device', async ({
  newDevice,
  ownServer,
}) => {
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  await page.goto(`${ownServer.url}/dashboard/formularios`)
  await page.getByRole('button', { name: 'Crear formulario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear formulario' })
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Índice 2027')
  await dialog.getByRole('button', { name: 'Crear', exact: true }).click()
  await page.getByRole('button', { name: 'Editar preguntas de Índice 2027' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Índice 2027' })).toBeVisible()
  const address = new URL(page.url()).pathname

  await test.step('every kind is added, a block with its first question, and each stands under its number', async () => {
    for (const kind of kinds) await addQuestion(page, kind)
    await expect(row(page, 'Nombre de la iniciativa')).toContainText('1.1.3.1')
    await expect(row(page, 'Pregunta «Selección»')).toContainText('1.1.8')
  })

  await test.step('a question is moved by keys, taken out, and brought back', async () => {
    await row(page, 'Pregunta «Fecha»').getByRole('button').press('Alt+ArrowUp')
    await expect(row(page, 'Pregunta «Fecha»')).toContainText('1.1.5')
    await page.getByRole('button', { name: 'Acciones de 1.1.5', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
    await expect(row(page, 'Pregunta «Fecha»')).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(row(page, 'Pregunta «Fecha»')).toContainText('1.1.5')
  })

  await test.step('a question is dragged by its handle, Escape leaves it where it was, and what was dragged is taken back like any move', async () => {
    const handle = row(page, 'Pregunta «Texto»').locator('xpath=..').locator('[data-handle]')
    const take = async (): Promise<void> => {
      await handle.hover()
      await page.mouse.down()
      const target = await row(page, 'Pregunta «Bloque»').boundingBox()
      await page.mouse.move((target?.x ?? 0) + 80, (target?.y ?? 0) - 4, { steps: 8 })
      await expect(page.locator('[data-drop-line]')).toBeVisible()
    }
    await take()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-drop-line]')).toHaveCount(0)
    await page.mouse.up()
    await expect(row(page, 'Pregunta «Texto»')).toContainText('1.1.1')
    await take()
    await page.mouse.up()
    await expect(row(page, 'Pregunta «Texto»')).toContainText('1.1.2')
    await expect(page.getByText('La pregunta es ahora 1.1.2, en')).toBeAttached()
    await expect(row(page, 'Pregunta «Texto»').getByRole('button')).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(row(page, 'Pregunta «Texto»')).toContainText('1.1.1')
  })

  await test.step('several are chosen, moved together with what hangs on them, taken out together, and brought back in one step', async () => {
    const texts = await rows(page).allTextContents()
    const choose = async (text: string): Promise<void> => row(page, text).locator('xpath=..').getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: '2 elegidas' })
    await choose('Pregunta «Bloque»')
    await expect(row(page, 'Nombre de la iniciativa').locator('xpath=..').getByRole('checkbox')).toBeDisabled()
    await choose('Pregunta «Texto»')
    await expect(bar).toContainText('con 1 que depende de ellas')
    await bar.getByRole('button', { name: 'Mover a…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mover 2 preguntas' })
    await dialog.getByRole('combobox', { name: 'Lugar' }).selectOption({ label: 'Después de 1.1.4 Pregunta «Sí/No»' })
    await dialog.getByRole('button', { name: 'Mover', exact: true }).click()
    await expect(row(page, 'Pregunta «Texto»')).toContainText('1.1.3')
    await expect(row(page, 'Nombre de la iniciativa')).toContainText('1.1.4.1')
    await expect(bar).toHaveCount(0)
    await choose('Pregunta «Texto»')
    await choose('Pregunta «Número»')
    await bar.getByRole('button', { name: 'Eliminar' }).click()
    await expect(rows(page)).toHaveCount(texts.length - 2)
    await page.keyboard.press('Control+z')
    await expect(rows(page)).toHaveCount(texts.length)
    await page.keyboard.press('Control+z')
    await expect(row(page, 'Pregunta «Texto»')).toContainText('1.1.1')
    await expect(row(page, 'Pregunta «Bloque»')).toContainText('1.1.3')
  })

  await test.step('what lacks something waits on the device, is there after a kill, and says what it lacks', async () => {
    await page.getByRole('button', { name: 'Agregar pregunta', exact: true }).click()
    const work = page.locator('#work')
    await expect(page.getByRole('textbox', { name: 'Pregunta', exact: true })).toBeFocused()
    await work.getByRole('textbox', { name: /^Texto bajo la pregunta/ }).fill('Cuente todo.')
    await page.getByRole('button', { name: 'Crear pregunta' }).click()
    await expect(work.getByText('Falta el texto de la pregunta.').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row(page, 'Nueva')).toContainText('Falta el texto de la pregunta.')
    await page.goto(`${ownServer.url}${address}`)
    await expect(row(page, 'Nueva')).toContainText('Falta el texto de la pregunta.')
    await page.getByRole('button', { name: 'Agregar pregunta', exact: true }).click()
    await expect(page.getByText('Completa los campos requeridos antes de crear otra pregunta.').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Pregunta', exact: true }).fill('¿Qué más?')
    await page.keyboard.press('Escape')
    await expect(row(page, '¿Qué más?')).toContainText('1.1.9')
  })

  await test.step('on a phone a question is a page of its own, and every way back leads to its row', async () => {
    const wide = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    const title = row(page, 'Pregunta «Número»').getByRole('button')
    const heading = page.getByRole('heading', { level: 1, name: 'Pregunta 1.1.6' })
    await title.click()
    await expect(heading).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Pregunta', exact: true })).toBeFocused()
    await page.goBack()
    await expect(title).toBeFocused()
    await page.goForward()
    await expect(heading).toBeVisible()
    await page.reload()
    await expect(heading).toBeVisible()
    await page.getByRole('button', { name: 'Volver a la lista' }).click()
    await expect(title).toBeFocused()
    await page.setViewportSize(wide ?? { width: 1280, height: 900 })
  })

  await test.step('somebody else changes a text that is written without a network: both values are there, and the person chooses', async () => {
    const other = await (await newDevice(ownServer.url)).open()
    await signIn(other, admin)
    await other.goto(`${ownServer.url}${address}`)
    await row(other, 'Pregunta «Número»').getByRole('button').click()
    await row(page, 'Pregunta «Número»').getByRole('button').click()
    const mine = page.getByRole('textbox', { name: 'Pregunta', exact: true })
    await expect(mine).toBeFocused()
    // The first text leaves its device after the second has arrived, however slow the machine is.
    await goOffline(page.context())
    await mine.fill('¿Cuántas personas?')
    await keptOffline(page, 1)
    await other.getByRole('textbox', { name: 'Pregunta', exact: true }).fill('¿Cuánta gente?')
    await other.keyboard.press('Escape')
    await expect(row(other, '¿Cuánta gente?')).toContainText('Guardado')
    await upToDate(other)
    await goOnline(page.context())
    await expect(page.getByRole('alert').filter({ hasText: 'también cambió' })).toBeVisible()
    await expect(mine).toHaveValue('¿Cuántas personas?')
    await page.getByRole('button', { name: 'Dejar lo mío' }).click()
    await expect(row(other, '¿Cuántas personas?')).toBeVisible()
    await expect(row(page, '¿Cuántas personas?')).toContainText('Guardado')
  })

  await test.step('what is pasted into an option is whole, and told to be too long', async () => {
    await row(page, 'Pregunta «Selección»').getByRole('button').click()
    const option = page.locator('#work').getByRole('textbox', { name: 'Opción 1', exact: true })
    await option.fill('')
    await page.keyboard.insertText('x'.repeat(501))
    await page.keyboard.press('Tab')
    await expect(page.getByText('El texto es demasiado largo.').first()).toBeVisible()
    await expect(option).toHaveValue('x'.repeat(501))
    await option.fill('Una')
    await page.keyboard.press('Escape')
    await expect(row(page, 'Pregunta «Selección»')).not.toContainText('demasiado largo')
  })

  await test.step('the form begins under the hands of somebody who writes in it: it is read from then on, and what was not saved is there', async () => {
    const colleague = await RestCaller.signIn(ownServer, admin)
    await row(page, 'Pregunta «Checkbox»').getByRole('button').click()
    await page.getByRole('textbox', { name: 'Pregunta', exact: true }).pressSequentially(' A medio escribir cuando el formulario comenzó')
    const today = dayAt(instantOf(Date.now()))
    const id = address.split('/').at(-1) ?? ''
    // Meanwhile an institution takes part in it, and in no other.
    await colleague.put('form/indice-2025/toggle', { enabled: false })
    const taking = { institutionId: 'norte', evaluatorId: null, who: { userId: 'norte-lider' } }
    await colleague.post(`form/${id}/participant`, { institutions: [taking] })
    await colleague.put(`form/${id}/stage/upsert`, {
      stages: [{ kind: 'NormalInput', name: 'Ingreso', start: today, end: addDays(today, 30) }],
    })
    await colleague.put(`form/${id}/toggle`, { enabled: true })
    await expect(page.getByText('Este formulario ya comenzó').first()).toBeVisible()
    const kept = page.getByRole('main').getByText('A medio escribir cuando el formulario comenzó')
    await expect(kept).toBeVisible()
    await expect(page.getByRole('button', { name: 'Guardar cambios' })).toHaveCount(0)
    await page.reload()
    await expect(kept).toBeVisible()
  })

  await test.step('an institution answers every kind on another device, far from any network', async () => {
    const device = await newDevice(ownServer.url)
    const leading = new Questionnaire(await device.open())
    await signIn(leading.page, peopleOf('norte').leader)
    await leading.page.getByRole('link', { name: 'Comenzar' }).click()
    await expect(leading.question('Pregunta «Texto»').field).toBeVisible()
    await shellKept(leading.page)
    await upToDate(leading.page)
    await goOffline(leading.page.context())
    await leading.question('Pregunta «Texto»').write('Una línea')
    await leading.question('Pregunta «Texto enriquecido»').write('Un texto con sus palabras')
    const block = leading.question('Pregunta «Bloque»')
    await block.rowCount.selectOption('1')
    await block.inRow(1, 'Nombre de la iniciativa').write('Ventanilla')
    await leading.question('Pregunta «Sí/No»').choose('Sí')
    await leading.question('¿Cuántas personas?').write('12')
    await leading.question('Pregunta «Fecha»').pickDay(addDays(dayAt(instantOf(Date.now())), 1))
    await leading.question('Pregunta «Checkbox»').mark('Una').check()
    await leading.question('Pregunta «Selección»').choose('Una')
    await leading.question('¿Qué más?').write('Nada más')
    await keptOffline(leading.page, 10)
    await goOnline(leading.page.context())
    await upToDate(leading.page)
    const sent = ledgerOf(ownServer, 'norte-lider')
    expect(sent.map(({ name, disposition }) => `${name} ${disposition}`)).toEqual(Array.from(sent, () => 'answer.set applied'))
    expect(sent).toHaveLength(10)
  })
})
