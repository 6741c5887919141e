import { firstOf } from './cut.ts'
import type { Cell } from './sheet.ts'

/** A number that its cell shows otherwise than as itself: "45%", "$1.234", "0012". */
export interface ShownNumber {
  readonly kind: 'number'
  /** What the cell holds, in the unit that it shows: of 45%, 45. */
  readonly held: number
  /** The number that a person reads in it; null where the cell shows none, as "Sí" for 1. */
  readonly says: number | null
  readonly shown: string
}

/** A day that a cell holds, and how it shows it: "01-may", where somebody may have typed "1-5". */
export interface ShownDay {
  readonly kind: 'day'
  /** "2026-03-15", with its minutes where it has some: "2026-03-15 18:00". */
  readonly written: string
  readonly shown: string
}

/** A cell of a table that somebody sent. Plain objects: they come from a process of their own. */
export type ReadCell = Cell | ShownNumber | ShownDay

/** A number as a person in Chile reads it where no format says how. */
export const numberShown = (value: number): string => String(value).replace('.', ',')

/** What a cell shows to its person (TI3). */
export function shownIn(cell: ReadCell): string {
  if (typeof cell === 'number') return numberShown(cell)
  return typeof cell === 'string' ? cell : cell.shown
}

/** Of what somebody wrote in a cell, so much goes into a sentence about it, in characters. */
const quotedMost = 60

/** What a cell shows, as a sentence about it quotes it. */
export const quotedIn = (cell: ReadCell): string => firstOf(shownIn(cell), quotedMost)

/** What a cell says where a program's words are read, codes and names: a bare number with its point, a day as machines write it. */
export function saidIn(cell: ReadCell): string {
  if (typeof cell === 'object') return cell.kind === 'day' ? cell.written : cell.shown
  return String(cell)
}

/** The number of a cell that shows the one that it holds, and no percentage. */
export function exactIn(cell: ReadCell): number | undefined {
  if (typeof cell === 'number') return cell
  if (typeof cell === 'string' || cell.kind === 'day' || cell.shown.endsWith('%')) return undefined
  return cell.says !== null && cell.says === cell.held ? cell.says : undefined
}

/** Whether a cell holds a day that its person may never have written: a spreadsheet takes "1-5" for one. */
export const isDayCell = (cell: ReadCell): cell is ShownDay => typeof cell === 'object' && cell.kind === 'day'

/** What a cell of yes or no shows in a spreadsheet in Spanish. */
export const booleanShown = (value: boolean): string => (value ? 'VERDADERO' : 'FALSO')
