import { folded } from '#client/i18n/folded.ts'

/** What can be found, in the order in which groups of equal standing are listed. */
export const findableKinds = ['action', 'page', 'institution', 'subDimension', 'question', 'answer', 'person'] as const
export type FindableKind = (typeof findableKinds)[number]

/** Something that can be found. Who makes the list puts into it only what its person may see and do (GO2). */
export interface Findable {
  /** The same for as long as the thing exists: what was chosen before is known by it. */
  readonly id: string
  readonly kind: FindableKind
  /** Number of a question or a sub-dimension, "2.3.1". */
  readonly number?: string | undefined
  readonly title: string
  /** Language of the title, where it is not the page's. */
  readonly lang?: 'es' | undefined
  /** Said under the title. */
  readonly detail?: string | undefined
  /** Text of which only what was found is shown. */
  readonly body?: string | undefined
  /** Everything by whose words it is found, in every language, folded. */
  readonly words: string
}

export interface FoundGroup<Of extends Findable> {
  readonly kind: FindableKind
  /** The best of them, best first. */
  readonly shown: readonly Of[]
  /** How many there are. */
  readonly all: number
}

export interface Found<Of extends Findable> {
  readonly groups: readonly FoundGroup<Of>[]
  /** How many there are in all groups. */
  readonly all: number
}

/** Longest query that is read; what is longer is cut. */
export const queryMost = 80
/** Most of a group that is shown at once. */
const shownMost: Readonly<Record<FindableKind, number>> = {
  action: 5,
  page: 5,
  institution: 6,
  subDimension: 5,
  question: 8,
  answer: 5,
  person: 5,
}
/** Shorter words are in nearly every answer. */
const answerLettersLeast = 3

/** Words of a query, folded. */
export const wordsOfQuery = (query: string): readonly string[] => folded(query.slice(0, queryMost)).split(/\s+/).filter(Boolean)

const isWordBefore = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')

/** Whether a word of the text begins with a word. */
function beginsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) if (isWordBefore(text, at)) return true
  return false
}

const plainNumber = (number: string): string => number.replaceAll('.', '')

/** How well something meets a query, more being better; 0 where it does not (GO3). */
function scoreOf(each: Findable, title: string, words: readonly string[]): number {
  const [first = ''] = words
  if (words.length === 1 && each.number !== undefined && /^[\d.]+[a-z]?$/.test(first)) {
    const wanted = plainNumber(first)
    const number = plainNumber(each.number)
    if (each.number === first || number === wanted) return 1_000
    if (wanted !== '' && (first.includes('.') ? each.number.startsWith(first) : number.startsWith(wanted))) return 800 - number.length
  }
  let score = 0
  for (const word of words) {
    if (!each.words.includes(word)) return 0
    score += beginsIn(title, word) ? 40 : title.includes(word) ? 20 : beginsIn(each.words, word) ? 10 : 5
  }
  return (title.startsWith(words.join(' ')) ? 300 : 100) + score / words.length
}

/** Titles as they are compared: folded once. */
const foldedTitles = new WeakMap<Findable, string>()
function titleOf(each: Findable): string {
  const known = foldedTitles.get(each)
  if (known !== undefined) return known
  const title = folded(each.title)
  foldedTitles.set(each, title)
  return title
}

/**
 * What meets every word of a query, in groups, the group with the best first. A question that is found by its own words is not
 * listed once more for those of its answer (GO3).
 */
export function find<Of extends Findable>(among: readonly Of[], query: string): Found<Of> {
  const words = wordsOfQuery(query)
  if (words.length === 0) return { groups: [], all: 0 }
  const isWordy = words.some((word) => word.length >= answerLettersLeast)
  const byKind = new Map<FindableKind, { readonly each: Of; readonly score: number }[]>()
  const questions = new Set<string>()
  for (const each of among) {
    if (each.kind === 'answer' && (!isWordy || questions.has(each.number ?? ''))) continue
    const score = scoreOf(each, titleOf(each), words)
    if (score === 0) continue
    if (each.kind === 'question') questions.add(each.number ?? '')
    const group = byKind.get(each.kind) ?? []
    group.push({ each, score })
    byKind.set(each.kind, group)
  }
  let all = 0
  const groups = [...byKind].map(([kind, scored]) => {
    all += scored.length
    // Sorting keeps what is equal in the order of the questionnaire.
    const best = scored.toSorted((a, b) => b.score - a.score)
    return { kind, shown: best.slice(0, shownMost[kind]).map(({ each }) => each), all: scored.length, score: best[0]?.score ?? 0 }
  })
  groups.sort((a, b) => b.score - a.score || findableKinds.indexOf(a.kind) - findableKinds.indexOf(b.kind))
  return { groups: groups.map(({ kind, shown, all: count }) => ({ kind, shown, all: count })), all }
}

export interface Segment {
  readonly text: string
  /** It is what was looked for. */
  readonly hit: boolean
}

interface FoldedText {
  readonly text: string
  /** Where each folded letter begins in the text as it is written, and where the text ends. */
  readonly at: readonly number[]
}

function foldedWithPlaces(text: string): FoldedText {
  let plain = ''
  const at: number[] = []
  let place = 0
  for (const letter of text) {
    const each = folded(letter)
    for (let unit = 0; unit < each.length; unit += 1) at.push(place)
    plain += each
    place += letter.length
  }
  at.push(text.length)
  return { text: plain, at }
}

/** A text in parts, those that were looked for told apart: words, never marks of a page (GO4). */
export function segmentsOf(text: string, words: readonly string[]): readonly Segment[] {
  const { text: plain, at } = foldedWithPlaces(text)
  const hits = words
    .filter((word) => word !== '')
    .flatMap((word) => {
      const places: (readonly [from: number, to: number])[] = []
      for (let from = plain.indexOf(word); from >= 0; from = plain.indexOf(word, from + word.length))
        places.push([at[from] ?? 0, at[from + word.length] ?? text.length])
      return places
    })
    .toSorted(([a], [b]) => a - b)
  const found: Segment[] = []
  let done = 0
  for (const [from, to] of hits) {
    if (to <= done) continue
    const begin = Math.max(from, done)
    if (begin > done) found.push({ text: text.slice(done, begin), hit: false })
    found.push({ text: text.slice(begin, to), hit: true })
    done = to
  }
  if (done < text.length) found.push({ text: text.slice(done), hit: false })
  return found
}

/** Letters that are shown around the first of what was found. */
const before = 36
const snippetMost = 110

/** Of a long text the part around what was looked for. */
export function snippetOf(text: string, words: readonly string[]): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  const { text: plain, at } = foldedWithPlaces(flat)
  const places = words.map((word) => plain.indexOf(word)).filter((each) => each >= 0)
  const first = places.length === 0 ? 0 : (at[Math.min(...places)] ?? 0)
  const wanted = Math.max(0, first - before)
  const from = wanted === 0 ? 0 : flat.indexOf(' ', wanted) + 1
  const begin = from > 0 && from <= first ? from : wanted
  const end = Math.min(flat.length, begin + snippetMost)
  return `${begin > 0 ? '… ' : ''}${flat.slice(begin, end)}${end < flat.length ? '…' : ''}`
}
