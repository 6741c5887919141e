import { addressOf } from '#shared/accounts/address.ts'
import { fullName } from '#shared/accounts/model.ts'
import { letterData, type LetterData, type LetterTemplate } from '#shared/contract/letter.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { againMost, type FailedWhy, type Hindrance } from '#shared/platform/model.ts'
import type { LetterPage, PlatformLetter, PlatformStatus } from '#shared/platform/routes.ts'
import { errorOf, hindranceOf, topicOf, type Reader } from '#shared/platform/rules.ts'
import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely'
import * as v from 'valibot'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import type { LetterTable, Schema } from '../../db/schema.ts'
import { isTemplate } from '../../email/letters.ts'
import { backoffSeconds, endedByHand, forgottenOnce, nobodyToWriteTo, whyOf } from '../../email/outbox.ts'

/** Letters of one page. */
const pageRows = 25

/** Which of the letters that could not be delivered are meant. */
export interface SoughtLetters {
  readonly template?: string | undefined
  readonly why?: FailedWhy | undefined
}

/** A letter that ended and that somebody has to look at: among all that ended those are few, and an index holds them together. */
const failed = sql<boolean>`state = 'dead' and quiet is null`

/** What waits to be carried now, and how much could not be delivered. */
export async function waitingNow(tx: Tx, now: Instant): Promise<PlatformStatus['letters']> {
  const row = await tx.q
    .selectFrom('letter')
    .select([
      sql<number | string>`count(*)`.as('waiting'),
      sql<string | null>`min(created_at)`.as('oldest'),
      sql<string | null>`min(next_at)`.as('due'),
      sql<number | string | null>`sum(case when attempts > 0 then 1 else 0 end)`.as('tried'),
    ])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return {
    waiting: Number(row.waiting),
    oldest: row.oldest,
    dueSince: row.due !== null && row.due <= now ? row.due : null,
    tried: Number(row.tried ?? 0),
    failed: await countFailed(tx, {}),
  }
}

/** The same as `whyOf` of a letter that failed, for the database to choose by. */
function isWhy(each: ExpressionBuilder<Schema, 'letter'>, why: FailedWhy): ExpressionWrapper<Schema, 'letter', SqlBool> {
  if (why === 'nobody') return each('letter.error', '=', nobodyToWriteTo)
  return each.and([
    each('letter.error', '<>', nobodyToWriteTo),
    each('letter.attempts', why === 'gaveUp' ? '>' : '<=', backoffSeconds.length),
  ])
}

const failedOnes = (tx: Tx, { template, why }: SoughtLetters) => {
  let query = tx.q.selectFrom('letter').where(failed)
  if (template !== undefined) query = query.where('template', '=', template)
  if (why !== undefined) query = query.where((each) => isWhy(each, why))
  return query
}

async function countFailed(tx: Tx, sought: SoughtLetters): Promise<number> {
  const { n } = await failedOnes(tx, sought)
    .select(sql<number | string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

const columns = [
  'letter.id',
  'letter.template',
  'letter.to_user',
  'letter.data',
  'letter.state',
  'letter.attempts',
  'letter.next_at',
  'letter.created_at',
  'letter.error',
] as const
type Row = Pick<LetterTable, 'id' | 'template' | 'to_user' | 'data' | 'state' | 'attempts' | 'next_at' | 'created_at' | 'error'>

/** Whether a letter comes after another in an order by moment and id. */
const isBeyond = (
  each: ExpressionBuilder<Schema, 'letter'>,
  way: '<' | '>',
  at: string,
  id: string,
): ExpressionWrapper<Schema, 'letter', SqlBool> =>
  each.or([each('next_at', way, at), each.and([each('next_at', '=', at), each('id', way, id)])])

/** A page of letters: of those that failed the newest failure first, of those that wait the one that is due next. */
export async function letterPage(
  tx: Tx,
  { state, before, ...sought }: SoughtLetters & { readonly state: 'failed' | 'waiting'; readonly before?: string | undefined },
  now: Instant,
): Promise<LetterPage> {
  const [at = '', id = ''] = before?.split(' ') ?? []
  const compare = state === 'failed' ? '<' : '>'
  let query = state === 'failed' ? failedOnes(tx, sought) : tx.q.selectFrom('letter').where('state', '=', 'waiting')
  if (before !== undefined) query = query.where((each) => isBeyond(each, compare, at, id))
  const order = state === 'failed' ? 'desc' : 'asc'
  const rows: Row[] = await query
    .select(columns)
    .orderBy('next_at', order)
    .orderBy('id', order)
    .limit(pageRows + 1)
    .execute()
  const shown = rows.slice(0, pageRows)
  const last = rows.length > pageRows ? shown.at(-1) : undefined
  const { waiting } = await tx.q
    .selectFrom('letter')
    .select(sql<number | string>`count(*)`.as('waiting'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return {
    letters: await told(tx, shown, now),
    failed: await failedBy(tx),
    waiting: Number(waiting),
    next: last ? `${last.next_at} ${last.id}` : null,
  }
}

async function failedBy(tx: Tx): Promise<LetterPage['failed']> {
  const rows = await tx.q
    .selectFrom('letter')
    .select(['template', sql<number | string>`count(*)`.as('n')])
    .select((each) =>
      each
        .case()
        .when('error', '=', nobodyToWriteTo)
        .then(sql<FailedWhy>`'nobody'`)
        .when('attempts', '>', backoffSeconds.length)
        .then(sql<FailedWhy>`'gaveUp'`)
        .else(sql<FailedWhy>`'refused'`)
        .end()
        .as('why'),
    )
    .where(failed)
    .groupBy(['template', 'why'])
    .orderBy('template')
    .orderBy('why')
    .execute()
  return rows.map(({ template, why, n }) => ({ template, why, n: Number(n) }))
}

type Account = Awaited<ReturnType<typeof accountsOf>>[number]
const accountsOf = (tx: Tx, ids: readonly string[]) =>
  tx.q
    .selectFrom('user')
    .select(['id', 'name', 'surname', 'email', 'kind', 'active', 'joined', 'rehearsal'])
    .where(oneOf(tx.kind, 'id', ids))
    .execute()

async function told(tx: Tx, rows: readonly Row[], now: Instant): Promise<PlatformLetter[]> {
  const judged = await judgedLetters(tx, rows, now)
  return judged.map(({ row, account, hindrance }) => {
    const why = whyOf(row)
    const error = row.error === null || row.error === nobodyToWriteTo ? null : errorOf(row.error)
    return {
      _id: row.id,
      template: row.template,
      user: account?.id ?? '',
      name: account ? fullName(account) : '',
      email: account?.email ?? '',
      kind: account?.kind ?? null,
      createdAt: row.created_at,
      attempts: row.attempts,
      why: why === 'later' ? null : why,
      errorClass: error?.errorClass ?? null,
      code: error?.code ?? null,
      at: row.next_at,
      hindrance: row.state === 'dead' ? hindrance : null,
    }
  })
}

interface Judged {
  readonly row: Row
  readonly account: Account | undefined
  readonly hindrance: Hindrance | null
}

/** Letters with why each is not sent again; null where it is (HP4). */
async function judgedLetters(tx: Tx, rows: readonly Row[], now: Instant): Promise<Judged[]> {
  if (rows.length === 0) return []
  const readers = [...new Set(rows.map((row) => row.to_user))]
  const accounts = new Map((await accountsOf(tx, readers)).map((each) => [each.id, each]))
  const read = rows.map((row) => ({ row, known: letterIn(row) }))
  const newest = await newestByTopic(
    tx,
    read.map(({ row, known }) => (known ? { to: row.to_user, ...known } : null)).filter((each) => each !== null),
  )
  return read.map(({ row, known }): Judged => {
    const account = accounts.get(row.to_user)
    if (!known) return { row, account, hindrance: 'unknown' }
    const topic = topicOf(known.template, known.data)
    const hasNewer = topic !== null && (newest.get(`${row.to_user} ${topic}`) ?? '') > row.created_at
    const letter = { ...known, createdAt: row.created_at, hasNewer }
    return { row, account, hindrance: hindranceOf(letter, readerOf(account, known), now) }
  })
}

interface Known {
  readonly template: LetterTemplate
  readonly data: LetterData
}

/** What a row holds; undefined where another version of the program wrote it in words that this one does not have. */
function letterIn({ template, data }: Pick<Row, 'template' | 'data'>): Known | undefined {
  if (!isTemplate(template)) return undefined
  const parsed = v.safeParse(letterData[template], JSON.parse(data))
  return parsed.success ? { template, data: parsed.output } : undefined
}

function readerOf(account: Account | undefined, { data }: Known): Reader | null {
  if (!account) return null
  // A letter to a mailbox that is no account's goes there, whatever becomes of the account.
  const mailbox = 'mailbox' in data ? data.mailbox : account.email
  const open = account.active === 1 || 'mailbox' in data
  return { reachable: open && account.rehearsal === null && addressOf(mailbox) !== undefined, joined: account.joined === 1 }
}

/** When each of these readers was last written to about what these letters tell of. */
async function newestByTopic(tx: Tx, letters: readonly (Known & { readonly to: string })[]): Promise<ReadonlyMap<string, Instant>> {
  const topical = letters.filter(({ template, data }) => topicOf(template, data) !== null)
  const found = new Map<string, Instant>()
  if (topical.length === 0) return found
  const others = await tx.q
    .selectFrom('letter')
    .select(['to_user', 'template', 'data', 'created_at'])
    .where(oneOf(tx.kind, 'to_user', [...new Set(topical.map(({ to }) => to))]))
    .where(
      'template',
      'in',
      Object.keys(letterData).filter((name) => isTopical(name)),
    )
    .execute()
  for (const row of others) {
    const known = letterIn(row)
    const topic = known && topicOf(known.template, known.data)
    const key = `${row.to_user} ${topic}`
    if (topic && row.created_at > (found.get(key) ?? '')) found.set(key, row.created_at)
  }
  return found
}

const isTopical = (name: string): boolean => isTemplate(name) && topicOf(name, {}) !== null

/** Letters that are looked at for one call, of which those that stay are no reason to come to no others. */
const lookedMost = 5_000

/** Letters that can be sent again of those that are meant, the oldest failure first; why the others that were looked at stay; and how many were not. */
export async function repeatable(
  tx: Tx,
  { ids, ...sought }: SoughtLetters & { readonly ids?: readonly string[] | undefined },
  now: Instant,
): Promise<{ readonly ids: readonly string[]; readonly left: ReadonlyMap<Hindrance, number>; readonly more: number }> {
  const left = new Map<Hindrance, number>()
  const able: string[] = []
  let looked = 0
  for (let last: Row | undefined; ;) {
    const rows = await failedAfter(tx, { ids, ...sought }, last)
    for (const { row, hindrance } of await judgedLetters(tx, rows, now)) {
      if (able.length === againMost) break
      looked += 1
      if (hindrance === null) able.push(row.id)
      else left.set(hindrance, (left.get(hindrance) ?? 0) + 1)
    }
    last = rows.at(-1)
    if (rows.length < againMost || able.length === againMost || looked >= lookedMost) break
  }
  const all = ids === undefined ? await countFailed(tx, sought) : looked
  return { ids: able, left, more: Math.max(0, all - looked) }
}

/** The next of the letters that are meant, the oldest failure first. */
function failedAfter(
  tx: Tx,
  { ids, ...sought }: SoughtLetters & { readonly ids?: readonly string[] | undefined },
  last: Row | undefined,
): Promise<Row[]> {
  let query = failedOnes(tx, sought)
  if (ids !== undefined) query = query.where(oneOf(tx.kind, 'id', ids))
  if (last !== undefined) query = query.where((each) => isBeyond(each, '>', last.next_at, last.id))
  return query.select(columns).orderBy('next_at').orderBy('id').limit(againMost).execute()
}

/** Puts letters that failed back among those that wait. Whoever asked a moment earlier has had it done: how many were taken now. */
export async function takeUpAgain(tx: Tx, ids: readonly string[], now: Instant): Promise<number> {
  const taken = await tx.q
    .updateTable('letter')
    .set({ state: 'waiting', attempts: 0, next_at: now, error: null })
    .where(oneOf(tx.kind, 'id', ids))
    .where(failed)
    .executeTakeFirst()
  return Number(taken.numUpdatedRows)
}

/** Ends a letter that waits or failed. False where it went, ended or was given up before. */
export async function giveLetterUp(tx: Tx, id: string): Promise<boolean> {
  const letter = await tx.q.selectFrom('letter').select('template').where('id', '=', id).executeTakeFirst()
  if (!letter) return false
  const taken = await tx.q
    .updateTable('letter')
    .set({ ...endedByHand, ...forgottenOnce(letter.template, endedByHand) })
    .where('id', '=', id)
    .where((each) => each.or([each('state', '=', 'waiting'), each.and([each('state', '=', 'dead'), each('quiet', 'is', null)])]))
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}
