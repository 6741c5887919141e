import type PDFDocument from 'pdfkit'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { legible } from './legible.ts'
import type { TextRun } from '#shared/kernel/rich-text.ts'
import { lineEnd } from './rich-blocks.ts'

/** The typeface in the four manners that a report has. */
const files = { regular: 'Regular', bold: 'Semibold', italic: 'It', boldItalic: 'SemiboldIt' } as const
export type Face = keyof typeof files
const folder = join(dirname(createRequire(import.meta.url).resolve('source-sans/package.json')), 'TTF')

/** A word, mostly with the space behind it, as it is painted, and how far it goes; thousandths of its size. */
interface Word {
  readonly shown: string
  readonly width: number
}

/** Part of a line in one manner. Points, from the line's beginning. */
export interface Segment {
  readonly shown: string
  readonly face: Face
  readonly x: number
  readonly width: number
  readonly underline: boolean
  readonly href: string | null
  /** What it says. */
  readonly text: string
}
export interface Line {
  readonly width: number
  readonly segments: readonly Segment[]
}

/** A piece of a word in one manner; a word may be of several. */
interface Piece {
  readonly text: string
  readonly run: TextRun
}

export const plain = (text: string, manner: { readonly bold?: boolean; readonly italic?: boolean } = {}): TextRun => ({
  text,
  bold: manner.bold ?? false,
  italic: manner.italic ?? false,
  underline: false,
  href: null,
})

export const faceOf = ({ bold, italic }: Pick<TextRun, 'bold' | 'italic'>): Face => {
  if (bold) return italic ? 'boldItalic' : 'bold'
  return italic ? 'italic' : 'regular'
}

const graphemes = new Intl.Segmenter('es')

/**
 * Measures words and breaks lines. Each word of a face is shaped once: a report says the same ones again and again. Every text that comes
 * in is made legible here, so that no other place can forget it.
 */
export class Typesetting {
  readonly #doc: PDFDocument
  readonly #words: Record<Face, Map<string, Word>> = { regular: new Map(), bold: new Map(), italic: new Map(), boldItalic: new Map() }
  readonly #known = new Map<number, boolean>()
  #hasReplaced = false

  constructor(doc: PDFDocument) {
    this.#doc = doc
    // Once each, under one name: a font that is opened again is parsed again at every use.
    for (const [face, file] of Object.entries(files)) doc.registerFont(face, join(folder, `SourceSans3-${file}.ttf`))
  }

  /** Whether a mark stands anywhere for what the typeface does not have. */
  get hasReplaced(): boolean {
    return this.#hasReplaced
  }

  legible(text: string): string {
    return legible(text, (codePoint) => {
      const known = this.#known.get(codePoint)
      if (known !== undefined) return known
      this.#doc.font('regular')
      const found = this.#doc._font.font.hasGlyphForCodePoint(codePoint)
      this.#known.set(codePoint, found)
      if (!found) this.#hasReplaced = true
      return found
    })
  }

  /** Name of a face on the page that stands, which has it from then on. */
  nameOf(face: Face): string {
    this.#doc.font(face)
    const { _font: font, page } = this.#doc
    page.fonts[font.id] ??= font.ref()
    return font.id
  }

  #word(text: string, face: Face): Word {
    const words = this.#words[face]
    const known = words.get(text)
    if (known) return known
    this.#doc.font(face)
    const [glyphs, positions] = this.#doc._font.encode(text.replaceAll('\u00a0', ' '))
    let shown = '<'
    let width = 0
    for (const [at, glyph] of glyphs.entries()) {
      const { xAdvance, advanceWidth } = positions[at] ?? { xAdvance: 0, advanceWidth: 0 }
      shown += glyph
      width += xAdvance
      const kern = Math.round((advanceWidth - xAdvance) * 100) / 100
      if (kern !== 0 && at < glyphs.length - 1) shown += `>${kern}<`
    }
    const made = { shown: `${shown}>`, width }
    words.set(text, made)
    return made
  }

  /** Width of a text on one line, points. */
  widthOf(text: string, face: Face, size: number): number {
    return (this.#word(this.legible(text), face).width * size) / 1000
  }

  /** One line of a text, however wide. */
  line(text: string, face: Face, size: number): Line {
    const run = plain(text, { bold: face === 'bold' || face === 'boldItalic', italic: face === 'italic' || face === 'boldItalic' })
    return this.lines([run], size, Number.POSITIVE_INFINITY)[0] ?? { width: 0, segments: [] }
  }

  /** Runs as lines no wider than `width` points. A word that is wider is cut between letters. */
  lines(runs: readonly TextRun[], size: number, width: number): Line[] {
    const made: Line[] = []
    let segments: { words: string; shown: string; run: TextRun; x: number; end: number }[] = []
    let x = 0
    const scale = size / 1000
    const space = (face: Face): number => this.#word(' ', face).width * scale
    const end = (): void => {
      made.push({
        width: segments.at(-1)?.end ?? 0,
        segments: segments.map(({ words, shown, run, x: from, end: to }) => ({
          shown,
          text: words,
          face: faceOf(run),
          x: from,
          width: to - from,
          underline: run.underline,
          href: run.href,
        })),
      })
      segments = []
      x = 0
    }
    const put = (text: string, run: TextRun, isLast: boolean): void => {
      const face = faceOf(run)
      const said = isLast ? `${text} ` : text
      const { shown, width: all } = this.#word(said, face)
      const to = x + all * scale
      const last = segments.at(-1)
      const seen = isLast ? to - space(face) : to
      if (last && last.run === run) {
        last.words += said
        last.shown += shown
        last.end = seen
      } else segments.push({ words: said, shown, run, x, end: seen })
      x = to
    }
    for (const word of this.#wordsOf(runs)) {
      if (word === lineEnd) {
        end()
        continue
      }
      // Measured with its space, as it is going to be painted: each is shaped once.
      const wide = word.reduce((sum, { text, run }, at) => {
        const isLast = at === word.length - 1
        return sum + this.#word(isLast ? `${text} ` : text, faceOf(run)).width * scale - (isLast ? space(faceOf(run)) : 0)
      }, 0)
      if (segments.length > 0 && x + wide > width) end()
      if (wide <= width) for (const [at, { text, run }] of word.entries()) put(text, run, at === word.length - 1)
      else
        for (const [at, { text, run }] of word.entries()) {
          const pieces = this.#cut(text, faceOf(run), size, width)
          for (const [n, piece] of pieces.entries()) {
            const fits = x + this.#word(piece, faceOf(run)).width * scale <= width
            if (!fits && segments.length > 0) end()
            put(piece, run, at === word.length - 1 && n === pieces.length - 1)
          }
        }
    }
    if (segments.length > 0) end()
    return made
  }

  /** Words of runs, each of one piece or, where the manner changes inside it, of several; ends of lines between them. */
  *#wordsOf(runs: readonly TextRun[]): Generator<readonly Piece[] | typeof lineEnd> {
    let word: Piece[] = []
    for (const run of runs) {
      if (run.text === lineEnd) {
        if (word.length > 0) yield word
        word = []
        yield lineEnd
        continue
      }
      const parts = this.legible(run.text).split(' ')
      for (const [at, text] of parts.entries()) {
        if (at > 0 && word.length > 0) {
          yield word
          word = []
        }
        if (text !== '') word.push({ text, run })
      }
    }
    if (word.length > 0) yield word
  }

  /** A word in pieces that fit a line: the first letters that do, and so on. */
  #cut(word: string, face: Face, size: number, width: number): string[] {
    const pieces: string[] = []
    let piece = ''
    let wide = 0
    for (const { segment } of graphemes.segment(word)) {
      const letter = (this.#word(segment, face).width * size) / 1000
      if (piece !== '' && wide + letter > width * 0.98) {
        pieces.push(piece)
        piece = ''
        wide = 0
      }
      piece += segment
      wide += letter
    }
    if (piece !== '') pieces.push(piece)
    return pieces
  }
}
