import type { Instant } from '#shared/kernel/instant.ts'
import type { Database } from '../db/open.ts'
import { networkOf } from '../http/peer.ts'
import { noteAct } from './acts.ts'
import { salted } from './origins.ts'

export interface FailedSignIn {
  /** As it was typed, in lower case. */
  readonly email: string
  readonly code: string
  /** Network address; '' when it is not known. */
  readonly address: string
}

/** Characters of an address as it was typed that are noted, and of its domain: somebody may have typed a password there. */
const nameCharacters = 2
const domainCharacters = 60
/** Addresses that are nobody's, of one hour, each with a line of its own. */
const namedStrangers = 20
/** Accounts that are counted at one time: more are counted together. */
const maxCounted = 5_000

/**
 * Attempts that did not get in, counted by account and hour: the first has a line in the audit, and then the tenth, the hundredth and so
 * on, so that a flood of them leaves a handful of lines (AU5). Each process counts for itself.
 */
export class FailedSignIns {
  readonly #db: Database
  #hour = ''
  readonly #counts = new Map<string, number>()

  constructor(db: Database) {
    this.#db = db
  }

  async note({ email, code, address }: FailedSignIn, at: Instant): Promise<void> {
    const hour = at.slice(0, 'yyyy-mm-ddThh'.length)
    if (hour !== this.#hour) {
      this.#hour = hour
      this.#counts.clear()
    }
    // Codes count for themselves: that the password before them was right is worth a line of its own.
    const counted = code === 'code_wrong' ? `code ${email}` : email
    const known = this.#counts.get(counted)
    // What was only counted, or was turned away without a look, asks nothing of the database.
    if (known !== undefined && !isTold(known + 1)) return void this.#counts.set(counted, known + 1)
    const looked = known !== undefined || code === 'login_failed' || code === 'code_wrong' || code === 'revoked'
    const user = looked ? await this.#accountOf(email) : undefined
    const key = user && (known !== undefined || this.#counts.size < maxCounted) ? counted : ''
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    if (!isTold(count) && (key !== '' || count > namedStrangers)) return
    await this.#db.write((tx) =>
      noteAct(tx, {
        kind: 'session.failed',
        // Who tried is not known: only at whose account.
        actorId: '',
        institutionId: user?.institution_id ?? null,
        subjectId: user?.id ?? null,
        detail: {
          code,
          count,
          network: address === '' ? '' : networkOf(address),
          ...(user ? {} : { typed: shortened(email) }),
          ...salted(),
        },
        at,
      }),
    )
  }

  #accountOf(email: string): Promise<{ id: string; institution_id: string | null } | undefined> {
    return this.#db.q.selectFrom('user').select(['id', 'institution_id']).where('email', '=', email).executeTakeFirst()
  }
}

/** Whether a count is 1, 10, 100 and so on. */
const isTold = (count: number): boolean => /^10*$/.test(String(count))

/** The beginning of an address, and its domain. */
function shortened(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 0) return `${email.slice(0, nameCharacters)}…`
  return `${email.slice(0, Math.min(nameCharacters, at))}…@${email.slice(at + 1, at + 1 + domainCharacters)}`
}
