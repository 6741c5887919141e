import { instantOf } from '#shared/kernel/instant.ts'
import { DraftBook, livingRows } from './book.ts'
import { halfWritten, inTime } from './model.ts'
import type { Draft, DraftRow, DraftStore, StoredDraft, Writers } from './model.ts'
import type { Became, Later } from './slot.ts'

export interface DeskPorts {
  readonly store: DraftStore
  readonly writers: Writers
  readonly later: Later
  /** Epoch milliseconds by the device's clock. */
  now(): number
  become(scope: string, key: string, draft: Draft): Promise<Became>
  /** What is half written is another, or another number of them. */
  changed(): void
}

/** toSend: becomes a change by itself, in a moment or as soon as what it is decided on is here. halfWritten: waits for the person. */
export interface DraftCounts {
  readonly toSend: number
  readonly halfWritten: number
}

const contentOf = ({ kind, scope, subject, draft }: StoredDraft): string =>
  JSON.stringify([kind, scope, subject, draft.value, draft.text, draft.ticked])

const placeOf = ({ kind, scope, subject }: StoredDraft): string => `${kind}:${scope}:${subject}`

/** Everything half written on this device: the books that this page has open, and what other pages wrote or left. */
export class Desk {
  readonly #ports: DeskPorts
  readonly #books = new Map<string, Promise<DraftBook>>()
  readonly #open: DraftBook[] = []
  #rows: readonly StoredDraft[] = []
  #taking: Promise<void> | null = null
  #turn: Promise<void> = Promise.resolve()

  constructor(ports: DeskPorts) {
    this.#ports = ports
  }

  /** The half-written texts of a place: one book for as long as the page lives. */
  book(scope: string): Promise<DraftBook> {
    const known = this.#books.get(scope)
    if (known) return known
    const { become, ...ports } = this.#ports
    const book = new DraftBook(scope, { ...ports, become: (key, draft) => become(scope, key, draft) })
    const opened = this.#inTurn(() => book.open()).then(() => {
      this.#open.push(book)
      this.#ports.changed()
      return book
    })
    this.#books.set(scope, opened)
    // A disk that did not answer is asked again.
    opened.catch(() => this.#books.delete(scope))
    return opened
  }

  /** What the disk holds. */
  read(rows: Iterable<DraftRow>): void {
    this.#rows = halfWritten([...rows])
    this.#ports.changed()
  }

  /** Everything, oldest first: of this page as it is in the fields, of others as it is on the disk. The same text of two tabs counts once. */
  everything(): readonly StoredDraft[] {
    const rows = new Map(this.#rows.map((row) => [row.key, row]))
    for (const book of this.#open) {
      for (const slot of book.slots) {
        const { draft, key } = slot
        const stored = rows.get(key)
        if (!draft) rows.delete(key)
        else if (stored) rows.set(key, { ...stored, draft })
        else {
          const savedAt = instantOf(this.#ports.now())
          for (const row of halfWritten([{ key, value: draft, savedAt }])) rows.set(key, row)
        }
      }
    }
    const once = new Map([...rows.values()].map((row) => [contentOf(row), row]))
    return [...once.values()].toSorted((left, right) => inTime(left.savedAt, right.savedAt))
  }

  counts(): DraftCounts {
    const all = this.everything()
    const toSend = all.filter(({ draft }) => draft.edit !== undefined).length
    return { toSend, halfWritten: all.length - toSend }
  }

  /** Everything, once the disk has been asked again. */
  async reread(): Promise<readonly StoredDraft[]> {
    await this.#ports.store.drafts()
    return this.everything()
  }

  /** One goes for good, by the person's own act. */
  async discard({ scope, kind, subject, key }: StoredDraft): Promise<void> {
    const book = await this.#books.get(scope)
    const slot = book?.slot(kind, subject)
    if (slot?.key === key) await slot.clear()
    else await this.#ports.store.clearDraft(key)
    await book?.refresh()
  }

  /** Writes everything half written on this page now. Resolves when it is on the disk, or could not be. */
  async keepAll(): Promise<void> {
    await Promise.all(this.#open.map((book) => book.keepAll()))
  }

  /** Nobody writes on this page now: what is a change becomes one, and the rest is kept. */
  async settleAll(): Promise<void> {
    await Promise.all(this.#open.map((book) => book.settleAll()))
  }

  /** What pages left that are gone becomes the change that it was, whichever page the person is on. Asked while it is at it, it does so once. */
  takeUp(): Promise<void> {
    this.#taking ??= this.#inTurn(() => this.#takeUp()).finally(() => {
      this.#taking = null
    })
    return this.#taking
  }

  /** What takes over drafts of pages that are gone does so one after the other. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work, work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #takeUp(): Promise<void> {
    const { store, writers, now } = this.#ports
    const rows = halfWritten(await store.drafts())
    const places = Map.groupBy(rows, placeOf)
    for (const { row, living } of await livingRows(rows, writers, now())) {
      if (living || row.writer === writers.me || row.draft.edit === undefined) continue
      // Of two texts about the same the person chooses.
      const isAlone = places.get(placeOf(row))?.length === 1
      const became = isAlone ? await this.#ports.become(row.scope, row.key, row.draft) : 'asks'
      if (became !== 'asks') continue
      const { edit: _, ...rest } = row.draft
      // Of a writer that is gone still, and another row: a page that opened its place meanwhile has the former one.
      await store.moveDraft(row.key, `${row.key}.`, rest)
    }
  }
}
