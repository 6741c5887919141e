import type { Locator, Page } from '@playwright/test'
import { plausibleAnswer } from '#server/seeds/plausible-answers.ts'
import { formDefinitionOf } from '#server/seeds/author.ts'
import { questionnaire } from '#server/seeds/questionnaire.ts'
import { randomOf, type Random } from '#server/seeds/random.ts'
import type { AnswerValue, OptionChoice } from '#shared/answers/model.ts'
import type { Question } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf, rowIdOf, unitOf, type Unit } from '#shared/kernel/ids.ts'
import { expect } from '../fixtures.ts'

const { questions } = formDefinitionOf(questionnaire, { versionId: 'v', formId: 'f', name: 'Índice' })

/** What somebody has done on a device: each unit with what they answered, and names of the files that they attached with their bytes. */
export interface Done {
  readonly answers: Map<Unit, AnswerValue>
  readonly files: Map<string, Buffer>
}

/** Answers everything that waits for somebody in the sub-dimension that stands on the page, question by question, as a person does. */
export class Answering {
  readonly done: Done = { answers: new Map(), files: new Map() }
  readonly #page: Page
  readonly #random: Random
  readonly #name: string

  constructor(page: Page, name: string) {
    this.#page = page
    this.#name = name
    this.#random = randomOf(name)
  }

  /** What opens along with an answer is answered too. */
  async answerShown(): Promise<void> {
    const cards = this.#page.getByRole('main').locator('article[data-unit]')
    await expect(cards.first()).toBeVisible()
    for (;;) {
      const shown = await cards.evaluateAll((all) => all.map((each) => each.getAttribute('data-unit') ?? ''))
      const next = shown.find((unit) => !this.done.answers.has(unit))
      if (next === undefined) return this.#save()
      await this.#answer(next)
    }
  }

  /** What was written last is a draft for a moment after it was left: whoever leaves the page now presses the button. */
  async #save(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(this.#page.getByText('Respuestas guardadas')).toBeVisible()
  }

  async #answer(unit: Unit): Promise<void> {
    const id = questionIdOf(unit)
    const question = must(
      questions.find((each) => each.id === id),
      `nobody wrote ${id}`,
    )
    const card = this.#page.locator(`article[data-unit="${unit}"]`)
    await card.scrollIntoViewIfNeeded()
    const rowId = rowIdOf(unit)
    const given = (other: string): AnswerValue | undefined => this.done.answers.get(unitOf(other, rowId))
    const value = plausibleAnswer(question, this.#random, { institutionId: 'norte', rowId, given, maturity: 0.8 })
    this.done.answers.set(unit, await this.#put(card, question, value))
    if (question.allowFile) await this.#evidence(card, unit)
    await expect(card.getByText(/Guardado en este equipo|Enviado|Recibido/).first()).toBeVisible()
  }

  async #put(card: Locator, question: Question, value: AnswerValue): Promise<AnswerValue> {
    const choose = async (role: 'radio' | 'checkbox', { value: name, extra }: OptionChoice): Promise<void> => {
      await this.#take(card, role, name)
      if (extra !== undefined) {
        const field = card.getByRole('textbox', { name: new RegExp(`^Especifique: `) }).last()
        await field.fill(extra)
        await field.blur()
      }
    }
    if (typeof value === 'boolean')
      await card
        .getByRole('radio', { name: value ? 'Sí' : 'No', exact: true })
        .first()
        .check()
    else if (typeof value === 'number') await this.#write(card, String(value).replace('.', ','))
    else if (typeof value === 'string' && question.kind === 'Date') await this.#day(card, value)
    else if (typeof value === 'string')
      await this.#write(
        card,
        value
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
    else if (value !== null && 'choice' in value) await choose('radio', value.choice)
    else if (value !== null && 'choices' in value) {
      if (value.none) await this.#press(card.getByRole('checkbox', { name: 'Ninguna', exact: true }).first())
      for (const each of value.choices) await choose('checkbox', each)
    } else if (value !== null) {
      const rows = Math.min(value.rows.length, 2)
      await card.getByRole('combobox', { name: '¿Cuántas?' }).selectOption(String(rows))
      return { rows: value.rows.slice(0, rows) }
    }
    return value
  }

  /** One of few is a round button, one of many stands in a list. */
  async #take(card: Locator, role: 'radio' | 'checkbox', name: string): Promise<void> {
    const list = card.getByRole('combobox')
    if (role === 'checkbox' || (await list.count()) === 0) return this.#press(card.getByRole(role, { name, exact: true }).first())
    await list.selectOption(name)
    await expect(list).toHaveValue(name)
  }

  /** It is marked once the device has kept it, which may be after the press. */
  async #press(choice: Locator): Promise<void> {
    if (await choice.isChecked()) return
    await choice.click()
    await expect(choice).toBeChecked()
  }

  async #write(card: Locator, text: string): Promise<void> {
    const field = card.getByRole('textbox').first()
    await field.fill(text)
    await field.blur()
  }

  async #day(card: Locator, day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-')
    await card.getByRole('textbox', { name: 'Día' }).fill(String(Number(date)))
    await card.getByRole('combobox', { name: 'Mes' }).selectOption(month)
    await card.getByRole('textbox', { name: 'Año' }).fill(year)
    await card.getByRole('textbox', { name: 'Año' }).blur()
  }

  /** One in two questions that take a file gets one, which nobody else has; the others are said to have none. */
  async #evidence(card: Locator, unit: Unit): Promise<void> {
    if (this.done.files.size > 0 && this.#random.chance(0.5)) return this.#press(card.getByRole('checkbox', { name: 'No adjunto archivo' }))
    const name = `${this.#name}-${this.done.files.size + 1}.pdf`
    const buffer = Buffer.from(`%PDF-1.4\n% respaldo de ${unit} por ${this.#name}\n%%EOF\n`)
    const choosing = this.#page.waitForEvent('filechooser')
    await card.getByRole('button', { name: 'Adjuntar archivo' }).click()
    await (await choosing).setFiles({ name, mimeType: 'application/pdf', buffer })
    await expect(card.getByText(name)).toBeVisible()
    this.done.files.set(name, buffer)
  }
}
