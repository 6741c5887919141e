import type { Letter } from '#shared/contract/letter.ts'
import { byNewest, noticesMax, type Notice } from '#shared/notices/model.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { ownScope } from '#shared/protocol/scope.ts'
import type { Change } from '#shared/world.ts'
import { oneOf } from '../db/dialect.ts'
import { noticeIn } from '../email/letters.ts'
import type { Tx } from '../db/open.ts'
import { noticesOf } from '../world/own.ts'
import type { Removal } from './changes.ts'

/** A notice with whom it is for. */
export interface Told {
  readonly to: UserId
  readonly notice: Notice
  readonly letter: Letter
}

/** What a notice says of so many things. */
const saying = ({ letter }: Told, count: number): ReturnType<typeof noticeIn> =>
  letter.template === 'assigned'
    ? noticeIn({ ...letter, data: { ...letter.data, count } })
    : letter.template === 'assignedNoMore'
      ? noticeIn({ ...letter, data: { ...letter.data, count } })
      : undefined

/** Whether two notices of somebody, the older not read yet, are one: in one place, and alike but for how much they tell of (NO8). */
const isOne = (held: Notice, fresh: Told): boolean =>
  held.readAt === null &&
  held.count !== undefined &&
  held.kind === fresh.notice.kind &&
  held.formId === fresh.notice.formId &&
  held.institutionId === fresh.notice.institutionId &&
  held.content === saying(fresh, held.count)?.content

/** The notices that somebody is told now, each with what it takes the place of. */
function joined(told: readonly Told[], held: readonly Notice[]): { readonly fresh: readonly Notice[]; readonly gone: ReadonlySet<string> } {
  const gone = new Set<string>()
  let fresh: readonly Notice[] = []
  for (const each of told) {
    const { notice } = each
    const former = [...fresh, ...held].filter((one) => !gone.has(one.id) && one.id !== notice.id && isOne(one, each))
    for (const { id } of former) gone.add(id)
    const count = former.reduce((sum, one) => sum + (one.count ?? 0), notice.count ?? 0)
    const said = former.length > 0 ? saying(each, count) : undefined
    fresh = [...fresh.filter(({ id }) => !gone.has(id)), said ? { ...notice, ...said, count } : notice]
  }
  return { fresh, gone }
}

/**
 * Rows of new notices in the scopes of whom they are for: of people who can sign in, and of nobody whom a rehearsal invented. Of more
 * than their devices hold the oldest leave them; the letter stays with what it said (NO1, NO3).
 */
export async function noticeChanges(tx: Tx, told: readonly Told[]): Promise<(Change | Removal)[]> {
  if (told.length === 0) return []
  const readers = await tx.q
    .selectFrom('user')
    .select('id')
    .where(oneOf(tx.kind, 'id', [...new Set(told.map(({ to }) => to))]))
    .where('active', '=', 1)
    .where('rehearsal', 'is', null)
    .execute()
  const changes: (Change | Removal)[] = []
  for (const [to, held] of await noticesOf(
    tx,
    readers.map(({ id }) => id),
  )) {
    const { fresh, gone } = joined(
      told.filter((each) => each.to === to),
      held,
    )
    const at = { scope: ownScope(to), part: '', table: 'notice' } as const
    const ids = new Set(fresh.map(({ id }) => id))
    const all = [...fresh, ...held.filter(({ id }) => !ids.has(id) && !gone.has(id))].toSorted(byNewest)
    const leaving = new Set([...gone, ...all.slice(noticesMax).map(({ id }) => id)])
    for (const row of fresh) if (!leaving.has(row.id)) changes.push({ ...at, id: row.id, row })
    for (const { id } of held) if (leaving.has(id)) changes.push({ ...at, id, row: null })
  }
  return changes
}
