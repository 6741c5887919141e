import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { tracesOn } from '../device-traces.ts'
import { expect, goOffline, goOnline, test } from '../fixtures.ts'
import { keptFile, ledgerOf } from '../ledger.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, staff, talent, training } from '#server/testing/questions.ts'
import { atWork } from '../screens/at-work.ts'
import { keptOffline, upToDate } from '../screens/sync-panel.ts'

/** Bytes that no disk packs. The browser tells pages of more room than it gives: the refusal comes with the write itself. */
const report = {
  name: 'Programa_capacitacion_2025.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(10 * 1024 * 1024)]),
}
/** Room for the shell and for words, never for the file. */
const littleBytes = 8 * 1024 * 1024

/** Says how much the browser lets the application keep; null for what the disk gives. It lasts as long as the session that said it. */
type Allow = (quotaBytes: number | null) => Promise<void>

async function quotaOf(page: Page): Promise<Allow> {
  const browser = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  return async (quotaBytes) => {
    await browser.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaBytes === null ? {} : { quotaSize: quotaBytes }) })
  }
}

test('a file that does not fit is refused in words, the answers go on, and it fits once there is room again', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(90_000)
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await page.goto('/login')
  // Before the first byte: the browser asks for the room that is left only now and then.
  const allow = await quotaOf(page)
  await allow(littleBytes)
  const questionnaire = await atWork(device, peopleOf('norte').professional, talent)
  const card = questionnaire.question(training)
  await card.choose('Sí')
  await upToDate(page)

  await test.step('no room: the file is refused whole, the text is kept', async () => {
    await goOffline(device.context)
    const choosing = page.waitForEvent('filechooser')
    await card.root.getByRole('button', { name: 'Adjuntar archivo' }).click()
    await (await choosing).setFiles(report)
    await expect(
      card.root.getByText('No queda espacio en este equipo para el archivo. El texto de sus respuestas se sigue guardando.'),
    ).toBeVisible()
    await expect(card.root.getByText(report.name)).toBeHidden()
    await questionnaire.question(coordination).write('Jefatura de desarrollo de personas')
    await keptOffline(page, 1)
    const { texts } = await tracesOn(page)
    expect(texts.filter(({ text }) => text.includes(report.name)).map(({ where }) => where)).toEqual([])
  })

  await test.step('with a network the text arrives, still without room', async () => {
    await goOnline(device.context)
    await upToDate(page)
    await questionnaire.question(staff).write('812')
    await upToDate(page)
  })

  await test.step('with room again the same file is taken', async () => {
    await allow(null)
    await card.attach(report)
    await expect(card.root.getByText('No queda espacio', { exact: false })).toBeHidden()
    await upToDate(page)
  })
  await expect.poll(() => keptFile(ownServer, report.name)).toBe(createHash('sha256').update(report.buffer).digest('hex'))
  const entries = ledgerOf(ownServer, 'norte-profesional')
  expect(entries.map(({ name, disposition }) => `${name} ${disposition}`)).toEqual([
    'answer.set applied',
    'answer.set applied',
    'answer.set applied',
    'attachment.add applied',
  ])
})
