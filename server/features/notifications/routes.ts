import { fullName, type Person } from '#shared/accounts/model.ts'
import type { Assignment } from '#shared/assignments/model.ts'
import type { Overview } from '#shared/evaluations/model.ts'
import type { Participant } from '#shared/institutions/model.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import * as contract from '#shared/notifications/routes.ts'
import type { SentNotification } from '#shared/notifications/routes.ts'
import { isOfForm, type Notification, type TemplateOfForm } from '#shared/notifications/model.ts'
import { repeatNotification, sendNotification } from '#shared/notifications/mutations.ts'
import { asksSurvey, audienceOf, formToTell, letterOf } from '#shared/notifications/rules.ts'
import type { Addressed, Part, Recipient, Tellable } from '#shared/notifications/rules.ts'
import { isVisibleAt } from '#shared/results/reading.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { catalogScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import { pageAddress } from '#shared/addresses.ts'
import { createHash } from 'node:crypto'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import { letterText, pageIn } from '../../email/letters.ts'
import { nobodyToWriteTo, whyOf } from '../../email/outbox.ts'
import type { Language } from '../../http/failures.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import { Refusal } from '../../sync/batch.ts'
import { changeTogether, keyedCall } from '../../sync/perform.ts'
import { institutionsIn, listedInstitutions, runningParticipations } from '../../world/institutions.ts'
import { formsIn as allForms } from '../../world/dashboards.ts'
import { headerOf } from '../../world/store.ts'
import { newestIn } from '../results/figures.ts'

/** Notifications that are listed: what is older stays in the ledger. */
const listedMost = 50
const said: Readonly<Record<Language, string>> = { es: 'Notificaciones enviadas.', en: 'Notifications sent.' }

const missing = ({ template, subject, body }: Notification): boolean =>
  template === 'NotificationSent' && (subject.trim() === '' || body.trim() === '')

/** What the lab tells people of institutions, and what became of it (NT1-NT4). */
export function mountNotifications(server: Server): void {
  const { db } = server

  mount(server, contract.institutions, () =>
    db.read(async (tx) => {
      const pending = await pendingIn(tx, server.now())
      const all = (await listedInstitutions(tx, server.now())).filter(({ deactivate }) => !deactivate)
      return done({
        institutions: all.map(({ _id, name, categoryName }) => ({ _id, name, categoryName, pending: pending.get(_id) ?? 0 })),
        forms: {
          SatisfactionPoll: await formsIn(server, tx, 'SatisfactionPoll'),
          FinalReportSent: await formsIn(server, tx, 'FinalReportSent'),
        },
      })
    }),
  )

  mount(server, contract.preview, async ({ body }) => {
    if (missing(body)) return fail('notification_text_missing')
    const audience = await db.read((tx) => audienceIn(server, tx, body))
    const { recipients, left } = audience
    const first = recipients[body.at] ?? recipients[0]
    return done({
      audience: stampOf(audience),
      left: left.map(({ institution: { id, name }, why }) => ({ _id: id, name, why })),
      recipients: recipients.map(({ userId, about: _about, greeted: _greeted, ...rest }) => ({ _id: userId, ...rest })),
      letter: first ? { es: letterAs(server, body, first, 'es'), en: letterAs(server, body, first, 'en') } : null,
    })
  })

  mount(server, contract.send, async ({ body, session, said: call }) => {
    const keyed = await keyedCall(server, session, call)
    if (!keyed.ok) return keyed
    const { own, before } = keyed.value
    if (before) return done({ msg: said[session.user.language], sent: Number(before.reply?.['sent'] ?? 0) })
    const { audience, ...notification } = body
    const found = await db.read((tx) => audienceIn(server, tx, notification))
    if (audience !== undefined && audience !== stampOf(found)) return fail('notification_readers_changed')
    const recipients = found.recipients.map(({ userId: to, about }) => ({ to, ...about }))
    const { formId } = found
    const asked = [{ scope: catalogScope, name: sendNotification.name, args: { ...notification, formId, recipients } }]
    const stored = await changeTogether(server, { userId: session.user.id, asked, own })
    return stored.ok ? done({ msg: said[session.user.language], sent: recipients.length }) : stored
  })

  mount(server, contract.sentNotifications, () =>
    db.read(async (tx) => {
      const entries = await entriesOf(tx)
      return done({ notifications: await Promise.all(entries.map(async (entry) => summaryOf(entry, await lettersOf(tx, entry)))) })
    }),
  )

  mount(server, contract.notification, ({ params }) =>
    db.read(async (tx) => {
      const [entry] = await entriesOf(tx, params.notification)
      if (!entry) return fail('not_found')
      const letters = await lettersOf(tx, entry)
      return done({
        ...summaryOf(entry, letters),
        recipients: letters.toSorted(byNeed).map((each) => ({
          _id: each.to_user,
          name: nameOf(each),
          email: each.email ?? '',
          state: states[each.state],
          attempts: each.attempts,
          why: whyOf(each),
          error: each.state === 'sent' || each.error === nobodyToWriteTo ? null : each.error,
          next: whyOf(each) === 'later' ? each.next_at : null,
          at: each.sent_at,
        })),
      })
    }),
  )

  mount(server, contract.repeat, async ({ params, session, said: call }) => {
    const keyed = await keyedCall(server, session, call)
    if (!keyed.ok) return keyed
    const { own, before } = keyed.value
    if (before) return done({ msg: said[session.user.language], sent: Number(before.reply?.['sent'] ?? 0) })
    const dead = await db.read(async (tx): Promise<Result<string[]>> => {
      const [entry] = await entriesOf(tx, params.notification)
      if (!entry) return fail('not_found')
      return done((await lettersOf(tx, entry)).filter(({ state }) => state === 'dead').map(({ id }) => id))
    })
    if (!dead.ok) return dead
    if (dead.value.length === 0) return { ok: false, failure: failure('notification_nobody') }
    const asked = [{ scope: catalogScope, name: repeatNotification.name, args: { id: params.notification, count: dead.value.length } }]
    const now = server.now()
    const stored = await changeTogether(server, {
      userId: session.user.id,
      asked,
      own,
      also: async (tx) => {
        // Whoever asked a moment earlier has had them sent again: what waits or went stays as it is.
        const taken = await tx.q
          .updateTable('letter')
          .set({ state: 'waiting', attempts: 0, next_at: now, error: null })
          .where(oneOf(tx.kind, 'id', dead.value))
          .where('state', '=', 'dead')
          // What it said is kept for so long only (LW10).
          .where('data', '<>', '{}')
          .executeTakeFirst()
        if (taken.numUpdatedRows === 0n) throw new Refusal(failure('notification_nobody'))
      },
    })
    return stored.ok ? done({ msg: said[session.user.language], sent: dead.value.length }) : stored
  })
}

interface Audience extends ReturnType<typeof audienceOf> {
  /** The form that is told of; null where the template is of none. */
  readonly formId: FormId | null
}

const stampOf = ({ recipients, left, formId }: Audience): string =>
  createHash('sha256')
    .update(JSON.stringify([recipients, left.map(({ institution, why }) => [institution.id, why]), formId]))
    .digest('base64url')

function letterAs(server: Server, notification: Notification, { userId, greeted, about }: Recipient, language: Language) {
  const found = letterOf(notification, userId, about)
  const link = server.publicUrl + (pageIn(found) ?? pageAddress('start'))
  const { subject, text } = letterText(found.template, language, { ...found.data, name: greeted, link })
  return { subject, text }
}

/** How much each institution still has to do, in all forms that are shown and not over. */
async function pendingIn(tx: Tx, now: Instant): Promise<Map<InstitutionId, number>> {
  const running = new Set((await runningParticipations(tx, now)).map(({ institutionId, formId }) => instScope(institutionId, formId)))
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', 'like', 'overview:%')
    .where('tbl', '=', 'overview')
    .where('deleted', '=', 0)
    .execute()
  const found = new Map<InstitutionId, number>()
  for (const row of rows) {
    const { institutionId, formId, input }: Overview = JSON.parse(row.data)
    if (running.has(instScope(institutionId, formId))) found.set(institutionId, (found.get(institutionId) ?? 0) + input.pendent)
  }
  return found
}

/** Forms that a template tells of, the one that is told of unless another is chosen first (NT5). */
async function formsIn(server: Server, tx: Tx, template: TemplateOfForm): Promise<{ readonly _id: FormId; readonly name: string }[]> {
  const now = server.now()
  const published = await publishedAtIn(tx)
  const told = template === 'FinalReportSent' ? await toldAtIn(tx) : new Map<FormId, Instant>()
  const found: (Tellable & { readonly name: string })[] = []
  for (const form of await allForms(tx)) {
    if (form.rehearsal) continue
    const isTold =
      template === 'FinalReportSent'
        ? published.has(form.id) && isVisibleAt(form, 'final', now)
        : asksSurvey(form, now) && (await hasSurvey(server, tx, form))
    const [begun = ''] = form.stages.map(({ start }) => start).toSorted()
    const { id, name } = form
    if (isTold) found.push({ id, name, publishedAt: published.get(id) ?? null, toldAt: told.get(id) ?? null, begun })
  }
  const preset = formToTell(template, found)
  const order = ({ id, publishedAt, begun }: Tellable): string => `${id === preset ? 1 : 0} ${publishedAt ?? ''} ${begun}`
  return found.toSorted((left, right) => (order(left) < order(right) ? 1 : -1)).map(({ id, name }) => ({ _id: id, name }))
}

const hasSurvey = async ({ worlds }: Server, tx: Tx, { versionId }: FormHeader): Promise<boolean> =>
  (await worlds.indexOf(tx, versionId)).definition.questions.some(({ survey }) => survey)

/** When a final result was published last, by form. */
async function publishedAtIn(tx: Tx): Promise<ReadonlyMap<FormId, Instant>> {
  const rows = await tx.q
    .selectFrom('result_snapshot')
    .select((each) => ['form_id', each.fn.max('published_at').as('at')])
    .where('kind', '=', 'final')
    .where('published_at', 'is not', null)
    .groupBy('form_id')
    .execute()
  return new Map(rows.flatMap(({ form_id: id, at }): [FormId, Instant][] => (at === null ? [] : [[id, at]])))
}

/** When a notification told of a form's final reports last, by form. */
async function toldAtIn(tx: Tx): Promise<ReadonlyMap<FormId, Instant>> {
  const found = new Map<FormId, Instant>()
  for (const { at, args } of (await entriesOf(tx)).toReversed())
    if (args.template === 'FinalReportSent' && args.formId) found.set(args.formId, at)
  return found
}

/** Whom a notification reaches, whom it leaves out, and the form that it tells of, as the rows stand. */
async function audienceIn(server: Server, tx: Tx, notification: Notification): Promise<Audience> {
  const now = server.now()
  const { template } = notification
  const formId = isOfForm(template) ? (notification.formId ?? (await formsIn(server, tx, template))[0]?._id ?? null) : null
  const chosen = new Set(notification.institutionIds)
  const institutions = (await institutionsIn(tx)).filter(({ id }) => chosen.has(id))
  const all = isOfForm(template) ? await participationsOf(tx, formId) : await runningParticipations(tx, now)
  const running = all.filter(({ institutionId }) => chosen.has(institutionId))
  const finals = formId === null ? new Map<InstitutionId, { readonly published?: unknown }>() : await newestIn(tx, formId, 'final')
  const scopes = [...institutions.map(({ id }) => orgScope(id)), ...running.map((each) => instScope(each.institutionId, each.formId))]
  if (scopes.length === 0) return { recipients: [], left: [], formId }
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'tbl', 'data'])
    .where(oneOf(tx.kind, 'scope', scopes))
    .where('tbl', 'in', ['person', 'participant', 'assignment'])
    .where('deleted', '=', 0)
    .orderBy('scope')
    .orderBy('id')
    .execute()
  const byScope = Map.groupBy(rows, ({ scope }) => scope)
  const read = <T>(scope: string, table: string): T[] =>
    (byScope.get(scope) ?? []).filter(({ tbl }) => tbl === table).map(({ data }): T => JSON.parse(data))
  const addressed: Addressed[] = []
  for (const institution of institutions) {
    const parts: Part[] = []
    for (const { formId } of running.filter(({ institutionId }) => institutionId === institution.id)) {
      const scope = instScope(institution.id, formId)
      const form = await headerOf(tx, formId)
      const [participant] = read<Participant>(scope, 'participant')
      if (form && participant && form.rehearsal === undefined)
        parts.push({
          form,
          participant,
          assignments: read<Assignment>(scope, 'assignment'),
          hasFinal: finals.get(institution.id)?.published !== undefined,
          hasSurvey: template === 'SatisfactionPoll' && (await hasSurvey(server, tx, form)),
        })
    }
    addressed.push({ institution, people: read<Person>(orgScope(institution.id), 'person'), parts })
  }
  return { ...audienceOf(notification, addressed, now), formId }
}

/** Who takes part in a form, whether or not it runs. */
async function participationsOf(
  tx: Tx,
  formId: FormId | null,
): Promise<readonly { readonly institutionId: InstitutionId; readonly formId: FormId }[]> {
  if (formId === null) return []
  const rows = await tx.q.selectFrom('participant').select('institution_id').where('form_id', '=', formId).execute()
  return rows.map(({ institution_id: institutionId }) => ({ institutionId, formId }))
}

interface Entry {
  readonly mid: string
  readonly at: Instant
  readonly by: string
  readonly args: Notification & { readonly recipients: readonly unknown[] }
}

/** Notifications that were sent, newest first; or one of them. */
async function entriesOf(tx: Tx, mid?: string): Promise<Entry[]> {
  const all = tx.q
    .selectFrom('sync_mutation')
    .leftJoin('user', 'user.id', 'sync_mutation.author_id')
    .select(['sync_mutation.mid', 'sync_mutation.received_at', 'sync_mutation.args', 'user.name', 'user.surname'])
    .where('sync_mutation.name', '=', sendNotification.name)
    .where('sync_mutation.disposition', '=', 'applied')
  const rows = await (mid === undefined ? all : all.where('sync_mutation.mid', '=', mid))
    .orderBy('sync_mutation.received_at', 'desc')
    .limit(listedMost)
    .execute()
  return rows.map((row) => ({
    mid: row.mid,
    at: row.received_at,
    by: fullName({ name: row.name ?? '', surname: row.surname ?? '' }),
    args: JSON.parse(row.args),
  }))
}

const lettersOf = (tx: Tx, { mid, args }: Entry) =>
  tx.q
    .selectFrom('letter')
    .leftJoin('user', 'user.id', 'letter.to_user')
    .select(['letter.id', 'letter.to_user', 'letter.state', 'letter.attempts', 'letter.error', 'letter.sent_at', 'letter.next_at'])
    .select(['user.name', 'user.surname', 'user.email'])
    .where(
      oneOf(
        tx.kind,
        'letter.id',
        args.recipients.map((_, position) => `${mid}:${position}`),
      ),
    )
    .execute()

/** What needs somebody first, then by name. */
const ranks = { dead: 0, waiting: 1, sent: 2 } as const
const byName = new Intl.Collator('es')
type NamedLetter = Awaited<ReturnType<typeof lettersOf>>[number]
const nameOf = ({ name, surname }: NamedLetter): string => fullName({ name: name ?? '', surname: surname ?? '' })
const byNeed = (a: NamedLetter, b: NamedLetter): number =>
  ranks[a.state] - ranks[b.state] || byName.compare(nameOf(a), nameOf(b)) || (a.id < b.id ? -1 : 1)

const states = { waiting: 'waiting', sent: 'sent', dead: 'failed' } as const

function summaryOf({ mid, at, by, args }: Entry, letters: readonly { readonly state: string }[]): SentNotification {
  const count = (state: string): number => letters.filter((each) => each.state === state).length
  const { option, template, subject, body, institutionIds } = args
  return {
    _id: mid,
    at,
    by,
    option,
    template,
    subject,
    body,
    institutions: institutionIds.length,
    waiting: count('waiting'),
    sent: count('sent'),
    failed: count('dead'),
  }
}
