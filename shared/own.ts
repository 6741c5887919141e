import type { FormId, InstitutionId, UserId } from './kernel/ids.ts'
import { ownScope } from './protocol/scope.ts'
import type { Rows, TableName } from './world.ts'

/** What a message for help goes by; only the server knows it. */
export interface HelpDesk {
  readonly asker: { readonly email: string; readonly rehearsal: boolean }
  /** The asker's institutions, and the forms in which these take part, by name. */
  readonly institutions: ReadonlyMap<InstitutionId, string>
  readonly forms: ReadonlyMap<FormId, string>
  /** Those who are active. */
  readonly administrators: readonly UserId[]
  /** Where such letters go; undefined: to every administrator. */
  readonly mailbox: string | undefined
}

/** What is one person's own: their notices. Like a world it is what rules read; `set` is for who applies changes. */
export class Own {
  readonly userId: UserId
  /** Absent on a device, and where nobody asks for help. */
  readonly desk: HelpDesk | undefined
  readonly #notices = new Map<string, Rows['notice']>()

  constructor(userId: UserId, desk?: HelpDesk) {
    this.userId = userId
    this.desk = desk
  }

  get scope(): string {
    return ownScope(this.userId)
  }

  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    const rows: ReadonlyMap<string, unknown> | null = table === 'notice' ? this.#notices : null
    return rows?.get(id) as Rows[T] | undefined
  }

  /** Notices, in no order. */
  notices(): IterableIterator<Rows['notice']> {
    return this.#notices.values()
  }

  set<T extends TableName>(table: T, id: string, row: Rows[T] | null): void {
    if (table !== 'notice') return
    const rows: Map<string, unknown> = this.#notices
    if (row === null) rows.delete(id)
    else rows.set(id, row)
  }
}
