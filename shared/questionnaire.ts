import { systemActor } from './access/actor.ts'
import type { Dashboard } from './dashboards/model.ts'
import { formIndexOf, type FormIndex } from './forms/form-index.ts'
import { canAlert } from './forms/alerts.ts'
import type { Alert, Dimension, FormDefinition, Question } from './forms/model.ts'
import { surveyDimensionId } from './forms/model.ts'
import type { Person } from './accounts/model.ts'
import type { Institution, Participant } from './institutions/model.ts'
import type { DimensionId, FormId, InstitutionId, QuestionId, UserId } from './kernel/ids.ts'
import type { DimensionRow, ManualPoints, PointsSheet, QuestionRow } from './questionnaires/model.ts'
import { formScope, questionnaireScope } from './protocol/scope.ts'
import type { FormHeader } from './stages/model.ts'
import type { Change, Rows, TableName } from './world.ts'

/** Tables of a form's header and of its questionnaire. */
const tables = ['form', 'outline', 'dimension', 'question', 'reportText'] as const satisfies readonly TableName[]
type Table = (typeof tables)[number]
const isOwn = (table: TableName): table is Table => (tables as readonly TableName[]).includes(table)

/** What only the authority knows of a form: nobody's device is told of everybody's answers. */
export interface FormFacts {
  /** Institutions that take part. */
  readonly participants: number
  /** Whether any of them has an answer. */
  readonly answered: boolean
  /** Institutions that a change names, with what stands in the way of their taking part. */
  readonly named?: ReadonlyMap<InstitutionId, NamedInstitution> | undefined
  /** Names of those that take part in this form and in another one that is shown and not over; told to who shows it. */
  readonly elsewhere?: readonly string[] | undefined
  /** Who can evaluate. */
  readonly evaluators?: ReadonlySet<UserId> | undefined
  readonly manual?: ManualFacts | undefined
  /** The archive of it that a change names, if one of these bytes was made and verified; told to who closes it. */
  readonly archive?: KeptArchive | undefined
  /** Who leads, answers or evaluates in it, has joined and can sign in; told to who shows or hides it. */
  readonly atWork?: readonly UserId[] | undefined
  /** What its public dashboards show; told to who copies it. */
  readonly dashboards?: readonly Dashboard[] | undefined
}

/** An archive of a form that was made and verified. */
export interface KeptArchive {
  /** Of its bytes, lower-case hex. */
  readonly sha256: string
  /** Whether nothing of the form has changed since it was begun. */
  readonly isCurrent: boolean
  /** Institutions in which something waited to be decided or told when it was read. */
  readonly waiting: number
}

/** Where a change brings obtained points: who takes part, the table in force, and what the last one that named each says of it. */
export interface ManualFacts {
  readonly institutions: ReadonlySet<InstitutionId>
  readonly sheet: PointsSheet | undefined
  readonly points: ReadonlyMap<InstitutionId, ManualPoints>
}

/** An institution that is to take part. */
export interface NamedInstitution {
  readonly institution: Institution
  readonly people: Person[]
  /** Another form that is shown and not over, in which it takes part. */
  readonly busyIn: FormId | null
  /** How it takes part in this one, or did. */
  readonly participant: Participant | undefined
  /** Whoever is responsible for something of it in this one. */
  readonly holders?: readonly UserId[] | undefined
}

/**
 * A form and its questionnaire as it is worked on: rows that administrators change one by one, of which a version is published.
 * Like a world, it is what rules read, as confirmed (server) or with the waiting changes folded in (browser); `set` is for who applies
 * changes. What was taken out of the questionnaire keeps its row, and nothing leads to it.
 */
export class Questionnaire {
  readonly formId: FormId
  readonly facts: FormFacts | undefined
  readonly #tables: { [T in Table]: Map<string, Rows[T]> }
  #definition: FormDefinition | undefined

  constructor(formId: FormId, facts?: FormFacts) {
    this.formId = formId
    this.facts = facts
    this.#tables = { form: new Map(), outline: new Map(), dimension: new Map(), question: new Map(), reportText: new Map() }
  }

  get scope(): string {
    return questionnaireScope(this.formId)
  }

  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    // The rows of a table that is none of these are none of this.
    return isOwn(table) ? this.#tables[table].get(id) : undefined
  }

  list<T extends Table>(table: T): IterableIterator<Rows[T]> {
    return this.#tables[table].values()
  }

  set<T extends TableName>(table: T, id: string, row: Rows[T] | null): void {
    if (!isOwn(table)) return
    const rows: Map<string, unknown> = this.#tables[table]
    if (row === null) rows.delete(id)
    else rows.set(id, row)
    this.#definition = undefined
  }

  clone(): Questionnaire {
    const copy = new Questionnaire(this.formId, this.facts)
    for (const table of tables) for (const [id, row] of this.#tables[table]) copy.set(table, id, row)
    return copy
  }

  /** Undefined when there is no such form, or when it was deleted. */
  get form(): FormHeader | undefined {
    const header = this.get('form', this.formId)
    return header?.removed ? undefined : header
  }

  /** A dimension that is part of the questionnaire. */
  dimension(id: DimensionId): DimensionRow | undefined {
    return this.index.dimension(id) && this.get('dimension', id)
  }

  /** A question that is part of the questionnaire. */
  question(id: QuestionId): QuestionRow | undefined {
    return this.index.question(id) && this.get('question', id)
  }

  /** The questionnaire as it is now, as a version of it would be. Throws where there is no form. */
  get definition(): FormDefinition {
    this.#definition ??= this.#build()
    return this.#definition
  }

  get index(): FormIndex {
    return formIndexOf(this.definition)
  }

  /** Whether everything that is named is there: rows come to a device page by page, and until the last one there is no index. */
  get isWhole(): boolean {
    const { dimensions, questions } = this.definition
    const there = new Set([...dimensions, ...questions].map(({ id }) => id))
    const named = [
      ...(this.get('outline', this.formId)?.dimensionIds ?? []),
      ...dimensions.flatMap((each) => [...each.subDimensionIds, ...each.questionIds]),
      ...questions.flatMap((each) => [...each.block, ...each.dependent]),
    ]
    return named.every((id) => there.has(id))
  }

  #build(): FormDefinition {
    const dimensions: Dimension[] = []
    const questions: Question[] = []
    const seen = new Set<string>()
    const walkQuestion = (id: QuestionId): void => {
      const row = this.get('question', id)
      if (!row || seen.has(id)) return
      seen.add(id)
      questions.push(questionOf(row))
      for (const inner of row.block) walkQuestion(inner)
      for (const dependent of row.dependent) walkQuestion(dependent)
    }
    const walkDimension = (id: DimensionId): void => {
      const row = this.get('dimension', id)
      if (!row || seen.has(`dimension ${id}`)) return
      seen.add(`dimension ${id}`)
      dimensions.push(dimensionOf(row))
      for (const sub of row.subDimensionIds) walkDimension(sub)
      for (const question of row.questionIds) walkQuestion(question)
    }
    for (const id of this.get('outline', this.formId)?.dimensionIds ?? []) walkDimension(id)
    walkDimension(surveyDimensionId)
    const header = this.get('form', this.formId)
    const byId = new Map(questions.map((each) => [each.id, each]))
    const alerts = (this.get('outline', this.formId)?.alerts ?? [])
      .map(({ by: _by, at: _at, ...alert }): Alert => alert)
      .filter((alert) => canAlert((id) => byId.get(id), alert))
    return {
      versionId: header?.versionId ?? this.formId,
      formId: this.formId,
      name: header?.name ?? '',
      dimensions,
      questions,
      ...(alerts.length > 0 && { alerts }),
    }
  }
}

const questionOf = ({ marks: _marks, removed: _removed, behind: _behind, ...question }: QuestionRow): Question => question
const dimensionOf = ({ marks: _marks, removed: _removed, behind: _behind, ...dimension }: DimensionRow): Dimension => dimension

/** The rows of a questionnaire, from one that is written as a whole. */
export function rowsOfDefinition({ formId, dimensions, questions, alerts = [] }: FormDefinition): Change[] {
  const scope = questionnaireScope(formId)
  const at = { scope, part: '' }
  const top = dimensions.filter((each) => each.parentId === null && each.id !== surveyDimensionId)
  return [
    {
      ...at,
      table: 'outline',
      id: formId,
      row: {
        formId,
        dimensionIds: top.map((each) => each.id),
        ...(alerts.length > 0 && { alerts: alerts.map((alert) => ({ ...alert, by: systemActor.id, at: '' })) }),
      },
    },
    ...dimensions.map((row): Change => ({ ...at, table: 'dimension', id: row.id, row })),
    ...questions.map((row): Change => ({ ...at, table: 'question', id: row.id, row })),
  ]
}

/** A form's header as a row. */
export const headerChange = (form: FormHeader): Change => ({ scope: formScope(form.id), part: '', table: 'form', id: form.id, row: form })
