import type PDFDocument from 'pdfkit'
import type { Outline, Structure, StructureOptions } from 'pdfkit'
import type { Face, Line, Segment, Typesetting } from './typesetting.ts'

/** A4, points. */
export const sheet = { width: 595.28, height: 841.89, left: 62, right: 533.28, top: 76, bottom: 770 } as const
export const bodyWidth = sheet.right - sheet.left

/** Each reaches 4.5:1 on white, as text and as what it stands behind, but for the light ones, on which only dark text stands. */
export const colours = {
  ink: '#111b37',
  soft: '#46526e',
  rule: '#d3dae6',
  track: '#dceefa',
  band: '#eff7fd',
  brand: '#006fb3',
  deep: '#0b3a5d',
  white: '#ffffff',
  good: '#006661',
  med: '#96480f',
  bad: '#ad2018',
  watermark: '#edf0f6',
} as const
export type Colour = keyof typeof colours

const components = (colour: Colour): string =>
  [1, 3, 5].map((at) => Math.round((Number.parseInt(colours[colour].slice(at, at + 2), 16) / 255) * 1000) / 1000).join(' ')
const painted = Object.fromEntries(Object.keys(colours).map((name) => [name, components(name as Colour)])) as Record<Colour, string>

const at = (value: number): string => String(Math.round(value * 100) / 100)

/** A line as it stands below others. */
export interface Entry {
  readonly line: Line
  readonly size: number
  readonly leading: number
  readonly colour: Colour
  /** Room above it. */
  readonly before: number
  readonly align?: 'left' | 'right' | 'center'
}

/** A heading, for the contents and the bookmarks. */
export interface Headed {
  readonly name: string
  readonly text: string
  readonly level: number
  /** Its language, where that is not the document's. */
  readonly lang: string | null
  /** Number of its page, from 1. */
  readonly page: number
}

/**
 * What goes into one element of the tree. Its marking is opened when something is painted and shut before a page ends: what stands on two
 * pages is marked on each.
 */
export class Ink {
  readonly #doc: PDFDocument
  readonly element: Structure
  readonly #tag: string
  #isOpen = false

  constructor(doc: PDFDocument, element: Structure, tag: string) {
    this.#doc = doc
    this.element = element
    this.#tag = tag
  }

  open(): void {
    if (this.#isOpen) return
    this.element.add(this.#doc.markStructureContent(this.#tag))
    this.#isOpen = true
  }

  shut(): void {
    if (this.#isOpen) this.#doc.endMarkedContent()
    this.#isOpen = false
  }
}

/**
 * Pages, and what is painted on them: everything is either in the tree, in the order in which it is read, or marked as an artifact.
 * Coordinates are points from the upper left corner.
 */
export class Paper {
  readonly #doc: PDFDocument
  readonly type: Typesetting
  readonly headed: Headed[] = []
  readonly #outlines: Outline[]
  readonly #watermark: string | null
  #lang: string | null = null
  /** Where the next thing begins. */
  y: number = sheet.top

  constructor(doc: PDFDocument, type: Typesetting, watermark: string | null) {
    this.#doc = doc
    this.type = type
    this.#watermark = watermark
    this.#outlines = [doc.outline]
  }

  get pages(): number {
    return this.#doc.bufferedPageRange().count
  }

  // Pages.

  newPage(): void {
    this.#doc.addPage()
    this.y = sheet.top
    if (this.#watermark !== null) this.#paintWatermark(this.#watermark)
  }

  /** Goes on to the next page where less than so much is left of this one, and tells whether it did. */
  need(height: number): boolean {
    if (this.y + height <= sheet.bottom) return false
    this.newPage()
    return true
  }

  /** Paints on a page that stands already, and comes back to the last one. `page` from 1. */
  onPage(page: number, paint: () => void): void {
    const y = this.y
    this.#doc.switchToPage(page - 1)
    paint()
    this.#doc.switchToPage(this.pages - 1)
    this.y = y
  }

  #paintWatermark(text: string): void {
    this.artifact(() => {
      const size = 118
      const { width, segments } = this.type.line(text, 'bold', size)
      const [cos, sin] = [Math.SQRT1_2, Math.SQRT1_2]
      const x = sheet.width / 2 - (width / 2) * cos
      const y = sheet.height / 2 + (width / 2) * sin + size * 0.25
      for (const { shown, face } of segments)
        this.#doc.addContent(
          `BT /${this.type.nameOf(face)} ${size} Tf ${painted.watermark} rg ${at(cos)} ${at(-sin)} ${at(-sin)} ${at(-cos)} ${at(x)} ${at(y)} Tm [${shown}] TJ ET`,
        )
    })
  }

  // The tree.

  /** What is painted in it is in another language than the document; null: it is not. */
  inLanguage(lang: string | null, paint: () => void): void {
    const before = this.#lang
    this.#lang = lang ?? before
    paint()
    this.#lang = before
  }

  element(parent: Structure | null, type: string, options: StructureOptions = {}): Structure {
    const made = this.#doc.struct(type, this.#lang === null ? options : { ...options, lang: this.#lang })
    if (parent) parent.add(made)
    else this.#doc.addStructure(made)
    return made
  }

  ink(element: Structure, tag: string): Ink {
    return new Ink(this.#doc, element, tag)
  }

  /** What is decoration, or said elsewhere: readers that speak pass it over. */
  artifact(paint: () => void, type: 'Pagination' | 'Layout' = 'Layout'): void {
    this.#doc.markContent('Artifact', { type })
    paint()
    this.#doc.endMarkedContent()
  }

  // Shapes: inside of what is open.

  rect(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#doc.addContent(`${painted[colour]} rg ${at(x)} ${at(y)} ${at(width)} ${at(height)} re f`)
  }

  rule(x1: number, y1: number, x2: number, y2: number, colour: Colour, width = 0.6, dash = ''): void {
    this.#doc.addContent(`q ${painted[colour]} RG ${at(width)} w [${dash}] 0 d ${at(x1)} ${at(y1)} m ${at(x2)} ${at(y2)} l S Q`)
  }

  polygon(
    points: readonly (readonly [number, number])[],
    paint: { readonly fill?: Colour; readonly stroke?: Colour; readonly width?: number },
  ): void {
    const path = points.map(([x, y], n) => `${at(x)} ${at(y)} ${n === 0 ? 'm' : 'l'}`).join(' ')
    const { fill, stroke, width = 0.6 } = paint
    const how = fill ? (stroke ? 'b' : 'f') : 's'
    this.#doc.addContent(
      `q ${fill ? `${painted[fill]} rg ` : ''}${stroke ? `${painted[stroke]} RG ${at(width)} w 1 j ` : ''}${path} ${how} Q`,
    )
  }

  // Text.

  /** Paints a text on one line, its letters standing on `baseline`. */
  word(text: string, x: number, baseline: number, face: Face, size: number, colour: Colour, align: Entry['align'] = 'left'): void {
    const line = this.type.line(text, face, size)
    for (const segment of line.segments) this.#show(segment, x + shift(align, -line.width), baseline, size, colour)
  }

  #show({ shown, face, x: from, width, underline }: Segment, x: number, baseline: number, size: number, colour: Colour): void {
    this.#doc.addContent(
      `BT /${this.type.nameOf(face)} ${at(size)} Tf ${painted[colour]} rg 1 0 0 -1 ${at(x + from)} ${at(baseline)} Tm [${shown}] TJ ET`,
    )
    if (underline) this.rect(x + from, baseline + size * 0.12, width, Math.max(0.4, size * 0.045), colour)
  }

  /** Paints a line into an element, with the links in it as elements of their own. `y`: its upper edge. */
  paintLine(ink: Ink, { line, size, leading, colour, align }: Entry, x: number, y: number, width: number): void {
    const baseline = y + leading / 2 + size * 0.33
    const from = x + shift(align ?? 'left', width - line.width)
    for (const segment of line.segments) {
      if (segment.href === null) {
        ink.open()
        this.#show(segment, from, baseline, size, colour)
        continue
      }
      ink.shut()
      const link = this.element(ink.element, 'Link')
      const inside = this.ink(link, 'Link')
      inside.open()
      this.#show({ ...segment, underline: true }, from, baseline, size, 'brand')
      inside.shut()
      const said = new String(`${segment.text.trim()} (${segment.href})`)
      this.#doc.link(from + segment.x, y, segment.width, leading, segment.href, { structParent: link, Contents: said })
      // At once: where a link stands is asked for when its element ends.
      link.end()
    }
  }

  /**
   * Paints lines one below the other, over as many pages as it takes: of a text of several lines at least two stand together at either end
   * of a page.
   */
  flow(ink: Ink, entries: readonly Entry[], x: number, width: number): void {
    for (const [n, entry] of entries.entries()) {
      const next = entries[n + 1]
      const left = entries.length - n
      const isFirst = n === 0 && next !== undefined
      const isBeforeLast = left === 2 && n > 1
      const together = entry.before + entry.leading + (next && (isFirst || isBeforeLast) ? next.before + next.leading : 0)
      if (this.y + together > sheet.bottom) {
        ink.shut()
        this.newPage()
      } else this.y += entry.before
      this.paintLine(ink, entry, x, this.y, width)
      this.y += entry.leading
    }
    ink.shut()
  }

  // Headings and places.

  /** A heading that never stands alone at the end of a page, with its bookmark and its place in the contents. `below`: room for what follows it. */
  heading(parent: Structure, level: 1 | 2 | 3, text: string, entries: readonly Entry[], below: number): void {
    const height = entries.reduce((sum, { before, leading }) => sum + before + leading, 0)
    this.need(height + below)
    const name = `h${this.headed.length + 1}`
    this.#doc.addNamedDestination(name, 'XYZ', null, Math.max(0, this.y - 8), null)
    this.headed.push({ name, text, level, lang: this.#lang, page: this.pages })
    this.#outlines.length = level
    const outline = this.#outlines.at(-1) ?? this.#doc.outline
    // From the right edge, as pdfkit counts: the left one.
    this.#outlines.push(
      outline.addItem(this.type.legible(text), { expanded: level === 1, top: Math.max(0, this.y - 8), left: sheet.width }),
    )
    const element = this.element(parent, `H${level}`)
    this.flow(this.ink(element, `H${level}`), entries, sheet.left, bodyWidth)
    element.end()
  }

  /** A line that leads to a heading: what `paint` paints is the link. */
  leadTo(parent: Structure, to: Headed, y: number, height: number, paint: () => void): void {
    const link = this.element(parent, 'Link')
    const ink = this.ink(link, 'Link')
    ink.open()
    paint()
    ink.shut()
    this.#doc.goTo(sheet.left, y, bodyWidth, height, to.name, { structParent: link, Contents: new String(this.type.legible(to.text)) })
    link.end()
  }
}

function shift(align: NonNullable<Entry['align']>, room: number): number {
  if (align === 'left') return 0
  return align === 'right' ? room : room / 2
}
