import { startSmtp } from '#server/testing/smtp.ts'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { admin, peopleOf } from '../personas.ts'
import { talent, training } from '../questions.ts'
import { ServerProcess } from '../server.ts'
import { atWork } from '../screens/at-work.ts'
import { upToDate } from '../screens/sync-panel.ts'

const reader = peopleOf('norte').leader
const { professional } = peopleOf('norte')
const plan = { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nPlan\n%%EOF\n') }

test('[HP10] [HP11] an administrator sees what needs them: a letter that bounced goes again, once, and who has work waiting is named', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const refuse = new Set([reader.email])
  const mail = await startSmtp({ refuse })
  await ownServer.stop()
  const server = await ServerProcess.launch({ dataDir: ownServer.dataDir, env: { SMTP_URL: mail.url } })
  const received = () => mail.received.filter(({ to, text }) => to.includes(reader.email) && text.includes('Subject: Taller'))
  try {
    const device = await newDevice(server.url)
    const lab = await device.open()
    await signIn(lab, admin)
    const main = lab.getByRole('main')
    const part = (name: string) => lab.getByRole('navigation', { name: 'Partes del estado' }).getByRole('link', { name })

    await test.step('a letter bounces', async () => {
      await lab.goto('/dashboard/notifications')
      await lab.getByLabel('Asunto').fill('Taller')
      await lab.getByLabel('Mensaje').fill('El martes a las 10.')
      await lab.getByRole('checkbox', { name: /Norte/ }).check()
      await lab.getByRole('button', { name: 'Ver a quién llega' }).click()
      await lab.getByRole('button', { name: /^Enviar a \d+ personas?$/ }).click()
      await expect(lab.getByText('1 rebotada')).toBeVisible({ timeout: 30_000 })
    })

    await test.step('the page of the platform says so first, with the way there', async () => {
      await lab.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Plataforma' }).click()
      await expect(lab.getByRole('heading', { level: 1, name: 'Estado de la plataforma' })).toBeFocused()
      await expect(main.getByText('Recibe trabajo')).toBeVisible({ timeout: 30_000 })
      await expect(main.getByText('Por un servidor de correo')).toBeVisible()
      await main.getByRole('link', { name: 'Ver: Una carta no se pudo entregar' }).click()
      const row = main.getByRole('row').filter({ hasText: reader.email })
      await expect(row).toContainText('Notificación del laboratorio')
      await expect(row).toContainText('El servidor de correo respondió 550')
      await expect(main).not.toContainText('El martes a las 10')
      expect(received()).toHaveLength(0)
    })

    await test.step('it is sent again and goes once', async () => {
      refuse.clear()
      await main.getByRole('button', { name: /^Enviar de nuevo: Notificación del laboratorio/ }).click()
      await expect(main.getByText('1 carta saldrá en segundos')).toBeVisible()
      await expect(main.getByText('No hay cartas sin entregar')).toBeVisible()
      await expect.poll(() => received().length, { timeout: 30_000 }).toBe(1)
      await lab.goto('/dashboard/auditoria?group=notifications')
      await expect(main.getByText('Reenvía cartas que no se pudieron entregar')).toBeVisible()
      await lab.goto('/dashboard/plataforma')
    })

    await test.step('whose work waits on a device is named, with how much, and leads to the person', async () => {
      const desk = await newDevice(server.url)
      const questionnaire = await atWork(desk, professional, talent)
      const upload = '**/api/v1/attachments/*/upload'
      await desk.context.route(upload, (route) => route.abort())
      await questionnaire.question(training).choose('Sí')
      await questionnaire.question(training).attach(plan)
      await part('Equipos').click()
      const row = main.getByRole('row').filter({ hasText: professional.email })
      await expect(async () => {
        await lab.getByRole('button', { name: 'Actualizar' }).click()
        await lab.reload()
        await expect(row).toContainText('1', { timeout: 2_000 })
      }).toPass({ timeout: 45_000 })
      await expect(row).toContainText(/Chrome en/)
      await expect(main).toContainText('Desde aquí no se puede forzar ni leer')
      await desk.context.unroute(upload)
      await upToDate(questionnaire.page)
      await row.getByRole('link', { name: professional.fullName }).click()
      await expect(main.getByRole('searchbox')).toHaveValue(professional.email)
    })

    await test.step('without a network the page shows what this device read last, and says when', async () => {
      await lab.goto('/dashboard/plataforma')
      await expect(main.getByRole('heading', { name: 'Procesos del servidor' })).toBeVisible()
      await goOffline(device.context)
      await lab.getByRole('button', { name: 'Actualizar' }).click()
      await expect(main.getByText(/se muestra lo que este equipo leyó el/)).toBeVisible()
      await part('Almacenamiento').click()
      await expect(main.getByText('este equipo aún no ha leído esta parte', { exact: false })).toBeVisible()
      await goOnline(device.context)
      await expect(main.getByRole('table')).toBeVisible({ timeout: 45_000 })
    })
  } finally {
    await server.stop()
    await mail.stop()
  }
})
