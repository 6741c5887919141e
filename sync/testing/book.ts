import { DraftBook } from '../drafts/book.ts'
import type { DraftStore, Draft } from '../drafts/model.ts'
import type { Became, Later } from '../drafts/slot.ts'

interface Options {
  readonly me?: string
  readonly later?: Later
  readonly now?: () => number
  /** Pages that are open; null where that cannot be told. */
  readonly alive?: () => ReadonlySet<string> | null
  readonly become?: (key: string, draft: Draft) => Promise<Became>
}

/** A book over a disk of a test's own, without an engine: nothing becomes a change by itself unless `become` says so. */
export async function bookOn(scope: string, store: DraftStore, options: Options = {}): Promise<DraftBook> {
  const { me = 'me', later = () => () => undefined, now = Date.now, alive = () => new Set([me]) } = options
  const book = new DraftBook(scope, {
    store,
    writers: { me, alive: () => Promise.resolve(alive()) },
    later,
    now,
    become: options.become ?? (() => Promise.resolve('later')),
    changed: () => undefined,
  })
  await book.open()
  return book
}
