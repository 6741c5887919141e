/** What a line must keep to. */
export type Goal = { readonly most: number } | { readonly least: number }

/** One line of a report. */
export interface Row {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly goal?: Goal | undefined
  readonly note?: string | undefined
}

export const isKept = ({ value, goal }: Row): boolean => !goal || ('most' in goal ? value <= goal.most : value >= goal.least)

const figure = (value: number): string => {
  if (!Number.isFinite(value)) return '–'
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const goalText = (goal: Goal): string => ('most' in goal ? `≤ ${figure(goal.most)}` : `≥ ${figure(goal.least)}`)

/** A table of Markdown that is as wide as what stands in it; the first row is its head. */
export function markdown(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => [...(row[column] ?? '')].length)))
  const line = (cells: readonly string[]): string => `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n')
}

export function tableOf(rows: readonly Row[]): string {
  const body = rows.map((row) => [
    row.what,
    figure(row.value),
    row.unit,
    row.goal ? goalText(row.goal) : '',
    row.goal ? (isKept(row) ? 'ok' : 'missed') : '',
    row.note ?? '',
  ])
  const judged = rows.filter(({ goal }) => goal)
  const kept = judged.filter(isKept).length
  return `${markdown([['what', 'figure', 'unit', 'goal', '', 'note'], ...body])}\n\n${kept} of ${judged.length} goals kept, ${judged.length - kept} missed`
}
