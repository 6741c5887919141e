import { placeOf } from '#shared/kernel/sheet.ts'

/** Tags of a sheet that matter here, each whole. */
const tag = /<(\/?)(?:[\w-]+:)?(row|c|f|v|t|mergeCell)(?=[\s/>])([^<>]*)>/g
const reference = /\br\s*=\s*["']([A-Za-z]{1,3}\d{1,7})["']/
const rowNumber = /\br\s*=\s*["'](\d{1,7})["']/
const style = /\bs\s*=\s*["'](\d{1,6})["']/
const range = /\bref\s*=\s*["']([A-Za-z]{1,3}\d{1,7}:[A-Za-z]{1,3}\d{1,7})["']/

/** Of each, so many are told of. */
const keptMost = 1000
/** Longest tag. */
const tagMost = 4096

/** The cell that is open. */
interface OpenCell {
  readonly name: string
  /** From 0. */
  readonly column: number
  /** Number of its style; 0 where it has none. */
  readonly style: number
  formula: boolean
  value: boolean
}

/** What a sheet's XML says that a reader of values leaves out, found piece by piece: styles, formulas without a value, and merged cells. */
export class SheetScan {
  readonly uncomputed: string[] = []
  readonly merged: string[] = []
  /** Of each row, from 1, its styled cells: a column, its style, a column, its style. */
  readonly #styles = new Map<number, number[]>()
  #rest = ''
  #row = 0
  #column = -1
  #cell: OpenCell | null = null

  push(piece: string): void {
    const text = this.#rest + piece
    // What may be half a tag waits for the next piece.
    const open = text.lastIndexOf('<')
    const isCut = open >= 0 && !text.includes('>', open) && text.length - open < tagMost
    this.#rest = isCut ? text.slice(open) : ''
    for (const [, closing, name, attributes = ''] of (isCut ? text.slice(0, open) : text).matchAll(tag))
      this.#take(name ?? '', attributes, closing === '/')
  }

  /** Styles of the cells of a row that hold something, by their columns from 0. */
  stylesOf(row: number): ReadonlyMap<number, number> {
    const found = this.#styles.get(row) ?? []
    return new Map(found.flatMap((column, at) => (at % 2 === 0 ? [[column, found[at + 1] ?? 0]] : [])))
  }

  #take(name: string, attributes: string, closing: boolean): void {
    if (name === 'mergeCell') {
      const found = range.exec(attributes)?.[1]
      if (!closing && found !== undefined && this.merged.length < keptMost) this.merged.push(found)
    } else if (name === 'row') {
      if (closing) return
      this.#row = Number(rowNumber.exec(attributes)?.[1] ?? this.#row + 1)
      this.#column = -1
    } else if (name === 'c') {
      if (this.#cell) this.#end(this.#cell)
      this.#cell = closing ? null : this.#opened(attributes)
      if (attributes.endsWith('/')) this.#cell = null
    } else if (this.#cell && !closing) {
      if (name === 'f') this.#cell.formula = true
      else this.#cell.value = true
    }
  }

  #opened(attributes: string): OpenCell {
    const name = reference.exec(attributes)?.[1]
    this.#column = name === undefined ? this.#column + 1 : placeOf(name).column
    const styled = Number(style.exec(attributes)?.[1] ?? 0)
    return { name: name ?? '?', column: this.#column, style: styled, formula: false, value: false }
  }

  #end({ name, column, style, formula, value }: OpenCell): void {
    if (formula && !value && this.uncomputed.length < keptMost) this.uncomputed.push(name)
    if (style === 0 || !value) return
    const known = this.#styles.get(this.#row)
    if (known) known.push(column, style)
    else this.#styles.set(this.#row, [column, style])
  }
}
