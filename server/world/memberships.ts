import type { Actor } from '#shared/access/actor.ts'
import type { InstitutionId, UserId } from '#shared/kernel/ids.ts'
import type { Tx } from '../db/open.ts'
import type { UserTable } from '../db/schema.ts'

/** An institution of somebody's, whether its people get in, and when it was last chosen to be in front. */
export interface Membership {
  readonly institution_id: InstitutionId
  readonly lets_in: number | null
  readonly chosen_at: string | null
}

type Named = Pick<UserTable, 'id' | 'kind' | 'name' | 'surname' | 'institution_id'>

/**
 * Somebody as they act. Institutions that let nobody in are none of theirs; in front is what was chosen in the session, else what was
 * chosen last, else the account's own.
 */
export function actorWith(user: Named, memberships: readonly Membership[], chosen: InstitutionId | null = null): Actor {
  const open = memberships.filter((each) => each.lets_in !== 0)
  const ids = open.map((each) => each.institution_id).toSorted()
  const last = open.toSorted((left, right) => ((left.chosen_at ?? '') < (right.chosen_at ?? '') ? 1 : -1))[0]
  const wanted = [chosen, last?.chosen_at ? last.institution_id : null, user.institution_id].find((id) => id !== null && ids.includes(id))
  return {
    id: user.id,
    kind: user.kind,
    name: `${user.name} ${user.surname}`.trim(),
    institutionId: user.kind === 'Institutional' ? (wanted ?? ids[0] ?? null) : null,
    institutionIds: user.kind === 'Institutional' ? ids : [],
  }
}

/** Institutions in rows of an account that was joined with what it is a member of; of none, one row says so. */
export const memberIn = (
  rows: readonly (Omit<Membership, 'institution_id'> & { readonly member_of: InstitutionId | null })[],
): Membership[] =>
  rows.flatMap(({ member_of: institution_id, lets_in, chosen_at }) =>
    institution_id === null ? [] : [{ institution_id, lets_in, chosen_at }],
  )

/** Whether somebody gets in at all: the lab's people, and who has an institution that lets its people in (OR7, SM6). */
export const getsIn = ({ kind }: Pick<UserTable, 'kind'>, memberships: readonly Membership[]): boolean =>
  kind !== 'Institutional' || memberships.some((each) => each.lets_in !== 0)

/** Institutions of somebody, whether or not these let their people in. */
export const membershipsOf = (tx: Pick<Tx, 'q'>, userId: UserId): Promise<Membership[]> =>
  tx.q
    .selectFrom('membership')
    .leftJoin('institution', 'institution.id', 'membership.institution_id')
    .select(['membership.institution_id', 'institution.lets_in', 'membership.chosen_at'])
    .where('membership.user_id', '=', userId)
    .orderBy('membership.institution_id')
    .execute()

/** A user as they act now, with the institution in front that they chose last. */
export const actorOf = async (tx: Pick<Tx, 'q'>, user: Named): Promise<Actor> =>
  actorWith(user, user.kind === 'Institutional' ? await membershipsOf(tx, user.id) : [])
