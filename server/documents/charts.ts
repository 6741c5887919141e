import type { Structure } from 'pdfkit'
import { bodyWidth, sheet, type Entry, type Paper } from './paper.ts'
import { plain } from './typesetting.ts'
import type { Words } from './words.ts'

export interface Bar {
  readonly name: string
  readonly points: number
  readonly max: number
  /** Of its category; null where it is not shown. */
  readonly mean: number | null
}
export interface Spoke {
  /** Stands at its end: a number where the names are many. */
  readonly label: string
  readonly name: string
  /** Part of what can be obtained, 0 to 1. */
  readonly part: number
}

/** Room that a picture needs on its page, so that its heading does not stand without it. */
export const barsRoom = (bars: number): number => 60 + 24 * Math.min(bars, barsMost)
export const radarRoom = 374

const nameWidth = 150
const valueWidth = 92
const trackWidth = bodyWidth - nameWidth - valueWidth - 16
/** Bars of one picture: what is more goes on in another, so that each stands on one page. */
const barsMost = 14

function titled(paper: Paper, text: string): readonly Entry[] {
  return paper.type
    .lines([plain(text, { bold: true })], 10, bodyWidth)
    .map((line) => ({ line, size: 10, leading: titleHeight, colour: 'deep', before: 0 }))
}

const titleHeight = 14

/** A picture that is begun, its title written: whoever paints the rest of it closes both. */
function begun(paper: Paper, parent: Structure, head: readonly Entry[], alt: string, height: number) {
  const top = paper.y
  const figure = paper.element(parent, 'Figure', { alt, bbox: [sheet.left, top, sheet.right, top + height] })
  const ink = paper.ink(figure, 'Figure')
  ink.open()
  for (const [at, { line }] of head.entries()) paper.word(textOf(line), sheet.left, top + at * titleHeight + 10, 'bold', 10, 'deep')
  return { figure, ink }
}

/**
 * Bars of what was obtained before what can be, on one scale, with a mark at the category's mean. The same values stand in the table that
 * follows, and in words for who cannot see it.
 */
export function paintBars(paper: Paper, parent: Structure, all: readonly Bar[], words: Words): void {
  const scale = Math.max(...all.map(({ max }) => max))
  for (let at = 0; at < all.length; at += barsMost) paintSomeBars(paper, parent, all.slice(at, at + barsMost), scale, words)
}

function paintSomeBars(paper: Paper, parent: Structure, bars: readonly Bar[], scale: number, words: Words): void {
  const size = 8.5
  const leading = 10.5
  const names = bars.map(({ name }) => paper.type.lines([plain(name)], size, nameWidth).slice(0, 4))
  const rowHeight = (n: number): number => Math.max(22, (names[n]?.length ?? 1) * leading + 9)
  const head = titled(paper, words.say('bars_title'))
  const hasMean = bars.some(({ mean }) => mean !== null)
  const height = head.length * titleHeight + 22 + bars.reduce((sum, _, n) => sum + rowHeight(n), 0)
  paper.need(height + 16)
  const top = paper.y
  const items = bars.map(({ name, points, max, mean }) => {
    const said = { name, points: words.points(points), max: words.points(max) }
    return mean === null ? words.say('bars_item', said) : words.say('bars_item_mean', { ...said, mean: words.points(mean) })
  })
  const alt = paper.type.legible(words.say('bars_alt', { items: items.join('; ') }))
  const { figure, ink } = begun(paper, parent, head, alt, height)
  let y = top + head.length * titleHeight
  // The key.
  let x: number = sheet.left
  const key = (paint: () => void, text: string): void => {
    paint()
    paper.word(text, x + 15, y + 11, 'regular', 8, 'soft')
    x += 15 + paper.type.widthOf(text, 'regular', 8) + 16
  }
  key(() => paper.rect(x, y + 4, 10, 8, 'brand'), words.say('bars_obtained'))
  key(() => paper.rect(x, y + 4, 10, 8, 'track'), words.say('bars_max'))
  if (hasMean) key(() => mark(paper, x + 5, y + 3, 10), words.say('bars_mean'))
  y += 22
  const trackLeft = sheet.left + nameWidth + 8
  for (const [n, { points, max, mean }] of bars.entries()) {
    const row = rowHeight(n)
    const lines = names[n] ?? []
    const first = y + (row - lines.length * leading) / 2
    for (const [at, line] of lines.entries()) paper.word(textOf(line), sheet.left, first + at * leading + 8, 'regular', size, 'ink')
    const barTop = y + row / 2 - 6
    const long = (value: number): number => (scale > 0 ? (Math.min(Math.max(value, 0), scale) / scale) * trackWidth : 0)
    paper.rect(trackLeft, barTop, Math.max(1, long(max)), 12, 'track')
    if (points > 0) paper.rect(trackLeft, barTop, Math.max(0.8, long(points)), 12, 'brand')
    if (mean !== null) mark(paper, trackLeft + long(mean), barTop - 2.5, 17)
    const right = sheet.right
    const of = ` / ${words.points(max)}`
    const ofWidth = paper.type.widthOf(of, 'regular', size)
    paper.word(words.points(points), right - ofWidth, y + row / 2 + 3, 'bold', size, 'ink', 'right')
    paper.word(of, right, y + row / 2 + 3, 'regular', size, 'soft', 'right')
    y += row
  }
  ink.shut()
  figure.end()
  paper.y = top + height + 16
}

/** Where the mean is: a dark line with a white edge, to be seen on both colours. */
function mark(paper: Paper, x: number, y: number, height: number): void {
  paper.rect(x - 1.8, y, 3.6, height, 'white')
  paper.rect(x - 0.9, y, 1.8, height, 'ink')
}

const textOf = (line: { readonly segments: readonly { readonly text: string }[] }): string =>
  line.segments
    .map(({ text }) => text)
    .join('')
    .trimEnd()

/** Spokes that a picture can carry. */
export const spokesLeast = 3
export const spokesMost = 48

/** The part that was obtained of each sub-dimension, around a centre: the outer ring is all of it. */
export function paintRadar(paper: Paper, parent: Structure, spokes: readonly Spoke[], words: Words): void {
  const radius = 128
  const size = 8
  const head = titled(paper, words.say('radar_title'))
  const height = head.length * titleHeight + 2 * radius + 84
  paper.need(height + 14)
  const top = paper.y
  const items = spokes.map(({ name, part }) => words.say('radar_item', { name, percent: words.percent(part) }))
  const alt = paper.type.legible(words.say('radar_alt', { items: items.join('; ') }))
  const { figure, ink } = begun(paper, parent, head, alt, height)
  const y = top + head.length * titleHeight
  const centre = { x: sheet.left + bodyWidth / 2, y: y + radius + 42 }
  const pointAt = (n: number, part: number): readonly [number, number] => {
    const angle = (n / spokes.length) * 2 * Math.PI - Math.PI / 2
    return [centre.x + Math.cos(angle) * radius * part, centre.y + Math.sin(angle) * radius * part]
  }
  const ring = (part: number): readonly (readonly [number, number])[] => spokes.map((_, n) => pointAt(n, part))
  const value = spokes.map(({ part }, n) => pointAt(n, Math.min(1, Math.max(0, part))))
  paper.polygon(value, { fill: 'track' })
  for (const part of [0.25, 0.5, 0.75, 1])
    paper.polygon(ring(part), { stroke: part === 1 ? 'soft' : 'rule', width: part === 1 ? 0.8 : 0.6 })
  for (const [n] of spokes.entries()) {
    const [x, edge] = pointAt(n, 1)
    paper.rule(centre.x, centre.y, x, edge, 'rule', 0.5)
  }
  paper.polygon(value, { stroke: 'brand', width: 1.6 })
  for (const [x, dot] of value) paper.rect(x - 1.8, dot - 1.8, 3.6, 3.6, 'brand')
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const text = words.percent(part).replace(/[.,]0/, '')
    const wide = paper.type.widthOf(text, 'regular', 6.5)
    paper.rect(centre.x + 2, centre.y - radius * part - 3.4, wide + 2, 7.4, 'white')
    paper.word(text, centre.x + 3, centre.y - radius * part + 2.2, 'regular', 6.5, 'soft')
  }
  for (const [n, { label, part }] of spokes.entries()) {
    const [x, edge] = pointAt(n, 1 + 9 / radius)
    const side = x - centre.x
    const align = Math.abs(side) < 14 ? 'center' : side > 0 ? 'left' : 'right'
    const room = align === 'center' ? 170 : Math.max(40, (align === 'left' ? sheet.right - x : x - sheet.left) - 2)
    const lines = paper.type.lines([plain(`${label} · ${words.percent(part)}`)], size, room).slice(0, 3)
    const first =
      edge +
      (edge < centre.y - radius * 0.9 ? -(lines.length - 1) * 9.4 : -((lines.length - 1) * 9.4) / 2) +
      2.6 +
      (edge > centre.y + radius * 0.9 ? 5 : 0)
    for (const [at, line] of lines.entries()) paper.word(textOf(line), x, first + at * 9.4, 'regular', size, 'ink', align)
  }
  ink.shut()
  figure.end()
  paper.y = top + height + 14
}
