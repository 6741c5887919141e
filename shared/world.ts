import type * as v from 'valibot'
import { personSchema, type Person } from './accounts/model.ts'
import { answerSchema, type Answer } from './answers/model.ts'
import { assignmentSchema, type Assignment, type AssignmentLevel } from './assignments/model.ts'
import { attachmentSchema, type Attachment } from './attachments/model.ts'
import { commentSchema, threadSchema } from './comments/model.ts'
import { conflictSchema } from './conflicts/model.ts'
import { evaluationSchema, formerSchema, noteSchema, overviewSchema } from './evaluations/model.ts'
import type { FormIndex } from './forms/form-index.ts'
import { categorySchema, institutionSchema, participantSchema, type Institution, type Participant } from './institutions/model.ts'
import {
  dimensionRowSchema,
  manualPointsSchema,
  outlineSchema,
  pointsSheetSchema,
  questionRowSchema,
  reportTextSchema,
} from './questionnaires/model.ts'
import { questionIdOf } from './kernel/ids.ts'
import type { AttachmentId, FormId, InstitutionId, Unit, UserId } from './kernel/ids.ts'
import { must } from './kernel/assert.ts'
import { noticeSchema } from './notices/model.ts'
import { informSchema, publicationSchema, snapshotSchema } from './results/model.ts'
import { sendSchema } from './sends/model.ts'
import { formHeaderSchema, type FormHeader } from './stages/model.ts'

/** Part of an institution's scope that only the lab receives: answers to administrative questions (VI5). */
export const administrativePart = 'administrative'

/** Every synced table with the schema of its rows. */
export const rowSchemas = {
  form: formHeaderSchema,
  institution: institutionSchema,
  category: categorySchema,
  person: personSchema,
  participant: participantSchema,
  assignment: assignmentSchema,
  answer: answerSchema,
  thread: threadSchema,
  comment: commentSchema,
  attachment: attachmentSchema,
  evaluation: evaluationSchema,
  draft: evaluationSchema,
  send: sendSchema,
  conflict: conflictSchema,
  overview: overviewSchema,
  outline: outlineSchema,
  dimension: dimensionRowSchema,
  question: questionRowSchema,
  reportText: reportTextSchema,
  pointsSheet: pointsSheetSchema,
  manualPoints: manualPointsSchema,
  notice: noticeSchema,
  former: formerSchema,
  note: noteSchema,
  snapshot: snapshotSchema,
  inform: informSchema,
  publication: publicationSchema,
} as const
export type TableName = keyof typeof rowSchemas
/** The shape of each table's rows. */
export type Rows = { readonly [T in TableName]: Readonly<v.InferOutput<(typeof rowSchemas)[T]>> }
// The keys of an object's type are its own: nothing else is put into it.
export const tableNames = Object.keys(rowSchemas) as readonly TableName[]

/** A row that a decision writes. Rows are never deleted by a person: removal is a state of the row. */
export type Change = {
  [T in TableName]: {
    readonly scope: string
    /** Unit of visibility inside the scope: a sub-dimension's id, or '' for everybody of the scope. */
    readonly part: string
    readonly table: T
    readonly id: string
    readonly row: Rows[T]
  }
}[TableName]

/**
 * What the rules read: the rows of one institution in one form, as confirmed (server) or as confirmed
 * with the pending mutations folded in (browser). `set` is for who applies changes, never for rules.
 */
export class World {
  readonly index: FormIndex
  readonly institutionId: InstitutionId
  readonly formId: FormId
  readonly #tables: { [T in TableName]: Map<string, Rows[T]> }
  readonly #attachmentsByUnit = new Map<Unit, Set<AttachmentId>>()
  /** How many elements of each level every person is responsible for: roles are asked for at every question. */
  readonly #heldByUser = new Map<UserId, Record<AssignmentLevel, number>>()

  constructor(index: FormIndex, institutionId: InstitutionId, formId: FormId) {
    this.index = index
    this.institutionId = institutionId
    this.formId = formId
    this.#tables = {
      form: new Map(),
      institution: new Map(),
      category: new Map(),
      person: new Map(),
      participant: new Map(),
      assignment: new Map(),
      answer: new Map(),
      thread: new Map(),
      comment: new Map(),
      attachment: new Map(),
      evaluation: new Map(),
      draft: new Map(),
      send: new Map(),
      conflict: new Map(),
      overview: new Map(),
      outline: new Map(),
      dimension: new Map(),
      question: new Map(),
      reportText: new Map(),
      pointsSheet: new Map(),
      manualPoints: new Map(),
      notice: new Map(),
      former: new Map(),
      note: new Map(),
      snapshot: new Map(),
      inform: new Map(),
      publication: new Map(),
    }
  }

  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#tables[table].get(id)
  }

  list<T extends TableName>(table: T): IterableIterator<Rows[T]> {
    return this.#tables[table].values()
  }

  entries<T extends TableName>(table: T): IterableIterator<[string, Rows[T]]> {
    return this.#tables[table].entries()
  }

  set<T extends TableName>(table: T, id: string, row: Rows[T] | null): void {
    if (table === 'assignment') this.#countHeld(this.get('assignment', id), row as Assignment | null)
    if (row === null) this.#tables[table].delete(id)
    else this.#tables[table].set(id, row)
    if (table === 'attachment') this.#indexAttachment(id, row as Attachment | null)
  }

  /** A world of its own over the same rows, which are never changed in place. */
  clone(): World {
    const copy = new World(this.index, this.institutionId, this.formId)
    for (const table of tableNames) for (const [id, row] of this.#tables[table]) copy.set(table, id, row)
    return copy
  }

  /** Scope of everything that the institution and its evaluator share. */
  get scope(): string {
    return `inst:${this.institutionId}:${this.formId}`
  }

  /** Scope of the evaluators' own decisions before they are sent. */
  get evaluatorScope(): string {
    return `eval:${this.institutionId}:${this.formId}`
  }

  /** Unit of visibility of a question's rows: its sub-dimension (VI3); administrative ones are the lab's (VI5). */
  partOf(unit: Unit): string {
    const question = must(this.index.question(questionIdOf(unit)), `question of ${unit} is not in the form`)
    return question.administrative ? administrativePart : question.dimensionId
  }

  get form(): FormHeader {
    return must(this.get('form', this.formId), `form ${this.formId} is not in the world`)
  }

  get institution(): Institution {
    return must(this.get('institution', this.institutionId), `institution ${this.institutionId} is not in the world`)
  }

  get participant(): Participant {
    return must(this.get('participant', this.institutionId), `participant ${this.institutionId} is not in the world`)
  }

  answer(unit: Unit): Answer | undefined {
    return this.get('answer', unit)
  }

  /** Attachment that stands for a unit: the newest that was not removed. */
  attachment(unit: Unit): Attachment | undefined {
    let newest: Attachment | undefined
    for (const found of this.attachmentsOf(unit)) {
      if (found.state !== 'removed' && found.applied && (!newest || found.addedAt >= newest.addedAt)) newest = found
    }
    return newest
  }

  /** Every attachment that the unit ever had, removed ones included. */
  attachmentsOf(unit: Unit): Attachment[] {
    const ids = this.#attachmentsByUnit.get(unit)
    if (!ids) return []
    return [...ids].map((id) => must(this.get('attachment', id), `attachment ${id} is indexed but absent`))
  }

  /** Name to show for a user id: "Usuario Eliminado" is the caller's when this is undefined. */
  person(id: UserId): Person | undefined {
    return this.get('person', id)
  }

  /** Whether a person is responsible for anything of a level. */
  holds(userId: UserId, level: AssignmentLevel): boolean {
    return (this.#heldByUser.get(userId)?.[level] ?? 0) > 0
  }

  #countHeld(before: Assignment | undefined, after: Assignment | null): void {
    if (before?.userId) this.#heldOf(before.userId)[before.level] -= 1
    if (after?.userId) this.#heldOf(after.userId)[after.level] += 1
  }

  #heldOf(userId: UserId): Record<AssignmentLevel, number> {
    const known = this.#heldByUser.get(userId)
    if (known) return known
    const made = { Dimension: 0, Subdimension: 0, Question: 0 }
    this.#heldByUser.set(userId, made)
    return made
  }

  #indexAttachment(id: AttachmentId, row: Attachment | null): void {
    if (row === null) {
      for (const ids of this.#attachmentsByUnit.values()) ids.delete(id)
      return
    }
    const ids = this.#attachmentsByUnit.get(row.unit)
    if (ids) ids.add(id)
    else this.#attachmentsByUnit.set(row.unit, new Set([id]))
  }
}

export function apply(world: World, changes: readonly Change[]): void {
  for (const change of changes) world.set(change.table, change.id, change.row)
}

/** The unit that a row is about; null where it is about none. Of a row that is gone, its last content tells. */
export function unitOfRow(table: TableName, id: string, row: unknown): Unit | null {
  if (table === 'answer' || table === 'thread' || table === 'evaluation' || table === 'draft' || table === 'note') return id
  if (table !== 'attachment' && table !== 'comment' && table !== 'conflict') return null
  return (row as Rows['attachment'] | Rows['comment'] | Rows['conflict'] | undefined)?.unit ?? null
}

/** Whether a row belongs to an institution's form: a person's cards come in a scope of theirs and say of which they are. */
export function isOfParticipation(table: TableName, row: unknown, place: Pick<World, 'institutionId' | 'formId'>): boolean {
  if (table !== 'conflict' || row === null) return true
  const card = row as Rows['conflict']
  return card.institutionId === place.institutionId && card.formId === place.formId
}
