import type { Page } from '@playwright/test'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { peopleOf, secondEvaluator } from '../personas.ts'
import { RestCaller } from '../rest.ts'
import { upToDate } from '../screens/sync-panel.ts'

const { leader, professional, subdimensionLeader } = peopleOf('norte')
const line = (page: Page) => page.getByRole('region', { name: /^Desde su última visita/ })

/** The part of the page that notes a visit comes after the page stands. */
const hasNoted = (page: Page): Promise<void> => expect.poll(() => page.evaluate(() => localStorage.getItem('visit'))).not.toBeNull()

/** The device was put away so long ago: what it keeps of the last visit is of then. */
async function wasAway(page: Page, hours: number): Promise<void> {
  await hasNoted(page)
  await page.evaluate((away) => {
    const kept = JSON.parse(localStorage.getItem('visit') ?? '{}')
    const before = (more: number): string => new Date(Date.now() - (away + more) * 3_600_000).toISOString()
    kept.visit = { at: before(1), since: null, seenAt: before(0), dismissed: false }
    localStorage.setItem('visit', JSON.stringify(kept))
  }, hours)
}

test('[VS3] who comes back reads in one line what changed, each part a link, also without a network; put away on one device it is on the other', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const desk = await newDevice(ownServer.url)
  const page = await desk.open()

  await test.step('on the first visit nothing is told', async () => {
    await signIn(page, leader)
    await upToDate(page)
    await hasNoted(page)
    await expect(line(page)).toHaveCount(0)
  })

  await test.step('a colleague answers and another sends nothing: the line says who and where, and leads there', async () => {
    const answering = await RestCaller.signIn(ownServer, professional)
    await answering.post('form/indice-2025/saveQuestionAnswer', { questionId: 'th-coordinacion', answer: 'Jefatura de personas' })
    await wasAway(page, 20)
    await page.goto('/dashboard/Home')
    const answered = line(page).getByRole('link', { name: new RegExp(`${professional.fullName}.* 1 respuesta en Talento Humano`) })
    await expect(answered).toBeVisible()
    await answered.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/talento-humano\?question=th-coordinacion/)
  })

  await test.step('without a network it is there again', async () => {
    await goOffline(desk.context)
    await page.goto('/dashboard/Home')
    await expect(line(page)).toBeVisible()
    await goOnline(desk.context)
    await upToDate(page)
  })

  await test.step('it is put away by a key, and is not there on the telephone', async () => {
    await line(page).getByRole('button', { name: 'Ocultar lo que cambió' }).focus()
    await page.keyboard.press('Enter')
    await expect(line(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Índice 2025' })).toBeVisible()
    await upToDate(page)
    await expect(line(page)).toHaveCount(0)
    const phone = await (await newDevice(ownServer.url)).open()
    await phone.setViewportSize({ width: 390, height: 844 })
    await signIn(phone, leader)
    await upToDate(phone)
    await wasAway(phone, 20)
    await phone.goto('/dashboard/Home')
    await upToDate(phone)
    await expect.poll(() => phone.evaluate(() => JSON.parse(localStorage.getItem('visit') ?? '{}').visit.dismissed)).toBe(true)
    await expect(line(phone)).toHaveCount(0)
  })

  await test.step('another person’s line is their own', async () => {
    const other = await (await newDevice(ownServer.url)).open()
    await signIn(other, subdimensionLeader)
    await upToDate(other)
    await wasAway(other, 20)
    await other.goto('/dashboard/Home')
    await expect(line(other).getByRole('link', { name: /Talento Humano/ })).toBeVisible()
  })

  await test.step('[VS4] an evaluator reads it on their list', async () => {
    const lab = await (await newDevice(ownServer.url)).open()
    await signIn(lab, secondEvaluator)
    await upToDate(lab)
    await wasAway(lab, 24 * 60)
    await lab.goto('/dashboard/evaluation')
    await expect(line(lab).getByRole('link', { name: 'Comenzó la etapa «Réplica»' })).toBeVisible()
  })
})
