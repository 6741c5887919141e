import { instantOf } from '#shared/kernel/instant.ts'
import { draftKey, halfWritten, inTime } from './model.ts'
import type { DraftKind, DraftStore, StoredDraft, Writers } from './model.ts'
import { DraftSlot } from './slot.ts'
import type { OtherDraft, SlotPorts } from './slot.ts'

/** Where a browser cannot tell which tabs live: a draft that rested this long is nobody's who is writing now. */
const restedMs = 15_000

export interface BookPorts extends Omit<SlotPorts, 'store' | 'refresh'> {
  readonly store: DraftStore
  readonly writers: Writers
  /** Epoch milliseconds by the device's clock. */
  now(): number
}

/** Rows with whether the page that wrote each is open, and is another one. */
export async function livingRows(
  rows: readonly StoredDraft[],
  writers: Writers,
  now: number,
): Promise<readonly { readonly row: StoredDraft; readonly living: boolean }[]> {
  const alive = await writers.alive()
  const rested = instantOf(now - restedMs)
  return rows.map((row) => ({
    row,
    living: row.writer !== writers.me && (alive ? alive.has(row.writer) : row.savedAt > rested),
  }))
}

/** The half-written texts of one place, read once and then at hand: a field shows its draft in its first frame. */
export class DraftBook {
  readonly #scope: string
  readonly #ports: BookPorts
  readonly #slots = new Map<string, DraftSlot>()

  #reading: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(scope: string, ports: BookPorts) {
    this.#scope = scope
    this.#ports = ports
  }

  /** Reads what is there, and takes over what pages left that are gone: of two tabs that open, one does. */
  async open(): Promise<void> {
    // A row that another page was about to take may be there under another key.
    for (let round = 0; round < 3 && (await this.#takeOver()); round += 1);
    this.#ports.store.subscribe('drafts', () => void this.refresh())
    await this.refresh()
    // What a page that is gone left becomes the change that it was.
    void this.settleAll()
  }

  /** True when something went while it was read. */
  async #takeOver(): Promise<boolean> {
    let gone = false
    for (const { row, living } of await this.#rows()) {
      const slot = this.slot(row.kind, row.subject)
      if (slot.draft || living) continue
      const isMine = row.writer === this.#ports.writers.me
      if (isMine || (await this.#ports.store.moveDraft(row.key, slot.key))) slot.load(row.draft)
      else gone = true
    }
    return gone
  }

  /** Reads again what other pages hold; asked many times while it reads, once more after. */
  refresh(): Promise<void> {
    const read = (): Promise<void> => {
      this.#next = null
      this.#reading = this.#meetOthers()
      return this.#reading
    }
    this.#next ??= this.#reading.then(read, read)
    return this.#next
  }

  async #meetOthers(): Promise<void> {
    const others = new Map<DraftSlot, OtherDraft[]>()
    for (const { row, living } of await this.#rows()) {
      if (row.writer === this.#ports.writers.me) continue
      const slot = this.slot(row.kind, row.subject)
      const { key, draft, savedAt } = row
      others.set(slot, [...(others.get(slot) ?? []), { key, draft, savedAt, living }])
    }
    for (const slot of this.#slots.values()) slot.meet(others.get(slot) ?? [])
  }

  slot(kind: DraftKind, subject: string): DraftSlot {
    const key = draftKey(kind, this.#scope, subject, this.#ports.writers.me)
    const known = this.#slots.get(key)
    if (known) return known
    const slot = new DraftSlot(key, { ...this.#ports, refresh: () => this.refresh() })
    this.#slots.set(key, slot)
    return slot
  }

  /** The text of a window that opens: one that a page which is gone left meanwhile comes into it. */
  async taken(kind: DraftKind, subject: string): Promise<DraftSlot> {
    const slot = this.slot(kind, subject)
    await this.refresh()
    const left = slot.draft ? undefined : slot.others.find(({ living }) => !living)
    if (left) await slot.take(left)
    return slot
  }

  /** Units with an answer that is half written here. */
  get units(): readonly string[] {
    return this.subjectsOf('answer')
  }

  /** Subjects with a draft of a kind on this page. */
  subjectsOf(kind: DraftKind): readonly string[] {
    const prefix = draftKey(kind, this.#scope, '', '').slice(0, -1)
    return [...this.#slots.values()]
      .filter((slot) => slot.key.startsWith(prefix) && slot.draft !== undefined)
      .map((slot) => slot.key.slice(prefix.length, slot.key.indexOf('#')))
  }

  async keepAll(): Promise<void> {
    await Promise.all([...this.#slots.values()].map((slot) => slot.keep()))
  }

  async settleAll(): Promise<void> {
    await Promise.all([...this.#slots.values()].map((slot) => slot.settle()))
  }

  /** Texts of this page, by the key of each. */
  get slots(): Iterable<DraftSlot> {
    return this.#slots.values()
  }

  /** Rows of this place, newest first. */
  async #rows(): Promise<readonly { readonly row: StoredDraft; readonly living: boolean }[]> {
    const { store, writers } = this.#ports
    const rows = halfWritten(await store.drafts()).filter((row) => row.scope === this.#scope)
    return livingRows(
      rows.toSorted((left, right) => inTime(right.savedAt, left.savedAt)),
      writers,
      this.#ports.now(),
    )
  }
}
