/** What a person has written and not yet given: kept on the device at each pause, so that a killed tab loses nothing (ux 13). */
export interface Draft {
  readonly value: unknown
  /** Version of the answer that the person saw when they began; null when there was none. */
  readonly base: string | null
}

/** Where drafts are kept for good. */
export interface DraftStore {
  drafts(): Promise<readonly { readonly key: string; readonly value: unknown; readonly savedAt: string }[]>
  saveDraft(key: string, value: unknown): Promise<void>
  clearDraft(key: string): Promise<void>
}

export const draftKey = (scope: string, unit: string): string => `answer:${scope}:${unit}`

function read(value: unknown): Draft | null {
  if (typeof value !== 'object' || value === null || !('value' in value)) return null
  const base = 'base' in value && typeof value.base === 'string' ? value.base : null
  return { value: value.value, base }
}

/** The drafts of one place, read once and then at hand: a field shows its draft in its first frame. */
export class DraftBook {
  readonly #store: DraftStore
  readonly #prefix: string
  readonly #drafts = new Map<string, Draft>()
  readonly #savedAt = new Map<string, string>()

  constructor(store: DraftStore, scope: string) {
    this.#store = store
    this.#prefix = draftKey(scope, '')
  }

  async open(): Promise<void> {
    for (const { key, value, savedAt } of await this.#store.drafts()) {
      const draft = key.startsWith(this.#prefix) ? read(value) : null
      if (!draft) continue
      const unit = key.slice(this.#prefix.length)
      this.#drafts.set(unit, draft)
      this.#savedAt.set(unit, savedAt)
    }
  }

  /** Units whose draft was there at the opening and had rested since then: nobody is writing it in another tab. */
  restedSince(instant: string): readonly string[] {
    return [...this.#savedAt].filter(([unit, savedAt]) => savedAt < instant && this.#drafts.has(unit)).map(([unit]) => unit)
  }

  /** Units whose draft nobody has touched since the opening, here or in another tab. */
  async untouched(): Promise<readonly string[]> {
    const stored = await this.#store.drafts()
    return stored
      .map(({ key, savedAt }) => ({ unit: key.startsWith(this.#prefix) ? key.slice(this.#prefix.length) : '', savedAt }))
      .filter(({ unit, savedAt }) => this.#savedAt.get(unit) === savedAt && this.#drafts.has(unit))
      .map(({ unit }) => unit)
  }

  get(unit: string): Draft | undefined {
    return this.#drafts.get(unit)
  }

  /** Units that hold a draft. */
  get units(): readonly string[] {
    return [...this.#drafts.keys()]
  }

  keyOf(unit: string): string {
    return `${this.#prefix}${unit}`
  }

  save(unit: string, draft: Draft): Promise<void> {
    this.#drafts.set(unit, draft)
    return this.#store.saveDraft(this.keyOf(unit), draft)
  }

  /** Its value became an answer in the same write: only the memory forgets it. */
  given(unit: string): void {
    this.#drafts.delete(unit)
  }

  clear(unit: string): Promise<void> {
    this.#drafts.delete(unit)
    return this.#store.clearDraft(this.keyOf(unit))
  }
}
