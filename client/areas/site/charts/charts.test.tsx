import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { defineEnglish } from '#client/i18n/text.ts'
import { AddressLanguage } from '#client/i18n/language.ts'
import './at-once.ts'
import { BarList } from './marks/bar-list.tsx'
import { Bars } from './marks/bars.tsx'
import { Bubbles } from './marks/bubbles.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { Donuts } from './marks/donuts.tsx'
import { figureText } from '#client/features/figures/figures.ts'
import { marksOf, type Cell, type Grid } from './marks/grid.ts'
import { Lines } from './marks/lines.tsx'
import { Radials } from './marks/radials.tsx'
import { Stacked } from './marks/stacked.tsx'
import { en } from './strings.en.ts'
import { pointId, Strip, StripList, type Cloud } from './marks/strip.tsx'
import { edgeOf, toneCount, Tones } from './marks/tones.tsx'
import { Treemap } from './marks/treemap.tsx'

const cell = (value: number | null): Cell => {
  const short = value === null ? '–' : figureText(value, 1, 'es')
  return { value, short, text: value === null ? 'sin dato' : `${short} puntos` }
}
const grid: Grid = {
  series: ['2022', '2023', '2024'].map((label, tone) => ({ id: `y${label}`, label, tone })),
  groups: ['Talento humano', 'Marco institucional', 'Recursos'].map((label, at) => ({ id: `g${at}`, label })),
  cells: [
    [cell(10), cell(20.25), cell(null)],
    [cell(0), cell(25), cell(31)],
    [cell(12.5), cell(30), cell(33.3)],
  ],
  most: 40,
  limits: [40, 36, 38].map((value) => ({ value, text: `máx. ${value}` })),
}
const ticks = [0, 25, 50].map((value) => ({ value, text: String(value) }))
const marks = marksOf(grid)
const clouds: readonly Cloud[] = [
  { id: 'y2024', label: '2024', values: [1, 2, 2, 40], middle: { value: 2, text: 'Mediana 2,0' }, note: '4 instituciones' },
]
const marksIn = (html: string): readonly string[] => [...html.matchAll(/data-mark="([^"]+)"/g)].map((match) => match[1] ?? '')
const drawn = (node: ReactNode): string => renderToStaticMarkup(node)
const withFigure = marks.filter(({ value }) => value !== 'sin dato').map(({ id }) => id)

const drawings: Readonly<Record<string, string>> = {
  bars: drawn(<Bars grid={grid} tickText={String} />),
  lines: drawn(<Lines grid={grid} ticks={ticks} spread={grid.cells.map((row) => row.map(() => 5))} />),
  bubbles: drawn(<Bubbles grid={grid} ticks={ticks} sizes={grid.cells.map((row) => row.map(() => 4))} />),
}

test('[CH2] every figure of a grid is a mark of each drawing of it, wide and narrow', () => {
  for (const [name, html] of Object.entries(drawings)) expect(marksIn(html).toSorted(), name).toEqual(withFigure.toSorted())
  const every = marks.map(({ id }) => id).toSorted()
  expect(marksIn(drawn(<BarList grid={grid} />)).toSorted()).toEqual(every)
  expect(marksIn(drawn(<Radials grid={grid} across={3} />)).toSorted()).toEqual(every)
  // A part of nothing is no part.
  const parts = withFigure.filter((id) => id !== 'y2023.g0').toSorted()
  expect(marksIn(drawn(<Stacked grid={grid} of="sum" />)).toSorted()).toEqual(parts)
  expect(marksIn(drawn(<Donuts grid={grid} notes={[]} />)).toSorted()).toEqual(parts)
  const points = clouds.flatMap((cloud) => cloud.values.map((_, index) => pointId(cloud, index)))
  for (const Drawn of [Strip, StripList]) expect(marksIn(drawn(<Drawn clouds={clouds} ticks={ticks} />))).toEqual(points)
})

test('[CH3] nothing that is drawn needs a style of its own, so that the page’s policy lets all of it show', () => {
  const all = [...Object.values(drawings), drawn(<Tones />), drawn(frame()), drawn(<Strip clouds={clouds} ticks={ticks} />)]
  for (const html of all) expect(html).not.toMatch(/\sstyle=|NaN|undefined|Infinity/)
})

test('[CH3] a tile too small for its name has a letter, and its name stands below', () => {
  const tiles = [
    { id: 'a', label: 'Procesos', value: 97, short: '97,0 %', tone: 0 },
    { id: 'b', label: 'Redes de colaboración', value: 3, short: '3,0 %', tone: 1 },
  ]
  const html = drawn(<Treemap tiles={tiles} />)
  expect(marksIn(html)).toEqual(['a', 'b'])
  expect(html).toContain('a: Redes de colaboración, 3,0 %')
})

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test('[CH3] neighbouring fills differ by 3:1 at least, and each shows on white by itself or by its edge', () => {
  const styles = readFileSync('client/styles/theme.css', 'utf8')
  const colours = new Map(
    [...styles.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].toReversed().map((match) => [match[1], match[2] ?? '']),
  )
  const html = drawn(<Tones />)
  const grounds = [...html.matchAll(/<rect [^>]*class="fill-([\w-]+)/g)].map((match) => colours.get(match[1]) ?? '')
  expect(grounds).toHaveLength(toneCount)
  grounds.forEach((ground, at) => {
    const edge = colours.get(/stroke-([a-z]+-\d+)/.exec(edgeOf(at))?.[1]) ?? ''
    expect(contrast(edge, '#ffffff'), `edge ${at}`).toBeGreaterThanOrEqual(3)
    expect(contrast(ground, grounds[(at + 1) % toneCount] ?? ''), `${at} beside the next`).toBeGreaterThanOrEqual(3)
  })
})

function frame() {
  return (
    <ChartFrame
      id="capacities"
      title="Recursos sube a 33,3 puntos"
      subtitle="Puntos, 37 instituciones"
      notices={['2021 no tiene datos.']}
      legend={grid.series}
      marks={marks}
      wide={<Bars grid={grid} tickText={String} />}
      narrow={<BarList grid={grid} />}
      table={{
        caption: 'Puntos por capacidad',
        columns: [
          { key: 'name', label: 'Capacidad', unit: '', decimals: null },
          { key: 'y2024', label: '2024', unit: 'puntos', decimals: 1 },
        ],
        rows: grid.groups.map(({ label }, at) => ({ name: label, y2024: grid.cells[2]?.[at]?.value ?? null })),
      }}
      source="Estadísticas abiertas"
      licence={{ name: 'CC BY 4.0', href: 'https://creativecommons.org/licenses/by/4.0/' }}
      files={{ csvShown: '/a.csv?years=2024', csvAll: '/a.csv', json: '/a.json' }}
    />
  )
}

test('[CH3] a frame says finding, measure, notice, source and licence, and has table and files without any script', () => {
  const html = drawn(frame())
  expect(html).toContain('aria-labelledby="capacities-title"')
  for (const said of [
    'Recursos sube a 33,3 puntos',
    'Puntos, 37 instituciones',
    '2021 no tiene datos.',
    'Estadísticas abiertas',
    'CC BY 4.0',
  ])
    expect(html).toContain(said)
  expect(html).toContain('href="/a.csv?years=2024"')
  expect(html).toMatch(/<caption[^>]*>Puntos por capacidad/)
  expect(html).toContain('>33,3<')
  // Two drawings and a legend, and no ear hears one of them.
  expect([...html.matchAll(/<svg (?![^>]*aria-hidden="true")/g)]).toEqual([])
})

test('[CH3] the frame’s words are in the language of the page', () => {
  defineEnglish({ charts: en })
  expect(drawn(<AddressLanguage value="en">{frame()}</AddressLanguage>)).toContain('Show the data as a table')
})

test('[CH10] names along a line never run together: each has room, or the first and the last stand at the ends', () => {
  const named = (count: number, labels: readonly string[]): readonly [x: number, anchor: string, text: string][] => {
    const years: Grid = {
      series: Array.from({ length: count }, (_, at) => ({ id: `s${at}`, label: '', tone: at })),
      groups: labels.map((label, at) => ({ id: `g${at}`, label })),
      cells: Array.from({ length: count }, () => labels.map(() => cell(50))),
      most: 100,
    }
    const html = drawn(<Lines grid={years} ticks={ticks} />)
    return [...html.matchAll(/<tspan x="([\d.]+)"[^>]*>([^<]*)</g)].map((match) => {
      const anchor = [...html.slice(0, match.index).matchAll(/text-anchor="(\w+)"/g)].at(-1)?.[1] ?? ''
      return [Number(match[1]), anchor, match[2] ?? '']
    })
  }
  const long = ['Índice de Innovación Pública 2023', 'Índice de Innovación Pública 2024', 'Índice de Innovación Pública 2025']
  for (const count of [1, 2, 4])
    for (const labels of [long, long.slice(1), ['2022', '2023', '2024', '2025', '2026']]) {
      const spans = named(count, labels).map(([x, anchor, text]) => {
        const wide = text.length * 6.5
        return anchor === 'middle' ? [x - wide / 2, x + wide / 2] : anchor === 'start' ? [x, x + wide] : [x - wide, x]
      })
      const places = [...new Set(spans.map(([from = 0, to = 0]) => Math.round((from + to) / 2)))]
      expect(places.length).toBeGreaterThan(0)
      // Two spans overlap only where they are lines of one name, one below the other.
      const lines = named(count, labels)
      for (const [at, [from = 0, to = 0]] of spans.entries())
        for (const [other, [start = 0, end = 0]] of spans.entries())
          if (lines[at]?.[0] !== lines[other]?.[0])
            expect(to <= start || end <= from, `${lines[at]?.[2]} | ${lines[other]?.[2]}`).toBe(true)
    }
})
