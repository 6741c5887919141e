import type { DimensionId, QuestionId } from '#shared/kernel/ids.ts'

/** What the public site tells, or may tell, of an institution by its name; null where it tells nothing. */
export interface PublicFacts {
  readonly id: string
  readonly category: string | null
  readonly orientation: string | null
  /** Numbers of questions that columns are worked out of, as far as they count; and so many rows of blocks that are told. */
  readonly numbers: ReadonlyMap<QuestionId, number | null>
  readonly rows: ReadonlyMap<QuestionId, number | null>
  /** Points of dimensions and sub-dimensions; null without a final result. */
  readonly points: ReadonlyMap<DimensionId, number> | null
}

/** What the base tells of one question of an institution. Undefined: it is held back. */
export interface ToldAnswer {
  readonly answered?: boolean | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly rows?: number | undefined
  /** Whether all that gives it points was accepted, or it was rejected. */
  readonly decided?: 'accepted' | 'rejected' | undefined
  /** What it gives where it is accepted, by what is told of its answer; undefined where that is held back. */
  readonly worth?: number | undefined
}

export interface ToldInstitution {
  readonly code: string
  readonly category: string | null
  readonly orientation: string | null
  /** By question; one that is not here is held back. */
  readonly answers: ReadonlyMap<QuestionId, ToldAnswer>
}

/** A scored question: in which dimensions its points count, and how many it can give. */
export interface Scored {
  readonly id: QuestionId
  readonly dimensions: readonly DimensionId[]
  readonly max: number
}

/** What tells an institution from others: a column of the base, of a question or of the points of a dimension. */
export interface Clue {
  readonly kind: 'categoria' | 'orientacion' | 'numero' | 'filas' | 'puntos'
  /** Question or dimension; empty of the others. */
  readonly of: string
}

export interface Join {
  readonly code: string
  /** Institutions that it may be by all that is told of both. */
  readonly candidates: number
  /** Most telling first. */
  readonly clues: readonly Clue[]
}

/** Points are told with one decimal. */
const half = 0.05 + 1e-9

/**
 * Joins an open base with the figures that are published by name, using the scoring rules as well. Returns the coded institutions that match
 * fewer than k named ones. Source: SPEC KV10.
 */
export function joinsUnder(k: number, told: readonly ToldInstitution[], named: readonly PublicFacts[], scored: readonly Scored[]): Join[] {
  return told.flatMap((each) => {
    const bounds = boundsOf(each, scored)
    let candidates = 0
    const against = new Map<string, { clue: Clue; n: number }>()
    for (const other of named) {
      const clues = contradictions(each, bounds, other)
      if (clues.length === 0) candidates += 1
      if (candidates >= k) return []
      for (const clue of clues) {
        const key = `${clue.kind} ${clue.of}`
        against.set(key, { clue, n: (against.get(key)?.n ?? 0) + 1 })
      }
    }
    const clues = [...against.values()].toSorted((left, right) => right.n - left.n).map(({ clue }) => clue)
    return [{ code: each.code, candidates, clues }]
  })
}

type Bounds = ReadonlyMap<DimensionId, readonly [least: number, most: number]>

/** Between which points an institution can be in each dimension, by its answers, the decisions and what questions can give. */
function boundsOf({ answers }: ToldInstitution, scored: readonly Scored[]): Bounds {
  const found = new Map<DimensionId, [number, number]>()
  for (const { id, dimensions, max } of scored) {
    const { answered, decided, worth } = answers.get(id) ?? {}
    const none = answered === false || decided === 'rejected'
    const most = none ? 0 : (worth ?? max)
    const least = decided === 'accepted' ? (worth ?? 0) : 0
    for (const dimension of dimensions) {
      const [low, high] = found.get(dimension) ?? [0, 0]
      found.set(dimension, [low + least, high + most])
    }
  }
  return found
}

/** Why an institution of the base is not the one of a name. */
function contradictions(told: ToldInstitution, bounds: Bounds, other: PublicFacts): Clue[] {
  const found: Clue[] = []
  if (told.category !== null && other.category !== null && told.category !== other.category) found.push({ kind: 'categoria', of: '' })
  if (told.orientation !== null && other.orientation !== null && told.orientation !== other.orientation)
    found.push({ kind: 'orientacion', of: '' })
  // Whoever has no final result is told by name as one that takes part, and no more.
  if (other.points === null) return found
  for (const [id, value] of other.numbers) {
    const { answered, from, to, decided } = told.answers.get(id) ?? {}
    const isOut =
      value === null ? answered === true && decided === 'accepted' : answered === false || value < (from ?? value) || value > (to ?? value)
    if (isOut) found.push({ kind: 'numero', of: id })
  }
  for (const [id, rows] of other.rows) {
    const { answered, rows: own } = told.answers.get(id) ?? {}
    if (rows !== null && rows > 0 && (answered === false || rows > (own ?? rows))) found.push({ kind: 'filas', of: id })
  }
  for (const [id, [least, most]] of bounds) {
    const points = other.points.get(id)
    if (points !== undefined && (points < least - half || points > most + half)) found.push({ kind: 'puntos', of: id })
  }
  return found
}
