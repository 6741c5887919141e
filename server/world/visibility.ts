import { belongsTo, type Actor } from '#shared/access/actor.ts'
import { reaches, visibleScopes, type Participation } from '#shared/access/visibility.ts'
import { receivedParts } from '#shared/assignments/rules.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { parseScope, questionnaireScope } from '#shared/protocol/scope.ts'
import { readsScope, schemaVersion } from '#shared/protocol/version.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { WorldKey, WorldStore } from './store.ts'

/** Parts of a scope that somebody receives: all, or '' (everybody's) and these sub-dimensions. */
export type Parts = '*' | readonly string[]

/** What comes whole to one who reaches it, unless something narrower is said: everything. */
const everything = (participations: readonly Participation[]): readonly Participation[] => participations

/** Every scope that a person hears of: what they receive something of, without the parts. Nothing is opened for it. */
export async function scopesOfActor(tx: Tx, actor: Actor): Promise<readonly string[]> {
  const participations = await participationsOf(tx, actor)
  const forms = await formsOf(tx, actor)
  return [...visibleScopes(actor, participations, participations, { forms, opened: forms })]
}

/** A scope that a person receives something of, and the world that tells which parts; none where everything of it comes. */
export interface Received {
  readonly scope: string
  readonly toldBy: WorldKey | undefined
}

/**
 * Every scope that a person receives something of on a device of some schema. `carried`: what of their participations comes whole;
 * `opened`: scopes that were opened on the device.
 */
export async function receivedBy(
  tx: Tx,
  actor: Actor,
  schema: number = schemaVersion,
  carried: (participations: readonly Participation[]) => readonly Participation[] = everything,
  opened: ReadonlySet<string> = new Set(),
): Promise<Received[]> {
  const participations = await participationsOf(tx, actor)
  const forms = await formsOf(tx, actor)
  const worked = forms.filter((id) => opened.has(questionnaireScope(id)))
  return visibleScopes(actor, participations, carried(participations), { forms, opened: worked }).flatMap((scope): Received[] => {
    if (!readsScope(schema, scope)) return []
    const parsed = parseScope(scope)
    const isPartly = (parsed?.kind === 'inst' || parsed?.kind === 'before') && actor.kind !== 'Administrator'
    return [{ scope, toldBy: isPartly ? parsed : undefined }]
  })
}

/** Parts of the scopes that a person receives, in the same snapshot. `versions`: of the scopes of the worlds that tell them, where they are known. */
export async function partsOf(
  tx: Tx,
  worlds: WorldStore,
  actor: Actor,
  now: Instant,
  received: readonly Received[],
  versions?: ReadonlyMap<string, number>,
): Promise<Map<string, Parts>> {
  const found = new Map<string, Parts>()
  for (const { scope, toldBy } of received) {
    const world = toldBy && (await worlds.read(tx, toldBy, versions))
    if (!toldBy) found.set(scope, '*')
    else if (world) found.set(scope, receivedParts(world, actor, now))
  }
  return found
}

/** Every scope that a person receives now, with its parts, in one snapshot. */
export const visibilityOf = async (tx: Tx, worlds: WorldStore, actor: Actor, now: Instant): Promise<Map<string, Parts>> =>
  partsOf(tx, worlds, actor, now, await receivedBy(tx, actor))

/** Forms of which a person receives the header though nobody of theirs takes part: an administrator's, all that there are. */
async function formsOf(tx: Tx, actor: Actor): Promise<FormId[]> {
  if (actor.kind !== 'Administrator') return []
  const rows = await tx.q.selectFrom('form').select('id').where('removed', '=', 0).orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** Forms that are looked at: those that are enabled, or all that were not deleted, which is for calls of administrators alone. */
export type Shown = 'enabled' | 'any'
const conditions = { enabled: { column: 'form.enabled', is: 1 }, any: { column: 'form.removed', is: 0 } } as const

/** Institutions to which somebody belongs. */
const placesOf = ({ institutionId, institutionIds }: Actor): readonly string[] =>
  institutionIds ?? (institutionId === null ? [] : [institutionId])

/** Participations in forms that the person reaches. */
export async function participationsOf(tx: Tx, actor: Actor, shown: Shown = 'enabled'): Promise<Participation[]> {
  const all = tx.q
    .selectFrom('participant')
    .innerJoin('form', 'form.id', 'participant.form_id')
    .select(['participant.institution_id', 'participant.form_id', 'participant.evaluator_id'])
    .where(conditions[shown].column, '=', conditions[shown].is)
  const query =
    actor.kind === 'Administrator'
      ? all
      : actor.kind === 'Evaluator'
        ? all.where('participant.evaluator_id', '=', actor.id)
        : all.where(oneOf(tx.kind, 'participant.institution_id', placesOf(actor)))
  const rows = await query.orderBy('participant.form_id').orderBy('participant.institution_id').execute()
  return rows
    .map((row) => ({ institutionId: row.institution_id, formId: row.form_id, evaluatorId: row.evaluator_id }))
    .filter((participation) => reaches(actor, participation))
}

/** Who takes part and who evaluates, in a form that is looked at; undefined when nobody does. */
export async function participationIn(
  tx: Tx,
  { institutionId, formId }: WorldKey,
  shown: Shown = 'enabled',
): Promise<Participation | undefined> {
  const row = await tx.q
    .selectFrom('participant')
    .innerJoin('form', 'form.id', 'participant.form_id')
    .select('participant.evaluator_id')
    .where('participant.institution_id', '=', institutionId)
    .where('participant.form_id', '=', formId)
    .where(conditions[shown].column, '=', conditions[shown].is)
    .executeTakeFirst()
  return row && { institutionId, formId, evaluatorId: row.evaluator_id }
}

/** Of these worlds those that a person has business in: they reach them now, or evaluated them before. */
export async function reachedOf(tx: Tx, actor: Actor, keys: readonly WorldKey[]): Promise<WorldKey[]> {
  if (actor.kind === 'Administrator') return [...keys]
  if (actor.kind === 'Institutional') return keys.filter((key) => belongsTo(actor, key.institutionId))
  if (keys.length === 0) return []
  const rows = await tx.q.selectFrom('evaluator_once').select(['institution_id', 'form_id']).where('user_id', '=', actor.id).execute()
  return keys.filter((key) => rows.some((row) => row.institution_id === key.institutionId && row.form_id === key.formId))
}
