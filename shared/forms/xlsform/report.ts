import * as v from 'valibot'
import type { FailureParams } from '../../kernel/failure.ts'
import * as is from '../../kernel/schemas.ts'

/** What of a row of a file is not in the questionnaire that was made of it, or is in another way. Row 0: the sheet as a whole. */
export const lossSchema = v.object({
  sheet: v.string(),
  row: v.number(),
  column: v.nullable(v.string()),
  code: v.string(),
  params: v.optional(is.sentenceParams),
})
export type Loss = Readonly<v.InferOutput<typeof lossSchema>>

export const lossesSchema = v.object({ losses: is.list(lossSchema), more: v.number() })
export type Losses = Readonly<v.InferOutput<typeof lossesSchema>>

/** Losses that are told one by one. */
const toldMost = 2000
/** Of somebody's text in a sentence. */
const saidMost = 120

/** What could not be carried, as a file is read. */
export class Report {
  readonly #losses: Loss[] = []
  #more = 0

  add(sheet: string, row: number, column: string | null, code: string, params?: FailureParams): void {
    if (this.#losses.length >= toldMost) this.#more += 1
    else this.#losses.push({ sheet, row, column, code, ...(params && { params: shortened(params) }) })
  }

  get found(): Losses {
    return { losses: this.#losses.toSorted((left, right) => order(left) - order(right)), more: this.#more }
  }
}

/** Sheet by sheet in their usual order, row by row. */
const order = ({ sheet, row }: Loss): number => (sheet === 'survey' ? 0 : sheet === 'choices' ? 1e7 : 2e7) + row

const shortened = (params: FailureParams): FailureParams =>
  Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      typeof value === 'string' && value.length > saidMost ? `${[...value].slice(0, saidMost - 1).join('')}…` : value,
    ]),
  )
