import { fullName } from '#shared/accounts/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import { dayAt, type Day } from '#shared/kernel/instant.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { must } from '#shared/kernel/assert.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { rehearsalEvaluator, rehearsalInstitutions, rehearsalPerson } from '#shared/rehearsals/mutations.ts'
import * as contract from '#shared/rehearsals/routes.ts'
import type { RehearsalView } from '#shared/rehearsals/routes.ts'
import { isRehearsable, rehearsable, rehearsedDay } from '#shared/rehearsals/rules.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { noteAct } from '../../audit/acts.ts'
import { mount, type Said } from '../../http/mount.ts'
import { openSession, userColumns, type Session } from '../../http/session.ts'
import { tickStages } from '../../jobs/stages.ts'
import type { Server } from '../../server.ts'
import { changeForm, performOnForm } from '../../sync/perform.ts'
import { institutionOf, headerOf } from '../../world/store.ts'
import { meOf } from '../accounts/people.ts'
import { publish } from '../forms/publication.ts'
import { idOfCall } from '../questionnaires/ids.ts'
import { answerAll, shareOut } from './playing.ts'

/** Copies of forms with invented institutions and a day of their own, so that everybody's screens are seen before anybody has to. */
export function mountRehearsals(server: Server): void {
  mount(server, contract.rehearse, ({ params, session, said }) => begin(server, session, said, params.form))
  mount(server, contract.view, ({ params }) => viewOf(server, params.form))

  mount(server, contract.move, async ({ params, body: { day }, session, said }) => {
    const header = await rehearsalOf(server, params.form)
    if (!header) return fail('not_found')
    if (!isRehearsable(header.rehearsal.planned, day)) return fail('rehearsal_day_outside')
    // Whoever goes past the first days finds answers there all the same.
    const input = header.stages.find((stage) => stage.kind === 'NormalInput')
    const from = header.rehearsal.planned.find((each) => each.id === input?.id)?.start
    const today = rehearsedDay(header.rehearsal, dayAt(server.now()))
    if (from !== undefined && today < from && day >= from) {
      const there = await moveTo(server, session, undefined, params.form, from)
      if (!there.ok) return there
    }
    if (from !== undefined && day >= from) await answerAll(server, params.form)
    const moved = await moveTo(server, session, said, params.form, day)
    return moved.ok ? viewOf(server, params.form) : moved
  })

  mount(server, contract.enter, async ({ params, body: { userId }, session }) => {
    if (!(await rehearsalOf(server, params.form))) return fail('not_found')
    const user = await server.db.q.selectFrom('user').select(userColumns).where('id', '=', userId).executeTakeFirst()
    if (!user || user.rehearsal !== params.form) return fail('not_found')
    return done(
      await server.db.write(async (tx) => {
        const entered = {
          token: await openSession(tx, { userId }, server.now()),
          user: await meOf(tx, server, user, server.now()),
        }
        const at = server.now()
        await noteAct(tx, { kind: 'rehearsal.enter', actorId: session.user.id, formId: params.form, subjectId: userId, at })
        return entered
      }),
    )
  })
}

async function begin(server: Server, session: Session, said: Said, source: FormId): Promise<Result<RehearsalView>> {
  const formId = idOfCall('r', said, session)
  const made = await performOnForm(server, session, said, source, [{ name: 'form.rehearse', args: { formId, prefix: formId.slice(-12) } }])
  if (!made.ok) return made
  const userId = session.user.id
  const published = await publish(server, formId, { userId })
  if (!published.ok) return published
  const evaluatorId = rehearsalEvaluator(formId)
  const asked = rehearsalInstitutions(formId).map((institutionId) => ({
    name: 'participant.add',
    args: { institutionId, evaluatorId, who: { userId: rehearsalPerson(institutionId, 'lider') } },
  }))
  const shown = await changeForm(server, { userId, formId, asked: [...asked, { name: 'form.toggle', args: { enabled: true } }] })
  if (!shown.ok) return shown
  await shareOut(server, formId)
  return viewOf(server, formId)
}

async function moveTo(server: Server, session: Session, said: Said | undefined, formId: FormId, day: Day): Promise<Result<unknown>> {
  const wanted = [{ name: 'form.rehearsalDay', args: { day } }]
  const moved = said
    ? await performOnForm(server, session, said, formId, wanted)
    : await changeForm(server, { userId: session.user.id, formId, asked: wanted })
  if (moved.ok) await tickStages(server)
  return moved
}

type RehearsalHeader = FormHeader & { readonly rehearsal: NonNullable<FormHeader['rehearsal']> }

async function rehearsalOf(server: Server, formId: FormId): Promise<RehearsalHeader | undefined> {
  const header = await server.db.read((tx) => headerOf(tx, formId))
  return header?.rehearsal && !header.removed ? { ...header, rehearsal: header.rehearsal } : undefined
}

async function viewOf(server: Server, formId: FormId): Promise<Result<RehearsalView>> {
  const header = await rehearsalOf(server, formId)
  if (!header) return fail('not_found')
  const span = must(rehearsable(header.rehearsal.planned), `rehearsal ${formId} has no days`)
  return done(
    await server.db.read(async (tx) => {
      const people = await tx.q.selectFrom('user').select(userColumns).where('rehearsal', '=', formId).orderBy('id').execute()
      const names = new Map<string, string>()
      for (const id of rehearsalInstitutions(formId)) names.set(id, (await institutionOf(tx, id))?.name ?? id)
      return {
        form: header,
        day: rehearsedDay(header.rehearsal, dayAt(server.now())),
        ...span,
        people: people.map((each) => ({
          _id: each.id,
          name: fullName(each),
          kind: each.kind === 'Evaluator' ? ('Evaluator' as const) : ('Institutional' as const),
          institution: each.institution_id === null ? null : (names.get(each.institution_id) ?? null),
        })),
      }
    }),
  )
}
