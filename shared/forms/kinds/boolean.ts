import { booleanValue } from '../../answers/model.ts'
import { failure } from '../../kernel/failure.ts'
import { bestChoice, unbounded } from './kind.ts'
import type { Kind } from './kind.ts'

const yes = new Set<unknown>([true, 'true', 'Sí', 'Si', 'Yes'])
const no = new Set<unknown>([false, 'false', 'No'])

export const boolean: Kind<boolean> = {
  schema: booleanValue,
  html: false,
  unread: failure('needs_review'),
  hasOptions: false,
  holds: (value) => typeof value === 'boolean',
  isEmpty: () => false,
  invalidity: () => undefined,
  text: (value, words) => (value ? words.yes : words.no),
  cell: (value, words) => (value ? words.yes : words.no),
  read: (given) => (yes.has(given) ? true : no.has(given) ? false : undefined),
  written: (value) => value,
  choices: () => [true, false],
  chosen: (value) => [value],
  soundBounds: unbounded,
  best: (_, worth) => bestChoice([true, false], worth),
}
