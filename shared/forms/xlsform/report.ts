import * as v from 'valibot'
import type { FailureParams } from '../../kernel/failure.ts'
import * as is from '../../kernel/schemas.ts'

/** What can be said of a row. Whoever shows it has the sentences; codes are never renamed. */
const lossCodes = [
  /** A sheet that is none of an XLSForm that is read. */
  'xlsform_sheet',
  'xlsform_language',
  'xlsform_untyped',
  'xlsform_type',
  'xlsform_list',
  /** A column that nothing here is like, in a row that is carried. */
  'xlsform_column',
  /** The question stands open instead. */
  'xlsform_condition',
  /** A group's condition, beside one that stands: one of the two is all that a question has. */
  'xlsform_condition_around',
  'xlsform_constraint',
  'xlsform_required',
  'xlsform_integer',
  'xlsform_from_zero',
  'xlsform_group_deep',
  'xlsform_repeat_inside',
  'xlsform_repeat_empty',
  'xlsform_row_name',
  'xlsform_unclosed',
  'xlsform_unopened',
  'xlsform_name_missing',
  'xlsform_name_again',
  'xlsform_label_missing',
  'xlsform_text_long',
  /** A text names the answer of another question, which other programs show in its place. */
  'xlsform_reference',
  /** A text has signs of form, which are shown as they stand. */
  'xlsform_styled',
  /** A group or a choice without a text: its name is shown. */
  'xlsform_name_shown',
  /** Two columns of one text: one of them is read. */
  'xlsform_column_again',
  /** A question that became the text beside an option, which is asked for without its own text. */
  'xlsform_beside',
  /** Choices that say more than yes and no. */
  'xlsform_yes_no',
  /** A spreadsheet made a day of what somebody wrote, or they wrote one: which, nobody can tell. */
  'xlsform_day',
  'xlsform_letters_lost',
  'xlsform_letters_twice',
  'xlsform_choice_unnamed',
  'xlsform_choice_again',
  'xlsform_choice_label_again',
  'xlsform_choices_many',
  /** What a question says of a field that no question can say; it was left out. */
  'xlsform_mended',
  /** A rate that nobody can earn: its points were left out. */
  'xlsform_rate',
  'xlsform_iip_value',
] as const
export type LossCode = (typeof lossCodes)[number]

/** What of a row of a file is not in the questionnaire that was made of it, or is in another way. Row 0: the sheet as a whole. */
export const lossSchema = v.object({
  sheet: v.string(),
  row: v.number(),
  column: v.nullable(v.string()),
  code: v.picklist(lossCodes),
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
  /** Whether the file comes from this program, where its texts were seen as they stand. */
  readonly isOwn: boolean
  readonly #losses: Loss[] = []
  #more = 0

  constructor({ isOwn }: { readonly isOwn: boolean }) {
    this.isOwn = isOwn
  }

  add(sheet: string, row: number, column: string | null, code: LossCode, params?: FailureParams): void {
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
