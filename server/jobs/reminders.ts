import { systemActor } from '#shared/access/actor.ts'
import type { LetterData } from '#shared/contract/letter.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { FormId, InstitutionId, UserId } from '#shared/kernel/ids.ts'
import { dayAt, type Instant } from '#shared/kernel/instant.ts'
import { orgScope } from '#shared/protocol/scope.ts'
import type { Reminded, ReminderDue } from '#shared/reminders/model.ts'
import { sendReminders } from '#shared/reminders/mutations.ts'
import { isLetterHour, owedBy, owesAnything, reminderAt, reminderDue } from '#shared/reminders/rules.ts'
import type { FormHeader, Stage } from '#shared/stages/model.ts'
import { isInput, stageAt } from '#shared/stages/rules.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { ReminderTable } from '../db/schema.ts'
import { optedOut } from '../features/reminders/opt-outs.ts'
import type { Server } from '../server.ts'
import { Refusal } from '../sync/batch.ts'
import { changeTogether } from '../sync/perform.ts'
import { headersOf } from '../world/store.ts'

type Deps = Pick<Server, 'db' | 'worlds' | 'execute' | 'now' | 'jump' | 'log'>

/** A form in an input stage. */
interface Running {
  readonly form: FormHeader
  readonly stage: Stage
}

/** Institutions that are reminded together, because somebody belongs to several of them. */
interface Neighbours {
  readonly institutions: readonly InstitutionId[]
  /** Who belongs to several: of what they are told it says of which institution it is. */
  readonly several: ReadonlySet<UserId>
}

/** An institution's part in such a form; `due`: the reminder that is due of it now. */
interface Part extends Running {
  readonly institutionId: InstitutionId
  readonly due: ReminderDue | undefined
}

type Item = LetterData<'reminder'>['items'][number]

/**
 * Reminds whoever owes something of a stage that is about to end, institutions that share somebody together, and else one after the other (RM1-RM4). Whichever process comes
 * first to an institution, and however often, each reminder is dealt with once. Returns how many people were reminded.
 */
export async function remindPeople(server: Deps): Promise<number> {
  // What was said cannot be taken back: not by a clock that may be wrong, and not at night.
  if (server.jump() || !isLetterHour(server.now())) return 0
  const running = await server.db.read((tx) => runningForms(tx, server.now()))
  if (!running.some(({ form }) => reminderAt(form, server.now()))) return 0
  const broken: unknown[] = []
  let reminded = 0
  for (const neighbours of await server.db.read((tx) => neighboursOf(tx, running))) {
    try {
      reminded += await remind(server, neighbours, running)
    } catch (error) {
      // The others are reminded all the same.
      broken.push(error)
      server.log.error({ institutions: neighbours.institutions, err: error }, 'institutions could not be reminded')
    }
  }
  if (broken.length > 0) throw broken[0]
  return reminded
}

async function runningForms(tx: Tx, now: Instant): Promise<Running[]> {
  return (await headersOf(tx, 'enabled')).flatMap((form) => {
    const stage = stageAt(form, now)
    return stage && isInput(stage.kind) && form.rehearsal === undefined ? [{ form, stage }] : []
  })
}

/** Who takes part in any of them and lets its people in. */
async function institutionsOf(tx: Tx, running: readonly Running[]): Promise<InstitutionId[]> {
  const rows = await tx.q
    .selectFrom('participant')
    .innerJoin('institution', 'institution.id', 'participant.institution_id')
    .select('participant.institution_id')
    .distinct()
    .where(
      oneOf(
        tx.kind,
        'participant.form_id',
        running.map(({ form }) => form.id),
      ),
    )
    .where('institution.lets_in', '=', 1)
    .where('institution.rehearsal', 'is', null)
    .orderBy('participant.institution_id')
    .execute()
  return rows.map((row) => row.institution_id)
}

/** Those institutions, each beside every other with which it shares somebody: what one person is told of them is one letter (RM3). */
async function neighboursOf(tx: Tx, running: readonly Running[]): Promise<Neighbours[]> {
  const institutions = await institutionsOf(tx, running)
  const shared = await tx.q
    .selectFrom('membership')
    .select(['user_id', 'institution_id'])
    .where('user_id', 'in', (all) =>
      all
        .selectFrom('membership')
        .select('user_id')
        .groupBy('user_id')
        .having((count) => count.fn.countAll(), '>', 1),
    )
    .orderBy('user_id')
    .execute()
  const groups = new Map(institutions.map((id) => [id, [id]]))
  const several = new Set(shared.map((each) => each.user_id))
  for (const [, rows] of Map.groupBy(shared, (each) => each.user_id)) {
    const met = new Set(rows.flatMap((each) => groups.get(each.institution_id) ?? []))
    const group = [...met].toSorted()
    for (const id of group) groups.set(id, group)
  }
  return [...new Set(groups.values())].map((group) => ({ institutions: group, several }))
}

async function remind(server: Deps, { institutions, several }: Neighbours, running: readonly Running[]): Promise<number> {
  const now = server.now()
  const parts: Part[] = []
  for (const id of institutions) parts.push(...(await server.db.read((tx) => partsOf(tx, id, running, now))))
  const claims = parts.flatMap(({ institutionId, form, due }) => (due ? [claimOf(institutionId, form.id, due, now)] : []))
  if (claims.length === 0) return 0
  const reminders = await remindersIn(server, parts, several, now)
  if (reminders.length === 0) {
    await server.db.write((tx) => claim(tx, claims))
    return 0
  }
  const done = await changeTogether(server, {
    userId: systemActor.id,
    asked: [...Map.groupBy(reminders, ({ from }) => from)].map(([from, told]) => ({
      scope: orgScope(from),
      name: sendReminders.name,
      args: { reminders: told.map(({ to, items }) => ({ to, items })) },
    })),
    ahead: async (tx) => {
      // Another process was faster: of this one nothing is kept.
      if (!(await claim(tx, claims))) throw new Refusal(failure('changed_meanwhile'))
    },
  })
  if (done.ok) return reminders.length
  if (done.failure.code !== 'changed_meanwhile')
    server.log.error({ institutions, code: done.failure.code }, 'institutions could not be reminded')
  return 0
}

async function partsOf(tx: Tx, institutionId: InstitutionId, running: readonly Running[], now: Instant): Promise<Part[]> {
  const takesPart = await tx.q.selectFrom('participant').select('form_id').where('institution_id', '=', institutionId).execute()
  const forms = new Set(takesPart.map((row) => row.form_id))
  const rows = await tx.q.selectFrom('reminder').selectAll().where('institution_id', '=', institutionId).execute()
  return running
    .filter(({ form }) => forms.has(form.id))
    .map(({ form, stage }) => {
      const reminded = rows.filter((row) => row.form_id === form.id).map(remindedOf)
      return { institutionId, form, stage, due: reminderDue(form, reminded, now) }
    })
}

const remindedOf = (row: ReminderTable): Reminded => ({ stageId: row.stage_id, end: row.end_day, distance: row.distance, day: row.day })

const claimOf = (institutionId: InstitutionId, formId: FormId, { stage, distance }: ReminderDue, now: Instant): ReminderTable => ({
  institution_id: institutionId,
  form_id: formId,
  stage_id: stage.id,
  end_day: stage.end,
  distance,
  day: dayAt(now),
})

/** Takes reminders of an institution for this transaction; false when somebody has one of them already. */
async function claim(tx: Tx, claims: readonly ReminderTable[]): Promise<boolean> {
  const taken = await tx.q
    .insertInto('reminder')
    .values([...claims])
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(taken.numInsertedOrUpdatedRows ?? 0) === claims.length
}

interface Reminder {
  readonly to: UserId
  /** The first institution in which they owe something: there it is in their history. */
  readonly from: InstitutionId
  readonly items: readonly Item[]
}

/** Whom to remind, and of what: of everything that they owe, where a reminder is due of any of it (RM2, RM3). */
async function remindersIn(
  { db, worlds }: Deps,
  parts: readonly Part[],
  several: Neighbours['several'],
  now: Instant,
): Promise<Reminder[]> {
  const owed = new Map<UserId, Reminder & { readonly isDue: boolean }>()
  for (const { institutionId, form, stage, due } of parts) {
    await db.read(async (tx) => {
      // One at a time, and kept by nobody: there may be hundreds.
      const world = await worlds.readOnce(tx, { institutionId, formId: form.id })
      if (!world) return
      const institution = world.get('institution', institutionId)?.name ?? ''
      for (const person of world.list('person')) {
        const debt = owedBy(world, person, now)
        if (!owesAnything(debt)) continue
        const { from, items, isDue } = owed.get(person.id) ?? { from: institutionId, items: [], isDue: false }
        const item = {
          form: several.has(person.id) ? `${form.name} (${institution})` : form.name,
          stage: stage.name,
          end: stage.end,
          ...debt,
        }
        owed.set(person.id, { to: person.id, from, items: [...items, item], isDue: isDue || due !== undefined })
      }
    })
  }
  const off = await optedOut(db, [...owed.keys()])
  return [...owed.values()].filter(({ to, isDue }) => isDue && !off.has(to))
}
