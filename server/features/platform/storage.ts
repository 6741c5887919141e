import type { HeldStorage } from '#shared/platform/routes.ts'
import { instScope, parseScope } from '#shared/protocol/scope.ts'
import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import { oneOf } from '../../db/dialect.ts'
import type { Database } from '../../db/open.ts'

/** Institutions whose rows are counted at one time: between two of them everybody else is served. */
const countedAtOnce = 20

interface Counted {
  /** Of the scope when it was counted. */
  readonly version: number
  readonly rows: number
}

/**
 * What institutions keep in each form (HP6). Bytes are those that the quota counts; rows are counted anew where something changed since,
 * a few institutions at a time, for together they are millions.
 */
export class StorageFigures {
  readonly #db: Database
  readonly #counted = new Map<string, Counted>()
  #reading: Promise<readonly HeldStorage[]> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** The biggest first. Who asks while somebody else's question is being answered gets that answer. */
  read(): Promise<readonly HeldStorage[]> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read(): Promise<readonly HeldStorage[]> {
    const { q } = this.#db
    const { rows: uploads } = await sql<{ scope: string } & Record<'files' | 'bytes', number | string>>`
      select scope, count(*) as files, sum(received) as bytes from upload group by scope`.execute(q)
    const files = new Map(uploads.map((row) => [row.scope, { files: Number(row.files), bytes: Number(row.bytes) }]))
    const taking = await q.selectFrom('participant').select(['institution_id', 'form_id']).execute()
    const scopes = [...new Set([...taking.map((row) => instScope(row.institution_id, row.form_id)), ...files.keys()])]
    const rows = await this.#rowsOf(scopes)
    const institutions = namesIn(await q.selectFrom('institution').select(['id', 'name']).execute())
    const forms = namesIn(await q.selectFrom('form').select(['id', 'name']).execute())
    return scopes
      .flatMap((scope): HeldStorage[] => {
        const parsed = parseScope(scope)
        if (parsed?.kind !== 'inst') return []
        const { institutionId: institution, formId: form } = parsed
        const { files: count, bytes } = files.get(scope) ?? { files: 0, bytes: 0 }
        const name = institutions.get(institution) ?? institution
        return [{ institution, name, form, formName: forms.get(form) ?? form, files: count, bytes, rows: rows.get(scope) ?? 0 }]
      })
      .toSorted((left, right) => right.bytes - left.bytes || right.rows - left.rows || left.name.localeCompare(right.name, 'es'))
  }

  async #rowsOf(scopes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { q, kind } = this.#db
    const versions = new Map<string, number>()
    const behind: string[] = []
    for (let from = 0; from < scopes.length; from += 500) {
      const some = scopes.slice(from, from + 500)
      const found = await q
        .selectFrom('sync_scope')
        .select(['id', 'version'])
        .where(oneOf(kind, 'id', some))
        .execute()
      for (const { id, version } of found) versions.set(id, version)
      behind.push(...some.filter((scope) => this.#counted.get(scope)?.version !== versions.get(scope)))
    }
    for (let from = 0; from < behind.length; from += countedAtOnce) {
      const some = behind.slice(from, from + countedAtOnce)
      const found = await q
        .selectFrom('sync_row')
        .select(['scope', sql<number | string>`count(*)`.as('n')])
        .where(oneOf(kind, 'scope', some))
        .groupBy('scope')
        .execute()
      for (const scope of some) {
        const version = versions.get(scope)
        if (version !== undefined) this.#counted.set(scope, { version, rows: Number(found.find((each) => each.scope === scope)?.n ?? 0) })
      }
      await setImmediate()
    }
    const wanted = new Set(scopes)
    for (const scope of this.#counted.keys()) if (!wanted.has(scope)) this.#counted.delete(scope)
    return new Map([...this.#counted].map(([scope, { rows }]) => [scope, rows]))
  }
}

const namesIn = (rows: readonly { readonly id: string; readonly name: string }[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ id, name }) => [id, name]))
