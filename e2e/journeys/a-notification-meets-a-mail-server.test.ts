import { startSmtp } from '#server/testing/smtp.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { admin, peopleOf } from '../personas.ts'
import { ServerProcess } from '../server.ts'

const reader = peopleOf('norte').leader
const bounced = [reader, peopleOf('sur').delegate, peopleOf('este').professional]
const slow = peopleOf('oeste').leader
const cut = peopleOf('centro').leader

test('of a notification to forty people three bounce, one is kept waiting and one is cut off: its page says so, and only who has none gets another', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const refuse = new Set(bounced.map(({ email }) => email))
  const mail = await startSmtp({ refuse, hold: slow.email, drop: cut.email })
  const received = () => mail.received.filter(({ text }) => text.includes('Subject: Taller')).flatMap(({ to }) => to)
  await ownServer.stop()
  const server = await ServerProcess.launch({ dataDir: ownServer.dataDir, env: { SMTP_URL: mail.url } })
  try {
    const lab = await (await newDevice(server.url)).open()
    await signIn(lab, admin)
    await lab.goto('/dashboard/notifications')
    const preview = lab.getByRole('button', { name: 'Ver a quién llega' })
    const send = lab.getByRole('button', { name: 'Enviar a 40 personas' })
    const shown = lab.getByRole('listitem').filter({ has: lab.getByRole('heading', { name: 'Taller' }) })
    const letterOf = ({ email }: { email: string }) => shown.getByRole('row').filter({ hasText: email })

    await test.step('it is written to forty people, whom the preview names', async () => {
      await lab.getByRole('radio', { name: 'También profesionales' }).check()
      await lab.getByLabel('Asunto').fill('Taller')
      await lab.getByLabel('Mensaje').fill('El martes a las 10.')
      await lab.getByRole('button', { name: /^Elegir las \d+ que se muestran$/ }).click()
      for (const name of [/Faros/, /Cerros/]) await lab.getByRole('checkbox', { name }).uncheck()
      await preview.focus()
      await lab.keyboard.press('Enter')
      await expect(lab.getByRole('group', { name: 'La reciben 40 personas' })).toBeFocused()
      // A key that is pressed once too often sends nothing.
      await lab.keyboard.press('Enter')
      await expect(send).toBeEnabled()
      await expect(lab.getByText('No existen datos para mostrar')).toBeVisible()
    })

    await test.step('a reply that is lost costs nothing: asked for again after the page was opened anew, it went once', async () => {
      await lab.route('**/api/v1/notifications', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await send.click()
      await expect(lab.getByRole('alert').first()).toBeVisible()
      await lab.unroute('**/api/v1/notifications')
      await lab.reload()
      await preview.click()
      await send.click()
      await expect(lab.getByText('Notificaciones enviadas.').first()).toBeVisible()
      await expect(shown).toHaveCount(1)
    })

    await test.step('each letter tells what became of it, and why', async () => {
      await expect(shown.getByText('3 rebotadas')).toBeVisible({ timeout: 30_000 })
      await shown.getByRole('button', { name: /^Ver cada carta/ }).click()
      for (const person of bounced) {
        await expect(letterOf(person)).toContainText('Rebotada')
        await expect(letterOf(person)).toContainText(`550 No such mailbox: ${person.email}`)
      }
      mail.release()
      await expect(shown.getByText('37 enviadas')).toBeVisible({ timeout: 60_000 })
      await shown.getByRole('button', { name: /^Mostrar las 40 personas/ }).click()
      for (const person of [slow, cut]) await expect(letterOf(person)).toContainText('Enviada')
      expect(received()).toHaveLength(37)
    })

    await test.step('who was not reached by letter reads it in the application, and marks it as read', async () => {
      const page = await (await newDevice(server.url)).open()
      await signIn(page, reader)
      const bell = page.getByRole('button', { name: /^Notificaciones/ })
      await expect(bell).toHaveAccessibleName(/sin leer/)
      await bell.click()
      const drawer = page.getByRole('dialog', { name: 'Notificaciones' })
      await drawer.getByRole('button', { name: 'Marcar como leído: Taller' }).click()
      await expect(drawer.getByText('El martes a las 10.')).toBeVisible()
      await expect(drawer.getByRole('button', { name: 'Marcar como leído: Taller' })).toBeHidden()
    })

    await test.step('sent again it goes to the three alone', async () => {
      refuse.clear()
      await shown.getByRole('button', { name: 'Enviar de nuevo a las fallidas' }).click()
      await expect(shown.getByText('40 enviadas')).toBeVisible({ timeout: 30_000 })
      await expect(letterOf(reader)).toContainText('Enviada')
      expect(new Set(received()).size).toBe(40)
      expect(received()).toHaveLength(40)
    })
  } finally {
    await server.stop()
    await mail.stop()
  }
})
