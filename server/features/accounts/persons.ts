import { namelessRow, pseudonymName, type anonymisePerson } from '#shared/accounts/anonymise-mutations.ts'
import { fullName, type Person } from '#shared/accounts/model.ts'
import * as ownContract from '#shared/accounts/own-data-routes.ts'
import * as contract from '#shared/accounts/person-routes.ts'
import type { Route } from '#shared/contract/route.ts'
import { pathOf } from '#shared/contract/route.ts'
import { folded } from '#shared/kernel/folded.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { randomBytes } from 'node:crypto'
import type * as v from 'valibot'
import type { Database } from '../../db/open.ts'
import { takeTime } from '../../db/patience.ts'
import { removeLetterFiles } from '../../email/letter-files.ts'
import { uploadPolicy } from '../../http/headers.ts'
import { mount } from '../../http/mount.ts'
import { userColumns, type Session } from '../../http/session.ts'
import { lettersNaming, tracesOf } from '../../persons/forget.ts'
import { dataOf } from '../../persons/own-data.ts'
import { wordsWithout } from '../../persons/traces.ts'
import type { Server } from '../../server.ts'
import { changeTogether } from '../../sync/perform.ts'
import { personOf, releasesOf, scopeOf, viewOf } from './users.ts'

/** What a person asks of whoever keeps their data: that it goes, and what there is of it. */
export function mountPersons(server: Server): void {
  const { db } = server

  mount(server, contract.anonymiseUser, async ({ params, body, session }) => {
    const person = await personOf(server, params.id)
    if (!person || person.anonymised) return fail('not_found')
    if (!isNamed(body.confirm, person)) return fail('person_name', { name: fullName(person) })
    const gone = await anonymise(server, session.user.id, person, { reason: body.reason, letter: body.letter })
    return gone.ok ? viewOf(server, person.id) : gone
  })

  mount(server, ownContract.ownData, async ({ session, query, language }) =>
    sent(server, session, session.user.id, query.language ?? language),
  )
  mount(server, ownContract.passToOwnData, async ({ session }) => passTo(server, session, ownContract.ownData, {}))

  mount(server, ownContract.userData, async ({ params, session, query, language }) => {
    if (!(await isHere(db, params.id))) return fail('not_found')
    return sent(server, session, params.id, query.language ?? language)
  })
  mount(server, ownContract.passToUserData, async ({ params, session }) => {
    if (!(await isHere(db, params.id))) return fail('not_found')
    return passTo(server, session, ownContract.userData, params)
  })
}

/** Whether what was typed is somebody's name, however it is spaced and accented. */
const isNamed = (typed: string, person: Person): boolean =>
  folded(typed).replace(/\s+/g, ' ').trim() === folded(fullName(person)).replace(/\s+/g, ' ').trim()

type Asked = Pick<v.InferOutput<(typeof anonymisePerson)['input']>, 'reason' | 'letter'>

/**
 * Has somebody's name, address and ways in go, with all that they were given in open forms, in one commit (LW1). Fails: own_account,
 * last_administrator, person_in_charge, person_waits.
 */
export async function anonymise(server: Server, by: UserId, person: Person, { reason, letter }: Asked): Promise<Result<unknown>> {
  const { db } = server
  const pseudonym = await freePseudonym(db)
  const { traces, letters, releases } = await db.read(async (tx) => {
    await takeTime(tx)
    const found = await tracesOf(tx, namelessRow(person, pseudonym))
    return { traces: found, letters: await lettersNaming(tx, found), releases: await releasesOf(tx, person.id) }
  })
  const gone = await changeTogether(server, {
    userId: by,
    asked: [
      {
        scope: scopeOf(person),
        name: 'person.anonymise',
        // The reason stays for good: whoever wrote the name into it has it taken out.
        args: { userId: person.id, pseudonym, reason: wordsWithout(reason, traces, true), letter },
      },
      ...releases,
    ],
  })
  if (!gone.ok) return gone
  server.pokes.ended(person.id)
  // Files of what the rows said; a run that ends before them leaves reports for a day at most, and letters to the limit of all letters.
  await removeLetterFiles(server.dataDir, letters)
  await server.reports.expire()
  await db.tidy()
  return gone
}

/** What tells somebody apart from everybody else who was anonymised: random, and of nobody. */
async function freePseudonym(db: Database): Promise<string> {
  for (;;) {
    const pseudonym = randomBytes(3).toString('hex').toUpperCase()
    const taken = await db.q
      .selectFrom('user')
      .select('id')
      .where('name', '=', pseudonymName)
      .where('surname', '=', pseudonym)
      .executeTakeFirst()
    if (!taken) return pseudonym
  }
}

const isHere = async (db: Database, id: UserId): Promise<boolean> =>
  (await db.q.selectFrom('user').select('id').where('id', '=', id).where('rehearsal', 'is', null).executeTakeFirst()) !== undefined

function passTo(
  server: Server,
  { tokenHash, user }: Session,
  route: Pick<Route, 'path'>,
  params: Readonly<Record<string, string>>,
): Result<{ readonly pass: string }> {
  const standing = server.downloads.standing(user.id)
  return standing.ok ? done({ pass: server.passes.issue(tokenHash, pathOf(route, params), server.now()) }) : standing
}

/** The zip with everything about somebody, for one who may have it. */
async function sent(server: Server, session: Session, id: UserId, language: 'es' | 'en'): Promise<Result<never> | Response> {
  const user = await server.db.q.selectFrom('user').select(userColumns).where('id', '=', id).executeTakeFirst()
  if (!user) return fail('not_found')
  // Nobody's name is in a name that the audit keeps.
  const name = language === 'es' ? `mis-datos_${id}.zip` : `my-data_${id}.zip`
  const file = { name, type: 'application/zip', pieces: dataOf(server, user, language) }
  return server.downloads.send(session.user.id, file, { 'Content-Security-Policy': uploadPolicy })
}
