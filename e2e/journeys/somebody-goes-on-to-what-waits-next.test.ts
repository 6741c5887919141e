import type { Page } from '@playwright/test'
import { expect, goOffline, goOnline, test } from '../fixtures.ts'
import { peopleOf } from '../personas.ts'
import { talent } from '../questions.ts'
import { atWork } from '../screens/at-work.ts'
import { Keys } from '../screens/keys.ts'
import { settled } from '../screens/sync-panel.ts'

const { secondProfessional } = peopleOf('norte')

/** How many wait, as the button says. */
async function waiting(page: Page): Promise<number> {
  const text = await page.getByRole('button', { name: /^Siguiente pendiente/ }).textContent()
  return Number(/\d+/.exec(text ?? '')?.[0])
}

/** Goes on by a press, and waits until the focus is in another question. */
async function goOn(keys: Keys, press: () => Promise<void>): Promise<Awaited<ReturnType<Keys['place']>>> {
  const before = (await keys.place()).unit
  await press()
  await expect
    .poll(async () => {
      const { unit, task } = await keys.place()
      return task !== '' && unit !== '' && unit !== before
    })
    .toBe(true)
  return keys.place()
}

test('[FL3] without a network: one button leads to everything that waits for a person, once each and round again, with the focus on what is to be done', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, secondProfessional, talent)
  const { page } = questionnaire
  const keys = new Keys(page)
  await goOffline(device.context)
  const n = await waiting(page)
  expect(n).toBeGreaterThan(3)

  const next = page.getByRole('button', { name: /^Siguiente pendiente/ })
  const seen: string[] = []
  for (let step = 0; step < n; step += 1) {
    const at = await goOn(keys, () => next.click())
    expect(['answer', 'comment', 'file', 'appeal']).toContain(at.task)
    seen.push(at.unit)
  }
  expect(new Set(seen).size).toBe(n)
  expect((await goOn(keys, () => next.click())).unit).toBe(seen[0])
  await expect.poll(() => waiting(page)).toBe(n)

  await test.step('P leads on from where nobody writes, and Ctrl+Enter out of a text', async () => {
    for (let step = 1; step < n; step += 1) {
      const { tag } = await keys.place()
      const isWriting = tag !== 'input' || (await page.locator(':focus').getAttribute('type')) === 'text'
      const at = await goOn(keys, () => page.keyboard.press(isWriting ? 'Control+Enter' : 'p'))
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
      const at = await keys.place()
      // Where a text is to be written the focus is in the text, and not on a tool that stands before it.
      if (at.task === 'answer') expect(at.tag).not.toBe('button')
      await keys.answer()
      await page.keyboard.press('Control+Enter')
      await expect
        .poll(async () => {
          const now = await keys.place()
          return (await send.isVisible()) || (now.task !== '' && `${now.unit} ${now.task}` !== `${at.unit} ${at.task}`)
        })
        .toBe(true)
    }
    // The key that came right after the last answer leads to the send, not to that answer again.
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
