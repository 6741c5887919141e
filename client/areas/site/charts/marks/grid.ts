/** What a chart tells, before anything is drawn: figures of several series for several groups. */
export interface Named {
  readonly id: string
  readonly label: string
}
export interface Series extends Named {
  /** Which fill of `tones.tsx` it has. */
  readonly tone: number
}
export interface Cell {
  /** Null: there is none, and nothing is drawn. */
  readonly value: number | null
  /** As it is read, with its unit: `41,3 puntos`. */
  readonly text: string
  /** As it stands in the drawing: `41,3`. */
  readonly short: string
  /** It is not compared with what stands before it in its series: no line leads to it. */
  readonly apart?: boolean | undefined
}
export interface Grid {
  readonly series: readonly Series[]
  readonly groups: readonly Named[]
  /** By series, then by group. */
  readonly cells: readonly (readonly Cell[])[]
  /** Where the axis ends. */
  readonly most: number
  /** Of each group, the most that it can be. */
  readonly limits?: readonly { readonly value: number; readonly text: string }[] | undefined
  /** Of each group its own fill, where groups and not series are told apart by it. */
  readonly groupTones?: readonly number[] | undefined
}

/** One thing of a drawing that can be pointed at, stood on and read out. */
export interface Mark {
  readonly id: string
  readonly series: string
  readonly label: string
  readonly value: string
}

export const cellOf = (grid: Grid, series: number, group: number): Cell =>
  grid.cells[series]?.[group] ?? { value: null, text: '–', short: '–' }
export const markId = (series: Named, group: Named): string => `${series.id}.${group.id}`

/** Every figure of a grid in the order in which it is read: series by series (CH2). */
export const marksOf = (grid: Grid): readonly Mark[] =>
  grid.series.flatMap((series, row) =>
    grid.groups.map((group, column) => ({
      id: markId(series, group),
      series: series.label,
      label: group.label,
      value: cellOf(grid, row, column).text,
    })),
  )

/**
 * Where a key leads from a mark; null: from none. Right and left go along a series and on to the next, down and up to the same place of the
 * next or former series, Home and End to the ends of the chart. Undefined: the key says nothing here (CH2).
 */
export function nextMark(marks: readonly Mark[], at: string | null, key: string): string | null | undefined {
  const index = marks.findIndex(({ id }) => id === at)
  switch (key) {
    case 'ArrowRight':
      return marks[Math.min(index + 1, marks.length - 1)]?.id
    case 'ArrowLeft':
      return marks[Math.max(index - 1, 0)]?.id
    case 'Home':
      return marks[0]?.id
    case 'End':
      return marks.at(-1)?.id
    case 'ArrowDown':
      return index < 0 ? marks[0]?.id : besides(marks, index, 1)
    case 'ArrowUp':
      return index < 0 ? marks[0]?.id : besides(marks, index, -1)
    case 'Escape':
      return at === null ? undefined : null
    default:
      return undefined
  }
}

/** The mark of the next (or former) series at the same place, or at its end where it is shorter. */
function besides(marks: readonly Mark[], index: number, by: 1 | -1): string | undefined {
  const names = [...new Set(marks.map(({ series }) => series))]
  const own = marks[index]?.series ?? ''
  const place = marks.slice(0, index).filter(({ series }) => series === own).length
  const target = names[names.indexOf(own) + by]
  const found = marks.filter(({ series }) => series === target)
  return (found[place] ?? found.at(-1) ?? marks[index])?.id
}
