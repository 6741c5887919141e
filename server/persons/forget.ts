import { composed } from '#shared/kernel/marks.ts'
import { actionsNamingPeople, namelessRow } from '#shared/accounts/anonymise-mutations.ts'
import { fullName, type Person } from '#shared/accounts/model.ts'
import type { Conflict } from '#shared/conflicts/model.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Notice } from '#shared/notices/model.ts'
import { noticeSchema } from '#shared/notices/model.ts'
import { conflictSchema } from '#shared/conflicts/model.ts'
import type { Change } from '#shared/world.ts'
import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import { cameKinds, withoutOrigin } from '../audit/origins.ts'
import { redact, type AuditEdit, type LedgerEdit } from '../audit/redactions.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { HistoryTable, SyncAliasTable } from '../db/schema.ts'
import { nobodyToWriteTo } from '../email/outbox.ts'
import { hashOfSecret } from '../http/session.ts'
import { accountKey } from '../features/accounts/sign-in-key.ts'
import {
  allWithout,
  argsWithout,
  asCompared,
  calledIn,
  describedIn,
  longerThan,
  namedIn,
  saysAddress,
  wholeNames,
  wordsWithout,
  type Called,
  type Traces,
} from './traces.ts'

/**
 * Condition that a text column may hold any of some words, in whatever case and form: that it has what of them is ASCII, in this order. The
 * program tells then whether it does, since SQLite knows no other letters, and PostgreSQL those of the database's locale.
 */
function mayHoldAny(kind: Tx['kind'], column: string, words: readonly string[]): RawBuilder<boolean> {
  if (words.length === 0) return sql<boolean>`1 = 0`
  const holds = sql.raw(kind === 'postgres' ? 'collate "C" ilike' : 'like')
  const conditions = words.map((word) => {
    const known = composed(word).match(/[a-z0-9]+/gi) ?? []
    return sql`${sql.ref(column)} ${holds} ${['', ...known, ''].join('%')}`
  })
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** Under which words the ledger keeps what was asked of somebody. */
export const aboutPerson = (id: UserId): string[] => [`person:${id}`, `invitation:${id}`]

/** Whether what a row is about, a kind and who it is of, is somebody by an address of theirs. */
const endsInAddress = (about: string | null, { emails }: Pick<Traces, 'emails'>): boolean =>
  emails.some((email) => about?.toLowerCase().endsWith(`:${email}`))

const ledgerColumns = ['mid', 'args', 'said', 'entity', 'params', 'answer'] as const

/**
 * By what somebody whose rows are about to say a pseudonym has been known here: every name and address that an account of theirs had, as
 * rows say it now and as the ledger says it was given.
 */
export async function tracesOf(tx: Tx, row: Person): Promise<Traces> {
  const { id } = row
  const names = new Map<string, Called>()
  const emails = new Set<string>()
  const add = ({ name, surname }: Called): void => void names.set(`${name}\n${surname}`, { name, surname })
  const user = await tx.q.selectFrom('user').select(['name', 'surname', 'email']).where('id', '=', id).executeTakeFirst()
  if (user) {
    add(user)
    emails.add(user.email.toLowerCase())
  }
  const about = await tx.q
    .selectFrom('sync_mutation')
    .select('args')
    .where(oneOf(tx.kind, 'entity', aboutPerson(id)))
    .execute()
  for (const { args } of about) {
    const said: unknown = parsedIn(args)
    calledIn(said).forEach(add)
    for (const each of describedIn(said)) emails.add(each.email)
  }
  const described = await tx.q
    .selectFrom('sync_mutation')
    .select('args')
    .where(mayHoldAny(tx.kind, 'args', [...emails]))
    .execute()
  for (const { args } of described)
    for (const each of describedIn(parsedIn(args))) if (emails.has(each.email) && each.name !== '') add(each)
  const traces = { userId: id, names: [...names.values()], emails: [...emails], isShared: false, longer: [], pseudonym: row.surname }
  return { ...traces, ...(await othersCalled(tx, traces)) }
}

/** Whether anybody or anything else is called the same, and what else has the name inside its own. */
async function othersCalled(tx: Tx, traces: Pick<Traces, 'userId' | 'names'>): Promise<Pick<Traces, 'isShared' | 'longer'>> {
  const own = wholeNames(traces)
  const same = new Set(own.map(asCompared))
  const users = await tx.q.selectFrom('user').select(['name', 'surname']).where('id', '<>', traces.userId).execute()
  const rows = await tx.q
    .selectFrom('institution')
    .innerJoin('sync_row', (join) =>
      join.on('sync_row.scope', '=', sql<string>`'org:' || institution.id`).on('sync_row.tbl', 'in', ['institution', 'person']),
    )
    .select(['institution.name', 'sync_row.data'])
    .where('sync_row.id', '<>', traces.userId)
    .execute()
  const forms = await tx.q.selectFrom('form').select('name').execute()
  const now = [
    ...users.map(fullName),
    ...rows.flatMap(({ name, data }) => [name, ...namedIn(JSON.parse(data))]),
    ...forms.map(({ name }) => name),
  ]
  const before = await tx.q.selectFrom('sync_mutation').select('args').where(saysEndsOf(tx.kind, own)).execute()
  return {
    isShared: now.some((name) => same.has(asCompared(name))),
    longer: longerThan(own, [...now, ...before.flatMap(({ args }) => namedIn(parsedIn(args)))]),
  }
}

/** Condition that what was asked for may name, as of then, something with one of some names inside: the two halves may stand apart. */
function saysEndsOf(kind: Tx['kind'], names: readonly string[]): RawBuilder<boolean> {
  const conditions = names.map((name) => {
    const words = name.trim().split(/\s+/)
    const ends = [words.at(0) ?? '', words.at(-1) ?? ''].map((word) => mayHoldAny(kind, 'args', [word]))
    return sql<boolean>`(${sql.join(ends, sql` and `)})`
  })
  return conditions.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** What a device once sent may be anything: what is no JSON describes nobody. */
function parsedIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Everybody whose rows say a pseudonym once some changes are written. */
export const anonymisedIn = (changes: readonly Change[]): Person[] => {
  const found = new Map<UserId, Person>()
  for (const change of changes) if (change.table === 'person' && change.row.anonymised) found.set(change.id, change.row)
  return [...found.values()]
}

/** Rows beside a person's own that say their name, without it: of institutions that they left, cards and notices of others. */
export async function copiesWithout(tx: Tx, traces: Traces): Promise<Change[]> {
  const words = [...traces.emails, ...wholeNames(traces)]
  const left = await tx.q
    .selectFrom('institution')
    .innerJoin('sync_row', (join) =>
      join.on('sync_row.scope', '=', sql<string>`'org:' || institution.id`).on('sync_row.tbl', '=', 'person'),
    )
    .select(['sync_row.scope', 'sync_row.data'])
    .where('sync_row.id', '=', traces.userId)
    .where('sync_row.deleted', '=', 0)
    .execute()
  const rows = left.flatMap(({ scope, data }): Change[] => {
    const row: Person = JSON.parse(data)
    // Those of where they belong follow from the change itself (SM2).
    return row.left ? [{ scope, part: '', table: 'person', id: row.id, row: namelessRow(row, traces.pseudonym) }] : []
  })
  const told = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'part', 'tbl', 'id', 'data'])
    .where((is) => is.or([is('scope', 'like', 'user:%'), is('scope', 'like', 'own:%')]))
    .where('deleted', '=', 0)
    .where(mayHoldAny(tx.kind, 'data', words))
    .execute()
  return [...rows, ...told.flatMap(({ scope, part, tbl, id, data }) => withoutName({ scope, part, tbl, id }, JSON.parse(data), traces))]
}

function withoutName(
  { scope, part, tbl, id }: { readonly scope: string; readonly part: string; readonly tbl: string; readonly id: string },
  row: unknown,
  traces: Traces,
): Change[] {
  if (tbl === 'conflict') {
    const card: Conflict = v.parse(conflictSchema, row)
    // What the two sides wrote is theirs; what the sentence around it names is the platform's.
    const params = v.parse(conflictSchema.entries.params, allWithout(card.params, traces, false))
    return isSame(params, card.params) ? [] : [{ scope, part, table: 'conflict', id, row: { ...card, params } }]
  }
  if (tbl !== 'notice') return []
  const notice: Notice = v.parse(noticeSchema, row)
  // What an administrator wrote is in one language.
  const { subject, content, en } = notice
  const words = { subject, content, ...(en && { en }) }
  const said = v.parse(wordsSchema, allWithout(words, traces, false))
  return isSame(said, words) ? [] : [{ scope, part, table: 'notice', id, row: { ...notice, ...said } }]
}
const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)
const saidSchema = v.object({ subject: v.string(), content: v.string() })
const wordsSchema = v.object({ ...saidSchema.entries, en: v.exactOptional(saidSchema) })

/** Where somebody stands in what is not replicated, with what is to stand there instead. */
export interface Kept {
  readonly traces: Traces
  readonly histories: readonly HistoryEdit[]
  readonly letters: readonly LetterEdit[]
  readonly aliases: readonly AliasEdit[]
  readonly ledger: readonly LedgerEdit[]
  readonly audit: readonly AuditEdit[]
}

/**
 * Looks through the ledger, histories, letters and the audit for somebody, which takes as long as there is of these: before the transaction
 * has its number, with which all others wait for it, and after all that it writes there itself. Nothing else redacts meanwhile.
 */
export async function keptOf(tx: Tx, traces: Traces): Promise<Kept> {
  return {
    traces,
    histories: await historyEdits(tx, traces),
    letters: await letterEdits(tx, traces),
    aliases: await aliasEdits(tx, traces),
    ledger: await ledgerEdits(tx, traces),
    audit: await auditEdits(tx, traces),
  }
}

/**
 * Takes somebody's name, address and ways in out of everything that is not replicated, in the transaction that gives their rows a
 * pseudonym: the ledger, histories, letters, the audit, sessions, factors, passkeys, links (LW3, LW4). What people wrote freely stays.
 */
export async function forget(
  tx: Tx,
  { traces, histories, letters, aliases, ledger, audit }: Kept,
  actorId: UserId,
  at: Instant,
): Promise<void> {
  await endWaysIn(tx, traces)
  for (const { scope, unit, id, after } of histories)
    await tx.q.updateTable('history').set(after).where('scope', '=', scope).where('unit', '=', unit).where('id', '=', id).execute()
  for (const edit of letters) await forgetInLetter(tx, edit)
  await endReports(tx, traces.userId, at)
  for (const { author_id, device_id, seq, params } of aliases)
    await tx.q
      .updateTable('sync_alias')
      .set({ params })
      .where('author_id', '=', author_id)
      .where('device_id', '=', device_id)
      .where('seq', '=', seq)
      .execute()
  await redact(tx, { actorId, why: 'person', subjectId: traces.userId, ledger, audit, at })
}

async function endWaysIn(tx: Tx, { userId, emails }: Traces): Promise<void> {
  // Sessions open nothing any more, and go on telling their devices why, so that these remove what they hold (AC10).
  await tx.q.updateTable('session').set({ agent: null, address: null }).where('user_id', '=', userId).execute()
  await tx.q.updateTable('user').set({ password_hash: null, last_sign_in_at: null }).where('id', '=', userId).execute()
  for (const table of [
    'known_device',
    'token',
    'second_factor',
    'recovery_code',
    'sign_in_ticket',
    'sso_link',
    'sso_flow',
    'sso_code',
    'passkey',
    'passkey_challenge',
    'reminder_opt_out',
    'visit',
    'sync_view',
  ] as const)
    await tx.q.deleteFrom(table).where('user_id', '=', userId).execute()
  await tx.q
    .deleteFrom('attempt')
    .where(
      oneOf(
        tx.kind,
        'key',
        emails.map((email) => hashOfSecret(accountKey(email))),
      ),
    )
    .execute()
}

type HistoryEdit = Pick<HistoryTable, 'scope' | 'unit' | 'id'> & { readonly after: Pick<HistoryTable, 'text' | 'changed'> }

async function historyEdits(tx: Tx, traces: Traces): Promise<HistoryEdit[]> {
  const words = [...traces.emails, ...wholeNames(traces)]
  const rows = await tx.q
    .selectFrom('history')
    .leftJoin('sync_mutation', 'sync_mutation.mid', 'history.mid')
    .select(['history.scope', 'history.unit', 'history.id', 'history.text', 'history.changed', 'sync_mutation.args'])
    .where('history.action', 'in', actionsNamingPeople)
    .where((is) => is.or([is('history.unit', '=', traces.userId), mayHoldAny(tx.kind, 'history.text', words)]))
    .execute()
  return rows.flatMap(({ scope, unit, id, text, changed, args }): HistoryEdit[] => {
    const isTheirs = unit === traces.userId
    const isSure = isTheirs || (args ?? '').includes(JSON.stringify(traces.userId)) || saysAddress(text ?? '', traces)
    const after = {
      text: text === null ? null : wordsWithout(text, traces, isSure),
      changed: changed === null || !isTheirs ? changed : JSON.stringify(changedWithout(JSON.parse(changed), traces)),
    }
    return after.text === text && after.changed === changed ? [] : [{ scope, unit, id, after }]
  })
}

const changedSchema = v.array(v.object({ field: v.string(), from: v.unknown(), to: v.unknown() }))
/** Fields of an account, from what to what, without what they said of its person. */
function changedWithout(changed: unknown, traces: Traces): unknown {
  return v.parse(changedSchema, changed).map((each) => {
    const gone = each.field === 'name' || each.field === 'surname' || each.field === 'email' || each.field === 'origin'
    return gone
      ? { ...each, from: null, to: null }
      : { ...each, from: allWithout(each.from, traces, true), to: allWithout(each.to, traces, true) }
  })
}

interface LetterEdit {
  readonly id: string
  readonly data: string
  readonly error: string | null
  /** It is, or was, on its way to them. */
  readonly isTheirs: boolean
}

/** Letters that say of them, or that went to them: what they told stays without the name. */
async function letterEdits(tx: Tx, traces: Traces): Promise<LetterEdit[]> {
  const words = [...traces.emails, ...wholeNames(traces)]
  const rows = await tx.q
    .selectFrom('letter')
    .select(['id', 'template', 'to_user', 'data', 'state', 'error'])
    .where((is) => is.or([is('to_user', '=', traces.userId), mayHoldAny(tx.kind, 'data', words)]))
    .execute()
  return rows.flatMap(({ id, template, to_user, data, state, error }): LetterEdit[] => {
    const isTheirs = to_user === traces.userId
    // The last one still has to go; then it forgets where it went (LW6).
    if (isTheirs && template === 'anonymised' && state === 'waiting') return []
    const said: unknown = JSON.parse(data)
    const without = allWithout(said, traces, isTheirs)
    const told = error && wordsWithout(error, traces, false)
    if (!isTheirs && told === error && isSame(without, said)) return []
    return [{ id, data: JSON.stringify(without), error: told, isTheirs }]
  })
}

/** What waits for them goes to nobody; what went meanwhile did. */
async function forgetInLetter(tx: Tx, { id, data, error, isTheirs }: LetterEdit): Promise<void> {
  const letter = tx.q.updateTable('letter').where('id', '=', id)
  if (!isTheirs) return void (await letter.set({ data, error }).execute())
  await letter.set({ data, error: null }).where('state', '=', 'sent').execute()
  await letter.set({ data, error: nobodyToWriteTo }).where('state', '<>', 'sent').execute()
  await letter.set({ state: 'dead' }).where('state', '=', 'waiting').execute()
}

/** Reports that were made say everybody's name: they are made anew by who still wants them. Those of the person's own go. */
async function endReports(tx: Tx, userId: UserId, at: Instant): Promise<void> {
  await tx.q.updateTable('report_job').set({ expires_at: at }).where('state', '=', 'ready').execute()
  // That it is begun anew is nothing that it did: its tries are not counted (RE8).
  await tx.q
    .updateTable('report_job')
    .set({ state: 'waiting', claim: null, claimed_until: null, begun: 0 })
    .where('state', '=', 'running')
    .execute()
  await tx.q.updateTable('report_job').set({ state: 'failed', code: 'forbidden', expires_at: at }).where('user_id', '=', userId).execute()
}

async function ledgerEdits(tx: Tx, traces: Traces): Promise<LedgerEdit[]> {
  const about = new Set(aboutPerson(traces.userId))
  const words = [...traces.emails, ...wholeNames(traces)]
  const rows = await tx.q
    .selectFrom('sync_mutation')
    .select(ledgerColumns)
    .where((is) =>
      is.or([
        oneOf(tx.kind, 'entity', [...about]),
        mayHoldAny(tx.kind, 'args', traces.emails),
        mayHoldAny(tx.kind, 'entity', traces.emails),
        mayHoldAny(tx.kind, 'params', words),
        mayHoldAny(tx.kind, 'answer', words),
      ]),
    )
    .execute()
  return rows.flatMap((before): LedgerEdit[] => {
    const isAbout = before.entity !== null && about.has(before.entity)
    const said = parsedIn(before.args)
    const without = argsWithout(said, traces, isAbout)
    const after = {
      args: isSame(without, said) ? before.args : JSON.stringify(without),
      entity: endsInAddress(before.entity, traces) ? `person:${traces.userId}` : before.entity,
      params: before.params === null ? null : JSON.stringify(allWithout(JSON.parse(before.params), traces, isAbout)),
      answer: before.answer === null ? null : JSON.stringify(allWithout(JSON.parse(before.answer), traces, isAbout)),
    }
    const stays =
      after.args === before.args && after.entity === before.entity && after.params === before.params && after.answer === before.answer
    return stays ? [] : [{ before, after }]
  })
}

type AliasEdit = Pick<SyncAliasTable, 'author_id' | 'device_id' | 'seq' | 'params'>

async function aliasEdits(tx: Tx, traces: Traces): Promise<AliasEdit[]> {
  const rows = await tx.q
    .selectFrom('sync_alias')
    .select(['author_id', 'device_id', 'seq', 'params'])
    .where(mayHoldAny(tx.kind, 'params', [...traces.emails, ...wholeNames(traces)]))
    .execute()
  return rows.flatMap(({ params, ...key }): AliasEdit[] => {
    const said: unknown = JSON.parse(params ?? 'null')
    const without = allWithout(said, traces, false)
    return isSame(without, said) ? [] : [{ ...key, params: JSON.stringify(without) }]
  })
}

async function auditEdits(tx: Tx, traces: Traces): Promise<AuditEdit[]> {
  const came = await tx.q
    .selectFrom('audit')
    .selectAll()
    .where('kind', 'in', cameKinds)
    .where((is) => is.or([is('actor_id', '=', traces.userId), is('subject_id', '=', traces.userId)]))
    .execute()
  const named = await tx.q
    .selectFrom('audit')
    .selectAll()
    .where(mayHoldAny(tx.kind, 'subject_id', traces.emails))
    .execute()
    // What holds an address may be of a longer one.
    .then((rows) => rows.filter(({ subject_id }) => endsInAddress(subject_id, traces)))
  return [
    ...came.flatMap((row) => withoutOrigin(row) ?? []),
    ...named.map((before) => ({ before, after: { subject_id: `person:${traces.userId}`, detail: before.detail } })),
  ]
}

/** Letters that say somebody's name or went to them: without a mail server each is a file, by its id. */
export async function lettersNaming(tx: Tx, traces: Traces): Promise<string[]> {
  const rows = await tx.q
    .selectFrom('letter')
    .select(['id', 'to_user', 'data'])
    .where((is) => is.or([is('to_user', '=', traces.userId), mayHoldAny(tx.kind, 'data', [...traces.emails, ...wholeNames(traces)])]))
    .execute()
  const says = (data: string): boolean => !isSame(allWithout(JSON.parse(data), traces, false), JSON.parse(data))
  return rows.filter(({ to_user, data }) => to_user === traces.userId || says(data)).map(({ id }) => id)
}
