import type { Cell } from '#shared/kernel/sheet.ts'

/** Digits that a spreadsheet shows of a number; what a computer adds behind them is nobody's. */
const digits = 15

/** A number as its cell says it: 0.1 + 0.2 is 0.3. */
export const numberCell = (value: number): Cell => (Number.isFinite(value) ? Number(value.toPrecision(digits)) : '')

/** A cell that is a day reads as one, "2026-03-15", and with its minutes where it has some. */
export function dayCell(ms: number): Cell {
  // To the second: a spreadsheet keeps a moment as a fraction of a day.
  const at = new Date(Math.round(ms / 1000) * 1000)
  if (Number.isNaN(at.getTime())) return ''
  const [day = '', time = ''] = at.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}
