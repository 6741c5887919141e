import { fullName } from '#shared/accounts/model.ts'
import { systemActor } from '#shared/access/actor.ts'
import { groupOf, sentenceKeyOf, wordsOf } from '#shared/audit/model.ts'
import * as contract from '#shared/audit/routes.ts'
import type { AuditAct, AuditPage } from '#shared/audit/routes.ts'
import { actSentences as english } from '#shared/audit/sentences.en.ts'
import { actSentences as spanish } from '#shared/audit/sentences.es.ts'
import type { FieldChange } from '#shared/contract/mutation.ts'
import type { Institution } from '#shared/institutions/model.ts'
import { folded } from '#shared/kernel/folded.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { endOfDayMs, instantOf, startOfDayMs } from '#shared/kernel/instant.ts'
import { done } from '#shared/kernel/result.ts'
import type { Sheet } from '#shared/kernel/sheet.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import * as v from 'valibot'
import { walkChain } from '../../audit/verify.ts'
import { oneOf } from '../../db/dialect.ts'
import type { Database, Tx } from '../../db/open.ts'
import type { AuditTable } from '../../db/schema.ts'
import { mount } from '../../http/mount.ts'
import { tableStream } from '../../reports/table.ts'
import type { Server } from '../../server.ts'
import { questionnaireIn } from '../../world/questionnaires.ts'

type Asked = Omit<v.InferOutput<NonNullable<(typeof contract.auditActs)['query']>>, 'limit'>

/** Acts that are looked at for one reply: where few are what is asked for, the reply says where to look on. */
const lookedAtMost = 2_000
const readAtOnce = 200
/** Acts that one call verifies. */
const verifiedAtOnce = 5_000

/** What was done here and by whom, for administrators: read, taken away, and proved to be as it was written. */
export function mountAudit(server: Server): void {
  mount(server, contract.auditActs, async ({ query }) => done(await server.db.read((tx) => pageOf(tx, query, query.limit))))

  mount(server, contract.auditExport, async ({ query, session }) =>
    server.downloads.send(session.user.id, tableStream(rowsOf(server.db, query), 'auditoria', query.format ?? 'csv')),
  )

  mount(server, contract.auditChain, async ({ query }) => {
    const { to, at, head, finding } = await walkChain(server.db, query.after ?? 0, verifiedAtOnce)
    return done({ to, at, head, finding: finding && { kind: finding.kind, n: finding.n } })
  })
}

/** An act with whatever the histories say of it. */
interface Line {
  readonly row: AuditTable
  readonly act: AuditAct
}

async function pageOf(tx: Tx, asked: Asked, limit = contract.auditMaxRows): Promise<AuditPage> {
  const names = new Names()
  const found: Line[] = []
  const { acts, next } = await search(tx, asked, asked.before, limit, names)
  found.push(...acts)
  const [people, institutions, forms] = [await peopleIn(tx), await institutionsIn(tx), await formsIn(tx)]
  const ids = found.flatMap(({ act }) => idsIn(act))
  return {
    acts: found.map(({ act }) => act),
    names: Object.fromEntries(ids.flatMap((id) => (names.of(id) === undefined ? [] : [[id, names.of(id) ?? '']]))),
    people,
    institutions,
    forms,
    next,
  }
}

async function search(
  tx: Tx,
  asked: Asked,
  before: number | undefined,
  limit: number,
  names: Names,
): Promise<{ readonly acts: readonly Line[]; readonly next: number | null }> {
  const wanted = folded(asked.words ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const found: Line[] = []
  let last = before
  for (let looked = 0; ;) {
    const rows = await rowsBefore(tx, asked, last)
    const lines = await told(tx, rows)
    await names.bring(tx, lines)
    for (const line of lines) {
      if (!isWanted(line.act, wanted, names)) continue
      // One more than asked for says that there is a page before.
      if (found.length === limit) return { acts: found, next: found.at(-1)?.row.n ?? null }
      found.push(line)
    }
    looked += rows.length
    last = rows.at(-1)?.n ?? last
    if (rows.length < readAtOnce) return { acts: found, next: null }
    if (looked >= lookedAtMost) return { acts: found, next: last ?? null }
  }
}

function rowsBefore(tx: Tx, { person, institution, form, group, from, until }: Asked, before: number | undefined): Promise<AuditTable[]> {
  let query = tx.q.selectFrom('audit').selectAll()
  if (before !== undefined) query = query.where('n', '<', before)
  if (person !== undefined) query = query.where((each) => each.or([each('actor_id', '=', person), each('subject_id', '=', person)]))
  if (institution !== undefined) query = query.where('institution_id', '=', institution)
  if (form !== undefined) query = query.where('form_id', '=', form)
  if (group !== undefined) query = query.where((each) => each.or(wordsOf(group).map((word) => each('kind', 'like', `${word}.%`))))
  if (from !== undefined) query = query.where('at', '>=', instantOf(startOfDayMs(from)))
  if (until !== undefined) query = query.where('at', '<=', instantOf(endOfDayMs(until)))
  return query.orderBy('n', 'desc').limit(readAtOnce).execute()
}

const detailSchema = v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()]))

/** Acts with what the histories of their mutations say. */
async function told(tx: Tx, rows: readonly AuditTable[]): Promise<Line[]> {
  const details = new Map(
    rows.map((row) => {
      // What keeps a digest from being guessed says nothing to anybody.
      const { salt: _salt, ...detail } = v.parse(detailSchema, JSON.parse(row.detail))
      return [row.n, detail]
    }),
  )
  const mids = [...details.values()].flatMap(({ mid }) => (typeof mid === 'string' ? [mid] : []))
  const entries =
    mids.length === 0
      ? []
      : await tx.q
          .selectFrom('sync_mutation')
          .select(['mid', 'scope'])
          .where(oneOf(tx.kind, 'mid', mids))
          .execute()
  const scopes = [...new Set([...entries.map(({ scope }) => scope), ...rows.flatMap((row) => row.form_id ?? []).map(questionnaireScope)])]
  const lines =
    mids.length === 0
      ? []
      : await tx.q
          .selectFrom('history')
          .select(['mid', 'unit', 'action', 'text', 'changed'])
          .where(oneOf(tx.kind, 'scope', scopes))
          .where(oneOf(tx.kind, 'mid', mids))
          .orderBy('id')
          .execute()
  const first = new Map(lines.toReversed().map((line) => [line.mid, line]))
  return rows.map((row) => {
    const detail = details.get(row.n) ?? {}
    const line = typeof detail['mid'] === 'string' ? first.get(detail['mid']) : undefined
    const changed: FieldChange[] = line?.changed ? JSON.parse(line.changed) : []
    return {
      row,
      act: {
        n: row.n,
        at: row.at,
        kind: row.kind,
        group: groupOf(row.kind),
        byId: row.actor_id,
        onBehalfOf: row.on_behalf_of ?? '',
        form: row.form_id ?? '',
        institution: row.institution_id ?? '',
        subject: line?.unit || (row.subject_id ?? ''),
        text: line?.text ?? '',
        action: line?.action ?? '',
        changed: changed.map(({ field, from, to }) => ({ field, from: JSON.stringify(from ?? null), to: JSON.stringify(to ?? null) })),
        detail,
      },
    }
  })
}

const idsIn = (act: AuditAct): string[] => [
  ...[act.byId, act.onBehalfOf, act.form, act.institution, act.subject].filter(Boolean),
  ...act.changed
    .flatMap(({ from, to }) => [from, to].map((each) => JSON.parse(each) as unknown))
    .filter((each) => typeof each === 'string'),
]

/** What ids stand for, asked for once each. */
class Names {
  readonly #names = new Map<string, string>([[systemActor.id, systemActor.name]])
  readonly #asked = new Set<string>()

  of(id: string): string | undefined {
    return this.#names.get(id)
  }

  async bring(tx: Tx, lines: readonly Line[]): Promise<void> {
    const ids = [...new Set(lines.flatMap(({ act }) => idsIn(act)))].filter((id) => !this.#asked.has(id) && id.length <= 200)
    for (const id of ids) this.#asked.add(id)
    if (ids.length === 0) return
    const users = await tx.q
      .selectFrom('user')
      .select(['id', 'name', 'surname'])
      .where(oneOf(tx.kind, 'id', ids))
      .execute()
    for (const user of users) this.#names.set(user.id, fullName(user))
    const forms = await tx.q
      .selectFrom('form')
      .select(['id', 'name'])
      .where(oneOf(tx.kind, 'id', ids))
      .execute()
    for (const { id, name } of forms) this.#names.set(id, name)
    for (const { _id, name } of await institutionsIn(tx, ids)) this.#names.set(_id, name)
    for (const formId of new Set(lines.map(({ act }) => act.form).filter(Boolean))) {
      const own = lines.filter(({ act }) => act.form === formId && act.subject !== '' && !this.#names.has(act.subject))
      if (own.length === 0) continue
      const state = await questionnaireIn(tx, formId)
      for (const { act } of own) {
        const id = questionIdOf(act.subject.slice(act.subject.lastIndexOf(':') + 1))
        const question = state.get('question', id)
        const called = question?.text ?? state.get('dimension', id)?.name
        if (called !== undefined) this.#names.set(act.subject, question ? `${state.index.numberOf(id)} ${called}`.trim() : called)
      }
    }
  }
}

const sentenceIn = (sentences: Readonly<Record<string, string>> & { readonly kind_other: string }, kind: string): string =>
  sentences[sentenceKeyOf(kind)] ?? sentences.kind_other

function isWanted(act: AuditAct, wanted: readonly string[], names: Names): boolean {
  if (wanted.length === 0) return true
  const values = act.changed.flatMap(({ from, to }) => [from, to])
  // Whoever searches types what they read.
  const sentences = [spanish, english].map((each) => sentenceIn(each, act.kind))
  const said = [
    ...sentences,
    act.kind,
    act.action,
    act.text,
    ...idsIn(act).map((id) => names.of(id)),
    ...values,
    ...Object.values(act.detail),
  ]
  const text = folded(said.join(' '))
  return wanted.every((word) => text.includes(word))
}

type Named = { readonly _id: string; readonly name: string }
const byName = (left: Named, right: Named): number => left.name.localeCompare(right.name, 'es')

async function peopleIn(tx: Tx): Promise<Named[]> {
  const rows = await tx.q
    .selectFrom('audit')
    .innerJoin('user', 'user.id', 'audit.actor_id')
    .select(['user.id', 'user.name', 'user.surname'])
    .distinct()
    .execute()
  return rows.map((row) => ({ _id: row.id, name: fullName(row) })).toSorted(byName)
}

async function institutionsIn(tx: Tx, ids?: readonly string[]): Promise<Named[]> {
  let query = tx.q.selectFrom('sync_row').select(['id', 'data']).where('tbl', '=', 'institution').where('deleted', '=', 0)
  if (ids !== undefined)
    query = query.where(
      oneOf(
        tx.kind,
        'scope',
        ids.map((id) => `org:${id}`),
      ),
    )
  const rows = await query.execute()
  return rows
    .map(({ id, data }) => {
      const { name }: Institution = JSON.parse(data)
      return { _id: id, name }
    })
    .toSorted(byName)
}

async function formsIn(tx: Tx): Promise<Named[]> {
  const rows = await tx.q.selectFrom('form').select(['id', 'name']).execute()
  return rows.map(({ id, name }) => ({ _id: id, name })).toSorted(byName)
}

const heading = [
  'Acto',
  'Fecha',
  'Persona',
  'Id de la persona',
  'En nombre de',
  'Clase',
  'Acción',
  'Formulario',
  'Institución',
  'Sobre qué',
  'Resultado',
  'Código',
  'De → a',
  'Detalle',
  'Resumen SHA-256',
  'Qué',
] as const

/** Everything that is looked for, some acts at a time, each time as one moment has it. */
async function* rowsOf(db: Database, asked: Asked): AsyncGenerator<Sheet, void> {
  yield [heading]
  const names = new Names()
  let before = asked.before
  for (;;) {
    const found = await db.read((tx) => search(tx, asked, before, readAtOnce, names))
    yield found.acts.map(({ row, act }) => {
      const name = (id: string): string => names.of(id) ?? id
      const { mid: _mid, asked: _asked, disposition = '', code = '', ...others } = act.detail
      const changed = act.changed.map(({ field, from, to }) => `${field}: ${from} → ${to}`).join('\n')
      const rest = Object.entries(others).map(([key, value]) => `${key}: ${value}`)
      return [
        act.n,
        act.at,
        name(act.byId),
        act.byId,
        name(act.onBehalfOf),
        act.kind,
        act.action,
        name(act.form),
        name(act.institution),
        name(act.subject),
        String(disposition),
        String(code),
        changed,
        rest.join('\n'),
        row.digest,
        sentenceIn(spanish, act.kind),
      ]
    })
    if (found.next === null) return
    before = found.next
  }
}
