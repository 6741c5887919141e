import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

/** State of this device towards the server, in the header of every page (client/features/sync/sync-chip.tsx). */
export const syncChip = (page: Page): Locator => page.getByRole('button', { name: /^Estado de sincronización/ })

/** Waits until nothing is on its way any more: what was sent stands, or asks for attention; what is half written waits. */
export async function settled(page: Page): Promise<void> {
  await expect(syncChip(page)).toHaveAccessibleName(/: (Al día|Requiere atención|A medio escribir)/)
}

/** Waits until everything is sent, nothing is half written and nothing asks for attention. */
export async function upToDate(page: Page, within: { readonly timeout?: number } = {}): Promise<void> {
  await expect(syncChip(page)).toHaveAccessibleName(/: Al día/, within)
}

/** Longest time in which a device notices the network by itself, where its browser does not report it: the longest backoff, and what follows. */
export const noticed = { timeout: 120_000 } as const

/** Waits until so many changes are kept on a device without a network. */
export async function keptOffline(page: Page, changes: number): Promise<void> {
  await expect(syncChip(page)).toHaveAccessibleName(new RegExp(`: Sin conexión \\(${changes === 1 ? '1 cambio' : `${changes} cambios`}\\)`))
}

/** The panel that the chip opens: what waits, what did not stand, what others say (client/features/sync/sync-panel.tsx). */
export class SyncPanel {
  readonly root: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.root = page.getByRole('dialog', { name: 'Sincronización' })
  }

  async open(): Promise<void> {
    if (await this.root.isVisible()) return
    await syncChip(this.#page).click()
    await this.#hasKeys()
  }

  async close(): Promise<void> {
    // What was pressed last may be gone, and the focus comes back a frame later.
    await this.#hasKeys()
    await this.#page.keyboard.press('Escape')
    await expect(this.root).toBeHidden()
  }

  /** From then on keys are its own. */
  async #hasKeys(): Promise<void> {
    await expect.poll(() => this.root.evaluate((panel) => panel.contains(document.activeElement))).toBe(true)
  }

  /** A card about what did not stand, what somebody proposes, or what to know, by a text in it. */
  card(text: string | RegExp): Locator {
    return this.root.getByRole('article').filter({ hasText: text })
  }
}
