import type { Actor } from '#shared/access/actor.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { WireRow } from '#shared/protocol/pull.ts'
import {
  beforeScope,
  catalogScope,
  evalScope,
  formerScope,
  formScope,
  instScope,
  notesScope,
  orgScope,
  userScope,
} from '#shared/protocol/scope.ts'
import { isOfParticipation, unitOfRow, World, type TableName } from '#shared/world.ts'
import { Live, type LiveOptions, type Pending, type RowChange } from './live.ts'

/** One institution in one form as this device sees it. Its `unit:` topics are of units. */
export class LiveWorld extends Live<'participation'> {
  readonly institutionId: InstitutionId
  readonly formId: FormId
  /** As it stood when its scopes were taken away. */
  #left: World | null = null
  /** As it stands while it is being taken away. */
  #leaving: World | null = null

  constructor(
    index: FormIndex,
    place: { readonly institutionId: InstitutionId; readonly formId: FormId },
    options: LiveOptions<'participation'>,
  ) {
    super(scopesOf(place, options.actor), options, () => new World(index, place.institutionId, place.formId))
    this.institutionId = place.institutionId
    this.formId = place.formId
  }

  /** Whether it is still on this device: its scopes may be taken away while it is open. */
  get isHere(): boolean {
    return this.isWhole(this.confirmed)
  }

  /**
   * Confirmed rows with the pending mutations folded in. Read it anew after each notice: it may be another object. Whoever reads it
   * before they have heard that it was taken away reads it as it stood.
   */
  get world(): World {
    return this.#left ?? this.state
  }

  override rebase(changes: readonly RowChange[], pending: readonly Pending[]): void {
    const goes = changes.some(({ table, row }) => row === null && (table === 'participant' || table === 'institution' || table === 'form'))
    const before = this.state
    this.#leaving = goes ? before : null
    // What follows is written to a copy.
    if (goes && this.isHere) this.remake(() => new World(before.index, this.institutionId, this.formId))
    super.rebase(changes, pending)
  }

  protected override rebased(): void {
    this.#left = this.isHere ? null : (this.#left ?? this.#leaving)
    this.#leaving = null
  }

  /** A person's cards of other institutions are not its own. */
  holds(row: Pick<WireRow, 't' | 'r'>): boolean {
    return isOfParticipation(row.t, row.r, this)
  }

  owns(scope: string): boolean {
    return scope === this.world.scope || scope === this.world.evaluatorScope
  }

  /** Replaces all confirmed rows, and the form's questions when they moved, and folds the pending mutations in again. */
  override load(rows: readonly WireRow[], pending: readonly Pending[], index: FormIndex = this.confirmed.index): void {
    if (index !== this.confirmed.index) this.remake(() => new World(index, this.institutionId, this.formId))
    super.load(rows, pending)
  }

  protected isWhole(world: World): boolean {
    return (
      world.get('participant', this.institutionId) !== undefined &&
      world.get('institution', this.institutionId) !== undefined &&
      world.get('form', this.formId) !== undefined
    )
  }

  protected aboutOf(table: TableName, id: string, row: unknown): string | null {
    return unitOfRow(table, id, row)
  }
}

/** The scopes that a person may see of one institution in one form. */
export function scopesOf(place: { institutionId: InstitutionId; formId: FormId }, actor: Actor): readonly string[] {
  return [
    catalogScope,
    formScope(place.formId),
    orgScope(place.institutionId),
    instScope(place.institutionId, place.formId),
    evalScope(place.institutionId, place.formId),
    formerScope(place.institutionId, place.formId),
    beforeScope(place.institutionId, place.formId),
    notesScope(place.institutionId, place.formId),
    userScope(actor.id),
  ]
}
