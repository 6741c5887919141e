import { askHelp } from '#shared/help/mutations.ts'
import { isOnBehalf } from '#shared/impersonation/rules.ts'
import { systemActor, type Actor } from '#shared/access/actor.ts'
import type { FormId, InstitutionId, UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { auditRows } from '../db/tables.ts'
import type { Tx } from '../db/open.ts'
import type { AuditTable, SyncMutationTable } from '../db/schema.ts'
import { digestOf, headOf, sealOf } from './chain.ts'

/** Something that somebody did, as the audit tells it. */
export interface Act {
  /** What was done: a mutation's name, or one of the acts that are none. */
  readonly kind: string
  /** Who did it; '' for who is nobody here. */
  readonly actorId: UserId
  /** The institution in whose place it was done. */
  readonly onBehalfOf?: InstitutionId | null | undefined
  readonly formId?: FormId | null | undefined
  readonly institutionId?: InstitutionId | null | undefined
  /** Whom or what it was done to. */
  readonly subjectId?: string | null | undefined
  /** Ids, codes and figures: never what anybody wrote, nor a secret. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>> | undefined
  readonly at: Instant
}

/** Longest id that is noted: what a device names may be of any length. */
const idMaxLength = 200

/** Adds one act to the audit, in the transaction that does it, so that there is not the one without the other (AU1). */
export const noteAct = async (tx: Tx, act: Act): Promise<void> => void (await noteActs(tx, [act]))

/** The same for several, in their order; returns the number of the last, 0 for none. Whoever else adds to the audit waits for the end of the transaction: it is its last step. */
export async function noteActs(tx: Tx, acts: readonly Act[]): Promise<number> {
  if (acts.length === 0) return 0
  const head = await headOf(tx, 'write')
  const rows: AuditTable[] = []
  let previous = head.digest
  for (const [position, act] of acts.entries()) {
    const row = {
      n: head.n + position + 1,
      at: act.at,
      epoch: head.epoch,
      kind: bounded(act.kind),
      actor_id: kept(act.actorId),
      on_behalf_of: orNull(act.onBehalfOf, kept),
      form_id: orNull(act.formId, kept),
      institution_id: orNull(act.institutionId, kept),
      subject_id: orNull(act.subjectId, bounded),
      detail: JSON.stringify(act.detail ?? {}),
    }
    const digest = digestOf(row, previous)
    rows.push({ ...row, previous, digest })
    previous = digest
  }
  await tx.bulk.insert(auditRows, rows)
  const n = head.n + rows.length
  await tx.q
    .updateTable('audit_head')
    .set({ n, digest: previous, seal: sealOf(head.secret, n, previous) })
    .where('id', '=', 1)
    .execute()
  return n
}

/** What both databases keep of it as it is, so that a digest of it is a digest of what is stored: no NUL, no half of a surrogate pair. */
const kept = (text: string): string => text.replaceAll('\0', '').toWellFormed()
const bounded = (text: string): string => kept(text.slice(0, idMaxLength))
const orNull = (text: string | null | undefined, made: (text: string) => string): string | null =>
  text === undefined || text === null ? null : made(text)

/** What people of institutions do that no history of theirs tells, once it stands: they ask the lab for help (HE8). */
const toldOfInstitutions: ReadonlySet<string> = new Set([askHelp.name])
const aboutSchema = v.object({ institutionId: v.nullable(v.string()), formId: v.nullable(v.string()) })

const madeSchema = v.looseObject({ userId: v.string() })

/** What an entry is about. Of a new account the address is not said, for nothing leaves the audit: whom it made, where it was made. */
function subjectOf({ entity, answer }: SyncMutationTable): string | null {
  if (entity === null || !entity.includes('@')) return entity
  const made = v.safeParse(madeSchema, JSON.parse(answer ?? '{}'))
  return made.success ? `person:${made.output.userId}` : 'person'
}

/** What the audit tells of ledger entries: all of the lab's, and of an institution's people what is said above (AU2). */
export function actsOf(actor: Actor, entries: readonly SyncMutationTable[]): Act[] {
  if (actor.id === systemActor.id) return []
  if (actor.kind === 'Institutional') {
    const told = entries.filter(({ name, disposition }) => toldOfInstitutions.has(name) && disposition === 'applied')
    return told.map((entry) => {
      const { institutionId, formId } = v.parse(aboutSchema, JSON.parse(entry.answer ?? '{}'))
      return { kind: entry.name, actorId: actor.id, formId, institutionId, detail: { mid: entry.mid }, at: entry.received_at }
    })
  }
  return entries.map((entry) => {
    const scope = parseScope(entry.scope)
    const institutionId = scope && 'institutionId' in scope ? scope.institutionId : null
    return {
      kind: entry.name,
      actorId: actor.id,
      onBehalfOf: actor.kind === 'Administrator' && isOnBehalf(entry.name) && entry.code !== 'impersonation_missing' ? institutionId : null,
      formId: scope && 'formId' in scope ? scope.formId : null,
      institutionId,
      subjectId: subjectOf(entry),
      detail: {
        mid: entry.mid,
        disposition: entry.disposition,
        code: entry.code,
        // What was asked for is in the ledger; that it is still the same can be proved.
        asked: createHash('sha256').update(entry.args).digest('hex'),
        ...(entry.occurred_at !== null && entry.occurred_at !== entry.received_at ? { occurredAt: entry.occurred_at } : {}),
      },
      at: entry.received_at,
    }
  })
}
