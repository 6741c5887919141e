import type { Page } from '@playwright/test'
import { expect, goOffline, shellKept, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { evaluator, peopleOf } from '../personas.ts'
import { coordination, difficulty, staff, talent } from '../questions.ts'
import { atWork } from '../screens/at-work.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { Questionnaire, type QuestionCard } from '../screens/questionnaire.ts'
import { upToDate } from '../screens/sync-panel.ts'

const { professional, leader } = peopleOf('norte')

/** Types without ever pausing and notes what the field held whenever it was said to be saved. Ends with the browser. */
async function typeUntilKilled(page: Page, card: QuestionCard, kill: () => Promise<void>): Promise<string> {
  await card.field.click()
  await page.evaluate((text) => {
    const root = [...document.querySelectorAll('article')].find((each) => each.textContent.includes(text))
    const look = (): void => {
      const said = root?.textContent.includes('Guardado en este equipo') === true
      const field = root?.querySelector('textarea')
      if (said && field) console.info(`said ${JSON.stringify(field.value)}`)
      requestAnimationFrame(look)
    }
    look()
  }, coordination)
  let said = ''
  page.on('console', (message) => {
    const [, text] = /^said (".*")$/.exec(message.text()) ?? []
    if (text) said = JSON.parse(text) as string
  })
  const written = 'Una jefatura que nunca deja de escribir porque tiene mucho que contar de lo que coordina. '
  const typing = page.keyboard.type(written.repeat(3), { delay: 30 }).catch(() => undefined)
  await expect.poll(async () => (await card.field.inputValue()).length).toBeGreaterThan(60)
  await kill()
  await typing
  return said
}

test('a browser that is killed as soon as somebody has signed in opens their questionnaire again without a network', async ({
  newDevice,
  ownServer,
}) => {
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await page.goto('/login')
  await shellKept(page)
  await signIn(page, professional)
  const questionnaire = new Questionnaire(page)
  await questionnaire.open(talent)
  await device.kill()
  const again = await device.open()
  await goOffline(device.context)
  await new Questionnaire(again).open(talent)
})

test('[HW1] a browser that is killed while somebody types without a pause opens again with all but the last moments, and with all that it said was saved', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, professional, talent)
  await goOffline(device.context)
  let before = ''
  const said = await typeUntilKilled(questionnaire.page, questionnaire.question(coordination), async () => {
    before = await questionnaire.question(coordination).field.inputValue()
    await device.kill()
  })
  const again = new Questionnaire(await device.open())
  await again.open(talent)
  const found = await again.question(coordination).field.inputValue()
  expect(found.length).toBeGreaterThan(before.length - 30)
  expect(found.startsWith(said)).toBe(true)
})

test('[HW8] a comment, and a figure that is none, are there after a reload and after the thread was folded; each is said to be kept', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, leader, talent)
  const { page } = questionnaire
  const card = questionnaire.question(coordination)
  const thread = await card.openComments()
  const field = thread.getByRole('textbox', { name: 'Nuevo comentario' })
  await field.fill('Falta decir desde cuándo')
  await expect(thread.getByText('Borrador guardado en este equipo')).toBeVisible()
  await card.root.getByRole('button', { name: 'Ocultar comentarios' }).click()
  await card.openComments()
  await expect(field).toHaveValue('Falta decir desde cuándo')

  const figure = questionnaire.question(staff)
  const stood = await figure.field.inputValue()
  await figure.write('abc')
  await expect(figure.root.getByText('Lo escrito no es un número')).toBeVisible()
  await expect(figure.root.getByText('Borrador guardado en este equipo; falta corregirlo')).toBeVisible()
  await page.reload()
  await expect(figure.field).toHaveValue('abc')
  await expect(thread.getByRole('textbox', { name: 'Nuevo comentario' })).toHaveValue('Falta decir desde cuándo')
  await thread.getByRole('button', { name: 'Comentar' }).click()
  await expect(thread.getByRole('listitem').getByText('Falta decir desde cuándo')).toBeVisible()

  await figure.write('900000')
  await expect(figure.root.getByText(/El número está fuera del rango permitido/)).toBeVisible()
  await expect(figure.field).toHaveValue('900000')
  await figure.write('1,500')
  await expect(figure.root.getByText(/puede leerse como 1\.500 o como 1,5/)).toBeVisible()
  await upToDate(page)
  expect(ledgerOf(ownServer, 'norte-lider').map((entry) => entry.name)).toEqual(['comment.add'])
  await page.getByRole('button', { name: /^Estado de sincronización/ }).click()
  await expect(page.getByRole('dialog').getByText('A medio escribir (1)')).toBeVisible()
  await page.keyboard.press('Escape')
  await figure.write(stood)
})

test('[HW5] two tabs that write one answer keep a text each; the other one’s is offered, and a change says that it came from another tab', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const first = await atWork(device, professional, talent)
  const second = new Questionnaire(await device.context.newPage())
  await second.open(talent)
  const [mine, theirs] = [first.question(coordination), second.question(coordination)]
  await theirs.field.pressSequentially('Desde la segunda pestaña')
  await expect(mine.root.getByText('En otra pestaña de este equipo hay otro texto a medio escribir')).toBeVisible()
  await first.page.bringToFront()
  await mine.field.pressSequentially('Desde la primera')
  await expect(theirs.root.getByText('En otra pestaña de este equipo hay otro texto a medio escribir')).toBeVisible()
  await expect(mine.field).toHaveValue(/Desde la primera$/)
  await expect(theirs.field).toHaveValue(/Desde la segunda pestaña$/)

  await mine.field.blur()
  await expect(theirs.root.getByText('Usted cambió esta respuesta en otra pestaña de este equipo')).toBeVisible()
  await expect(theirs.field).toHaveValue(/Desde la segunda pestaña$/)
  await second.page.close({ runBeforeUnload: false })
  await first.page.reload()
  await expect(mine.field).toHaveValue(/Desde la segunda pestaña$/)
  await mine.root.getByRole('button', { name: 'Conservar la mía' }).click()
  // The click has asked for it; the chip may still say what was true before.
  const values = (): string[] =>
    ledgerOf(ownServer, 'norte-profesional').map((entry) => String((JSON.parse(entry.args) as { value: unknown }).value))
  await expect.poll(() => values().map((value) => value.includes('segunda'))).toEqual([false, true])
})

test('a table of a sheet keeps its cells apart, controls are left out, and a file dropped beside its place changes nothing', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, professional, talent)
  const { page } = questionnaire
  const essay = questionnaire.question(difficulty).field
  await essay.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await paste(page, {
    'text/html':
      '<html><body><table><tr><td><p>celda uno</p></td><td><p>celda <b>dos</b></p></td></tr><tr><td>12</td><td>34<br>56</td></tr></table><div>después</div><div>aparte</div></body></html>',
    'text/plain': 'celda uno\tcelda dos\n12\t34',
  })
  const shown = await essay.innerText()
  expect(shown.split(/\n+/)).toEqual(['celda uno | celda dos', '12 | 34 56', 'después', 'aparte'])
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await paste(page, { 'text/plain': 'uno\tdos\n1\t2\u0007\u0000' })
  expect((await essay.innerText()).split(/\n+/)).toEqual(['uno | dos', '1 | 2'])

  const figure = questionnaire.question(staff)
  await figure.field.click()
  await page.keyboard.press('ControlOrMeta+A')
  await paste(page, { 'text/plain': '12\t34' })
  await figure.field.blur()
  await expect(figure.root.getByText('Lo escrito no es un número')).toBeVisible()

  const coordinator = questionnaire.question(coordination)
  await coordinator.write('Jefa\u0000tura\u0007 de personas')
  await upToDate(page)
  await expect(coordinator.field).toHaveValue('Jefatura de personas')

  const kept = await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['%PDF-1.4'], 'acta.pdf', { type: 'application/pdf' }))
    const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: data })
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })
    const heading = document.querySelector('h1')
    heading?.dispatchEvent(over)
    heading?.dispatchEvent(drop)
    return [over.defaultPrevented, drop.defaultPrevented]
  })
  expect(kept).toEqual([true, true])
})

/** Pastes into what has the focus, as from the clipboard of another program. */
async function paste(page: Page, contents: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(async (parts) => {
    const data = new DataTransfer()
    for (const [type, text] of Object.entries(parts)) data.setData(type, text)
    const target = document.activeElement
    const taken = target?.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })) === false
    if (!taken) document.execCommand('insertText', false, parts['text/plain'] ?? '')
  }, contents)
}

test('[HW8] an observation is there after a reload and after Escape, and goes when the decision is made of it', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const desk = new Evaluation(await device.open())
  const { page } = desk
  await signIn(page, evaluator)
  await page.goto('/dashboard/evaluation')
  await page
    .getByRole('link', { name: /^Evaluar: / })
    .first()
    .click()
  await expect(desk.queue).toBeVisible()
  const card = desk.queue.getByRole('group').first()
  await card.getByRole('button', { name: /^Observar/ }).click()
  const field = page.getByRole('textbox', { name: 'Observación' })
  await field.pressSequentially('Falta el documento que lo establece')
  await expect(page.getByText('Borrador guardado en este equipo')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Seguir escribiendo' }).click()
  await expect(field).toHaveValue('Falta el documento que lo establece')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Hay una observación a medio escribir.')).toBeVisible()
  await page.getByRole('button', { name: 'Seguir escribiendo' }).click()
  await field.press('Control+Enter')
  await expect(page.getByText('Hay una observación a medio escribir.')).toHaveCount(0)
  await upToDate(page)
  await page.getByRole('button', { name: /^Estado de sincronización/ }).click()
  await expect(page.getByRole('dialog').getByText('Nada espera envío.')).toBeVisible()
  await expect(page.getByRole('dialog').getByText(/^A medio escribir/)).toHaveCount(0)
})

test('[HW8] an edited comment goes on where it was left', async ({ newDevice, ownServer }) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, leader, talent)
  const card = questionnaire.question(coordination)
  const thread = await card.openComments()
  await thread.getByRole('textbox', { name: 'Nuevo comentario' }).fill('Falta la fecha')
  await thread.getByRole('button', { name: 'Comentar' }).click()
  await thread.getByRole('button', { name: 'Editar' }).click()
  await thread.getByRole('textbox', { name: 'Editar' }).fill('Falta la fecha y el cargo')
  await expect(thread.getByText('Borrador guardado en este equipo')).toBeVisible()
  await questionnaire.page.reload()
  await expect(thread.getByRole('textbox', { name: 'Editar' })).toHaveValue('Falta la fecha y el cargo')
  await thread.getByRole('button', { name: 'Guardar' }).click()
  await expect(thread.getByText('Falta la fecha y el cargo')).toBeVisible()
  await expect(thread.getByRole('textbox', { name: 'Editar' })).toHaveCount(0)
})
