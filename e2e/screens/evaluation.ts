import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

export interface EvaluationPlace {
  readonly formId: string
  readonly institutionId: string
  readonly subDimensionId?: string
  readonly filter?: 'undecided' | 'all'
  /** Answer that is open. */
  readonly unit?: string
}

/** Evaluation of one institution (client/areas/evaluation/desk/evaluation-page.tsx). */
export class Evaluation {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open({ formId, institutionId, subDimensionId, filter, unit }: EvaluationPlace): Promise<void> {
    const query = new URLSearchParams({ ...(filter ? { filter } : {}), ...(unit ? { unit } : {}) }).toString()
    const path = ['/dashboard/evaluation', formId, institutionId, ...(subDimensionId ? [subDimensionId] : [])].join('/')
    await this.page.goto(query === '' ? path : `${path}?${query}`)
    await expect(this.queue).toBeVisible()
  }

  /** Answers of the sub-dimension that the filter shows; keys act on it. */
  get queue(): Locator {
    return this.page.getByRole('list', { name: /^Preguntas de/ })
  }

  /** The answer under review, by its question's text. */
  card(question: string): Locator {
    return this.queue.getByRole('group', { name: question })
  }

  /** Opens another answer of the list. */
  async turnTo(question: string): Promise<Locator> {
    const card = this.card(question)
    if (!(await card.isVisible())) await this.queue.getByRole('button', { name: question }).click()
    await expect(card).toBeVisible()
    return card
  }
}
