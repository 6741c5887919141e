import { letterData, type LetterTemplate } from '#shared/contract/letter.ts'
import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { instScope } from '#shared/protocol/scope.ts'
import * as v from 'valibot'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { LetterTable } from '../db/schema.ts'
import { endedQuietly } from '../email/outbox.ts'
import type { Server } from '../server.ts'

type Assigned = v.InferOutput<typeof letterData.assigned>
type Place = Pick<Assigned, 'institutionId' | 'formId'>

/** How long a letter of an assignment waits for others to its reader about the same institution and form. ◆ */
const gatherMs = 15 * 60_000

/** Of a letter whose words went with another one. */
const toldElsewhere = 'told together with another letter'
/** Of one that has nothing to tell any more. */
const takenBack = 'what it tells of was taken back'

/** When a letter leaves that is written now (LE1). */
export const leavesAt = ({ template, data }: { readonly template: LetterTemplate; readonly data: object }, now: Instant): Instant =>
  template === 'assigned' && 'institutionId' in data ? instantOf(epochMs(now) + gatherMs) : now

/** Later than any letter of an assignment that was written by the same clock waits: one that does was written before the clock went back. */
export const latestOf = (now: Instant): Instant => instantOf(epochMs(now) + gatherMs)

/**
 * The letter of an assignment that is to leave: every one that waits for the same person about the same institution and form becomes one,
 * of what stands now. Whichever process comes first takes all of them; another finds its own gone (LE1, LE2). Null: nothing leaves.
 */
export function gather({ db }: Pick<Server, 'db'>, letter: LetterTable): Promise<LetterTable | null> {
  return db.write(async (tx) => {
    const waiting = await waitingOf(tx, letter.to_user)
    const own = waiting.find(({ row }) => row.id === letter.id)
    // Another process made one of this and its own.
    if (!own) return null
    const { institutionId, formId } = own.told
    if (institutionId === undefined || formId === undefined) return letter
    // What has become one already may be on its way at this moment: nothing is taken out of it.
    const others = own.told.gathered
      ? []
      : waiting.filter(({ row, told }) => row.id !== letter.id && told.gathered === undefined && isSame(told, own.told))
    const items = new Map([own, ...others].flatMap(({ told }) => told.items).map((each) => [each.element, each]))
    const standing = await standingOf(tx, instScope(institutionId, formId), institutionId, letter.to_user, [...items.keys()])
    const still = [...items.values()].filter(({ element }) => standing.has(element))
    await end(
      tx,
      others.map(({ row }) => row.id),
      toldElsewhere,
    )
    if (still.length === 0) {
      await end(tx, [letter.id], takenBack)
      return null
    }
    const data = JSON.stringify({ ...own.told, count: still.length, items: still, gathered: 'yes' } satisfies Assigned)
    await tx.q.updateTable('letter').set({ data }).where('id', '=', letter.id).execute()
    return { ...letter, data }
  })
}

interface Waiting {
  readonly row: { readonly id: string }
  readonly told: Assigned
}

const isSame = (one: Place, other: Place): boolean => one.institutionId === other.institutionId && one.formId === other.formId

/** Letters of assignments that wait for somebody, held until the end by who looks. */
async function waitingOf(tx: Tx, to: string): Promise<Waiting[]> {
  const query = tx.q
    .selectFrom('letter')
    .select(['id', 'data'])
    .where('to_user', '=', to)
    .where('template', '=', 'assigned')
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .orderBy('id')
  const rows = await (tx.kind === 'postgres' ? query.forUpdate() : query).execute()
  return rows.map((row) => ({ row, told: v.parse(letterData.assigned, JSON.parse(row.data)) }))
}

async function end(tx: Tx, ids: readonly string[], error: string): Promise<void> {
  if (ids.length > 0)
    await tx.q
      .updateTable('letter')
      .set(endedQuietly(error))
      .where(oneOf(tx.kind, 'id', ids))
      .execute()
}

/** Which of these elements somebody still has, in an institution that still takes part. */
async function standingOf(tx: Tx, scope: string, institutionId: string, userId: string, elements: readonly string[]): Promise<Set<string>> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['tbl', 'id', 'data'])
    .where('scope', '=', scope)
    .where('tbl', 'in', ['assignment', 'participant'])
    .where(oneOf(tx.kind, 'id', [...elements, institutionId]))
    .where('deleted', '=', 0)
    .execute()
  const takesPart = rows.some(({ tbl, data }) => tbl === 'participant' && !JSON.parse(data).removedAt)
  return new Set(
    takesPart ? rows.filter(({ tbl, data }) => tbl === 'assignment' && JSON.parse(data).userId === userId).map(({ id }) => id) : [],
  )
}
