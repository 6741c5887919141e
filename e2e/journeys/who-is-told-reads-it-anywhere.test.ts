import Database from 'better-sqlite3'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { startSmtp, type Smtp } from '#server/testing/smtp.ts'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { peopleOf } from '../personas.ts'
import { RestCaller } from '../rest.ts'
import { upToDate } from '../screens/sync-panel.ts'
import { ServerProcess } from '../server.ts'

const { secondProfessional, professional, subdimensionLeader } = peopleOf('norte')
const given = 'Tiene preguntas a su cargo: Índice 2025'

const bell = (page: Page) => page.getByRole('button', { name: /^Notificaciones/ })
const panel = (page: Page) => page.getByRole('region', { name: 'Notificaciones' })
/** A letter as it reads: its soft line ends and the signs of its encoding taken out. */
const readable = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
const lettersTo = (mail: Smtp, { email }: { readonly email: string }): string[] =>
  mail.received.filter(({ to }) => to.includes(email)).map(({ text }) => readable(text))

/** Fifteen minutes pass while the server is away. */
function passWaits(dataDir: string): void {
  const db = new Database(join(dataDir, 'iip.sqlite'))
  db.prepare(`update letter set next_at = created_at where state = 'waiting'`).run()
  db.close()
}

test('[NO7] what somebody is told is in the panel and behind the bell on each device and without a network, and comes as one letter of what still stands', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(240_000)
  const giving = await RestCaller.signIn(ownServer, subdimensionLeader)
  const give = (element: string, to: string) =>
    giving.post('form/indice-2025/responsable/assign', { user: { _id: to }, elements: [{ element, level: 'Question' }] })
  const desk = await newDevice(ownServer.url)
  const page = await desk.open()
  await signIn(page, secondProfessional)
  await upToDate(page)
  // What the demonstration told them was not read yet: what is given now becomes one with it.
  const said = (count: number) => `Le asignaron responsabilidades en «Índice 2025»: ${count} en total.`
  const before = Number(
    /(\d+) en total/.exec(
      (await panel(page)
        .getByText(/en total\.$/)
        .textContent()) ?? '',
    )?.[1],
  )
  const fresh = (within: Locator) => within.getByRole('button', { name: `Marcar como leído: ${given}` })

  await test.step('what is given is in the panel at once, as one notice, which is at most 200 px high and is reached and moved by keys', async () => {
    for (const element of ['th-plan', 'th-coordinacion', 'th-desafio']) await give(element, 'norte-profesional2')
    await give('th-desafio', 'norte-profesional')
    await page.goto('/dashboard/Home')
    await expect(fresh(panel(page))).toHaveCount(1)
    await expect(panel(page).getByText(said(before + 3))).toBeVisible()
    const box = await panel(page).boundingBox()
    expect(box?.height).toBeLessThanOrEqual(200)
    // In letters twice as large what was told is longer than the panel.
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
    await panel(page).focus()
    await page.keyboard.press('End')
    await expect.poll(() => panel(page).evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''))
  })

  await test.step('read without a network behind the bell, it is read on the telephone', async () => {
    await goOffline(desk.context)
    await page.reload()
    await expect(fresh(panel(page))).toHaveCount(1)
    await bell(page).focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Notificaciones' })
    await fresh(drawer).click()
    await expect(fresh(drawer)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await goOnline(desk.context)
    await upToDate(page)
    const phone = await newDevice(ownServer.url)
    const other = await phone.open()
    await other.setViewportSize({ width: 390, height: 844 })
    await signIn(other, secondProfessional)
    await upToDate(other)
    await bell(other).click()
    const there = other.getByRole('dialog', { name: 'Notificaciones' })
    await expect(there.getByText(said(before + 3))).toBeVisible()
    await expect(fresh(there)).toHaveCount(0)
    await phone.close()
  })

  await ownServer.stop()
  passWaits(ownServer.dataDir)
  const mail = await startSmtp()
  const server = await ServerProcess.launch({ dataDir: ownServer.dataDir, env: { SMTP_URL: mail.url } })
  try {
    await test.step('after the server was away each person gets one letter, as text and as a page, of what they still have', async () => {
      await expect.poll(() => lettersTo(mail, professional).length, { timeout: 60_000 }).toBe(1)
      await expect.poll(() => lettersTo(mail, secondProfessional).length, { timeout: 60_000 }).toBe(1)
      const [letter = ''] = lettersTo(mail, secondProfessional)
      expect(letter).toContain('2 en total.')
      expect(letter.match(/- Preguntas 1\.1\.\d+, 1\.1\.\d+\s/)).not.toBeNull()
      expect(letter).toContain('Content-Type: text/html')
      const link = /href="([^"]+)"/.exec(letter)?.[1] ?? ''
      expect(new URL(link).pathname).toBe('/dashboard/form-filling/indice-2025/norte')
    })

    await test.step('who asked is told of the reply by letter and behind the bell, and both lead to the question', async () => {
      const asking = await RestCaller.signIn(server, subdimensionLeader)
      const replying = await RestCaller.signIn(server, secondProfessional)
      await asking.post('form/indice-2025/answer/th-plan/comment', { msg: '¿Cuál es el acto que lo aprueba?' })
      await replying.put('form/indice-2025/answer/th-plan/comment', { msg: 'La resolución 12', willReply: false })
      await expect.poll(() => lettersTo(mail, secondProfessional).length, { timeout: 60_000 }).toBe(2)
      const reply = () => lettersTo(mail, subdimensionLeader).find((text) => text.includes('Dice que no modificará la respuesta'))
      await expect.poll(reply, { timeout: 60_000 }).toBeDefined()
      const link = new URL(/href="([^"]+)"/.exec(reply() ?? '')?.[1] ?? '')
      const reader = await (await newDevice(server.url)).open()
      await signIn(reader, subdimensionLeader)
      await upToDate(reader)
      await bell(reader).click()
      const told = reader.getByRole('dialog', { name: 'Notificaciones' })
      await told.getByRole('link', { name: new RegExp(`^Abrir: ${secondProfessional.fullName} respondió su comentario`) }).click()
      await expect(reader).toHaveURL(new RegExp(`question=th-plan`))
      expect(link.search).toBe('?question=th-plan')
    })
  } finally {
    await server.stop()
    await mail.stop()
  }
})
