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

/** What a line must keep to: at most so much, at least so much, or at most so many times its floor. */
export type Goal = { readonly most: number } | { readonly least: number } | { readonly times: number }

/** One line of the table. `beside`: the floor, run by run, of the same length; ratios are taken run by run. */
export interface Line {
  readonly what: string
  readonly unit: string
  readonly ours: readonly number[]
  readonly beside?: readonly number[] | undefined
  /** Null for what is only told. */
  readonly goal: Goal | null
  readonly note?: string | undefined
}

const ratiosOf = ({ ours, beside }: Line): number[] => (beside ?? []).map((floor, run) => (ours[run] ?? Number.NaN) / floor)

/** Whether the median keeps to the goal; a figure that is missing does not. */
export function isKept(line: Line): boolean {
  const { goal } = line
  if (goal === null) return true
  if ('times' in goal) return median(ratiosOf(line)) <= goal.times
  return 'most' in goal ? median(line.ours) <= goal.most : median(line.ours) >= goal.least
}

const textOf = (goal: Goal): string => {
  if ('times' in goal) return `≤ ${goal.times}×`
  return 'most' in goal ? `≤ ${goal.most.toLocaleString('en')}` : `≥ ${goal.least.toLocaleString('en')}`
}

const number = (value: number): string =>
  Number.isNaN(value) ? '–' : value >= 100 ? String(Math.round(value)) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const spread = (values: readonly number[]): string =>
  values.length === 1
    ? number(values[0] ?? Number.NaN)
    : `${number(median(values))} (${number(Math.min(...values))}–${number(Math.max(...values))})`

/** The table as text, one line each: medians, with smallest and largest in brackets, and whether the goal is kept. */
export function tableOf(lines: readonly Line[]): string {
  const head = ['what', 'unit', 'product', 'floor', 'product ÷ floor', 'goal', '', 'note']
  const body = lines.map((line) => {
    const { what, unit, ours, beside, goal, note } = line
    const verdict = goal === null ? '' : isKept(line) ? 'ok' : 'missed'
    return [
      what,
      unit,
      spread(ours),
      beside ? spread(beside) : '',
      beside ? spread(ratiosOf(line)) : '',
      goal ? textOf(goal) : '',
      verdict,
      note ?? '',
    ]
  })
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => (row[column] ?? '').length)))
  const row = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const judged = lines.filter((line) => line.goal !== null)
  const kept = judged.filter(isKept).length
  return [
    row(head),
    row(widths.map((width) => '─'.repeat(width))),
    ...body.map(row),
    `${kept} of ${judged.length} goals kept, ${judged.length - kept} missed`,
  ].join('\n')
}
