import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

/** More stops than any page has. */
const mostStops = 250

/** Somebody with a keyboard and no pointer. Counts the keys that they press, and apart from them the letters that they write. */
export class Keys {
  readonly page: Page
  #pressed = 0
  #typed = 0

  constructor(page: Page) {
    this.page = page
  }

  /** Keys so far: Tab, arrows, Enter, the space bar, letters that act; a chord is one. What was written is left out. */
  get pressed(): number {
    return this.#pressed
  }

  /** Letters of what was written. */
  get typed(): number {
    return this.#typed
  }

  async press(key: string, times = 1): Promise<void> {
    for (let at = 0; at < times; at += 1) {
      await this.page.keyboard.press(key)
      this.#pressed += 1
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
    this.#typed += text.length
  }

  /** Tab until the focus is on it, or on something inside it. */
  tabTo(target: Locator): Promise<void> {
    return this.#stopAt(target, 'Tab')
  }

  /** The same to what stands before. */
  tabBackTo(target: Locator): Promise<void> {
    return this.#stopAt(target, 'Shift+Tab')
  }

  async #stopAt(target: Locator, key: 'Tab' | 'Shift+Tab'): Promise<void> {
    await expect(target).toBeVisible()
    for (let stop = 0; stop < mostStops; stop += 1) {
      if (await target.evaluate((element) => element.contains(document.activeElement))) return
      await this.press(key)
    }
    throw new Error(`${key} never reaches ${String(target)}`)
  }

  /** What there is to do where the focus is: the question's card, the part of it, and the element. */
  place(): Promise<{ readonly unit: string; readonly task: string; readonly tag: string }> {
    return this.page.evaluate(() => {
      const element = document.activeElement
      return {
        unit: element?.closest<HTMLElement>('[data-unit]')?.dataset['unit'] ?? '',
        task: element?.closest<HTMLElement>('[data-task]')?.dataset['task'] ?? '',
        tag: element?.tagName.toLowerCase() ?? '',
      }
    })
  }

  /** Answers what has the focus: a choice, a day, a number, words, a comment, or that there is no file. */
  async answer(): Promise<void> {
    const field = this.page.locator(':focus')
    const { task, tag } = await this.place()
    if (task === 'comment') {
      const written = await field.elementHandle()
      await this.type('Se revisó con el equipo y se mantiene.')
      await this.press('Control+Enter')
      // It is sent once there is nothing to write in any more.
      await expect.poll(() => written?.isVisible()).toBe(false)
      return
    }
    if (task === 'file') {
      await this.press('Tab')
      return this.press('Space')
    }
    const kind = await field.evaluate((element) =>
      `${element.getAttribute('type') ?? ''} ${element.getAttribute('inputmode') ?? ''}`.trim(),
    )
    // What is chosen already was sent back: another one.
    if (kind === 'radio') return this.press((await field.isChecked()) ? 'ArrowDown' : 'Space')
    if (kind === 'checkbox') {
      // Some ask for two at least.
      for (let box = 0; box < 2; box += 1) {
        if ((await this.page.locator('input[type=checkbox]:focus:not(:checked)').count()) > 0) await this.press('Space')
        if (box === 0) await this.press('Tab')
      }
      return
    }
    if (tag === 'select') return this.press('ArrowDown')
    if ((await field.and(this.page.getByRole('textbox', { name: 'Día', exact: true })).count()) > 0) {
      await this.press('ControlOrMeta+A')
      await this.type('14')
      await this.press('Tab')
      await this.press('ArrowDown', 3)
      await this.press('Tab')
      await this.press('ControlOrMeta+A')
      return this.type('2025')
    }
    await this.press('ControlOrMeta+A')
    // A long text has a least number of words.
    if (tag === 'div')
      return this.type(
        'Un equipo de tres personas lo revisa cada mes, propone qué cambiar y da cuenta de ello al comité en la reunión siguiente',
      )
    return this.type(/numeric|decimal/.test(kind) ? '3' : 'Un equipo de tres personas lo revisa cada mes')
  }
}
