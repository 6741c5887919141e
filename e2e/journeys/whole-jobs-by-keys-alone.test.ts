import type { TestInfo } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { assignmentsOf, ledgerOf } from '../ledger.ts'
import { evaluator, peopleOf, type Persona } from '#server/testing/personas.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { Keys } from '../screens/keys.ts'
import { syncChip, upToDate } from '../screens/sync-panel.ts'
import { writeStory } from '../story.ts'
import { completeButFor, completeButForTheLeadersSend } from '#server/testing/story.ts'

const place = { institutionId: 'norte', formId: 'indice-2025' }

/** Signs in by the page's own fields, as somebody does who has just opened it. */
async function enter(keys: Keys, { email, password }: Persona): Promise<void> {
  const { page } = keys
  await page.goto('/login')
  await keys.tabTo(page.getByLabel(/^correo/i))
  await keys.type(email)
  await keys.press('Tab')
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused()
  await keys.type(password)
  await keys.press('Enter')
  await page.waitForURL('**/dashboard/**')
  await upToDate(page)
}

/** The keys of a job are no more than so many, those of its text left out: an act or a stop too much is seen here. */
function expectKeys({ pressed, typed }: Keys, most: number, { annotations }: TestInfo): void {
  annotations.push({ type: 'keys', description: `${pressed} pressed, ${typed} typed` })
  expect(pressed).toBeLessThanOrEqual(most)
}

test('by keys alone a professional signs in, answers what waits for them in a sub-dimension, and sends it to their leader', async ({
  newDevice,
  ownServer,
}, info) => {
  test.setTimeout(180_000)
  const { professional } = peopleOf('norte')
  await ownServer.stop()
  await writeStory(ownServer.dataDir, (ground) => completeButFor(ground, place, 'norte-profesional', 'talento-humano'))
  await ownServer.start()
  const page = await (await newDevice(ownServer.url)).open()
  const keys = new Keys(page)
  await enter(keys, professional)

  await test.step(`home leads to the first that waits`, async () => {
    await keys.tabTo(page.getByRole('link', { name: 'Continuar' }))
    await keys.press('Enter')
    await expect.poll(async () => (await keys.place()).task).not.toBe('')
  })

  const send = page.getByRole('button', { name: 'Revisar y enviar' })
  await test.step('each answer, and on', async () => {
    for (let step = 0; step < 30 && !(await send.isVisible()); step += 1) {
      const at = await keys.place()
      await keys.answer()
      await keys.press('Control+Enter')
      await expect
        .poll(async () => {
          const now = await keys.place()
          const isThere = now.task !== '' && `${now.unit} ${now.task}` !== `${at.unit} ${at.task}`
          return isThere || (await send.isVisible())
        })
        .toBe(true)
    }
    await expect(send).toBeFocused()
  })

  await test.step('and the send', async () => {
    await keys.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Todo está listo para enviar')).toBeVisible()
    await keys.tabTo(dialog.getByRole('button', { name: 'Enviar', exact: true }))
    await keys.press('Enter')
    await expect(page.getByRole('article', { name: /^Comprobante de envío / })).toBeVisible()
  })
  expect(ledgerOf(ownServer, 'norte-profesional').filter(({ name }) => name === 'answers.send')).toMatchObject([{ disposition: 'applied' }])
  expectKeys(keys, 60, info)
})

test('[AS20] [PG8] by keys alone a leader shares a whole dimension out to one person, writes to who is behind, and sends the whole', async ({
  newDevice,
  ownServer,
}, info) => {
  test.setTimeout(180_000)
  const { leader, professional } = peopleOf('norte')
  const page = await (await newDevice(ownServer.url)).open()
  const keys = new Keys(page)
  await signIn(page, leader)
  await upToDate(page)

  await test.step('writes to everybody who is behind', async () => {
    await keys.tabTo(page.getByRole('link', { name: /^Ver el equipo/ }))
    await keys.press('Enter')
    await expect(page.getByRole('heading', { name: 'Equipo', level: 1 })).toBeFocused()
    await keys.tabTo(page.getByRole('button', { name: /^Escribir a (las|la persona)/ }))
    await keys.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await keys.tabTo(dialog.getByRole('button', { name: /^Enviar/ }))
    await keys.press('Enter')
    await expect(dialog).toBeHidden()
  })

  await test.step('gives a dimension to one person', async () => {
    await keys.tabTo(page.getByRole('link', { name: 'Repartir' }))
    await keys.press('Enter')
    await expect(page.getByRole('heading', { name: 'Repartir todo el formulario', level: 1 })).toBeFocused()
    await keys.tabTo(page.getByRole('checkbox', { name: 'D4 Resultados' }))
    await keys.press('Space')
    await expect(page.getByRole('button', { name: 'Asignar a…' })).toBeVisible()
    await keys.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Asignar responsable' })
    await keys.tabTo(dialog.getByRole('combobox', { name: 'Persona' }))
    await keys.type(professional.fullName.slice(0, 8))
    await expect(page.getByRole('option', { name: professional.fullName })).toBeVisible()
    await keys.press('ArrowDown')
    await keys.press('Enter')
    // The first takes the person, the next one assigns: nobody presses it before the list has closed.
    await expect(page.getByRole('option', { name: professional.fullName })).toBeHidden()
    await keys.press('Enter')
    const done = page.getByRole('dialog', { name: `Asignada a ${professional.fullName}` })
    await expect(done).toBeVisible()
    await keys.tabTo(done.getByRole('button', { name: 'Entendido' }))
    await keys.press('Enter')
    await expect(done).toBeHidden()
    // The bar from which it was asked went with what was chosen, and the window after it came out of the first one.
    await expect(page.getByRole('checkbox', { name: 'D4 Resultados' })).toBeFocused()
    await upToDate(page)
    expect(assignmentsOf(ownServer, 'norte-profesional').map(({ element }) => element)).toContain('resultados')
  })

  await test.step('while the others answer and send', async () => {
    await ownServer.stop()
    await writeStory(ownServer.dataDir, (ground) =>
      completeButForTheLeadersSend(ground, place, ['norte-profesional', 'norte-profesional2', 'norte-subdimension', 'norte-dimension']),
    )
    await ownServer.start()
    await expect(syncChip(page)).toHaveAccessibleName(/: Al día/)
  })

  await test.step('sends the whole', async () => {
    await keys.press('Control+k')
    await keys.type('enviar')
    await expect(page.getByRole('option').first()).toBeVisible()
    await keys.press('Enter')
    await page.waitForURL('**/dashboard/send')
    await keys.tabTo(page.getByRole('button', { name: 'Enviar', exact: true }))
    await keys.press('Enter')
    await expect(page.getByRole('article', { name: /^Comprobante de envío / })).toBeVisible()
  })
  expectKeys(keys, 66, info)
})

test('by keys alone an evaluator decides ten answers of an institution, accepts the rest and sends the evaluation', async ({
  newDevice,
  ownServer,
}, info) => {
  test.setTimeout(180_000)
  const page = await (await newDevice(ownServer.url)).open()
  const keys = new Keys(page)
  const desk = new Evaluation(page)
  await signIn(page, evaluator)
  await upToDate(page)

  await test.step('to the first answer', async () => {
    await keys.tabTo(page.getByRole('link', { name: 'Evaluar: Dirección de Ejemplo del Este' }))
    await keys.press('Enter')
    await expect(desk.queue).toBeVisible()
    await keys.tabTo(desk.queue)
  })

  const card = desk.queue.getByRole('group').first()
  const decided = () => ledgerOf(ownServer, 'lab-evaluadora').filter(({ name }) => name === 'evaluation.decide').length
  await test.step('ten answers, one observed, on to the next sub-dimension when one is done', async () => {
    let here = (await desk.queue.getByRole('listitem').count()) - 1
    for (let n = 0; n < 10; n += 1) {
      if (n === 4) {
        await keys.press('o')
        await expect(page.getByRole('textbox', { name: 'Observación' })).toBeFocused()
        await keys.type('Falta la fuente de la cifra')
        await keys.press('Control+Enter')
      } else await keys.press('a')
      await expect.poll(decided).toBe(n + 1)
      if (here === 0 && n < 9) {
        await keys.press('j')
        await keys.press('Enter')
        await expect(card).toBeFocused()
        here = await desk.queue.getByRole('listitem').count()
      }
      here -= 1
      await expect(card).toBeFocused()
    }
  })

  await test.step('the rest at once, and the send', async () => {
    await keys.tabBackTo(page.getByRole('button', { name: 'Aceptar las restantes' }))
    await keys.press('Enter')
    const asked = page.getByRole('alertdialog')
    await keys.tabTo(asked.getByRole('button', { name: /^Aceptar \d+ respuestas$/ }))
    await keys.press('Enter')
    await expect(asked).toBeHidden()
    await keys.tabTo(page.getByRole('button', { name: 'Enviar a administración' }).first())
    await keys.press('Enter')
    const dialog = page.getByRole('dialog')
    await keys.tabTo(dialog.getByRole('button', { name: 'Enviar', exact: true }))
    await keys.press('Enter')
    await expect(dialog).toBeHidden()
  })
  const sends = () => ledgerOf(ownServer, 'lab-evaluadora').filter(({ name }) => name === 'evaluation.send')
  await expect.poll(() => sends().map(({ disposition }) => disposition)).toEqual(['applied'])
  expectKeys(keys, 70, info)
})
