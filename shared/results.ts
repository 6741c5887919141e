import type { FormId, InstitutionId } from './kernel/ids.ts'
import { resultsScope } from './protocol/scope.ts'
import type { ManualPoints, PointsSheet, ReportText } from './questionnaires/model.ts'
import type { Inform, Publication, ResultKind, Snapshot } from './results/model.ts'
import type { Rows, TableName, World } from './world.ts'

/** What stands outside an institution's form that its results are made of. */
export interface ResultFacts {
  /** Of the institution's category, where it is one of the list. */
  readonly categoryName: string
  /** The table of points in force and what it says of the institution, where points are brought by hand. */
  readonly manual: { readonly sheet: PointsSheet | undefined; readonly points: ManualPoints | undefined }
  /** Texts of the form's reports: of the form as a whole, and by dimension. */
  readonly texts: ReadonlyMap<string, ReportText>
}

const tables = ['snapshot', 'inform', 'publication'] as const satisfies readonly TableName[]
type Table = (typeof tables)[number]
const isOwn = (table: TableName): table is Table => (tables as readonly TableName[]).includes(table)

/**
 * What one institution obtained in one form: every snapshot, what was published of them, and the texts that were written for it, beside
 * the world of which they are made. Like a world it is what rules read; `set` is for who applies changes.
 */
export class Results {
  readonly world: World
  readonly facts: ResultFacts
  readonly #tables: { [T in Table]: Map<string, Rows[T]> } = { snapshot: new Map(), inform: new Map(), publication: new Map() }

  constructor(world: World, facts: ResultFacts) {
    this.world = world
    this.facts = facts
  }

  get institutionId(): InstitutionId {
    return this.world.institutionId
  }

  get formId(): FormId {
    return this.world.formId
  }

  get scope(): string {
    return resultsScope(this.institutionId, this.formId)
  }

  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return isOwn(table) ? this.#tables[table].get(id) : undefined
  }

  set<T extends TableName>(table: T, id: string, row: Rows[T] | null): void {
    if (!isOwn(table)) return
    const rows: Map<string, unknown> = this.#tables[table]
    if (row === null) rows.delete(id)
    else rows.set(id, row)
  }

  /** Snapshots of a kind, the newest first. */
  snapshots(kind: ResultKind): readonly Snapshot[] {
    return [...this.#tables.snapshot.values()].filter((each) => each.kind === kind).toSorted((a, b) => b.number - a.number)
  }

  /** What was published of a kind, the newest first. */
  publications(kind: ResultKind): readonly Publication[] {
    return [...this.#tables.publication.values()].filter((each) => each.kind === kind).toSorted((a, b) => b.version - a.version)
  }

  inform(kind: ResultKind): Inform | undefined {
    return this.#tables.inform.get(kind)
  }
}
