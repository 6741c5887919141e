/** Tags of a sheet that matter here, each whole. */
const tag = /<(\/?)(?:[\w-]+:)?(c|f|v|t|mergeCell)(?=[\s/>])([^<>]*)>/g
const reference = /\br\s*=\s*["']([A-Za-z]{1,3}\d{1,7})["']/
const range = /\bref\s*=\s*["']([A-Za-z]{1,3}\d{1,7}:[A-Za-z]{1,3}\d{1,7})["']/

/** Of each, so many are told of. */
const keptMost = 1000
/** Longest tag. */
const tagMost = 4096

/** What a sheet's XML says that a reader of values leaves out, found piece by piece: formulas without a value, and merged cells. */
export class SheetScan {
  readonly uncomputed: string[] = []
  readonly merged: string[] = []
  #rest = ''
  /** The cell that is open, with whether it has a formula and a value. */
  #cell: { readonly name: string; formula: boolean; value: boolean } | null = null

  push(piece: string): void {
    const text = this.#rest + piece
    // What may be half a tag waits for the next piece.
    const open = text.lastIndexOf('<')
    const isCut = open >= 0 && !text.includes('>', open) && text.length - open < tagMost
    this.#rest = isCut ? text.slice(open) : ''
    for (const [, closing, name, attributes = ''] of (isCut ? text.slice(0, open) : text).matchAll(tag))
      this.#take(name ?? '', attributes, closing === '/')
  }

  #take(name: string, attributes: string, closing: boolean): void {
    if (name === 'mergeCell') {
      const found = range.exec(attributes)?.[1]
      if (!closing && found !== undefined && this.merged.length < keptMost) this.merged.push(found)
    } else if (name === 'c') {
      const last = this.#cell
      if (closing && last?.formula === true && !last.value && this.uncomputed.length < keptMost) this.uncomputed.push(last.name)
      this.#cell =
        closing || attributes.endsWith('/') ? null : { name: reference.exec(attributes)?.[1] ?? '?', formula: false, value: false }
    } else if (this.#cell && !closing) {
      if (name === 'f') this.#cell.formula = true
      else this.#cell.value = true
    }
  }
}
