import type { Page } from '@playwright/test'
import { expect, goOffline, shellKept, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, talent } from '#server/testing/questions.ts'
import { atWork } from '../screens/at-work.ts'
import { Questionnaire, type QuestionCard } from '../screens/questionnaire.ts'

const { professional } = peopleOf('norte')

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
  // Both write at once: a text whose author pauses becomes a change.
  await Promise.all([theirs.field.pressSequentially('Desde la segunda pestaña'), mine.field.pressSequentially('Desde la primera')])
  await expect(mine.root.getByText('En otra pestaña de este equipo hay otro texto a medio escribir')).toBeVisible()
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
