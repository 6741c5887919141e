/** A run of words that stands in both texts, in the former only, or in the new one only. */
export interface Run {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** Letters of what is the same that are shown before and after a change while a text is folded. */
const besideMost = 80

/** Runs without the middle of what is the same, where `…` stands; the very runs when there is nothing to fold. */
export function foldedRuns(runs: readonly Run[]): readonly Run[] {
  const folded = runs.map((run, position): Run => {
    const [before, after] = [position > 0, position < runs.length - 1]
    const kept = besideMost * (Number(before) + Number(after))
    if (run.kind !== 'same' || run.text.length <= kept + besideMost) return run
    return { kind: 'same', text: `${before ? run.text.slice(0, besideMost) : ''}…${after ? run.text.slice(-besideMost) : ''}` }
  })
  return folded.every((run, position) => run === runs[position]) ? runs : folded
}

/** Words beyond which two texts are shown one beside the other: comparing costs their product. */
const wordsMost = 1500

const piecesOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

/**
 * What changed between two texts, word by word, in reading order: what is the same or gone makes the former, what is the same or new
 * the other one. Null when they are too long to be compared, or have next to nothing in common.
 */
export function differenceOf(before: string, after: string): readonly Run[] | null {
  const [left, right] = [piecesOf(before), piecesOf(after)]
  if (left.length > wordsMost || right.length > wordsMost) return null
  let head = 0
  while (head < left.length && head < right.length && left[head] === right[head]) head += 1
  let tail = 0
  while (tail < left.length - head && tail < right.length - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1
  const middle = longest(left.slice(head, left.length - tail), right.slice(head, right.length - tail))
  const runs = joined([
    ...left.slice(0, head).map((text): Run => ({ kind: 'same', text })),
    ...middle,
    ...left.slice(left.length - tail).map((text): Run => ({ kind: 'same', text })),
  ])
  const kept = runs.filter(({ kind, text }) => kind === 'same' && text.trim() !== '').reduce((sum, { text }) => sum + text.length, 0)
  return kept * 4 < Math.min(before.length, after.length) ? null : runs
}

/** The longest common subsequence of two lists of words, with what is in one of them only between. */
function longest(left: readonly string[], right: readonly string[]): Run[] {
  const wide = right.length + 1
  const lengths = new Uint16Array((left.length + 1) * wide)
  const at = (row: number, column: number): number => lengths[row * wide + column] ?? 0
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1)
      lengths[row * wide + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const runs: Run[] = []
  let [row, column] = [0, 0]
  while (row < left.length || column < right.length) {
    if (row < left.length && column < right.length && left[row] === right[column]) {
      runs.push({ kind: 'same', text: left[row] ?? '' })
      row += 1
      column += 1
    } else if (row < left.length && (column >= right.length || at(row + 1, column) >= at(row, column + 1))) {
      runs.push({ kind: 'gone', text: left[row] ?? '' })
      row += 1
    } else {
      runs.push({ kind: 'new', text: right[column] ?? '' })
      column += 1
    }
  }
  return runs
}

/** Neighbours of a kind as one run; a space between two changes belongs to them. */
function joined(runs: readonly Run[]): Run[] {
  const made: Run[] = []
  for (const run of runs) {
    const last = made.at(-1)
    if (last?.kind === run.kind) made[made.length - 1] = { kind: run.kind, text: last.text + run.text }
    else made.push(run)
  }
  return made
}
