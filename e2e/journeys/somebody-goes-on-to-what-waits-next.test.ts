import type { Page } from '@playwright/test'
import { expect, goOffline, goOnline, test } from '../fixtures.ts'
import { peopleOf } from '../personas.ts'
import { talent } from '../questions.ts'
import { atWork } from '../screens/at-work.ts'
import { settled } from '../screens/sync-panel.ts'

const { secondProfessional } = peopleOf('norte')

/** The card that has the focus, and what in it. */
const focused = (page: Page): Promise<{ readonly unit: string; readonly task: string; readonly tag: string }> =>
  page.evaluate(() => {
    const element = document.activeElement
    return {
      unit: element?.closest<HTMLElement>('[data-unit]')?.dataset['unit'] ?? '',
      task: element?.closest<HTMLElement>('[data-task]')?.dataset['task'] ?? '',
      tag: element?.tagName.toLowerCase() ?? '',
    }
  })

/** How many wait, as the button says. */
async function waiting(page: Page): Promise<number> {
  const text = await page.getByRole('button', { name: /^Siguiente pendiente/ }).textContent()
  return Number(/\d+/.exec(text ?? '')?.[0])
}

/** Goes on by a press, and waits until the focus is in another question. */
async function goOn(
  page: Page,
  press: () => Promise<void>,
): Promise<{ readonly unit: string; readonly task: string; readonly tag: string }> {
  const before = (await focused(page)).unit
  await press()
  await expect
    .poll(async () => {
      const { unit, task } = await focused(page)
      return task !== '' && unit !== '' && unit !== before
    })
    .toBe(true)
  return focused(page)
}

test('[FL3] without a network: one button leads to everything that waits for a person, once each and round again, with the focus on what is to be done', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, secondProfessional, talent)
  const { page } = questionnaire
  await goOffline(device.context)
  const n = await waiting(page)
  expect(n).toBeGreaterThan(3)

  const next = page.getByRole('button', { name: /^Siguiente pendiente/ })
  const seen: string[] = []
  for (let step = 0; step < n; step += 1) {
    const at = await goOn(page, () => next.click())
    expect(['answer', 'comment', 'file', 'appeal']).toContain(at.task)
    seen.push(at.unit)
  }
  expect(new Set(seen).size).toBe(n)
  expect((await goOn(page, () => next.click())).unit).toBe(seen[0])
  await expect.poll(() => waiting(page)).toBe(n)

  await test.step('P leads on from where nobody writes, and Ctrl+Enter out of a text', async () => {
    for (let step = 1; step < n; step += 1) {
      const { tag } = await focused(page)
      const isWriting = tag !== 'input' || (await page.locator(':focus').getAttribute('type')) === 'text'
      const at = await goOn(page, () => page.keyboard.press(isWriting ? 'Control+Enter' : 'p'))
      expect(at.unit).toBe(seen[step])
    }
  })

  await test.step('[FL4] the last of a sub-dimension is said, and with the last of all the button sends', async () => {
    await page.evaluate(() => {
      const said: string[] = []
      Reflect.set(window, 'said', said)
      const region = document.querySelector('[data-live-announcer]')
      if (region)
        new MutationObserver((records) => {
          for (const { addedNodes } of records) for (const node of addedNodes) said.push(node.textContent ?? '')
        }).observe(region, { childList: true })
    })
    const send = page.getByRole('button', { name: 'Revisar y enviar' })
    for (let step = 0; step < 60 && !(await send.isVisible()); step += 1) {
      await answerHere(page)
      await page.keyboard.press('Control+Enter')
      await expect.poll(async () => (await send.isVisible()) || (await focused(page)).task !== '').toBe(true)
    }
    await expect(send).toBeFocused()
    const said = await page.evaluate((): string[] => Reflect.get(window, 'said'))
    expect(said).toContain('Talento Humano: no queda nada pendiente de su parte.')
    expect(said.filter((each) => each.startsWith('Talento Humano:'))).toHaveLength(1)
    await send.press('Enter')
    await expect(page.getByRole('dialog').getByText('Todo está listo para enviar')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).press('Enter')
    await expect(send).toBeFocused()
  })

  await goOnline(device.context)
  await settled(page)
})

/** Answers, by keys alone, what has the focus. */
async function answerHere(page: Page): Promise<void> {
  const field = page.locator(':focus')
  const { task, tag } = await focused(page)
  if (task === 'file') {
    await page.keyboard.press('Tab')
    return page.keyboard.press('Space')
  }
  const kind = await field.evaluate((element) => `${element.getAttribute('type') ?? ''} ${element.getAttribute('inputmode') ?? ''}`.trim())
  if (kind === 'radio') return page.keyboard.press('Space')
  if (kind === 'checkbox') {
    // Some ask for two at least.
    for (let box = 0; box < 2; box += 1) {
      if ((await page.locator('input[type=checkbox]:focus:not(:checked)').count()) > 0) await page.keyboard.press('Space')
      if (box === 0) await page.keyboard.press('Tab')
    }
    return
  }
  if (tag === 'select') return page.keyboard.press('ArrowDown')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(/numeric|decimal/.test(kind) ? '3' : 'Un equipo de tres personas lo revisa cada mes')
}
