import { withoutTags } from '#shared/kernel/cut.ts'
import { systemActor } from '#shared/access/actor.ts'
import { fullName } from '#shared/accounts/model.ts'
import type { FieldChange } from '#shared/contract/mutation.ts'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { Institution } from '#shared/institutions/model.ts'
import { folded } from '#shared/kernel/folded.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { endOfDayMs, instantOf, startOfDayMs } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { fail } from '#shared/kernel/failure.ts'
import { formScope, orgScope, questionnaireScope } from '#shared/protocol/scope.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { actionsOf, isPublished, kindsOf } from '#shared/questionnaires/history.ts'
import * as contract from '#shared/questionnaires/history-routes.ts'
import type { FormEvent, HistoryPage } from '#shared/questionnaires/history-routes.ts'
import { sql } from 'kysely'
import type * as v from 'valibot'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import { questionnaireIn } from '../../world/questionnaires.ts'
import { headerOf, versionsOf } from '../../world/store.ts'

type Asked = v.InferOutput<NonNullable<(typeof contract.history)['query']>>

/** Lines that are looked at for one reply: where few are what is asked for, the reply says where to look on. */
const lookedAtMost = 2000
const readAtOnce = 500

export function mountHistory(server: Server): void {
  mount(server, contract.history, ({ params, query }) => server.db.read((tx) => pageOf(tx, params.form, query)))
}

async function pageOf(tx: Tx, formId: FormId, asked: Asked): Promise<Result<HistoryPage>> {
  if (!(await headerOf(tx, formId))) return fail('not_found')
  const state = await questionnaireIn(tx, formId)
  const limit = asked.limit ?? contract.historyMaxRows
  const people = await peopleOf(tx, formId)
  const versions = await publishedOf(tx, formId)
  const numbers = numbersOf(state)
  const wanted = folded(asked.words ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const elements = asked.element === undefined ? undefined : elementsOf(state, asked.element)
  const found: Line[] = []
  const names = new Map<string, string>()
  await name(tx, state, asked.element === undefined ? [] : [asked.element], names, people)
  let last: Place | undefined = asked.before === undefined ? undefined : await placeOf(tx, formId, asked.before)
  let next: string | null = null
  for (let looked = 0; found.length <= limit;) {
    const rows = await linesBefore(tx, formId, { ...asked, elements }, last)
    await name(tx, state, rows.flatMap(namedIn), names, people)
    for (const row of rows) {
      if (found.length <= limit && isWanted(row, asked, wanted, { numbers, names, people })) found.push(row)
    }
    looked += rows.length
    const end = rows.at(-1)
    if (end) last = { received_at: end.received_at, seq: end.seq, id: end.id }
    if (rows.length < readAtOnce) break
    if (looked >= lookedAtMost && found.length <= limit) {
      next = end?.id ?? null
      break
    }
  }
  // One line more than asked for was looked for: it says whether there is a page before.
  if (found.length > limit) next = found[limit - 1]?.id ?? null
  const shown = found.slice(0, limit)
  return done({
    events: shown.map((row) => eventOf(row, numbers, people, versions)),
    names: Object.fromEntries(
      [...shown.flatMap(namedIn), asked.element ?? ''].flatMap((id) => (names.has(id) ? [[id, names.get(id) ?? '']] : [])),
    ),
    parts: [
      ...state.index.topDimensions.flatMap(({ id, subDimensionIds }) => [id, ...subDimensionIds]),
      ...(state.index.surveyQuestions.length > 0 ? [surveyDimensionId] : []),
    ].map((id) => ({ _id: id, number: numbers.get(id) ?? '', name: state.index.dimension(id)?.name ?? '' })),
    people: [...people].map(([_id, who]) => ({ _id, name: who })),
    next,
  })
}

interface Place {
  readonly received_at: string
  /** Place of its mutation among those of its device. */
  readonly seq: number
  readonly id: string
}
interface Line extends Place {
  readonly occurred_at: string
  readonly action: string
  readonly unit: string
  readonly text: string
  readonly changed: readonly FieldChange[]
  readonly user_id: string
}

/** A form's own changes and those of its questionnaire. */
const scopesOf = (formId: FormId): string[] => [questionnaireScope(formId), formScope(formId)]

/** Lines that came in one push have one moment: they stand in the order of their device (FH4). */
const seq = sql<number>`coalesce((select m.seq from sync_mutation m where m.mid = history.mid), 0)`

const placeOf = (tx: Tx, formId: FormId, id: string): Promise<Place | undefined> =>
  tx.q
    .selectFrom('history')
    .select(['received_at', seq.as('seq'), 'id'])
    .where('scope', 'in', scopesOf(formId))
    .where('id', '=', id)
    .executeTakeFirst()

async function linesBefore(
  tx: Tx,
  formId: FormId,
  { elements, by, kind, from, until }: Asked & { readonly elements: readonly string[] | undefined },
  last: Place | undefined,
): Promise<Line[]> {
  let query = tx.q
    .selectFrom('history')
    .select(['id', 'received_at', seq.as('seq'), 'occurred_at', 'action', 'unit', 'text', 'changed', 'user_id'])
    .where('scope', 'in', scopesOf(formId))
  if (elements !== undefined) query = query.where(oneOf(tx.kind, 'unit', elements))
  if (by !== undefined) query = query.where('user_id', '=', by)
  if (kind !== undefined) query = query.where('action', 'in', actionsOf(kind))
  if (from !== undefined) query = query.where('received_at', '>=', instantOf(startOfDayMs(from)))
  if (until !== undefined) query = query.where('received_at', '<=', instantOf(endOfDayMs(until)))
  if (last) {
    const { received_at: at, seq: place, id } = last
    query = query.where((each) => {
      const before = each.or([each(seq, '<', place), each.and([each(seq, '=', place), each('id', '<', id)])])
      return each.or([each('received_at', '<', at), each.and([each('received_at', '=', at), before])])
    })
  }
  const rows = await query.orderBy('received_at', 'desc').orderBy(seq, 'desc').orderBy('id', 'desc').limit(readAtOnce).execute()
  return rows.map((row) => ({ ...row, text: row.text ?? '', changed: changedIn(row.changed) }))
}

/** Field by field, as it was written. */
const changedIn = (text: string | null): readonly FieldChange[] => (text === null ? [] : (JSON.parse(text) as FieldChange[]))

/** What an id leads to: itself, and of a dimension whatever is in it, or was. */
function elementsOf(state: Questionnaire, id: string): readonly string[] {
  const dimension = state.get('dimension', id)
  if (!dimension) return [id]
  const within = new Set([id, ...[...state.list('dimension')].filter((each) => each.parentId === id).map((each) => each.id)])
  return [...within, ...[...state.list('question')].filter((each) => within.has(each.dimensionId)).map((each) => each.id)]
}

interface Words {
  readonly numbers: ReadonlyMap<string, string>
  readonly names: ReadonlyMap<string, string>
  readonly people: ReadonlyMap<string, string>
}

function isWanted(row: Line, { kind }: Asked, wanted: readonly string[], { numbers, names, people }: Words): boolean {
  const fields = row.changed.map(({ field }) => field)
  if (kind !== undefined && !kindsOf(row.action, fields).includes(kind)) return false
  if (wanted.length === 0) return true
  const ids = row.changed.flatMap(idsIn)
  const said = [
    row.action,
    row.text,
    people.get(row.user_id),
    numbers.get(row.unit),
    names.get(row.unit),
    ...ids.map((id) => names.get(id)),
  ]
  const text = folded([...said, ...row.changed.flatMap(({ from, to }) => [saidIn(from), saidIn(to)])].join(' '))
  return wanted.every((word) => text.includes(word))
}

/** Texts and numbers of a value, without the marks of a rich text. */
function saidIn(value: unknown): string {
  if (typeof value === 'string') return withoutTags(value, ' ')
  if (typeof value === 'number') return String(value)
  return typeof value === 'object' && value !== null ? Object.values(value).map(saidIn).join(' ') : ''
}

function eventOf(
  { id, received_at: at, occurred_at: occurredAt, action, unit, text, changed, user_id: byId }: Line,
  numbers: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, string>,
  versions: Published,
): FormEvent {
  const fields = changed.map(({ field }) => field)
  const version = versionOf(action, fields, at, versions)
  return {
    _id: id,
    at,
    occurredAt,
    action,
    kinds: kindsOf(action, fields),
    element: unit,
    number: numbers.get(unit) ?? '',
    text,
    changed: changed.map(({ field, from, to }) => ({ field, from: JSON.stringify(from), to: JSON.stringify(to) })),
    by: people.get(byId) ?? systemActor.name,
    byId,
    ...(version === undefined ? {} : { version }),
  }
}

/** Versions of a form's questionnaire, as they were published. */
interface Published {
  /** Oldest first. */
  readonly at: readonly string[]
  /** Number of the first of them: earlier ones came with the form. */
  readonly first: number
  /** Something was changed since the last was published. */
  readonly more: boolean
}

async function publishedOf(tx: Tx, formId: FormId): Promise<Published> {
  const scope = questionnaireScope(formId)
  const lines = await tx.q
    .selectFrom('history')
    .select(['received_at', 'text'])
    .where('scope', '=', scope)
    .where('action', '=', 'Publica versión')
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  const told = new Set(lines.map(({ text }) => text))
  const stored = await tx.q.selectFrom('form_version').select('id').where('form_id', '=', formId).execute()
  const form = await tx.q.selectFrom('form').select('published').where('id', '=', formId).executeTakeFirst()
  const now = (await versionsOf(tx, [scope])).get(scope) ?? 0
  return {
    at: lines.map((line) => line.received_at),
    first: stored.filter(({ id }) => !told.has(id)).length + 1,
    more: now > (form?.published ?? 0),
  }
}

/** In which version a line came to those who take part; null when it waits for one; undefined when it is part of none. */
function versionOf(action: string, fields: readonly string[], at: string, versions: Published): FormEvent['version'] {
  if (action === 'Publica versión') {
    const position = versions.at.indexOf(at)
    return { n: versions.first + Math.max(position, 0), at }
  }
  if (!isPublished(action, fields)) return undefined
  const position = versions.at.findIndex((published) => published >= at)
  const published = versions.at[position]
  if (published !== undefined) return { n: versions.first + position, at: published }
  return versions.more ? null : undefined
}

async function peopleOf(tx: Tx, formId: FormId): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.q
    .selectFrom('history')
    .leftJoin('user', 'user.id', 'history.user_id')
    .select(['history.user_id', 'user.name', 'user.surname'])
    .distinct()
    .where('history.scope', 'in', scopesOf(formId))
    .execute()
  const named = rows.map((row): [string, string] => [
    row.user_id,
    row.name === null ? systemActor.name : fullName({ name: row.name, surname: row.surname ?? '' }),
  ])
  return new Map(named.toSorted(([, left], [, right]) => left.localeCompare(right, 'es')))
}

/** Numbers of questions, dimensions and sub-dimensions as they are now. */
function numbersOf({ index }: Questionnaire): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>()
  for (const [position, top] of index.topDimensions.entries()) {
    numbers.set(top.id, String(position + 1))
    for (const [at, sub] of top.subDimensionIds.entries()) {
      numbers.set(sub, `${position + 1}.${at + 1}`)
      for (const { id } of index.questionsOf(sub)) numbers.set(id, index.numberOf(id))
    }
  }
  for (const { id } of index.surveyQuestions) numbers.set(id, index.numberOf(id))
  return numbers
}

const fieldsOfIds: ReadonlySet<string> = new Set(['dimensionId', 'parentId', 'blockId', 'leaderId', 'evaluatorId'])

/** Ids that the values of a field name. */
function idsIn({ field, from, to }: FieldChange): string[] {
  return [from, to]
    .flatMap((value): unknown[] => {
      if (fieldsOfIds.has(field)) return [value]
      if (typeof value !== 'object' || value === null) return []
      if (field === 'points' && Array.isArray(value)) return value.map((each: object): unknown => Reflect.get(each, 'divisor'))
      // A side of an alert.
      if (field === 'first' || field === 'second') return [Reflect.get(value, 'questionId') as unknown]
      if (field !== 'replica') return []
      const excluded: unknown = Reflect.get(value, 'excludedSubDimensionIds')
      return Array.isArray(excluded) ? excluded : []
    })
    .filter((id) => typeof id === 'string')
}

const namedIn = ({ unit, changed }: Line): string[] => [unit, ...changed.flatMap(idsIn)]

/** Adds what some ids stand for to what is known already. */
async function name(
  tx: Tx,
  state: Questionnaire,
  ids: readonly string[],
  names: Map<string, string>,
  people: ReadonlyMap<string, string>,
): Promise<void> {
  const numbers = numbersOf(state)
  const wanted = new Set(ids.filter((id) => id !== '' && !names.has(id)))
  const unknown: string[] = []
  for (const id of wanted) {
    const question = state.get('question', id)
    const dimension = state.get('dimension', id)
    const called = question?.text ?? dimension?.name ?? people.get(id)
    if (called === undefined) unknown.push(id)
    else names.set(id, [numbers.get(id), id === surveyDimensionId ? undefined : called].filter(Boolean).join(' ') || called)
  }
  if (unknown.length === 0) return
  const users = await tx.q
    .selectFrom('user')
    .select(['id', 'name', 'surname'])
    .where(oneOf(tx.kind, 'id', unknown))
    .execute()
  for (const user of users) names.set(user.id, fullName(user))
  const institutions = await tx.q
    .selectFrom('sync_row')
    .select(['id', 'data'])
    .where(
      oneOf(
        tx.kind,
        'scope',
        unknown.map((id) => orgScope(id)),
      ),
    )
    .where('tbl', '=', 'institution')
    .execute()
  for (const { id, data } of institutions) {
    const institution: Institution = JSON.parse(data)
    names.set(id, institution.name)
  }
}
