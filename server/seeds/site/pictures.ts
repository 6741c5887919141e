/**
 * Pictures of the demonstration's site, drawn here: shapes in the product's own colours, of nobody and of no place. They say nothing that
 * the words beside them do not.
 */
const ink = '#0a132d'
const deep = '#064b79'
const brand = '#006fb3'
const sky = '#86c2e8'
const pale = '#dceefa'
const paper = '#eff7fd'
const warm = '#dc712d'
const sand = '#fde8d3'
const leaf = '#019a9a'
const mint = '#cdece6'

const svg = (width: number, height: number, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${parts.join('')}</svg>`
const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
const circle = (x: number, y: number, r: number, fill: string): string => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const ring = (x: number, y: number, r: number, stroke: string, width: number): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`
const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`
const line = (points: string, stroke: string, width: number): string =>
  `<polyline points="${points}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** Hills under a rising line of points: how a page begins. */
const hero = svg(1600, 720, [
  rect(0, 0, 1600, 720, paper),
  circle(1290, 170, 92, sand),
  circle(1290, 170, 58, '#f2b583'),
  path('M0 520 C220 430 380 470 560 500 S900 560 1120 450 S1440 330 1600 380 V720 H0 Z', pale),
  path('M0 600 C260 520 460 560 700 580 S1140 560 1320 500 S1520 470 1600 480 V720 H0 Z', sky),
  path('M0 668 C300 610 620 640 900 644 S1400 610 1600 586 V720 H0 Z', brand),
  line('150,500 360,446 560,462 780,372 990,330 1180,232', deep, 9),
  ...[
    [150, 500],
    [360, 446],
    [560, 462],
    [780, 372],
    [990, 330],
  ].flatMap(([x = 0, y = 0]) => [circle(x, y, 21, '#ffffff'), ring(x, y, 21, deep, 9)]),
  circle(1180, 232, 30, warm),
  ring(1180, 232, 30, '#ffffff', 8),
])

/** A square with something in its middle. */
const tile = (ground: string, parts: readonly string[]): string => svg(640, 480, [rect(0, 0, 640, 480, ground, 24), ...parts])

const resources = tile(paper, [
  rect(150, 300, 340, 60, deep, 10),
  rect(180, 230, 280, 56, brand, 10),
  rect(214, 162, 212, 54, sky, 10),
  circle(320, 112, 38, warm),
])
const practices = tile(mint, [
  line('130,330 230,250 320,300 420,190 510,150', leaf, 16),
  ...[
    [130, 330],
    [230, 250],
    [320, 300],
    [420, 190],
  ].map(([x = 0, y = 0]) => circle(x, y, 26, '#006661')),
  circle(510, 150, 36, warm),
])
const collaboration = tile(sand, [
  line('320,240 170,150', '#96480f', 8),
  line('320,240 480,140', '#96480f', 8),
  line('320,240 180,350', '#96480f', 8),
  line('320,240 470,350', '#96480f', 8),
  circle(320, 240, 66, warm),
  circle(170, 150, 42, brand),
  circle(480, 140, 42, leaf),
  circle(180, 350, 42, deep),
  circle(470, 350, 42, '#f2b583'),
])
const pillars = tile(paper, [
  path('M120 170 L320 90 L520 170 Z', deep),
  ...[156, 238, 320, 402].map((x) => rect(x, 190, 50, 160, brand)),
  rect(120, 362, 400, 34, deep, 4),
])
const centralised = tile(sand, [
  ring(320, 240, 150, '#f2b583', 26),
  ring(320, 240, 92, warm, 26),
  circle(320, 240, 44, '#96480f'),
  ...[0, 60, 120, 180, 240, 300].map((angle) => {
    const at = (angle * Math.PI) / 180
    return circle(Math.round(320 + 150 * Math.cos(at)), Math.round(240 + 150 * Math.sin(at)), 24, ink)
  }),
])
const recent = tile(mint, [
  path('M320 400 C312 300 316 240 320 190 C324 240 328 300 320 400 Z', '#04433f'),
  path('M320 270 C250 260 200 210 190 140 C270 146 320 190 320 270 Z', leaf),
  path('M320 230 C380 220 430 176 444 104 C366 110 322 156 320 230 Z', '#006661'),
  circle(320, 404, 30, warm),
])
const answer = tile(paper, [
  rect(190, 90, 260, 310, '#ffffff', 18),
  rect(190, 90, 260, 62, brand, 18),
  ...[196, 250, 304].flatMap((y) => [circle(232, y, 14, leaf), rect(264, y - 9, 150, 18, pale, 9)]),
  rect(220, 346, 130, 24, warm, 12),
])
const evaluate = tile(sand, [
  rect(150, 120, 240, 250, '#ffffff', 18),
  ...[170, 222, 274].map((y) => rect(184, y, 170, 18, '#f2b583', 9)),
  circle(410, 290, 86, '#ffffff'),
  ring(410, 290, 74, '#96480f', 18),
  line('376,292 402,318 448,262', leaf, 18),
])
const improve = tile(mint, [
  ...[
    [150, 300, 90],
    [250, 250, 140],
    [350, 190, 200],
  ].map(([x = 0, y = 0, height = 0]) => rect(x, y, 70, height, leaf, 8)),
  rect(450, 120, 70, 270, warm, 8),
  line('150,230 260,180 360,130 470,70', '#04433f', 14),
])
const data = tile(paper, [
  ring(240, 220, 104, pale, 44),
  path('M240 116 A104 104 0 0 1 344 220 L300 220 A60 60 0 0 0 240 160 Z', brand),
  ...[
    [400, 290, 60, sky],
    [450, 250, 100, brand],
    [500, 190, 160, deep],
  ].map(([x, y, height, fill]) => rect(Number(x), Number(y), 36, Number(height), String(fill), 6)),
  rect(120, 372, 420, 14, ink, 7),
])
const network = tile(sand, [
  ...[150, 260, 380, 490].flatMap((x, at) => [line(`${x},${at % 2 === 0 ? 170 : 310} 320,240`, '#f2b583', 10)]),
  ...[150, 260, 380, 490].map((x, at) => circle(x, at % 2 === 0 ? 170 : 310, 40, at % 2 === 0 ? warm : brand)),
  circle(320, 240, 54, deep),
])
const report = tile(mint, [
  rect(200, 80, 240, 330, '#ffffff', 14),
  ring(320, 190, 54, leaf, 26),
  ...[290, 324, 358].map((y, at) => rect(232, y, 176 - at * 40, 16, '#7cccbd', 8)),
])

/** The way from answering to publishing, in six steps. */
const cycle = svg(1600, 420, [
  rect(0, 0, 1600, 420, paper),
  line('160,210 1440,210', sky, 14),
  ...[deep, brand, leaf, '#006661', warm, '#96480f'].flatMap((fill, at) => {
    const x = 160 + at * 256
    return [circle(x, 210, 62, '#ffffff'), circle(x, 210, 48, fill), circle(x, 210, 16, '#ffffff')]
  }),
])

/** Marks that stand in for whose site it is: of nobody. */
const mark = svg(240, 72, [
  rect(0, 8, 56, 56, brand, 12),
  rect(13, 38, 8, 16, '#ffffff', 2),
  rect(24, 28, 8, 26, '#ffffff', 2),
  rect(35, 18, 8, 36, '#ffffff', 2),
  `<text x="70" y="34" font-family="Arial, sans-serif" font-size="22" font-weight="700" fill="${ink}">Índice IIP</text>`,
  `<text x="70" y="56" font-family="Arial, sans-serif" font-size="15" fill="#46526e">Demostración</text>`,
])
const laboratory = svg(240, 72, [
  circle(36, 36, 28, warm),
  circle(36, 36, 12, '#ffffff'),
  `<text x="76" y="34" font-family="Arial, sans-serif" font-size="20" font-weight="700" fill="${ink}">Laboratorio</text>`,
  `<text x="76" y="56" font-family="Arial, sans-serif" font-size="15" fill="#46526e">de Ejemplo</text>`,
])
const whiteMark = svg(240, 72, [
  rect(0, 8, 56, 56, '#ffffff', 12),
  rect(13, 38, 8, 16, brand, 2),
  rect(24, 28, 8, 26, brand, 2),
  rect(35, 18, 8, 36, brand, 2),
  `<text x="70" y="44" font-family="Arial, sans-serif" font-size="24" font-weight="700" fill="#ffffff">Índice IIP</text>`,
])
const partner = (name: string, fill: string): string =>
  svg(220, 72, [
    rect(0, 10, 220, 52, '#ffffff', 10),
    circle(32, 36, 14, fill),
    `<text x="58" y="42" font-family="Arial, sans-serif" font-size="17" fill="${ink}">${name}</text>`,
  ])

/** By the name that pages call them; each is also its file's. */
export const pictures = {
  hero,
  resources,
  practices,
  collaboration,
  pillars,
  centralised,
  recent,
  answer,
  evaluate,
  improve,
  data,
  network,
  report,
  cycle,
  mark,
  laboratory,
  whiteMark,
  partnerOne: partner('Red de Ejemplo', leaf),
  partnerTwo: partner('Escuela Ficticia', warm),
  partnerThree: partner('Fondo Inventado', brand),
} as const
export type PictureName = keyof typeof pictures
