const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)

/** Smallest value that a share (0..1) of the values does not exceed; NaN of no values. */
export const quantile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN

/** Middle value; between the two middle ones when they are even in number. */
export function median(values: readonly number[]): number {
  const all = sorted(values)
  const low = all[Math.floor((all.length - 1) / 2)] ?? Number.NaN
  const high = all[Math.ceil((all.length - 1) / 2)] ?? Number.NaN
  return (low + high) / 2
}

/** One line of the table. `beside`: the floor, run by run, of the same length; ratios are taken run by run. */
export interface Line {
  readonly what: string
  readonly unit: string
  readonly ours: readonly number[]
  readonly beside?: readonly number[] | undefined
  readonly goal: string
  readonly note?: string | undefined
}

const number = (value: number): string =>
  Number.isNaN(value) ? '–' : value >= 100 ? String(Math.round(value)) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const spread = (values: readonly number[]): string =>
  values.length === 1
    ? number(values[0] ?? Number.NaN)
    : `${number(median(values))} (${number(Math.min(...values))}–${number(Math.max(...values))})`

/** The table as text, one line each: medians, with smallest and largest in brackets. */
export function tableOf(lines: readonly Line[]): string {
  const head = ['what', 'unit', 'product', 'floor', 'product ÷ floor', 'goal', 'note']
  const body = lines.map(({ what, unit, ours, beside, goal, note }) => {
    const ratios = beside?.map((floor, run) => (ours[run] ?? Number.NaN) / floor)
    return [what, unit, spread(ours), beside ? spread(beside) : '', ratios ? spread(ratios) : '', goal, note ?? '']
  })
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...body.map(line)].join('\n')
}
