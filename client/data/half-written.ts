/** What is written by halves, and what each belongs to. */
export const draftKinds = ['answer', 'comment', 'reply', 'edit', 'justification', 'decision', 'fields', 'stages', 'help', 'reportText', 'translation', 'note', 'inform', 'page', 'helpMessage', 'message'] as const
export type DraftKind = (typeof draftKinds)[number]

/** What a person has written and not yet given. */
export interface Draft {
  readonly value: unknown
  /** Version of what it would replace that the person saw when they began; null when there was none. */
  readonly base: string | null
  /** What was typed, where it is not a value yet: "abc" in a field of numbers. */
  readonly text?: string | undefined
  /** Number and text of the question, for who may not open it any more. */
  readonly about?: string | undefined
  /** What is ticked beside the text: a reply that leaves the answer as it is. */
  readonly ticked?: boolean | undefined
}

/** A row of the device that may hold one. */
export interface DraftRow {
  readonly key: string
  readonly value: unknown
  readonly savedAt: string
}

/** One row of the device, with what its key says. */
export interface StoredDraft {
  readonly key: string
  readonly kind: DraftKind
  readonly scope: string
  /** Unit, or `unit~more`: see `unitOfSubject`. */
  readonly subject: string
  readonly writer: string
  readonly draft: Draft
  readonly savedAt: string
}

const keyPattern = new RegExp(`^(${draftKinds.join('|')}):((?:inst|eval|results):[^:]+:[^:]+|(?:questionnaire|page|own):[^:]+):([^:#]+)(?:#(.*))?$`)


function read(value: unknown): Draft | null {
  if (typeof value !== 'object' || value === null || !('value' in value)) return null
  const base = 'base' in value && typeof value.base === 'string' ? value.base : null
  const text = 'text' in value && typeof value.text === 'string' ? { text: value.text } : {}
  const about = 'about' in value && typeof value.about === 'string' ? { about: value.about } : {}
  const ticked = 'ticked' in value && value.ticked === true ? { ticked: true } : {}
  return { value: value.value, base, ...text, ...about, ...ticked }
}

/** Rows that hold half-written texts; others that were left beside them are no business of this. */
export function halfWritten(rows: readonly DraftRow[]): StoredDraft[] {
  return rows.flatMap(({ key, value, savedAt }) => {
    const [, kind, scope, subject, writer = ''] = keyPattern.exec(key) ?? []
    const draft = read(value)
    const known = draftKinds.find((each) => each === kind)
    return known && scope && subject && draft ? [{ key, kind: known, scope, subject, writer, draft, savedAt }] : []
  })
}

/** Everything half written on this device, oldest first; the same text of two tabs counts once. */
export async function readHalfWritten(store: { drafts(): Promise<readonly DraftRow[]> }): Promise<readonly StoredDraft[]> {
  const found = new Map<string, StoredDraft>()
  for (const row of halfWritten(await store.drafts())) {
    const { kind, scope, subject, draft } = row
    found.set(JSON.stringify([kind, scope, subject, draft.value, draft.text, draft.ticked]), row)
  }
  return [...found.values()].toSorted((left, right) => (left.savedAt < right.savedAt ? -1 : left.savedAt > right.savedAt ? 1 : 0))
}
