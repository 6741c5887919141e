import { fullName } from '#shared/accounts/model.ts'
import { whoSchema } from '#shared/assignments/invitees.ts'
import type { Institution, Participant } from '#shared/institutions/model.ts'
import * as contract from '#shared/institutions/routes.ts'
import { isOffered, letsIn } from '#shared/institutions/rules.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import type { FormId, InstitutionId, UserId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { instScope, orgScope } from '#shared/protocol/scope.ts'
import * as v from 'valibot'
import type { Tx } from '../../db/open.ts'
import { mount } from '../../http/mount.ts'
import { KeyedMutex } from '../../keyed-mutex.ts'
import type { Server } from '../../server.ts'
import { changeForm, type PlacedWanted } from '../../sync/perform.ts'
import { categoriesIn, categoryNameOf } from '../../world/categories.ts'
import { definitionOf } from '../../world/definitions.ts'
import { busyInstitutions } from '../../world/questionnaires.ts'
import { institutionsIn, runningParticipations } from '../../world/institutions.ts'
import { headerOf, institutionOf } from '../../world/store.ts'
import { meantByAddress } from '../accounts/named-elsewhere.ts'
import { publish } from '../forms/publication.ts'

/** Institutions that one transaction puts in, takes out or gives to another evaluator: each is opened. */
const together = 20

export function mountInstitutions(server: Server): void {
  const { db } = server

  mount(server, contract.participants, ({ params }) =>
    db.read(async (tx) => {
      if (!(await headerOf(tx, params.form))) return fail('not_found')
      const rows = await participantsOf(tx, params.form)
      return done(
        Object.fromEntries(
          rows.map((row) => [row.institution_id, { evaluator: row.evaluator_id, leader: row.leader_id, locked: row.locked === 1 }]),
        ),
      )
    }),
  )

  mount(server, contract.institutionsForForm, ({ params }) =>
    db.read(async (tx) => {
      if (!(await headerOf(tx, params.form))) return fail('not_found')
      const standing = await institutionsIn(tx)
      const busy = await busyInstitutions(tx, params.form, server.now())
      const taking = new Set((await participantsOf(tx, params.form)).map((row) => row.institution_id))
      const removed = await removedFrom(tx, params.form)
      const categories = await categoriesIn(tx)
      // Who is deactivated is in no list, but where it stands.
      const all = standing.filter((each) => letsIn(each) || taking.has(each.id))
      return done({
        institutionIds: all.map((each) => each.id),
        institutionById: Object.fromEntries(
          all.map((each) => [
            each.id,
            { ...each, _id: each.id, categoryName: categoryNameOf(categories, each), removedAt: removed.get(each.id) ?? null },
          ]),
        ),
        availableInstitutionIds: all.filter((each) => isOffered(each) && !busy.has(each.id) && !taking.has(each.id)).map((each) => each.id),
      })
    }),
  )

  mount(server, contract.leaderOf, ({ params: { institution } }) =>
    db.read(async (tx) => {
      const known = await institutionOf(tx, institution)
      if (!known) return fail('not_found')
      const people = await tx.q
        .selectFrom('membership')
        .innerJoin('user', 'user.id', 'membership.user_id')
        .select(['user.id', 'user.name', 'user.surname', 'user.email'])
        .where('membership.institution_id', '=', institution)
        .where('user.active', '=', 1)
        .orderBy('user.name')
        .orderBy('user.id')
        .execute()
      const newest = await tx.q
        .selectFrom('participant')
        .innerJoin('form_version', 'form_version.form_id', 'participant.form_id')
        .select('participant.leader_id')
        .where('participant.institution_id', '=', institution)
        .orderBy('form_version.created_at', 'desc')
        .executeTakeFirst()
      const choices = people.map((each) => ({ _id: each.id, name: fullName(each), email: each.email }))
      return done({ leader: choices.find((each) => each._id === (known.leaderId ?? newest?.leader_id)) ?? null, people: choices })
    }),
  )

  mount(server, contract.evaluators, ({ params }) =>
    db.read(async (tx) => {
      if (!(await headerOf(tx, params.form))) return fail('not_found')
      const rows = await tx.q
        .selectFrom('user')
        .select(['id', 'name', 'surname'])
        .where('kind', '=', 'Evaluator')
        .where('active', '=', 1)
        .where('rehearsal', 'is', null)
        .orderBy('name')
        .orderBy('id')
        .execute()
      // Forms that are over or deleted are no work; this one is, before it is shown, too.
      const elsewhere = (await runningParticipations(tx, server.now())).filter(({ formId }) => formId !== params.form)
      const inForm = await participantsOf(tx, params.form)
      const counted = (ids: readonly (string | null)[], id: string): number => ids.filter((each) => each === id).length
      const [others, own] = [elsewhere.map(({ evaluatorId }) => evaluatorId), inForm.map((each) => each.evaluator_id)]
      return done(
        rows.map((row) => {
          const here = counted(own, row.id)
          return { _id: row.id, name: fullName(row), here, total: here + counted(others, row.id) }
        }),
      )
    }),
  )

  // One after the other: the second to save asks only for what the first left undone.
  const saving = new KeyedMutex()
  mount(server, contract.setParticipants, ({ params, body, session }) =>
    saving.run([params.form], async () => {
      for (let left = plansMost; ; left -= 1) {
        const saved = await save(server, session.user.id, params.form, body)
        // Another server changed the same between the plan and its transaction: what stands now is planned anew.
        if (saved.ok || !madeMeanwhile.has(saved.failure.code)) return saved
        if (left === 1) return fail('unavailable', { seconds: 1 })
      }
    }),
  )
}

/** Plans of one save, each after another server changed the same. */
const plansMost = 5
const madeMeanwhile: ReadonlySet<string> = new Set(['changed_meanwhile', 'participant_removed', 'participant_there'])

async function save(server: Server, userId: UserId, formId: FormId, selection: Selection): Promise<Result<{ numInstitutions: number }>> {
  const { db } = server
  const plan = await db.read((tx) => planOf(tx, formId, selection))
  if (!plan.ok) return plan
  const { asked, unpublished } = plan.value
  if (unpublished && asked.some(({ name }) => name === 'participant.add')) {
    const published = await publish(server, formId, { userId })
    if (!published.ok) return published
  }
  // Some at a time, because each is opened: what was done before one that is refused stands, and is told by the list that is read next.
  for (let at = 0; at < asked.length; at += together) {
    const changed = await changeForm(server, { userId, formId, asked: asked.slice(at, at + together) })
    if (!changed.ok) return changed
  }
  return done({ numInstitutions: await db.read(async (tx) => (await participantsOf(tx, formId)).length) })
}

interface Selection {
  readonly institutions: readonly { readonly institutionId: string; readonly evaluatorId: string | null; readonly who?: unknown }[]
  readonly removed: readonly { readonly institutionId: string; readonly name: string }[]
  readonly seen?: readonly { readonly institutionId: string; readonly evaluatorId: string | null }[] | undefined
}

interface Plan {
  readonly asked: readonly PlacedWanted[]
  /** No version of its questions is stored yet. */
  readonly unpublished: boolean
}

/**
 * What has to be asked for so that a selection comes about. Of what a caller left as they saw it nothing is asked. Fails: not_found,
 * participant_changed where they and somebody else changed the same (PA5), participant_name where a name was not typed.
 */
async function planOf(tx: Tx, formId: FormId, { institutions, removed, seen }: Selection): Promise<Result<Plan>> {
  const header = await headerOf(tx, formId)
  if (!header || header.removed) return fail('not_found')
  const now = new Map((await participantsOf(tx, formId)).map((row) => [row.institution_id, row]))
  const wanted = new Map(institutions.map((each) => [each.institutionId, each]))
  const asked: PlacedWanted[] = []
  const read = seen && new Map(seen.map((each) => [each.institutionId, each]))
  // Undefined is out, null is in without an evaluator.
  const isLeft = (id: string): boolean => read !== undefined && read.get(id)?.evaluatorId === wanted.get(id)?.evaluatorId
  const isSo = (id: string): boolean => now.get(id)?.evaluator_id === wanted.get(id)?.evaluatorId
  const met = [...new Set([...now.keys(), ...wanted.keys()])].filter(
    (id) => read !== undefined && !isLeft(id) && !isSo(id) && now.get(id)?.evaluator_id !== read.get(id)?.evaluatorId,
  )
  if (met.length > 0) {
    const names = await Promise.all(
      met.slice(0, namedMost).map(async (id) => `${await nameOf(tx, id)} (${await evaluatorOf(tx, now.get(id)?.evaluator_id)})`),
    )
    return { ok: false, failure: failure('participant_changed', { names: names.join(', ') }) }
  }
  for (const institutionId of now.keys()) {
    if (wanted.has(institutionId) || isLeft(institutionId)) continue
    const confirmed = removed.find((each) => each.institutionId === institutionId)
    if (!confirmed) return { ok: false, failure: failure('participant_name', { name: await nameOf(tx, institutionId) }) }
    asked.push({ scope: instScope(institutionId, formId), name: 'participant.remove', args: { name: confirmed.name } })
  }
  for (const { institutionId, evaluatorId, who } of wanted.values()) {
    if (isLeft(institutionId)) continue
    const known = now.get(institutionId)
    if (!known) {
      const named = v.safeParse(whoSchema, who)
      const meant = named.success ? await meantByAddress(tx, institutionId, named.output) : { who, ahead: [] }
      asked.push(...meant.ahead, {
        name: 'participant.add',
        args: { institutionId, evaluatorId, ...(who === undefined ? {} : { who: meant.who }) },
      })
    } else if (known.evaluator_id !== evaluatorId) {
      const args = { from: known.evaluator_id, to: evaluatorId }
      asked.push({ scope: instScope(institutionId, formId), name: 'participant.evaluator', args })
    }
  }
  return done({ asked, unpublished: (await definitionOf(tx, header.versionId)) === undefined })
}

const participantsOf = (tx: Tx, formId: FormId) =>
  tx.q
    .selectFrom('participant')
    .select(['institution_id', 'evaluator_id', 'leader_id', 'locked'])
    .where('form_id', '=', formId)
    .orderBy('institution_id')
    .execute()

/** Most institutions that one sentence names. */
const namedMost = 20

/** Who evaluates, by name; a line where nobody does. */
async function evaluatorOf(tx: Tx, userId: string | null | undefined): Promise<string> {
  const row = userId && (await tx.q.selectFrom('user').select(['name', 'surname']).where('id', '=', userId).executeTakeFirst())
  return row ? fullName(row) : '–'
}

async function nameOf(tx: Tx, institutionId: InstitutionId): Promise<string> {
  const row = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', orgScope(institutionId))
    .where('tbl', '=', 'institution')
    .executeTakeFirst()
  const institution: Institution | undefined = row && JSON.parse(row.data)
  return institution?.name ?? institutionId
}

/** When institutions that can come back were taken out of a form. */
async function removedFrom(tx: Tx, formId: FormId): Promise<Map<InstitutionId, string>> {
  const rows = await tx.q
    .selectFrom('sync_scope')
    .innerJoin('sync_row', 'sync_row.scope', 'sync_scope.id')
    .select('sync_row.data')
    .where('sync_scope.id', 'like', 'inst:%')
    .where('sync_row.tbl', '=', 'participant')
    .where('sync_row.deleted', '=', 0)
    .execute()
  const found = rows.map((row): Participant => JSON.parse(row.data)).filter((row) => row.formId === formId)
  return new Map(found.flatMap((row) => (typeof row.removedAt === 'string' ? [[row.institutionId, row.removedAt] as const] : [])))
}
