import { done } from '#shared/kernel/result.ts'
import type { Core } from './core.ts'
import { unlessStorageFails, type Draft } from './storage/storage.ts'
import { formerDraft } from './drafts/former.ts'
import type { DraftStore } from './drafts/model.ts'

/** Rows of drafts on the disk, and as this tab last read or wrote them: what there is while the database is away. */
export class KeptDrafts implements DraftStore {
  readonly #core: Core
  #rows = new Map<string, Draft>()
  /** Being written: what the disk said before does not count. */
  readonly #writing = new Map<string, Draft>()

  constructor(core: Core) {
    this.#core = core
  }

  get rows(): readonly Draft[] {
    return [...this.#rows.values()]
  }

  async drafts(): Promise<readonly Draft[]> {
    const { keeper, storage } = this.#core
    if (keeper.trouble !== null) return this.rows
    const stored = await storage.drafts().catch(unlessStorageFails)
    if (!stored) return this.rows
    this.#rows = new Map(stored.map((row) => [row.key, row]))
    for (const row of this.#writing.values()) this.#rows.set(row.key, row)
    this.#tell()
    return stored
  }

  /** What releases of before kept under other keys is listed, counted and taken up like everything else. */
  async bringFormer(): Promise<void> {
    for (const row of await this.drafts()) {
      const former = formerDraft(row, this.#core.actor.id)
      if (former) await this.moveDraft(row.key, former.key, former.draft)
    }
  }

  /** Throws when it could not be kept. */
  async saveDraft(key: string, value: unknown): Promise<void> {
    const core = this.#core
    const draft: Draft = { key, value, savedAt: core.instant() }
    this.#rows.set(key, draft)
    this.#writing.set(key, draft)
    try {
      const written = await core.kept(async () => done(await core.storage.saveDraft(draft)))
      if (!written.ok) throw new Error(written.failure.code)
    } finally {
      if (this.#writing.get(key) === draft) this.#writing.delete(key)
    }
    this.#tell()
    core.post({ kind: 'drafts' })
  }

  async clearDraft(key: string): Promise<void> {
    this.gone(key)
    await this.#core.storage.clearDraft(key)
    this.#core.post({ kind: 'drafts' })
  }

  async moveDraft(from: string, to: string, value?: unknown): Promise<Draft | undefined> {
    const moved = await this.#core.storage.moveDraft(from, to, value)
    this.#rows.delete(from)
    if (moved) this.#rows.set(to, moved)
    this.#tell()
    this.#core.post({ kind: 'drafts' })
    return moved
  }

  subscribe(topic: string, listener: () => void): () => void {
    return this.#core.topics.subscribe(topic, listener)
  }

  /** It went from the disk with another write. */
  gone(key: string): void {
    this.#rows.delete(key)
    this.#tell()
  }

  /** Taken over from a copy. */
  add(drafts: readonly Draft[]): void {
    for (const draft of drafts) if (!this.#rows.has(draft.key)) this.#rows.set(draft.key, draft)
    this.#tell()
  }

  #tell(): void {
    this.#core.desk.read(this.#rows.values())
  }
}
