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
type Goal = { readonly most: number } | { readonly least: number } | { readonly times: number }

/** One line of the table. `beside`: the floor, run by run, of the same length; ratios are taken run by run. */
export interface Line {
  readonly what: string
  readonly unit: string
  readonly ours: readonly number[]
  readonly beside?: readonly number[] | undefined
  /** None of what is only told. */
  readonly goal?: Goal | null | undefined
  readonly note?: string | undefined
}

const ratiosOf = ({ ours, beside }: Line): number[] => (beside ?? []).map((floor, run) => (ours[run] ?? Number.NaN) / floor)

/** Whether the median keeps to the goal; a figure that is missing does not. */
function isKept(line: Line): boolean {
  const { goal } = line
  if (!goal) return true
  if ('times' in goal) return median(ratiosOf(line)) <= goal.times
  return 'most' in goal ? median(line.ours) <= goal.most : median(line.ours) >= goal.least
}

const figure = (value: number): string => {
  if (!Number.isFinite(value)) return '–'
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const textOf = (goal: Goal): string => {
  if ('times' in goal) return `≤ ${goal.times}×`
  return 'most' in goal ? `≤ ${figure(goal.most)}` : `≥ ${figure(goal.least)}`
}

const spread = (values: readonly number[]): string =>
  values.length > 1
    ? `${figure(median(values))} (${figure(Math.min(...values))}–${figure(Math.max(...values))})`
    : values.map((value) => figure(value)).join('')

/** A table of Markdown that is as wide as what stands in it, without columns in which nothing stands; the first row is its head. */
export function markdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows
  const columns = head.flatMap((_, column) => (body.some((row) => (row[column] ?? '') !== '') ? [column] : []))
  const widths = columns.map((column) => Math.max(3, ...rows.map((row) => [...(row[column] ?? '')].length)))
  const line = (cells: readonly string[]): string => `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`
  const [title = '', ...lines] = rows.map((row) => line(columns.map((column) => row[column] ?? '')))
  return [title, line(widths.map((width) => '-'.repeat(width))), ...lines].join('\n')
}

/** The lines as a table: medians, with smallest and largest in brackets, and whether the goals are kept. */
export function tableOf(lines: readonly Line[]): string {
  const head = ['what', 'unit', 'product', 'floor', 'product ÷ floor', 'goal', 'kept', 'note']
  const body = lines.map((line) => {
    const { what, unit, ours, beside = [], goal, note = '' } = line
    const [wanted, verdict] = goal ? [textOf(goal), isKept(line) ? 'ok' : 'missed'] : ['', '']
    return [what, unit, spread(ours), spread(beside), spread(ratiosOf(line)), wanted, verdict, note]
  })
  const judged = lines.filter(({ goal }) => goal)
  const kept = judged.filter(isKept).length
  return `${markdown([head, ...body])}\n\n${kept} of ${judged.length} goals kept, ${judged.length - kept} missed`
}
