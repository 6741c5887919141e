import { emailSchema, isInstitutional } from '#shared/accounts/address.ts'
import type { InvitedRow } from '#shared/accounts/user-routes.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import { openAccounts } from '../../world/directory.ts'
import { institutionOf } from '../../world/store.ts'
import * as v from 'valibot'

interface Named {
  readonly name: string
  readonly surname: string
  readonly email: string
}

/**
 * People who are to be invited to an institution, each in one form and with what stands in the way of it. A row that says the same as one
 * before is left out. Undefined when there is no such institution.
 */
export async function judgedPeople(tx: Tx, institutionId: string, people: readonly Named[]): Promise<InvitedRow[] | undefined> {
  const institution = await institutionOf(tx, institutionId)
  if (!institution || institution.rehearsal !== undefined) return undefined
  const rows: (Named & { readonly valid: boolean })[] = []
  for (const each of people) {
    const email = v.safeParse(emailSchema, each.email)
    const row = {
      name: each.name.trim(),
      surname: each.surname.trim(),
      email: email.success ? email.output : each.email.trim(),
      valid: email.success,
    }
    if (!rows.some((other) => other.email === row.email && other.name === row.name && other.surname === row.surname)) rows.push(row)
  }
  const addresses = rows.filter((row) => row.valid).map((row) => row.email)
  const taken =
    addresses.length === 0
      ? []
      : await tx.q
          .selectFrom('user')
          .select(['id', 'email'])
          .where(oneOf(tx.kind, 'email', addresses))
          .execute()
  const holders = new Set(taken.map((row) => row.email))
  const open =
    addresses.length === 0
      ? []
      : await openAccounts(tx)
          .where(oneOf(tx.kind, 'email', addresses))
          .execute()
  const members = await tx.q.selectFrom('membership').select('user_id').where('institution_id', '=', institutionId).execute()
  const within = new Set(members.map((row) => row.user_id))
  /** Whose account of another institution's an address is: they belong to this one too (SM3). */
  const elsewhere = new Map(open.filter(({ id }) => !within.has(id)).map(({ id, email }) => [email, id]))
  const code = ({ name, surname, email, valid }: (typeof rows)[number]): ErrorCode | null => {
    if (name === '') return 'name_empty'
    if (surname === '') return 'surname_empty'
    if (name.length > nameMost || surname.length > nameMost) return 'malformed'
    if (!valid) return email === '' ? 'email_empty' : 'email_invalid'
    // One address under two names is nobody's mailbox for sure.
    if (rows.filter((other) => other.email === email).length > 1) return 'email_taken'
    if (elsewhere.has(email)) return null
    if (!isInstitutional(email, institution.domains)) return 'email_other_institution'
    if (holders.has(email)) return 'email_taken'
    return null
  }
  return rows.map((row) => ({
    name: row.name,
    surname: row.surname,
    email: row.email,
    code: code(row),
    userId: elsewhere.get(row.email) ?? null,
  }))
}

const nameMost = 120
