import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { fillingPath, type FillingPlace } from './filling-path.ts'

/** One sub-dimension being filled (client/areas/institution/filling/filling-page.tsx). */
export class Questionnaire {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(place: FillingPlace): Promise<void> {
    await this.page.goto(fillingPath(place))
    await expect(this.page.getByRole('article').first()).toBeVisible()
  }

  /** Goes to another sub-dimension by the map, without loading the page anew. */
  async goTo(subDimension: string): Promise<void> {
    await this.page
      .getByRole('link', { name: new RegExp(`^${literally(subDimension)}`) })
      .first()
      .click()
    await expect(this.page.getByRole('heading', { level: 1, name: subDimension })).toBeVisible()
  }

  /** Card of a question that stands by itself, by its text. */
  question(text: string): QuestionCard {
    return new QuestionCard(this.page.getByRole('main'), text)
  }
}

export const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** One question with its answer, its file and its conversation (client/areas/institution/filling/question-card.tsx). */
export class QuestionCard {
  readonly root: Locator
  readonly #text: string

  constructor(within: Locator, text: string) {
    this.root = within.getByRole('article', { name: new RegExp(`^${literally(text)}( \\(opcional\\))?$`) })
    this.#text = text
  }

  /** Field of a text, rich or plain, or of a number. */
  get field(): Locator {
    return this.root.getByRole('textbox', { name: this.#text })
  }

  /** Field of a day, which is three: day, month and year. */
  get day(): Locator {
    return this.root.getByRole('group', { name: this.#text })
  }

  /** Field of a block: how many rows. */
  get rowCount(): Locator {
    return this.root.getByRole('combobox', { name: '¿Cuántas?' })
  }

  option(name: string): Locator {
    return this.root.getByRole('radio', { name, exact: true })
  }

  mark(name: string): Locator {
    return this.root.getByRole('checkbox', { name, exact: true })
  }

  /** Inner question of a block's row; rows are told apart by where they stand, from 1. */
  inRow(row: number, text: string): QuestionCard {
    // What opens and closes a row is named "Iniciativa 2", or "2. " and the row's name.
    const opener = this.root.page().getByRole('button', { name: new RegExp(`^(Iniciativa ${row}\\b|${row}\\. )`) })
    return new QuestionCard(this.root.getByRole('listitem').filter({ has: opener }), text)
  }

  /** Writes over a text or a number and leaves the field: it becomes the answer. */
  async write(text: string): Promise<void> {
    await this.field.fill(text)
    await this.field.blur()
  }

  async choose(option: string): Promise<void> {
    await this.option(option).check()
  }

  /** Writes a day, `YYYY-MM-DD`, part by part, and leaves the field. */
  async pickDay(day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-')
    await this.day.getByRole('textbox', { name: 'Día' }).fill(date)
    await this.day.getByRole('combobox', { name: 'Mes' }).selectOption(month)
    await this.day.getByRole('textbox', { name: 'Año' }).fill(year)
    await this.day.getByRole('textbox', { name: 'Año' }).blur()
  }

  async expectDay(day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-')
    await expect(this.day.getByRole('textbox', { name: 'Día' })).toHaveValue(String(Number(date)))
    await expect(this.day.getByRole('combobox', { name: 'Mes' })).toHaveValue(month)
    await expect(this.day.getByRole('textbox', { name: 'Año' })).toHaveValue(year)
  }

  /** Opens the conversation, if it is not open. */
  async openComments(): Promise<Locator> {
    const thread = this.root.getByRole('region', { name: 'Comentarios' })
    // One that waits for the reader opens by itself, maybe just when it would be pressed.
    await expect(async () => {
      if (await thread.isVisible()) return
      await this.root.getByRole('button', { name: /^(\d+ comentarios?|Comentar)$/ }).click({ timeout: 2_000 })
      await expect(thread).toBeVisible()
    }).toPass()
    return thread
  }

  /** Answers the comment that waits for this person. */
  async reply(text: string): Promise<void> {
    const thread = await this.openComments()
    await thread.getByRole('textbox', { name: 'Su respuesta al comentario' }).fill(text)
    await thread.getByRole('button', { name: 'Responder' }).click()
    await expect(thread.getByText(text)).toBeVisible()
  }

  async attach(file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }): Promise<void> {
    const choosing = this.root.page().waitForEvent('filechooser')
    await this.root.getByRole('button', { name: /^(Adjuntar archivo|Reemplazar)$/ }).click()
    await (await choosing).setFiles(file)
    await expect(this.root.getByText(file.name)).toBeVisible()
  }

  /** What was done with the question, newest first. */
  async openHistory(): Promise<Locator> {
    await this.root.getByRole('button', { name: 'Historial', exact: true }).click()
    return this.root.page().getByRole('dialog', { name: 'Historial de cambios de la pregunta' })
  }
}
