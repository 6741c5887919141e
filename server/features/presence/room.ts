import { presenceMs, type Present, type PresentEvent } from '#shared/presence/model.ts'
import type { DimensionId, QuestionId, UserId } from '#shared/kernel/ids.ts'

/** Whose colleagues somebody is in an institution: its own people, or those of the lab. Neither sees the other. */
export type Side = 'org' | 'lab'

/** A sign as it goes between processes: ids and nothing else. */
export interface Sign {
  /** One browser's: person and session. */
  readonly key: string
  readonly userId: UserId
  readonly side: Side
  /** '' for who left. */
  readonly scope: string
  readonly questionId: QuestionId | null
  readonly part: DimensionId | null
}

interface Entry extends Sign {
  readonly atMs: number
}

/** Most that one person is there by, and most that are there in one institution: beyond, the oldest goes, or nobody more comes. */
const browsersMost = 6
const roomMost = 300

/**
 * Who is where now, in the memory of one process. An entry is one browser's last sign, and ends with its time; a listener is a browser
 * whose stream is here, and stays until it goes elsewhere.
 */
export class Rooms {
  /** By key, the oldest sign first. */
  readonly #entries = new Map<string, Entry>()
  readonly #rooms = new Map<string, Map<string, Entry>>()
  readonly #browsers = new Map<UserId, Set<string>>()

  get size(): number {
    return this.#entries.size
  }

  /** Where a browser is; undefined for nowhere. */
  placeOf(key: string): string | undefined {
    return this.#entries.get(key)?.scope
  }

  /** Takes a sign; the rooms in which something changed. */
  take(sign: Sign, atMs: number): readonly string[] {
    const before = this.#entries.get(sign.key)
    if (sign.scope === '') return before ? [this.#remove(before)] : []
    const moved: string[] = []
    if (before && before.scope !== sign.scope) moved.push(this.#remove(before))
    const room = this.#rooms.get(sign.scope) ?? new Map<string, Entry>()
    if (!room.has(sign.key) && room.size >= roomMost) return moved
    moved.push(...this.#makeRoom(sign))
    const entry: Entry = { ...sign, atMs }
    this.#rooms.set(sign.scope, room)
    room.set(sign.key, entry)
    // Last of all: the oldest sign is first.
    this.#entries.delete(sign.key)
    this.#entries.set(sign.key, entry)
    const isNews = before?.scope !== sign.scope || before.questionId !== sign.questionId || before.part !== sign.part
    return isNews ? [...moved, sign.scope] : moved
  }

  /** Forgets those whose last sign is too old; the rooms in which something changed. */
  expire(nowMs: number): ReadonlySet<string> {
    const moved = new Set<string>()
    for (const entry of this.#entries.values()) {
      if (entry.atMs + presenceMs > nowMs) break
      moved.add(this.#remove(entry))
    }
    return moved
  }

  /** When the next one is too old; undefined while nobody is there. */
  nextEndMs(): number | undefined {
    const [oldest] = this.#entries.values()
    return oldest && oldest.atMs + presenceMs
  }

  /** Forgets every browser that is meant; the rooms in which something changed. */
  forget(isMeant: (sign: Sign) => boolean): ReadonlySet<string> {
    const moved = new Set<string>()
    for (const entry of [...this.#entries.values()]) if (isMeant(entry)) moved.add(this.#remove(entry))
    return moved
  }

  /** What somebody of a side, who sees these parts, is told of a room: of each colleague what both see, of themselves nothing (PS1). */
  seenBy(scope: string, side: Side, userId: UserId, parts: '*' | readonly string[]): PresentEvent {
    const byPerson = new Map<UserId, QuestionId[]>()
    for (const entry of this.#rooms.get(scope)?.values() ?? []) {
      if (entry.side !== side || entry.userId === userId) continue
      const open = byPerson.get(entry.userId) ?? []
      byPerson.set(entry.userId, open)
      if (entry.questionId === null || entry.part === null) continue
      if ((parts === '*' || parts.includes(entry.part)) && !open.includes(entry.questionId)) open.push(entry.questionId)
    }
    const who = [...byPerson]
      .map(([u, q]): Present => ({ u, q }))
      // Of the lab it is told who is there at all; of an institution's people only where.
      .filter(({ q }) => side === 'lab' || q.length > 0)
      .toSorted((a, b) => (a.u < b.u ? -1 : 1))
    return { s: scope, n: byPerson.size, who }
  }

  #makeRoom({ key, userId }: Sign): readonly string[] {
    const own = this.#browsers.get(userId) ?? new Set<string>()
    this.#browsers.set(userId, own)
    const isNew = !own.has(key)
    own.add(key)
    const [oldest] = own
    const entry = isNew && own.size > browsersMost && oldest !== undefined ? this.#entries.get(oldest) : undefined
    return entry ? [this.#remove(entry)] : []
  }

  #remove(entry: Entry): string {
    const { key, userId, scope } = entry
    this.#entries.delete(key)
    const room = this.#rooms.get(scope)
    room?.delete(key)
    if (room?.size === 0) this.#rooms.delete(scope)
    const own = this.#browsers.get(userId)
    own?.delete(key)
    if (own?.size === 0) this.#browsers.delete(userId)
    return scope
  }
}
