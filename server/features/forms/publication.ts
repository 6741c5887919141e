import { systemActor } from '#shared/access/actor.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { FormId, FormVersionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { Questionnaire, rowsOfDefinition } from '#shared/questionnaire.ts'
import { sameField } from '#shared/questionnaires/editing.ts'
import { createHash } from 'node:crypto'
import type { Tx } from '../../db/open.ts'
import type { Server } from '../../server.ts'
import { inOne, Refusal } from '../../sync/batch.ts'
import { changeForm, type OwnKey, type Wanted } from '../../sync/perform.ts'
import { definitionOf, storeDefinition, structureDigest } from '../../world/definitions.ts'
import { questionnaireIn } from '../../world/questionnaires.ts'
import { versionsOf } from '../../world/store.ts'

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** The version that a questionnaire would be now; its id is what is in it, so that the same twice is one. */
function versionOf(state: Questionnaire): { readonly definition: FormDefinition; readonly structure: string } {
  const { versionId: _former, ...content } = state.definition
  return { definition: { ...content, versionId: `v-${digestOf(JSON.stringify(content))}` }, structure: structureDigest(content) }
}

/** Whether a stored version says what a questionnaire says now, in whatever order its rows were written. */
async function saysTheSame(tx: Tx, versionId: FormVersionId, wanted: FormDefinition): Promise<boolean> {
  const stored = await definitionOf(tx, versionId)
  if (!stored) return false
  const taken = new Questionnaire(stored.formId)
  for (const { table, id, row } of rowsOfDefinition(stored)) taken.set(table, id, row)
  return sameField({ ...taken.definition, name: stored.name, versionId: '' }, { ...wanted, versionId: '' })
}

/** A form whose questions are to be published, out of which state of them. */
interface Publishing {
  readonly definition: FormDefinition
  readonly structure: string
  /** Version of the questionnaire's scope. */
  readonly from: number
  /** The version that stands says the same already. */
  readonly stands: boolean
}

async function publishingOf(tx: Tx, formId: FormId): Promise<Publishing | undefined> {
  const state = await questionnaireIn(tx, formId)
  if (!state.form) return undefined
  const { definition, structure } = versionOf(state)
  const from = (await versionsOf(tx, [state.scope])).get(state.scope) ?? 0
  const stands = state.form.versionId === definition.versionId || (await saysTheSame(tx, state.form.versionId, definition))
  return { definition, structure, from, stands }
}

interface Publication {
  /** Who asks; the platform itself unless it is said. */
  readonly userId?: string | undefined
  readonly beside?: readonly Wanted[] | undefined
  /** The call, where it brought a key of its own. */
  readonly own?: OwnKey | undefined
}

/**
 * Publishes a form's questions as they are now, and does what is wanted beside in the same transaction. What says the same already
 * makes no version. Fails: not_found; unavailable when the questions changed while they were read, so that it is to be asked again;
 * and with what the changes say.
 */
export async function publish(
  server: Server,
  formId: FormId,
  { userId = systemActor.id, beside = [], own }: Publication = {},
): Promise<Result<FormVersionId>> {
  const found = await server.db.read((tx) => publishingOf(tx, formId))
  if (!found) return { ok: false, failure: failure('not_found') }
  const { definition, structure, from, stands } = found
  const { versionId } = definition
  const asked: Wanted[] = [...(stands ? [] : [{ name: 'form.publish', args: { versionId, structure } }]), ...beside]
  const also = async (tx: Tx): Promise<void> => {
    const scope = questionnaireScope(formId)
    // Somebody wrote between the reading and this transaction: what would be stored is not what stands.
    const now = await questionnaireIn(tx, formId)
    if (versionOf(now).definition.versionId !== versionId) throw new Refusal(failure('unavailable', { seconds: 1 }))
    await tx.q
      .updateTable('form')
      .set({ published: beside.length === 0 ? from : ((await versionsOf(tx, [scope])).get(scope) ?? from) })
      .where('id', '=', formId)
      .execute()
  }
  if (asked.length === 0) {
    const written = await inOne(server.db, also)
    return written.ok ? done(versionId) : written
  }
  // Whoever counts in this transaction counts with the version that the header names.
  const ahead = stands ? undefined : (tx: Tx): Promise<void> => keep(tx, definition, server.now())
  const changed = await changeForm(server, { userId, formId, asked, own, ahead, also })
  return changed.ok ? done(versionId) : changed
}

async function keep(tx: Tx, definition: FormDefinition, now: Instant): Promise<void> {
  if (await definitionOf(tx, definition.versionId)) return
  const stored = await storeDefinition(tx, definition, now)
  if (!stored.ok) throw new Refusal(stored.failure)
}
