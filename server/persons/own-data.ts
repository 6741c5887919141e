import { actionsNamingPeople } from '#shared/accounts/anonymise-mutations.ts'
import type { Person } from '#shared/accounts/model.ts'
import type { Assignment } from '#shared/assignments/model.ts'
import type { Attachment } from '#shared/attachments/model.ts'
import { csvLine, csvMark } from '#shared/kernel/sheet.ts'
import { instScope, ownScope, parseScope } from '#shared/protocol/scope.ts'
import { reaches } from '#shared/access/visibility.ts'
import { receivedParts } from '#shared/assignments/rules.ts'
import type { Notice } from '#shared/notices/model.ts'
import { sql } from 'kysely'
import type { AuditTable, HistoryTable, SyncMutationTable, UserTable } from '../db/schema.ts'
import { isTemplate, letterText } from '../email/letters.ts'
import { entriesOf as zipEntriesOf, Names, type Packed } from '../features/attachments/archive.ts'
import { programOf } from '../features/accounts/sessions.ts'
import type { Language } from '../http/failures.ts'
import { markup } from '../http/markup.ts'
import { zipOf, type ZipEntry } from '../http/zip.ts'
import type { Server } from '../server.ts'
import { ownDataEn } from '../strings/own-data.en.ts'
import { ownDataEs } from '../strings/own-data.es.ts'
import { sees } from '../world/look.ts'
import { actorOf } from '../world/memberships.ts'
import { participationIn } from '../world/visibility.ts'
import { withoutOthers } from './own-words.ts'

type Deps = Pick<Server, 'db' | 'worlds' | 'now' | 'files'>
type Value = string | number | boolean | null
type Row = Readonly<Record<string, unknown>>

/** Rows that are in memory at one time. */
const pageRows = 500
/** Bytes of the person's own files that come along; what is beyond is listed. */
const filesMost = 200_000_000
/** Slots of a letter's subject that say who else it is about. */
const otherSlots = ['leader', 'evaluator', 'who', 'by', 'author', 'email'] as const

interface Table {
  readonly name: keyof typeof ownDataEs.tables
  readonly fields: readonly string[]
  readonly rows: () => AsyncGenerator<readonly Row[], void>
}

/**
 * Everything that is kept of somebody, as a zip that is made while it is read: a page to read, each table as CSV and as JSON, what
 * describes them to a program, and the files that they uploaded and may still see (LW8). Some rows are in memory at one time, and no
 * moment of the database lasts as long as the reader.
 */
export const dataOf = (deps: Deps, user: UserTable, language: Language): AsyncGenerator<Uint8Array, void> =>
  zipOf(entriesOf(deps, user, language))

const encoder = new TextEncoder()
const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const textEntry = (name: string, text: string): ZipEntry => ({ name, deflate: true, pieces: [encoder.encode(text)] })

async function* entriesOf(deps: Deps, user: UserTable, language: Language): AsyncGenerator<ZipEntry, void> {
  const words = language === 'es' ? ownDataEs : ownDataEn
  const at = deps.now()
  const tables = tablesOf(deps, user, language)
  const pathOf = ({ name }: Table, end: string): string => `${words.folder}/${words.tables[name][0]}.${end}`
  const profile = (await profileRows(deps, user))[0] ?? {}
  yield textEntry(
    'README.txt',
    [words.title, words.made.replace('{at}', at), '', words.lead, words.others, words.files_left, words.rights, ''].join('\r\n\r\n'),
  )
  yield textEntry('index.html', pageOf(words, language, at, profile, tables, pathOf))
  yield textEntry('datapackage.json', jsonOf(packageOf(words, at, tables, pathOf)))
  for (const table of tables) {
    yield { name: pathOf(table, 'csv'), deflate: true, pieces: csvPieces(table) }
    yield { name: pathOf(table, 'json'), deflate: true, pieces: jsonPieces(table) }
  }
  yield* zipEntriesOf(deps.files, filesOf(deps, user, words.filesFolder))
}

async function* csvPieces({ fields, rows }: Table): AsyncGenerator<Uint8Array, void> {
  yield encoder.encode(csvMark + csvLine(fields))
  for await (const some of rows()) yield encoder.encode(some.map((row) => csvLine(fields.map((field) => cellOf(row[field])))).join(''))
}

const cellOf = (value: unknown): string | number =>
  typeof value === 'number' || typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)

async function* jsonPieces({ rows }: Table): AsyncGenerator<Uint8Array, void> {
  let before = '[\n'
  for await (const some of rows()) {
    if (some.length === 0) continue
    yield encoder.encode(before + some.map((row) => JSON.stringify(row)).join(',\n'))
    before = ',\n'
  }
  yield encoder.encode(before === '[\n' ? '[]\n' : '\n]\n')
}

type Words = typeof ownDataEs | typeof ownDataEn
type PathOf = (table: Table, end: string) => string

const packageOf = (words: Words, at: string, tables: readonly Table[], pathOf: PathOf): unknown => ({
  profile: 'tabular-data-package',
  name: 'iip-personal-data',
  title: words.title,
  created: at,
  resources: tables.flatMap((table) =>
    ['csv', 'json'].map((format) => ({
      name: `${words.tables[table.name][0]}_${format}`.replaceAll('_', '-'),
      path: pathOf(table, format),
      format,
      encoding: 'utf-8',
      description: words.tables[table.name][1],
      schema: { fields: table.fields.map((name) => ({ name, type: 'any' })) },
    })),
  ),
})

function pageOf(words: Words, language: Language, at: string, profile: Row, tables: readonly Table[], pathOf: PathOf): string {
  const facts = Object.entries(profile).map(([name, value]) => markup`<dt>${name}</dt><dd>${cellOf(value)}</dd>`)
  const rows = tables.map(
    (table) =>
      markup`<tr><th scope="row">${words.tables[table.name][0]}</th><td>${words.tables[table.name][1]}</td><td><a href="${pathOf(table, 'csv')}">CSV</a> <a href="${pathOf(table, 'json')}">JSON</a></td></tr>`,
  )
  return markup`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title><style>body{font:1rem/1.6 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}th,td{text-align:start;vertical-align:top;padding:.4rem .8rem .4rem 0;border-top:1px solid #ccc}dt{font-weight:600}dd{margin:0 0 .6rem;overflow-wrap:anywhere}a{color:#0b4f9e}</style></head>
<body><main><h1>${words.title}</h1><p>${words.made.replace('{at}', at)}</p><p>${words.lead}</p><p>${words.others}</p>
<h2>${words.profile}</h2><dl>${facts}</dl>
<table><thead><tr><th scope="col">${words.table}</th><th scope="col">${words.what}</th><th scope="col"></th></tr></thead><tbody>${rows}</tbody></table>
<p>${words.files_left}</p><p>${words.rights}</p></main></body></html>
`.text
}

function tablesOf(deps: Deps, user: UserTable, language: Language): readonly Table[] {
  const { db } = deps
  const self = { id: user.id, emails: [user.email.toLowerCase()] }
  const once = (read: () => Promise<readonly Row[]>) =>
    async function* (): AsyncGenerator<readonly Row[], void> {
      yield await read()
    }
  return [
    { name: 'profile', fields: profileFields, rows: once(() => profileRows(deps, user)) },
    {
      name: 'memberships',
      fields: ['institution', 'institutionName', 'active', 'left', 'joined'],
      rows: once(() => membershipRows(deps, user)),
    },
    { name: 'roles', fields: ['form', 'formName', 'institution', 'role', 'element'], rows: once(() => roleRows(deps, user)) },
    {
      name: 'sessions',
      fields: ['browser', 'system', 'address', 'agent', 'openedAt', 'lastUsedAt'],
      rows: once(async () => {
        const rows = await db.q.selectFrom('session').selectAll().where('user_id', '=', user.id).orderBy('created_at').execute()
        return rows.map((row) => ({
          ...programOf(row.agent ?? ''),
          address: row.address,
          agent: row.agent,
          openedAt: row.created_at,
          lastUsedAt: row.last_used_at,
        }))
      }),
    },
    {
      name: 'devices',
      fields: ['device', 'app', 'firstSeenAt', 'lastSeenAt', 'changes', 'waiting'],
      rows: once(async () => {
        const rows = await db.q.selectFrom('sync_device').selectAll().where('user_id', '=', user.id).orderBy('created_at').execute()
        return rows.map((row) => ({
          device: row.id,
          app: row.app,
          firstSeenAt: row.created_at,
          lastSeenAt: row.last_seen_at,
          changes: row.last_seq,
          waiting: row.pending,
        }))
      }),
    },
    {
      name: 'passkeys',
      fields: ['name', 'addedAt', 'lastUsedAt', 'synced'],
      rows: once(async () => {
        const rows = await db.q.selectFrom('passkey').selectAll().where('user_id', '=', user.id).orderBy('created_at').execute()
        return rows.map((row) => ({ name: row.name, addedAt: row.created_at, lastUsedAt: row.last_used_at, synced: row.synced === 1 }))
      }),
    },
    {
      name: 'written',
      fields: ['id', 'what', 'where', 'about', 'said', 'doneAt', 'receivedAt', 'outcome', 'code', 'device'],
      rows: () =>
        paged(
          (last: SyncMutationTable | undefined) => {
            let query = db.q.selectFrom('sync_mutation').selectAll().where('author_id', '=', user.id)
            if (last)
              query = query.where((is) =>
                is.or([is('device_id', '>', last.device_id), is.and([is('device_id', '=', last.device_id), is('seq', '>', last.seq)])]),
              )
            return query.orderBy('device_id').orderBy('seq').limit(pageRows).execute()
          },
          (row) => ({
            id: row.mid,
            what: row.name,
            where: row.scope,
            about: row.entity?.includes('@') ? null : row.entity,
            said: withoutOthers(parsed(row.args), self),
            doneAt: row.occurred_at,
            receivedAt: row.received_at,
            outcome: row.disposition,
            code: row.code,
            device: row.device_id,
          }),
        ),
    },
    {
      name: 'received',
      fields: ['id', 'what', 'where', 'about', 'by', 'receivedAt', 'outcome'],
      rows: () =>
        paged(
          (last: Pick<SyncMutationTable, 'mid'> | undefined) => {
            const mark = `%${JSON.stringify(user.id).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
            let query = db.q
              .selectFrom('sync_mutation')
              .select(['mid', 'name', 'scope', 'entity', 'author_id', 'received_at', 'disposition'])
              .where('author_id', '<>', user.id)
              .where(sql<boolean>`args like ${mark} escape '\\'`)
            if (last) query = query.where('mid', '>', last.mid)
            return query.orderBy('mid').limit(pageRows).execute()
          },
          (row) => ({
            id: row.mid,
            what: row.name,
            where: row.scope,
            about: row.entity?.includes('@') ? null : row.entity,
            by: row.author_id,
            receivedAt: row.received_at,
            outcome: row.disposition,
          }),
        ),
    },
    {
      name: 'history',
      fields: ['where', 'about', 'action', 'value', 'text', 'by', 'role', 'doneAt', 'receivedAt', 'outcome'],
      rows: () =>
        paged(
          (last: HistoryTable | undefined) => {
            let query = db.q
              .selectFrom('history')
              .selectAll()
              .where((is) => is.or([is('user_id', '=', user.id), is('unit', '=', user.id)]))
            if (last)
              query = query.where((is) =>
                is.or([
                  is('scope', '>', last.scope),
                  is.and([is('scope', '=', last.scope), is('unit', '>', last.unit)]),
                  is.and([is('scope', '=', last.scope), is('unit', '=', last.unit), is('id', '>', last.id)]),
                ]),
              )
            return query.orderBy('scope').orderBy('unit').orderBy('id').limit(pageRows).execute()
          },
          (row) => ({
            where: row.scope,
            about: row.unit,
            action: row.action,
            value: row.user_id === user.id && row.value !== null ? parsed(row.value) : null,
            text: namesOthers(row, user) ? null : row.text,
            by: row.user_id,
            role: row.role,
            doneAt: row.occurred_at,
            receivedAt: row.received_at,
            outcome: row.disposition,
          }),
        ),
    },
    {
      name: 'files',
      fields: ['id', 'name', 'type', 'bytes', 'sha256', 'where', 'about', 'uploadedAt', 'state'],
      rows: async function* () {
        for await (const { scope, row } of ownAttachments(deps, user))
          yield [
            {
              id: row.id,
              name: row.name,
              type: row.mime,
              bytes: row.sizeBytes,
              sha256: row.sha256,
              where: scope,
              about: row.unit,
              uploadedAt: row.addedAt,
              state: row.state,
            },
          ]
      },
    },
    {
      name: 'letters',
      fields: ['kind', 'subject', 'writtenAt', 'sentAt', 'state'],
      rows: () =>
        paged(
          (last: { readonly id: string } | undefined) => {
            let query = db.q
              .selectFrom('letter')
              .select(['id', 'template', 'data', 'state', 'created_at', 'sent_at'])
              .where('to_user', '=', user.id)
            if (last) query = query.where('id', '>', last.id)
            return query.orderBy('id').limit(pageRows).execute()
          },
          (row) => ({
            kind: row.template,
            subject: subjectOf(row.template, row.data, language),
            writtenAt: row.created_at,
            sentAt: row.sent_at,
            state: row.state,
          }),
        ),
    },
    {
      name: 'notices',
      fields: ['kind', 'subject', 'at', 'readAt', 'form', 'institution'],
      rows: once(async () => {
        const rows = await db.q
          .selectFrom('sync_row')
          .select('data')
          .where('scope', '=', ownScope(user.id))
          .where('tbl', '=', 'notice')
          .where('deleted', '=', 0)
          .execute()
        return rows.map(({ data }) => {
          const notice: Notice = JSON.parse(data)
          const { kind, at, readAt, formId, institutionId } = notice
          return { kind, at, readAt, form: formId ?? null, institution: institutionId ?? null, subject: noticeSubject(notice, language) }
        })
      }),
    },
    {
      name: 'audit',
      fields: ['act', 'at', 'what', 'by', 'about', 'form', 'institution', 'detail'],
      rows: () =>
        paged(
          (last: AuditTable | undefined) => {
            let query = db.q
              .selectFrom('audit')
              .selectAll()
              .where((is) => is.or([is('actor_id', '=', user.id), is('subject_id', 'in', [user.id, `person:${user.id}`])]))
            if (last) query = query.where('n', '>', last.n)
            return query.orderBy('n').limit(pageRows).execute()
          },
          (row) => ({
            act: row.n,
            at: row.at,
            what: row.kind,
            by: row.actor_id,
            about: row.subject_id?.includes('@') ? null : row.subject_id,
            form: row.form_id,
            institution: row.institution_id,
            detail: withoutSalt(parsed(row.detail)),
          }),
        ),
    },
  ]
}

const naming: ReadonlySet<string> = new Set(actionsNamingPeople)
/** Whether a line is worded with the name of somebody else. */
const namesOthers = (row: Pick<HistoryTable, 'action' | 'unit'>, { id }: UserTable): boolean => naming.has(row.action) && row.unit !== id

/** Rows of a table, some at a time, each time as one moment has it. */
async function* paged<Found>(
  read: (last: Found | undefined) => Promise<readonly Found[]>,
  told: (row: Found) => Row,
): AsyncGenerator<readonly Row[], void> {
  let last: Found | undefined
  for (;;) {
    const rows = await read(last)
    yield rows.map(told)
    if (rows.length < pageRows) return
    last = rows.at(-1)
  }
}

/** What was kept of a device's words, which may be no JSON at all. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function withoutSalt(detail: unknown): unknown {
  if (detail === null || typeof detail !== 'object') return detail
  return Object.fromEntries(Object.entries(detail).filter(([key]) => key !== 'salt'))
}

/** Subject of a letter in the reader's language, without who else it is about. */
function subjectOf(template: string, data: string, language: Language): string | null {
  const told = parsed(data)
  if (!isTemplate(template) || told === null || typeof told !== 'object') return null
  const without = Object.fromEntries(
    Object.entries(told).map(([key, value]) => [key, otherSlots.some((slot) => slot === key) ? '—' : value]),
  )
  return letterText(template, language, { ...without, name: '', link: '' }).subject
}

/** Subject of a notice, where it names nobody else: of what others did the words of it are not the person's. */
const noticeSubject = ({ subject, en, kind }: Notice, language: Language): string | null =>
  namingNotices.has(kind) ? null : language === 'en' && en ? en.subject : subject
const namingNotices: ReadonlySet<string> = new Set(['leadsNoMore', 'evaluatesNoMore', 'replied', 'helpAsked', 'helpDesk', 'leaderWrote'])

const profileFields = [
  'id',
  'name',
  'surname',
  'email',
  'kind',
  'institution',
  'language',
  'active',
  'joined',
  'createdAt',
  'lastSignInAt',
  'secondFactor',
  'singleSignOn',
  'identity',
  'remindersOff',
  'lastVisitAt',
] as const

async function profileRows({ db }: Deps, user: UserTable): Promise<readonly Readonly<Record<(typeof profileFields)[number], Value>>[]> {
  const [factor, link, off, visit] = await Promise.all([
    db.q.selectFrom('second_factor').select('confirmed_at').where('user_id', '=', user.id).executeTakeFirst(),
    db.q.selectFrom('sso_link').select(['provider', 'subject']).where('user_id', '=', user.id).executeTakeFirst(),
    db.q.selectFrom('reminder_opt_out').select('at').where('user_id', '=', user.id).executeTakeFirst(),
    db.q.selectFrom('visit').select('at').where('user_id', '=', user.id).executeTakeFirst(),
  ])
  return [
    {
      id: user.id,
      name: user.name,
      surname: user.surname,
      email: user.email,
      kind: user.kind,
      institution: user.institution_id,
      language: user.language,
      active: user.active === 1,
      joined: user.joined === 1,
      createdAt: user.created_at,
      lastSignInAt: user.last_sign_in_at,
      secondFactor: factor?.confirmed_at !== undefined && factor.confirmed_at !== null,
      singleSignOn: link?.provider ?? null,
      identity: link?.subject ?? null,
      remindersOff: off !== undefined,
      lastVisitAt: visit?.at ?? null,
    },
  ]
}

async function membershipRows({ db }: Deps, user: UserTable): Promise<readonly Row[]> {
  const rows = await db.q
    .selectFrom('institution')
    .innerJoin('sync_row', (join) =>
      join.on('sync_row.scope', '=', sql<string>`'org:' || institution.id`).on('sync_row.tbl', '=', 'person'),
    )
    .select(['institution.id', 'institution.name', 'sync_row.data'])
    .where('sync_row.id', '=', user.id)
    .where('sync_row.deleted', '=', 0)
    .orderBy('institution.name')
    .execute()
  return rows.map(({ id, name, data }) => {
    const person: Person = JSON.parse(data)
    return { institution: id, institutionName: name, active: person.active, left: person.left === true, joined: person.joined }
  })
}

async function roleRows({ db }: Deps, user: UserTable): Promise<readonly Row[]> {
  const rows = await db.q
    .selectFrom('participant')
    .innerJoin('form', 'form.id', 'participant.form_id')
    .leftJoin('membership', (join) =>
      join.onRef('membership.institution_id', '=', 'participant.institution_id').on('membership.user_id', '=', user.id),
    )
    .select(['participant.institution_id', 'participant.form_id', 'form.name', 'leader_id', 'delegate_id', 'evaluator_id'])
    .where((is) =>
      is.or([
        is('membership.user_id', 'is not', null),
        is('participant.evaluator_id', '=', user.id),
        is('participant.leader_id', '=', user.id),
        is('participant.delegate_id', '=', user.id),
      ]),
    )
    .orderBy('form.name')
    .execute()
  const found: Row[] = []
  for (const row of rows) {
    const place = { form: row.form_id, formName: row.name, institution: row.institution_id }
    for (const [role, holder] of [
      ['InstitutionalLeader', row.leader_id],
      ['Delegate', row.delegate_id],
      ['Evaluator', row.evaluator_id],
    ] as const)
      if (holder === user.id) found.push({ ...place, role, element: null })
    const held = await db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', instScope(row.institution_id, row.form_id))
      .where('tbl', '=', 'assignment')
      .where('deleted', '=', 0)
      .execute()
    for (const { data } of held) {
      const { userId, level, element }: Assignment = JSON.parse(data)
      if (userId === user.id) found.push({ ...place, role: level, element })
    }
  }
  return found
}

/** Files that somebody uploaded, wherever they still have a row. */
async function* ownAttachments({ db }: Deps, user: UserTable): AsyncGenerator<{ readonly scope: string; readonly row: Attachment }, void> {
  const scopes = await db.q
    .selectFrom('sync_mutation')
    .select('scope')
    .distinct()
    .where('author_id', '=', user.id)
    .where('name', 'like', 'attachment.%')
    .orderBy('scope')
    .execute()
  for (const { scope } of scopes) {
    const rows = await db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', scope)
      .where('tbl', '=', 'attachment')
      .where('deleted', '=', 0)
      .orderBy('id')
      .execute()
    for (const { data } of rows) {
      const row: Attachment = JSON.parse(data)
      if (row.authorId === user.id) yield { scope, row }
    }
  }
}

/** Contents of those that are in their place and that the person may still see, up to the bound. */
async function* filesOf(deps: Deps, user: UserTable, folder: string): AsyncGenerator<Packed, void> {
  const names = new Names()
  let left = filesMost
  let seen: { readonly scope: string; readonly parts: (unit: string) => boolean } | undefined
  for await (const { scope, row } of ownAttachments(deps, user)) {
    if (seen?.scope !== scope) seen = { scope, parts: await visibleParts(deps, user, scope) }
    if (row.state !== 'ready' || row.sizeBytes > left || !seen.parts(row.unit)) continue
    left -= row.sizeBytes
    yield { name: `${folder}/${names.unused(row.name)}`, sha256: row.sha256 }
  }
}

/** Of which units in an institution's form somebody sees the files today. */
async function visibleParts({ db, worlds, now }: Deps, user: UserTable, text: string): Promise<(unit: string) => boolean> {
  const scope = parseScope(text)
  const nothing = (): boolean => false
  if (scope?.kind !== 'inst' || user.active !== 1) return nothing
  return db.read(async (tx) => {
    const actor = await actorOf(tx, user)
    const participation = await participationIn(tx, scope, 'any')
    if (!participation || !reaches(actor, participation)) return nothing
    const world = await worlds.readOnce(tx, scope)
    if (!world) return nothing
    const parts = receivedParts(world, actor, now())
    const units = new Set([...world.list('attachment')].filter((each) => sees(parts, world.partOf(each.unit))).map((each) => each.unit))
    return (unit) => units.has(unit)
  })
}
