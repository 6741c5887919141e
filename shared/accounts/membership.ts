import type { Person } from './model.ts'

/** What of a person's row is the account's, and the same in every institution of theirs. */
const ofAccount = ({ name, surname, email, active, joined, invitedBy, invitedAt, anonymised }: Person): Partial<Person> => ({
  name,
  surname,
  email,
  active,
  joined,
  ...(invitedBy === undefined ? {} : { invitedBy }),
  ...(invitedAt === undefined ? {} : { invitedAt }),
  ...(anonymised === undefined ? {} : { anonymised }),
})

function agreed(row: Person, account: Partial<Person>, elsewhere: boolean): Person {
  const { invitedBy: _by, invitedAt: _at, elsewhere: _elsewhere, ...rest } = row
  return { ...rest, ...account, ...(elsewhere ? { elsewhere: true } : {}) }
}

const namesIn = (row: Person): string[] => Object.keys(row).toSorted()
const isSame = (left: Person, right: Person): boolean => JSON.stringify(left, namesIn(left)) === JSON.stringify(right, namesIn(right))

/**
 * Rows that have to be written beside one that was changed, so that a person's rows in all their institutions say the same of the
 * account; the changed one among them where it does not yet say whether they belong elsewhere. `others`: the person's rows in the
 * institutions to which they belonged before the change. Source: SPEC SM2.
 */
export function carriedRows(changed: Person, others: readonly Person[]): Person[] {
  const standing = others.filter((each) => each.institutionId !== changed.institutionId && !each.left)
  const elsewhere = standing.length + (changed.left ? 0 : 1) > 1
  const rows = standing.map((each) => ({ each, next: agreed(each, ofAccount(changed.left ? each : changed), elsewhere) }))
  const own = changed.left ? changed : agreed(changed, ofAccount(changed), elsewhere)
  return [{ each: changed, next: own }, ...rows].filter(({ each, next }) => !isSame(each, next)).map(({ next }) => next)
}
