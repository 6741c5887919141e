import { composed, decomposed } from './marks.ts'

/** What is written otherwise and looks the same: quotation marks, dashes, signs and joined letters. */
const twins: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4`]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-'],
  [/\u2026/g, '...'],
  [/\u00b0/g, '\u00ba'],
  [/\ufb00/g, 'ff'],
  [/\ufb01/g, 'fi'],
  [/\ufb02/g, 'fl'],
  [/\ufb03/g, 'ffi'],
  [/\ufb04/g, 'ffl'],
]
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/**
 * What two texts have in common that a person reads as one: blanks of every kind and number, invisible signs, how a letter is composed,
 * quotation marks, dashes and case are no matter; accents and figures are (TI11).
 */
export const alikeKey = (text: string): string => (simple.test(text) ? text.toLowerCase() : foldedText(text))

/** A text of which nothing but its case is no matter, as most are: thousands of cells are compared. */
const simple = /^[!-_a-~]+(?: [!-_a-~]+)*$/

const foldedText = (text: string): string => {
  const plain = twins.reduce((said, [sign, same]) => said.replace(sign, same), text.replace(/\s+/g, ' ').replace(invisible, ''))
  return composed(composed(plain).toLowerCase()).replace(/ +/g, ' ').trim()
}

/** As `alikeKey`, and accents are no matter either: of names and codes, which are typed in capitals and from memory. */
export const plainKey = (text: string): string => decomposed(alikeKey(text)).replace(/\p{M}/gu, '')

/** Quotation marks that a word processor put in place of plain ones. */
export const plainQuotes = (text: string): string =>
  text.replace(/[\u2018\u2019\u201a\u2032]/g, "'").replace(/[\u201c\u201d\u201e\u2033]/g, '"')

/** Texts of which one is looked for: what stands as it was said comes first, then the only one that reads alike (TI11). */
export class Alike {
  readonly #known: ReadonlySet<string>
  readonly #keyOf: (text: string) => string
  readonly #byKey: ReadonlyMap<string, readonly string[]>

  constructor(known: Iterable<string>, keyOf: (text: string) => string = alikeKey) {
    this.#known = new Set(known)
    this.#keyOf = keyOf
    this.#byKey = Map.groupBy(this.#known, keyOf)
  }

  /** Undefined: none is meant, or more than one may be. */
  of(said: string): string | undefined {
    if (this.#known.has(said)) return said
    const found = this.#byKey.get(this.#keyOf(said)) ?? []
    return found.length === 1 ? found[0] : undefined
  }

  get all(): Iterable<string> {
    return this.#known
  }
}

/** Texts that read like one above them, with the place of both (TI11). */
export function twinsIn(texts: readonly string[]): readonly { readonly at: number; readonly other: number }[] {
  const first = new Map<string, number>()
  return texts.flatMap((text, at) => {
    const key = alikeKey(text)
    const other = first.get(key)
    if (other === undefined) first.set(key, at)
    return other === undefined ? [] : [{ at, other }]
  })
}

/** Of what texts are compared to find the nearest: whoever has longer ones has to look. */
const comparedMost = 80
/** Texts that are looked through. */
const lookedMost = 1000

/** The text that somebody most likely meant; undefined where none is near: at most a third of its letters are others. */
export function nearestOf(said: string, known: Iterable<string>): string | undefined {
  const key = plainKey(said).slice(0, comparedMost)
  let best: string | undefined
  let least = Math.max(1, Math.floor(key.length / 3)) + 1
  let looked = 0
  for (const each of known) {
    looked += 1
    if (looked > lookedMost || key === '') break
    const other = plainKey(each).slice(0, comparedMost)
    if (Math.abs(other.length - key.length) >= least) continue
    const changes = changesBetween(key, other)
    if (changes < least) [best, least] = [each, changes]
  }
  return best
}

/** Letters that are put in, taken out, changed, or of which two changed places, to make one text of another. */
function changesBetween(from: string, to: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at]
    for (let other = 1; other <= to.length; other += 1) {
      const kept = (row[other - 1] ?? 0) + (from[at - 1] === to[other - 1] ? 0 : 1)
      const isTurned = at > 1 && other > 1 && from[at - 1] === to[other - 2] && from[at - 2] === to[other - 1]
      const turned = isTurned ? (before[other - 2] ?? 0) + 1 : kept
      next.push(Math.min(kept, turned, (row[other] ?? 0) + 1, (next[other - 1] ?? 0) + 1))
    }
    ;[before, row] = [row, next]
  }
  return row.at(-1) ?? 0
}
