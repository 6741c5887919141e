import type { Notice } from '#shared/notices/model.ts'
import type { Actor } from '#shared/access/actor.ts'
import { askHelp } from '#shared/help/mutations.ts'
import { Own, type HelpDesk } from '#shared/own.ts'
import { ownScope } from '#shared/protocol/scope.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'

/** Notices that people's devices hold, by person; in no order. */
export async function noticesOf(tx: Tx, people: readonly UserId[]): Promise<Map<UserId, Notice[]>> {
  const found = new Map<UserId, Notice[]>(people.map((id) => [id, []]))
  if (people.length === 0) return found
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'data'])
    .where(oneOf(tx.kind, 'scope', people.map(ownScope)))
    .where('tbl', '=', 'notice')
    .where('deleted', '=', 0)
    .execute()
  for (const { scope, data } of rows) found.get(scope.slice(ownScope('').length))?.push(JSON.parse(data))
  return found
}

/**
 * What is a person's own, where mutations are about it, by scope. What is only read is not locked: what two devices read at once is
 * read, whichever comes last. Messages for help are counted: two devices of one person wait for each other.
 */
export async function ownOf(
  tx: Tx,
  actor: Actor,
  asked: readonly { readonly s: string; readonly n: string }[],
  mailbox: string | undefined,
): Promise<Map<string, Own>> {
  const { id } = actor
  const scope = ownScope(id)
  if (!asked.some(({ s }) => s === scope)) return new Map()
  const asksHelp = actor.kind === 'Institutional' && asked.some(({ s, n }) => s === scope && n === askHelp.name)
  const own = new Own(id, asksHelp ? await deskOf(tx, actor, mailbox) : undefined)
  for (const notice of (await noticesOf(tx, [id])).get(id) ?? []) own.set('notice', notice.id, notice)
  return new Map([[scope, own]])
}

/** What a message for help of somebody's goes by. Their account is locked until the end. */
async function deskOf(tx: Tx, { id, institutionIds = [] }: Actor, mailbox: string | undefined): Promise<HelpDesk> {
  const account = tx.q.selectFrom('user').select(['email', 'rehearsal']).where('id', '=', id)
  const asker = await (tx.kind === 'postgres' ? account.forUpdate() : account).executeTakeFirstOrThrow()
  const institutions = await tx.q
    .selectFrom('institution')
    .select(['id', 'name'])
    .where(oneOf(tx.kind, 'id', institutionIds))
    .execute()
  const forms = await tx.q
    .selectFrom('form')
    .innerJoin('participant', 'participant.form_id', 'form.id')
    .select(['form.id', 'form.name'])
    .where(oneOf(tx.kind, 'participant.institution_id', institutionIds))
    .where('form.removed', '=', 0)
    .execute()
  const administrators = await tx.q
    .selectFrom('user')
    .select('id')
    .where('kind', '=', 'Administrator')
    .where('active', '=', 1)
    .orderBy('id')
    .execute()
  return {
    asker: { email: asker.email, rehearsal: asker.rehearsal !== null },
    institutions: new Map(institutions.map((each) => [each.id, each.name])),
    forms: new Map(forms.map((each) => [each.id, each.name])),
    administrators: administrators.map((each) => each.id),
    mailbox,
  }
}
