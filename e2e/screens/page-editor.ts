import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** The editor of a page of the public site, in Spanish. */
export class PageEditorScreen {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get name(): Locator {
    return this.page.getByRole('textbox', { name: 'Nombre de la página' })
  }
  get cards(): Locator {
    return this.page.getByRole('article')
  }
  get state(): Locator {
    return this.page.getByRole('toolbar', { name: 'Acciones de la página' })
  }
  card(place: number): Locator {
    return this.cards.nth(place - 1)
  }

  /** Types of the sections in their order, as the page names them. */
  async types(): Promise<string[]> {
    const titles = await this.cards
      .getByRole('heading', { level: 3 })
      .filter({ hasText: /^\d+\./ })
      .allTextContents()
    return titles.map((title) => title.replace(/^\d+\.\s*/, ''))
  }

  /** Adds a section at the end, by its name. It opens with its fields. */
  async add(type: string): Promise<Locator> {
    const before = await this.cards.count()
    await this.page.getByRole('button', { name: 'Agregar seccion', exact: true }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Elija el tipo de sección' })
    await dialog
      .getByRole('button', { name: type })
      .filter({ has: this.page.getByText(type, { exact: true }) })
      .click()
    await expect(dialog).toBeHidden()
    await expect(this.cards).toHaveCount(before + 1)
    return this.card(before + 1)
  }

  /** Fills every text of a part in both languages, each with what it is called. */
  async fillWords(part: Locator): Promise<void> {
    await expect(part.locator('[data-rich]:not(:has([role=textbox]))')).toHaveCount(0)
    for (const field of await part.getByRole('textbox', { name: /, en (español|inglés)$/ }).all()) {
      const english = (await field.getAttribute('lang')) === 'en'
      await field.fill(english ? 'Words in English' : 'Palabras en español')
    }
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'Guardar borrador' }).click()
    await expect(this.page.getByText('Página guardada con éxito').first()).toBeVisible()
    await expect(this.state).toContainText('guardado por')
  }

  /** Publishes what is written, once the checks find nothing. */
  async publish(): Promise<void> {
    await this.page.getByRole('button', { name: 'Publicar', exact: true }).click()
    const dialog = this.page.getByRole('dialog', { name: /^Publicar la página/ })
    await expect(dialog).toContainText('Todo está en orden')
    await dialog.getByRole('button', { name: 'Publicar', exact: true }).click()
    await expect(this.page.getByText('Página publicada: las visitas ya la ven.').first()).toBeVisible()
    await expect(dialog).toBeHidden()
  }
}
