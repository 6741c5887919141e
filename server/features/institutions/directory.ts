import { systemActor } from '#shared/access/actor.ts'
import type { Who } from '#shared/assignments/invitees.ts'
import { fullName, type Person } from '#shared/accounts/model.ts'
import * as contract from '#shared/institutions/directory-routes.ts'
import type { ListedCategory } from '#shared/institutions/directory-routes.ts'
import { isOffered, proposedCode } from '#shared/institutions/rules.ts'
import type { FieldChange } from '#shared/contract/mutation.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { categoriesScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Tx } from '../../db/open.ts'
import { uploadPolicy } from '../../http/headers.ts'
import { mount, mountPublic, type Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import type { Stored } from '../../sync/ledger.ts'
import { performTogether } from '../../sync/perform.ts'
import { categoriesIn } from '../../world/categories.ts'
import { institutionsIn, listedInstitutions, runningParticipations } from '../../world/institutions.ts'
import { institutionOf } from '../../world/store.ts'
import { iconFrom } from './icons.ts'
import { mountInstitutionImport } from './import.ts'

/** Events of an institution or of a category that are shown: nobody reads more. */
const eventsMost = 500
const messages = { es: { removed: 'Institución eliminada.' }, en: { removed: 'Institution deleted.' } }

/** What the lab keeps of institutions and of their categories (OR1-OR9). */
export function mountInstitutionDirectory(server: Server): void {
  const { db } = server
  const byId = <T extends { readonly _id: string }>(list: readonly T[]) => Object.fromEntries(list.map((each) => [each._id, each]))
  const listed = (id: string): Promise<Result<contract.ListedInstitution>> =>
    db.read(async (tx) => {
      const found = (await listedInstitutions(tx, server.now())).find((each) => each._id === id)
      return found ? done(found) : fail('not_found')
    })

  mount(server, contract.institutions, () =>
    db.read(async (tx) => {
      const all = await listedInstitutions(tx, server.now())
      return done({ institutionIds: all.map((each) => each._id), institutionById: byId(all) })
    }),
  )

  mount(server, contract.activeInstitutions, () =>
    db.read(async (tx) => {
      const all = (await listedInstitutions(tx, server.now())).filter(isOffered)
      return done({ institutionIds: all.map((each) => each._id), institutionById: byId(all) })
    }),
  )

  mount(server, contract.proposeCode, ({ params }) =>
    db.read(async (tx) => {
      const rows = await tx.q.selectFrom('institution').select('code').execute()
      return done({
        code: proposedCode(
          params.code,
          rows.map(({ code }) => code),
        ),
      })
    }),
  )

  mount(server, contract.createInstitution, async ({ body, session, said }) => {
    const { leader, ...fields } = body
    const id = `i-${randomUUID()}`
    const asked = { scope: orgScope(id), name: 'institution.create', args: { id, fields, who: { invite: leader } } }
    const stored = await performTogether(server, session, said, [asked])
    return stored.ok ? listed(madeId(stored.value, 'institutionId')) : stored
  })

  mount(server, contract.editInstitution, async ({ params, body, session, said }) => {
    const { seen, ...given } = body
    const known = await db.read((tx) => institutionOf(tx, params.institution))
    if (!known) return fail('not_found')
    const to = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const asked = { scope: orgScope(known.id), name: 'institution.edit', args: { id: known.id, from: seen ?? known, to } }
    const stored = await performTogether(server, session, said, [asked])
    return stored.ok ? listed(known.id) : stored
  })

  const flags = [
    [contract.toggleInstitution, 'active', true],
    [contract.hideInstitution, 'hide', false],
    [contract.deactivateInstitution, 'deactivated', false],
  ] as const
  for (const [route, field, usual] of flags)
    mount(server, route, async ({ params, body, session, said }) => {
      const known = await db.read((tx) => institutionOf(tx, params.institution))
      if (!known) return fail('not_found')
      const stands = known[field] ?? usual
      // Whoever says what it is to be means that, whatever it was.
      const args = { id: known.id, from: { [field]: stands }, to: { [field]: body.value ?? !stands } }
      const stored = await performTogether(server, session, said, [{ scope: orgScope(known.id), name: 'institution.edit', args }])
      if (!stored.ok) return stored
      if (field === 'deactivated') await endDeactivated(server, known.id)
      return listed(known.id)
    })

  mount(server, contract.removeInstitution, async ({ params, session, said, language }) => {
    const args = { id: params.institution }
    const stored = await performTogether(server, session, said, [{ scope: orgScope(params.institution), name: 'institution.remove', args }])
    return stored.ok ? done({ msg: messages[language].removed }) : stored
  })

  mount(server, contract.restoreInstitution, async ({ params, session, said }) => {
    const id = params.institution
    const leader = await db.read((tx) => formerLeader(tx, id))
    const asked = { scope: orgScope(id), name: 'institution.restore', args: { id, ...leader } }
    const stored = await performTogether(server, session, said, [asked])
    return stored.ok ? listed(id) : stored
  })

  mount(server, contract.leadInstitution, async ({ params, body, session, said }) => {
    const id = params.institution
    const found = await db.read(async (tx) => {
      const institution = (await listedInstitutions(tx, server.now())).find((each) => each._id === id)
      if (!institution) return undefined
      const running = (await runningParticipations(tx, server.now())).filter((each) => each.institutionId === id)
      return { institution, running, who: await meantBy(tx, id, body.who) }
    })
    if (!found) return fail('not_found')
    const { institution, running, who } = found
    const from = body.seen === undefined ? (institution.leaderId ?? institution.leader?._id ?? null) : body.seen
    const first = { scope: orgScope(id), name: 'institution.lead', args: { id, from, who } }
    const asked = [first, ...running.map(({ formId }) => ({ scope: instScope(id, formId), name: 'leader.set', args: { who } }))]
    const stored = await performTogether(server, session, said, asked)
    return stored.ok ? listed(id) : stored
  })

  mount(server, contract.institutionHistory, ({ params }) =>
    db.read(async (tx) => {
      if (!(await institutionOf(tx, params.institution))) return fail('not_found')
      return done(await historyOf(tx, orgScope(params.institution), params.institution))
    }),
  )

  mountInstitutionImport(server)
  mountCategories(server)
}

function mountCategories(server: Server): void {
  const { db, files } = server
  const all = async (tx: Tx): Promise<ListedCategory[]> => {
    const counts = Map.groupBy(await institutionsIn(tx), ({ category }) => category)
    const order = new Intl.Collator('es')
    return [...(await categoriesIn(tx)).values()]
      .map((category) => ({ ...category, _id: category.id, institutions: counts.get(category.id)?.length ?? 0 }))
      .toSorted((left, right) => order.compare(left.name, right.name))
  }
  const one = (id: string): Promise<Result<ListedCategory>> =>
    db.read(async (tx) => {
      const found = (await all(tx)).find((each) => each.id === id)
      return found ? done(found) : fail('not_found')
    })
  /** Hash of a picture once it is kept; null where there is to be none, undefined where nothing was said. */
  const kept = async (icon: string | null | undefined): Promise<Result<string | null | undefined>> => {
    if (icon === undefined || icon === null) return done(icon)
    const drawn = await iconFrom(Buffer.from(icon, 'base64'))
    return drawn.ok ? done(await files.keep(drawn.value)) : drawn
  }
  const change = async (session: Session, said: Said, id: string, from: object, to: object): Promise<Result<ListedCategory>> => {
    const stored = await performTogether(server, session, said, [{ scope: categoriesScope, name: 'category.edit', args: { id, from, to } }])
    return stored.ok ? one(id) : stored
  }

  mount(server, contract.categories, () =>
    db.read(async (tx) => {
      const list = await all(tx)
      return done({ categoryIds: list.map(({ id }) => id), categoryById: Object.fromEntries(list.map((each) => [each.id, each])) })
    }),
  )

  mount(server, contract.createCategory, async ({ body, session, said }) => {
    const { icon, ...fields } = body
    const picture = await kept(icon)
    if (!picture.ok) return picture
    const args = { fields, icon: picture.value ?? null }
    const stored = await performTogether(server, session, said, [{ scope: categoriesScope, name: 'category.create', args }])
    return stored.ok ? one(madeId(stored.value, 'categoryId')) : stored
  })

  mount(server, contract.editCategory, async ({ params, body, session, said }) => {
    const { seen, icon, ...given } = body
    const known = (await db.read(categoriesIn)).get(params.category)
    if (!known) return fail('not_found')
    const picture = await kept(icon)
    if (!picture.ok) return picture
    const entries = Object.entries({ ...given, icon: picture.value }).filter(([, value]) => value !== undefined)
    return change(session, said, known.id, seen ?? known, Object.fromEntries(entries))
  })

  mount(server, contract.toggleCategory, async ({ params, body, session, said }) => {
    const known = (await db.read(categoriesIn)).get(params.category)
    if (!known) return fail('not_found')
    return change(session, said, known.id, { active: known.active }, { active: body.value ?? !known.active })
  })

  mount(server, contract.categoryHistory, ({ params }) =>
    db.read(async (tx) =>
      (await categoriesIn(tx)).has(params.category) ? done(await historyOf(tx, categoriesScope, params.category)) : fail('not_found'),
    ),
  )

  mountPublic(server, contract.categoryIcon, async ({ params }) => {
    const known = [...(await db.read(categoriesIn)).values()].some(({ icon }) => icon === params.sha256)
    const kept = known ? await files.read(params.sha256) : undefined
    if (!kept) return fail('not_found')
    return new Response(await buffer(kept), {
      headers: {
        'Content-Type': 'image/webp',
        'Content-Security-Policy': uploadPolicy,
        // Named by what it is: another picture has another address.
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    })
  })
}

/** Id of what a call made; a repeated call is answered with what the first one made. */
const madeId = ({ reply }: Stored, name: string): string => {
  const id = reply?.[name]
  if (typeof id !== 'string') throw new Error(`nothing was made: ${name}`)
  return id
}

/** Whoever is invited by an address that somebody of the institution has already is that person. */
async function meantBy(tx: Tx, institutionId: string, who: Who): Promise<Who> {
  if (!('invite' in who)) return who
  const known = await tx.q
    .selectFrom('user')
    .innerJoin('membership', 'membership.user_id', 'user.id')
    .select('user.id')
    .where('user.email', '=', who.invite.email)
    .where('membership.institution_id', '=', institutionId)
    .where('user.active', '=', 1)
    .executeTakeFirst()
  return known ? { userId: known.id } : who
}

/** Who led an institution when it was taken back, and at which address they are. */
async function formerLeader(tx: Tx, institutionId: string): Promise<{ userId: string; email: string } | undefined> {
  const known = await institutionOf(tx, institutionId)
  if (!known?.removed || known.leaderId === undefined) return undefined
  const { leaderId: userId } = known
  const row = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', orgScope(institutionId))
    .where('tbl', '=', 'person')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const person: Person = JSON.parse(row.data)
  const account = await tx.q.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst()
  return { userId, email: account?.email ?? person.email }
}

/** Ends what people of an institution have open, where it lets them in no more: their devices learn of it at once. */
async function endDeactivated(server: Pick<Server, 'db' | 'pokes'>, institutionId: string): Promise<void> {
  const rows = await server.db.q
    .selectFrom('membership')
    .innerJoin('institution', 'institution.id', 'membership.institution_id')
    .select('membership.user_id as id')
    .where('membership.institution_id', '=', institutionId)
    .where('institution.lets_in', '=', 0)
    .execute()
  for (const { id } of rows) server.pokes.ended(id)
}

/** What was done to one row of a directory, the newest first. */
async function historyOf(tx: Tx, scope: string, id: string): Promise<contract.DirectoryEvent[]> {
  const rows = await tx.q
    .selectFrom('history')
    .leftJoin('user', 'user.id', 'history.user_id')
    .select(['history.received_at', 'history.action', 'history.text', 'history.changed', 'user.name', 'user.surname'])
    .where('history.scope', '=', scope)
    .where('history.unit', '=', id)
    .orderBy('history.received_at', 'desc')
    .orderBy('history.id', 'desc')
    .limit(eventsMost)
    .execute()
  const names = new Map([...(await categoriesIn(tx)).values()].map((category) => [category.id, category.name]))
  // Of who left as well: their rows stay.
  const people = await tx.q.selectFrom('sync_row').select('data').where('scope', '=', orgScope(id)).where('tbl', '=', 'person').execute()
  for (const { data } of people) {
    const person: Person = JSON.parse(data)
    names.set(person.id, fullName(person))
  }
  const said = (value: unknown): string | null => {
    if (value === null || value === undefined) return null
    if (Array.isArray(value)) return value.join(', ')
    return typeof value === 'string' ? (names.get(value) ?? value) : JSON.stringify(value)
  }
  const changesIn = (text: string | null) =>
    text === null ? [] : (JSON.parse(text) as FieldChange[]).map(({ field, from, to }) => ({ field, from: said(from), to: said(to) }))
  return rows.map(({ received_at: at, action, text, changed, name, surname }) => ({
    at,
    action,
    text: text ?? '',
    by: name === null ? systemActor.name : fullName({ name, surname: surname ?? '' }),
    changed: changesIn(changed),
  }))
}
