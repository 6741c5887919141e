import type { FormId } from '#shared/kernel/ids.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Database } from '../db/open.ts'
import type { SyncMutationTable } from '../db/schema.ts'
import type { People } from './people.ts'
import type { Row } from './tables.ts'

/** Entries that are in memory at one time. */
const pageEntries = 1000

type Entry = Pick<
  SyncMutationTable,
  | 'mid'
  | 'device_id'
  | 'seq'
  | 'author_id'
  | 'name'
  | 'version'
  | 'scope'
  | 'entity'
  | 'args'
  | 'said'
  | 'base'
  | 'occurred_at'
  | 'received_at'
  | 'disposition'
  | 'code'
  | 'params'
>

/** The ledger's entries in the scopes of a form, by mid, some at a time. */
export async function* ledgerPages(db: Database, formId: FormId): AsyncGenerator<readonly Entry[], void> {
  for (let after = ''; ;) {
    const from = after
    const found: readonly Entry[] = await db.q
      .selectFrom('sync_mutation')
      .select([
        'mid',
        'device_id',
        'seq',
        'author_id',
        'name',
        'version',
        'scope',
        'entity',
        'args',
        'said',
        'base',
        'occurred_at',
        'received_at',
        'disposition',
        'code',
        'params',
      ])
      .where('mid', '>', from)
      // Every scope of a form ends with its id; which of those that do are its own is asked again.
      .where(sql<boolean>`substr(scope, length(scope) - ${formId.length}) = ${`:${formId}`}`)
      .orderBy('mid')
      .limit(pageEntries)
      .execute()
    const last = found.at(-1)
    if (!last) return
    after = last.mid
    yield found.filter(({ scope }) => isOfForm(scope, formId))
  }
}

function isOfForm(text: string, formId: FormId): boolean {
  const scope = parseScope(text)
  return scope !== undefined && 'formId' in scope && scope.formId === formId
}

/** Of the arguments as they came: an entry that a name was taken out of since keeps theirs (LW4), and is proved by it. */
const digestOf = ({ args, said }: Pick<Entry, 'args' | 'said'>): string => said ?? createHash('sha256').update(args).digest('hex')

/** What is somebody's own: a note that who evaluates writes for themselves (PN2). */
const isPrivate = ({ name }: Entry): boolean => name.startsWith('note.')

export const ledgerRow = (each: Entry, people: People): Row => [
  people.text(each.mid),
  each.received_at,
  each.occurred_at,
  people.id(each.author_id),
  each.name,
  each.version,
  each.scope,
  people.text(each.entity),
  isPrivate(each) ? null : people.json(each.args),
  digestOf(each),
  people.text(each.base),
  each.disposition,
  each.code,
  people.json(each.params),
  people.text(each.device_id),
  each.seq,
]

/**
 * What proves a form's part of the ledger later: a digest over every entry by mid, with what was asked, by whom and what became of it. A
 * database that says the same has the same one.
 */
export class LedgerDigest {
  readonly #hash = createHash('sha256')
  #count = 0
  #newest = ''

  take(entry: Entry): void {
    const { mid, author_id, name, scope, received_at, disposition, code } = entry
    this.#hash.update(`${JSON.stringify([mid, author_id, name, scope, digestOf(entry), received_at, disposition, code])}\n`)
    this.#count += 1
    if (received_at > this.#newest) this.#newest = received_at
  }

  end(): { readonly entradas: number; readonly ultima: string; readonly sha256: string } {
    return { entradas: this.#count, ultima: this.#newest, sha256: this.#hash.digest('hex') }
  }
}

/**
 * What the ledger says of a form up to the newest entry that an archive has, and how many entries came later: lawful ones do, of somebody
 * whose name left. Source: SPEC KV4.
 */
export async function ledgerUntil(
  db: Database,
  formId: FormId,
  newest: string,
): Promise<{ readonly sha256: string; readonly later: number }> {
  const digest = new LedgerDigest()
  let later = 0
  for await (const entries of ledgerPages(db, formId))
    for (const each of entries) {
      if (each.received_at > newest) later += 1
      else digest.take(each)
    }
  return { sha256: digest.end().sha256, later }
}
