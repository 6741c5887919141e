import type * as v from 'valibot'
import { rowsMost, rowsValue } from '../../answers/model.ts'
import { failure } from '../../kernel/failure.ts'
import type { Question } from '../model.ts'
import { countsInOrder, numberOr, shaped } from './kind.ts'
import type { Kind } from './kind.ts'
import { isNone } from './multiple.ts'

/** Most rows of a Block: 10 unless said otherwise (VA7). */
export const maxRows = (question: Question): number => numberOr(question.max, 0) || 10

/** Rows of inner questions. No rows ("Ninguna") are an answer. */
export const block: Kind<v.InferOutput<typeof rowsValue>> = {
  schema: rowsValue,
  html: false,
  unread: failure('needs_review'),
  hasOptions: false,
  holds: (value) => typeof value === 'object' && 'rows' in value,
  isEmpty: () => false,
  invalidity(question, { rows }) {
    const max = maxRows(question)
    if (rows.length > max) return failure('rows_too_many', { n: max })
    return new Set(rows).size === rows.length ? undefined : failure('needs_review')
  },
  text: ({ rows }, words) => words.rows(rows.length),
  cell: ({ rows }) => rows.length,
  read(given, { rows, newRow }) {
    if (isNone(given)) return { rows: [] }
    if (typeof given !== 'number' || !Number.isInteger(given) || given < 0) return shaped(rowsValue, given)
    // Rows keep their ids; they go from the end and come at the end (DP5). One too many is as wrong as a million.
    const missing = Math.min(given, rowsMost + 1) - rows.length
    return { rows: [...rows.slice(0, given), ...Array.from({ length: Math.max(0, missing) }, newRow)] }
  },
  written: ({ rows }) => rows.length,
  choices: () => [],
  chosen: () => [],
  soundBounds: (question) => countsInOrder(question, rowsMost) && !question.allowNoneOption,
  best: (question) => ({ rule: 'sum', choices: [], inner: question.block }),
}
