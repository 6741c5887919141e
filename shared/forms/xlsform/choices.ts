import { alikeKey } from '../../kernel/alike.ts'
import { definitionLimits } from '../model.ts'
import { carriedText } from './carried-text.ts'
import { yesNo } from './write.ts'
import type { Report } from './report.ts'
import type { SheetRecord } from './sheet-records.ts'

export interface Choice {
  readonly name: string
  readonly es: string
  readonly en: string
}

const yes = new Set([yesNo.yes, 'sí', 'yes', 'true', 'verdadero', '1', 'y', 's'])
const no = new Set([yesNo.no, 'false', 'falso', '0', 'n'])

/** Columns of the sheet of choices that are carried. */
const carried = new Set(['listname', 'name', 'label'])

/** The lists of choices of a file. */
export class Choices {
  readonly #lists = new Map<string, Choice[]>()

  constructor(rows: readonly SheetRecord[], report: Report) {
    for (const record of rows) {
      const list = record.get('listname')
      const name = record.get('name')
      const said = record.spoken('label', 'es')
      if (list === '' && name === '' && said === '') continue
      if (list === '' || name === '') {
        report.add('choices', record.row, null, 'xlsform_choice_unnamed')
        continue
      }
      for (const column of record.columns) if (!carried.has(column)) report.add('choices', record.row, column, 'xlsform_column')
      if (said.trim() === '') report.add('choices', record.row, 'label', 'xlsform_name_shown')
      const text = (language: 'es' | 'en'): string =>
        carriedText('choices', record, { column: 'label', language, most: definitionLimits.optionLength }, report)
      this.#add(list, { name, es: said.trim() === '' ? name : text('es'), en: text('en') }, record.row, report)
    }
  }

  #add(list: string, choice: Choice, row: number, report: Report): void {
    const known = this.#lists.get(list) ?? []
    this.#lists.set(list, known)
    if (known.some(({ name }) => name === choice.name))
      return report.add('choices', row, 'name', 'xlsform_choice_again', { name: choice.name })
    if (known.length >= definitionLimits.options)
      return report.add('choices', row, null, 'xlsform_choices_many', { n: definitionLimits.options })
    // Two that read alike could not be told apart by who answers.
    const isTold = known.every(({ es }) => alikeKey(es) !== alikeKey(choice.es))
    if (!isTold) report.add('choices', row, 'label', 'xlsform_choice_label_again', { name: choice.name })
    known.push(
      isTold ? choice : { ...choice, es: `${choice.es.slice(0, definitionLimits.optionLength - choice.name.length - 3)} (${choice.name})` },
    )
  }

  of(list: string): readonly Choice[] | undefined {
    return this.#lists.get(list)
  }

  /** Whether a list asks for yes or no and nothing else. */
  isYesNo(list: string): boolean {
    const found = this.of(list) ?? []
    return (
      found.length === 2 && found.some(({ name }) => yes.has(name.toLowerCase())) && found.some(({ name }) => no.has(name.toLowerCase()))
    )
  }
}

/** Whether a choice of yes or no reads as such, and not as something more. */
export const isPlain = ({ name, es }: Choice): boolean => {
  const label = es.trim().replace(/\.$/, '')
  return label === name || saidBy(label) === saidBy(name)
}

/** What the choice of a yes or no says; undefined: neither. */
export const saidBy = (choice: string): boolean | undefined =>
  yes.has(choice.toLowerCase()) ? true : no.has(choice.toLowerCase()) ? false : undefined
