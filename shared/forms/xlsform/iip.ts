import { isDay } from '../../kernel/instant.ts'
import { formReportId } from '../../forms/model.ts'
import { reportTextNames } from '../carried.ts'
import type { CarriedForm, ReportTexts } from '../carried.ts'
import { optionKey } from '../english.ts'
import { definitionLimits } from '../model.ts'
import type { Digests, Dimension, Option, PointsEntry, QuestionKind } from '../model.ts'
import { saidBy } from './choices.ts'
import type { Report } from './report.ts'
import type { SheetRecord } from './sheet-records.ts'
import type { IipColumn } from './write.ts'
import type { Group } from './tree.ts'

/** A row of our own sheet. */
export interface IipEntry {
  readonly row: number
  get(column: IipColumn): string
  /** As it stands, with what is blank around it. */
  text(column: IipColumn): string
}

/** Our own sheet: what a file that this program wrote says beside what every program reads. */
export class Iip {
  readonly #entries = new Map<string, IipEntry>()
  readonly #report: Report

  constructor(rows: readonly SheetRecord[], report: Report) {
    this.#report = report
    for (const record of rows) {
      const entry: IipEntry = {
        row: record.row,
        get: (column) => record.get(column.replaceAll('_', '').toLowerCase()),
        text: (column) => record.spoken(column.replaceAll('_', '').toLowerCase(), 'es'),
      }
      const name = record.get('name')
      if (name !== '' && !this.#entries.has(name)) this.#entries.set(name, entry)
    }
  }

  of(name: string): IipEntry | undefined {
    return this.#entries.get(name)
  }

  isYes(name: string, column: IipColumn): boolean {
    return saidBy(this.of(name)?.get(column) ?? '') === true
  }

  /** What a dimension has beside its name and its place. */
  dimension({ name, label }: Group): Partial<Dimension> {
    const entry = this.of(name)
    const text = (column: IipColumn): string => this.#text(entry, column, definitionLimits.hintLength)
    const en = {
      ...given('name', label.en),
      ...given('configHint', text('config_hint_en')),
      ...given('fillingHint', text('filling_hint_en')),
    }
    return {
      ...given('configHint', text('config_hint')),
      ...given('fillingHint', text('filling_hint')),
      ...given('originId', entry?.get('origin_id').match(/^[\w-]{1,64}$/)?.[0] ?? ''),
      ...(Object.keys(en).length > 0 ? { en } : {}),
      ...this.enFrom(name, en, []),
    }
  }

  /** Name and description of the form in English, and what they were written from. */
  get english(): Pick<CarriedForm, 'en' | 'enFrom'> {
    const en = {
      ...given('name', this.#text(this.of(formReportId), 'name_en', definitionLimits.nameLength)),
      ...given('description', this.#text(this.of(formReportId), 'description_en', definitionLimits.textLength)),
    }
    return { ...(Object.keys(en).length > 0 ? { en } : {}), ...this.enFrom(formReportId, en, []) }
  }

  /** What the English of a row was written from, as "text=0123456789abcdef; o1=…": of what has its English. What is none is told and left out. */
  enFrom(name: string, en: Readonly<Record<string, string | undefined>>, options: readonly Option[]): { readonly enFrom?: Digests } {
    const entry = this.of(name)
    const said = entry?.get('english_from') ?? ''
    if (!entry || said === '') return {}
    const found = said.split(';').flatMap((part): (readonly [string, string])[] => {
      const [, key = '', digest = ''] = fromPart.exec(part.trim()) ?? []
      if (digest === '') this.#report.add('iip', entry.row, 'english_from', 'xlsform_iip_value', { value: part.trim() })
      const option = /^o\d+$/.test(key) ? options[Number(key.slice(1)) - 1] : undefined
      if (option) return option.en === undefined ? [] : [[optionKey(option.value), digest]]
      return en[key] === undefined || digest === '' ? [] : [[key, digest]]
    })
    return found.length > 0 ? { enFrom: Object.fromEntries(found) } : {}
  }

  /** Helps of a question by the sheet's column, or ''. */
  help(name: string, column: IipColumn): string {
    return this.#text(this.of(name), column, definitionLimits.hintLength)
  }

  /** What the form is for. */
  get description(): string {
    return this.#text(this.of(formReportId), 'description', definitionLimits.textLength)
  }

  reportTexts(name: string): ReportTexts | undefined {
    const texts = Object.fromEntries(
      reportTextNames.flatMap((field) => {
        const text = this.help(name, field)
        return text === '' ? [] : [[field, text]]
      }),
    )
    return Object.keys(texts).length > 0 ? texts : undefined
  }

  /** A bound as the kind has it: a day of a date, a number of all others. */
  bound(name: string, column: 'min' | 'max', kind: QuestionKind): number | string | undefined {
    const entry = this.of(name)
    const said = entry?.get(column) ?? ''
    if (!entry || said === '') return undefined
    if (kind === 'Date' ? isDay(said) : Number.isFinite(Number(said))) return kind === 'Date' ? said : Number(said)
    this.#report.add('iip', entry.row, column, 'xlsform_iip_value', { value: said })
    return undefined
  }

  /**
   * Points as "o1=2; o3=0.5/q_1_1_2". `keyOf` tells what a choice is called in points, `idOf` whose name a divisor is. What names nothing
   * is told and left out.
   */
  points(name: string, keyOf: (choice: string) => string | undefined, idOf: (name: string) => string | undefined): readonly PointsEntry[] {
    const entry = this.of(name)
    const said = entry?.get('points') ?? ''
    if (!entry || said === '') return []
    return said.split(';').flatMap((part): PointsEntry[] => {
      const [, choice = '', value = '', divisor] = pointsPart.exec(part.trim()) ?? []
      const key = keyOf(choice)
      const by = divisor === undefined ? undefined : idOf(divisor)
      if (key === undefined || value === '' || !Number.isFinite(Number(value)) || (divisor !== undefined && by === undefined)) {
        this.#report.add('iip', entry.row, 'points', 'xlsform_iip_value', { value: part.trim() })
        return []
      }
      return [{ key, value: Number(value), ...(by !== undefined && { divisor: by }) }]
    })
  }

  #text(entry: IipEntry | undefined, column: IipColumn, most: number): string {
    const text = entry?.text(column) ?? ''
    if (!entry || text.length <= most) return text
    this.#report.add('iip', entry.row, column, 'xlsform_text_long', { n: most })
    return text.slice(0, most)
  }
}

const fromPart = /^(\w+)\s*=\s*([0-9a-f]{16})$/
const pointsPart = /^([^\s=/;]+)\s*=\s*(-?[\d.]+(?:e[+-]?\d+)?)\s*(?:\/\s*(\S+))?$/i

const given = <Name extends string>(name: Name, text: string): Partial<Record<Name, string>> =>
  // A name that is computed is not seen to be of the type.
  text === '' ? {} : ({ [name]: text } as Partial<Record<Name, string>>)
