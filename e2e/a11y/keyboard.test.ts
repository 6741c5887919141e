import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, talent, training } from '#server/testing/questions.ts'
import { Keys } from '../screens/keys.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { upToDate } from '../screens/sync-panel.ts'

const report = { name: 'Programa.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nprograma\n%%EOF\n') }
/** More stops than any page has. */
const mostStops = 250

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${String(target)}`)
}

/** What has the focus, when nothing of it can be seen: under a bar, or outside the window. */
function hiddenFocus(page: Page): Promise<{ readonly stop: string; readonly hidden: boolean }> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return { stop: '', hidden: false }
    const stop = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 60) ?? ''} ${focused.id}`
    // A radio or a box is drawn by its label.
    const drawn = focused instanceof HTMLInputElement && focused.labels?.[0] ? [focused, ...focused.labels] : [focused]
    const seen = drawn.some((element) =>
      [...element.getClientRects()].some((box) =>
        [0.1, 0.5, 0.9].some((across) =>
          [0.1, 0.5, 0.9].some((down) => {
            const top = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down)
            return top !== null && (element.contains(top) || top.contains(element))
          }),
        ),
      ),
    )
    return { stop, hidden: !seen }
  })
}

test('by keys alone: past the header, answer, open the help, attach a file, go on to what waits next', async ({ newDevice, ownServer }) => {
  const questionnaire = new Questionnaire(await (await newDevice(ownServer.url)).open())
  const { page } = questionnaire
  await signIn(page, peopleOf('norte').professional)
  await questionnaire.open(talent)
  await upToDate(page)
  const { keyboard } = page

  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.locator('#work')).toBeFocused()
  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Saltar a guardar y enviar' })).toBeFocused()
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeFocused()
  await page.locator('#work').focus()

  const card = questionnaire.question(training)
  const help = card.root.getByRole('button', { name: 'Ver ayuda' })
  await tabTo(page, help)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(help).toBeFocused()

  await tabTo(page, card.root.getByRole('radio').locator('visible=true').and(page.locator(':focus')).or(card.option('Sí')))
  await keyboard.press('Space')
  await expect(card.option('Sí')).toBeChecked()

  // Asked for before the way there: the browser must know that it is caught before the key is pressed.
  const choosing = page.waitForEvent('filechooser')
  await tabTo(page, card.root.getByRole('button', { name: /^(Adjuntar archivo|Reemplazar)$/ }))
  await keyboard.press('Enter')
  await (await choosing).setFiles(report)
  await expect(card.root.getByText(report.name)).toBeVisible()

  await tabTo(page, questionnaire.question(coordination).field)
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type('Jefatura de desarrollo de personas')

  await tabTo(page, page.getByRole('button', { name: /^Siguiente pendiente/ }))
  await expect(questionnaire.question(coordination).root.getByText(/^(Guardado en este equipo|Enviado|Recibido)/)).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.locator('main article :focus')).toHaveCount(1)
  await upToDate(page)
})

/** Stops of the Tab key from the top of the work to each of some places, in their order. */
async function stopsTo(page: Page, units: readonly string[]): Promise<number> {
  await page.locator('#work').focus()
  let last = 0
  const missing = new Set(units)
  for (let stop = 1; stop < mostStops && missing.size > 0; stop += 1) {
    await page.keyboard.press('Tab')
    const unit = await page.evaluate(() => {
      const inField = document.activeElement?.closest('[data-task="answer"], [data-task="file"], [data-task="comment"]')
      return inField?.closest<HTMLElement>('[data-unit]')?.dataset['unit'] ?? ''
    })
    if (missing.delete(unit)) last = stop
  }
  expect([...missing]).toEqual([])
  return last
}

test('[FL3] by keys alone: what waits in a sub-dimension is reached in a third of the keys that Tab takes', async ({ page }, {
  annotations,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signIn(page, peopleOf('norte').professional)
  await new Questionnaire(page).open(talent)
  await upToDate(page)
  const units: string[] = []
  const keys = new Keys(page)
  const question = (): string => new URL(page.url()).searchParams.get('question') ?? ''
  const isHere = (): boolean => page.url().includes(`/${talent.subDimensionId}?`)
  await page.locator('#work').focus()
  for (;;) {
    // In a comment the keys are the comment's.
    if ((await keys.place()).task === 'comment') await page.locator('#work').focus()
    const before = question()
    await keys.press('Control+Enter')
    await expect.poll(question).not.toBe(before)
    if (!isHere()) break
    // A conversation comes later than its card, and takes the focus then.
    await expect.poll(async () => ((await keys.place()).task === '' ? '' : (await keys.place()).unit)).toBe(question())
    units.push(question())
  }
  expect(units.length).toBeGreaterThan(3)
  await new Questionnaire(page).open(talent)
  await upToDate(page)
  const tabs = await stopsTo(page, units)
  annotations.push({ type: 'keys', description: `${units.length} of the button's keys, ${tabs} of Tab` })
  console.log(`keys to reach ${units.length} pending questions: ${units.length} now, ${tabs} by Tab`)
  expect(units.length * 3).toBeLessThan(tabs)
})

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 768, height: 1024 },
]) {
  test(`[PG4] no stop of the Tab key hides under a bar at ${viewport.width} × ${viewport.height}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signIn(page, peopleOf('norte').professional)
    await new Questionnaire(page).open(talent)
    await upToDate(page)
    const hidden: string[] = []
    let stops = 0
    for (; stops < mostStops; stops += 1) {
      await page.keyboard.press('Tab')
      const focus = await hiddenFocus(page)
      if (focus.stop === '') break
      if (focus.hidden) hidden.push(focus.stop)
    }
    expect(stops).toBeGreaterThan(40)
    expect(hidden).toEqual([])
  })
}

test('[HE10] the offer of help hides no stop of the Tab key on a page without a bar, and is the last of them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signIn(page, peopleOf('norte').leader)
  await upToDate(page)
  // The questions of the form may come after that, and the page with them: its heading then takes the focus.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('complementary', { name: 'Ayuda del laboratorio' })).toBeVisible()
  const hidden: string[] = []
  const stops: string[] = []
  while (stops.length < mostStops) {
    await page.keyboard.press('Tab')
    const focus = await hiddenFocus(page)
    if (focus.stop === '') break
    stops.push(focus.stop)
    if (focus.hidden) hidden.push(focus.stop)
  }
  expect(stops.length).toBeGreaterThan(20)
  expect(hidden).toEqual([])
  expect(stops.at(-1)).toContain('¿Necesita ayuda?')
})

test('[PG3] a change of page moves the focus to its heading and names the document', async ({ page }) => {
  await signIn(page, peopleOf('norte').leader)
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  const heading = page.getByRole('heading', { level: 1 })
  for (const [link, document] of [
    ['Configuración', /^Talento Humano - Configuración institucional - IIP$/],
    ['Inicio', /^Inicio - IIP$/],
  ] as const) {
    await menu.getByRole('link', { name: link }).press('Enter')
    await expect(page).toHaveTitle(document)
    await expect(heading).toBeFocused()
  }
  await menu.getByRole('link', { name: 'Formulario' }).press('Enter')
  await expect(page).toHaveTitle(/^Talento Humano - Formulario - IIP$/)
  await expect(heading).toBeFocused()
  await page
    .getByRole('navigation', { name: 'Mapa del formulario' })
    .getByRole('link', { name: /^Procedimientos/ })
    .press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Procedimientos' })).toBeFocused()
})
