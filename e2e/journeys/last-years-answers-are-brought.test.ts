import { expect, goOffline, goOnline, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { peopleOf } from '../personas.ts'
import { initiatives, staff, talent, training } from '../questions.ts'
import { atWork } from '../screens/at-work.ts'
import { keptOffline, settled, upToDate } from '../screens/sync-panel.ts'
import { practices } from '../screens/thirty-edits.ts'

const { professional } = peopleOf('norte')
/** One red point, as a PNG. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')

test('[FL7] [FL8] without a network: last year’s answer is brought, undone and never put over what is written without a yes; a file is looked at beside its answer', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(240_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, professional, talent)
  const { page } = questionnaire
  const asked = questionnaire.question(training)
  const known = questionnaire.question(staff)
  // They are made half a minute after the server began.
  await expect(known.root.getByRole('button', { name: 'Respuesta de 2024' })).toBeVisible({ timeout: 120_000 })
  await goOffline(device.context)

  await test.step('what is not answered is brought with one press, and undone with another', async () => {
    const then = asked.root.getByRole('region', { name: 'Respuesta de 2024' })
    await expect(then).toContainText('Los archivos no se traen')
    await then.getByRole('button', { name: 'Traer respuesta de 2024' }).click()
    await expect(asked.option('Sí')).toBeChecked()
    await then.getByRole('button', { name: 'Deshacer' }).click()
    await expect(asked.option('Sí')).not.toBeChecked()
    await then.getByRole('button', { name: 'Traer respuesta de 2024' }).click()
    await expect(asked.option('Sí')).toBeChecked()
  })

  await test.step('over an answer it asks first', async () => {
    const before = await known.field.inputValue()
    await known.root.getByRole('button', { name: 'Respuesta de 2024' }).click()
    const bring = known.root.getByRole('button', { name: 'Traer respuesta de 2024' })
    await bring.click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Ahora dice')
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(known.field).toHaveValue(before)
    await bring.click()
    await question.getByRole('button', { name: 'Reemplazar' }).click()
    await expect(known.field).not.toHaveValue(before)
    await known.root.getByRole('button', { name: 'Deshacer' }).click()
    await expect(known.field).toHaveValue(before)
  })

  await test.step('a file that is only on this device is looked at beside its answer', async () => {
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
  })

  await keptOffline(page, 6)
  await goOnline(device.context)
  await settled(page)
  const history = await asked.openHistory()
  await expect(history.getByRole('row').filter({ hasText: 'Trae la respuesta de 2024' }).first()).toContainText('Sí')
})

/** What norte's block of initiatives held a year ago. */
const rowsThen = [
  'Recordatorios que respetan a las personas',
  'De entregar subsidios a acompañar proyectos',
  'Mesa de vecindad con los municipios',
]

test('[FL7] without a network: the rows of last year’s block are added with what they held, taken back together, and only what is not there is brought again', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(240_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, professional, practices)
  const block = questionnaire.question(initiatives)
  const then = block.root.getByRole('region', { name: 'Respuesta de 2024' }).first()
  const bring = then.getByRole('button', { name: 'Traer 3 filas de 2024' })
  const rows = (name: string) => block.root.getByRole('button', { name: new RegExp(`^\\d+\\. ${name}`) })
  // They are made half a minute after the server began.
  await expect(bring).toBeVisible({ timeout: 120_000 })
  for (const name of rowsThen) await expect(then).toContainText(name)
  await goOffline(device.context)

  await test.step('brought with one press, and taken back with another', async () => {
    await bring.click()
    for (const name of rowsThen) await expect(rows(name)).toHaveCount(1)
    await expect(block.rowCount).toHaveValue('3')
    await then.getByRole('button', { name: 'Deshacer' }).click()
    await expect(block.rowCount).not.toHaveValue('3')
    for (const name of rowsThen) await expect(rows(name)).toHaveCount(0)
  })

  await test.step('each row holds what it held, and what is there stays', async () => {
    await bring.click()
    await expect(block.rowCount).toHaveValue('3')
    const [first = ''] = rowsThen
    if ((await rows(first).getAttribute('aria-expanded')) === 'false') await rows(first).click()
    await expect(block.inRow(1, 'Nombre de la iniciativa').field).toHaveValue(first)
    await expect(bring).toHaveCount(0)
  })

  await goOnline(device.context)
  await upToDate(questionnaire.page)
  const sets = ledgerOf(ownServer, 'norte-profesional').filter(({ name }) => name === 'answer.set')
  expect(sets.filter(({ disposition }) => disposition !== 'applied' && disposition !== 'noop')).toEqual([])
  for (const name of rowsThen) expect(sets.filter(({ args }) => args.includes(name)).length, name).toBeGreaterThan(0)
  const history = await block.inRow(1, 'Nombre de la iniciativa').openHistory()
  await expect(history.getByRole('row').filter({ hasText: 'Trae la respuesta de 2024' }).first()).toBeVisible()
})
