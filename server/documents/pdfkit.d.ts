// The calls that are used, and no others. `_font` is no official part of it: what is measured and encoded once is painted many times.
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  export interface Structure {
    add(child: Structure | MarkedContent): Structure
    end(): void
  }
  export interface MarkedContent {
    readonly refs: readonly unknown[]
  }
  export interface StructureOptions {
    readonly alt?: string
    readonly lang?: string
    readonly scope?: 'Row' | 'Column'
    /** Left, top, right, bottom. */
    readonly bbox?: readonly [number, number, number, number]
  }
  export interface Outline {
    addItem(title: string, options: { readonly expanded?: boolean; readonly top: number; readonly left: number }): Outline
  }
  export interface EmbeddedFont {
    readonly id: string
    readonly font: { hasGlyphForCodePoint(codePoint: number): boolean }
    ref(): unknown
    /** Glyphs as hexadecimal numbers, and how far each moves on, thousandths of the size. */
    encode(text: string): readonly [readonly string[], readonly { readonly xAdvance: number; readonly advanceWidth: number }[]]
  }
  export interface Page {
    readonly width: number
    readonly height: number
    readonly fonts: Record<string, unknown>
    write(content: string): void
  }
  interface LinkOptions {
    readonly structParent: Structure
    readonly Contents: object
  }

  class PDFDocument extends Readable {
    constructor(options: {
      readonly size: 'A4'
      readonly font: null
      readonly autoFirstPage: false
      readonly bufferPages: true
      readonly pdfVersion: '1.7'
      readonly tagged: true
      readonly subset: 'PDF/UA'
      readonly lang: string
      readonly displayTitle: true
      readonly info: Readonly<Record<string, string | Date>>
    })
    readonly page: Page
    readonly outline: Outline
    info: Readonly<Record<string, string | Date>>
    _font: EmbeddedFont
    registerFont(name: string, path: string): this
    font(name: string): this
    addPage(): this
    switchToPage(at: number): unknown
    bufferedPageRange(): { readonly start: number; readonly count: number }
    addContent(operators: string): this
    struct(type: string, options?: StructureOptions): Structure
    addStructure(element: Structure): this
    markStructureContent(tag: string): MarkedContent
    markContent(tag: 'Artifact', options?: { readonly type: 'Pagination' | 'Layout' }): this
    endMarkedContent(): this
    addNamedDestination(name: string, fit: 'XYZ', left: null, top: number, zoom: null): void
    goTo(x: number, y: number, width: number, height: number, name: string, options: LinkOptions): this
    link(x: number, y: number, width: number, height: number, address: string, options: LinkOptions): this
    /** Called at its end: writes `info` into the metadata as XML. */
    _addInfo(): void
    appendXML(xml: string): void
    end(): void
  }
  export { PDFDocument as default }
}
