import type { Person } from '#shared/accounts/model.ts'
import type { ListedInstitution } from '#shared/institutions/directory-routes.ts'
import type { Institution } from '#shared/institutions/model.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { fullName } from '#shared/accounts/model.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import type { Tx } from '../db/open.ts'
import { categoriesIn, categoryNameOf } from './categories.ts'
import { headerOf } from './store.ts'

/** Every institution that nobody invented for a rehearsal or took back, by name. */
export async function institutionsIn(tx: Tx): Promise<Institution[]> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', 'like', 'org:%')
    .where('tbl', '=', 'institution')
    .where('deleted', '=', 0)
    .execute()
  const order = new Intl.Collator('es')
  return rows
    .map((row): Institution => JSON.parse(row.data))
    .filter((each) => each.rehearsal === undefined && each.removed !== true)
    .toSorted((left, right) => order.compare(left.name, right.name))
}

/** An institution in a form that is shown and not over. */
interface Running {
  readonly institutionId: InstitutionId
  readonly formId: FormId
  readonly form: string
  readonly leaderId: string
  readonly evaluatorId: string | null
}

/** Forms that are shown and not over, with who takes part in each, and who leads and evaluates there. */
export async function runningParticipations(tx: Tx, now: Instant): Promise<Running[]> {
  const rows = await tx.q
    .selectFrom('participant')
    .innerJoin('form', 'form.id', 'participant.form_id')
    .select(['participant.institution_id', 'participant.form_id', 'participant.leader_id', 'participant.evaluator_id', 'form.name'])
    .where('form.enabled', '=', 1)
    .orderBy('form.name')
    .execute()
  const running = new Map<FormId, boolean>()
  for (const { form_id: id } of rows) {
    if (running.has(id)) continue
    const header = await headerOf(tx, id)
    running.set(id, header !== undefined && phaseAt(header, now) !== 'Closed')
  }
  return rows
    .filter((row) => running.get(row.form_id))
    .map((row) => ({
      institutionId: row.institution_id,
      formId: row.form_id,
      form: row.name,
      leaderId: row.leader_id,
      evaluatorId: row.evaluator_id,
    }))
}

type Leader = Pick<Person, 'name' | 'surname' | 'email' | 'active' | 'joined'> & { readonly _id: string }

/** Institutions as the lab's lists show them, by name. */
export async function listedInstitutions(tx: Tx, now: Instant): Promise<ListedInstitution[]> {
  const institutions = await institutionsIn(tx)
  const categories = await categoriesIn(tx)
  const running = Map.groupBy(await runningParticipations(tx, now), ({ institutionId }) => institutionId)
  const users = await tx.q
    .selectFrom('user')
    .select(['id', 'name', 'surname', 'email', 'active', 'joined'])
    .where('kind', '=', 'Institutional')
    .where('rehearsal', 'is', null)
    .execute()
  const people = new Map(
    users.map(({ id, name, surname, email, active, joined }): [string, Leader] => [
      id,
      { _id: id, name, surname, email, active: active === 1, joined: joined === 1 },
    ]),
  )
  return institutions.map((institution): ListedInstitution => {
    const { id, active = true, hide = false, deactivated = false } = institution
    const forms = running.get(id) ?? []
    // One that is older than this register is led by whoever leads it in its form.
    const leader = people.get(institution.leaderId ?? forms[0]?.leaderId ?? '') ?? null
    return {
      ...institution,
      _id: id,
      categoryName: categoryNameOf(categories, institution),
      active,
      hide,
      deactivate: deactivated,
      leader,
      leaderName: leader ? fullName(leader) : '',
      leaderEmail: leader?.email ?? '',
      forms: forms.map(({ form }) => form),
    }
  })
}
