import { parseDefinition } from '#shared/forms/definition.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import type { FormVersionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import { structureOf } from '#shared/forms/structure.ts'
import { headerChange, rowsOfDefinition } from '#shared/questionnaire.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Change } from '#shared/world.ts'
import { createHash } from 'node:crypto'
import type { Tx } from '../db/open.ts'

/**
 * Stores a version of a questionnaire, once and for ever: the only way into `form_version`, so that what is read out of it needs no
 * parsing. Fails as `parseDefinition` does; nothing is stored then.
 */
export async function storeDefinition(tx: Tx, given: unknown, now: Instant): Promise<Result<FormDefinition>> {
  const parsed = parseDefinition(given)
  if (!parsed.ok) return parsed
  const { versionId, formId } = parsed.value
  await tx.q
    .insertInto('form_version')
    .values({ id: versionId, form_id: formId, definition: JSON.stringify(parsed.value), created_at: now })
    .execute()
  return parsed
}

/** Stores one that the program brings along: a rule that it breaks is a bug. */
export async function storeOwnDefinition(tx: Tx, definition: FormDefinition, now: Instant): Promise<void> {
  const stored = await storeDefinition(tx, definition, now)
  if (!stored.ok) throw new Error(`form ${definition.formId}: ${stored.failure.code} ${JSON.stringify(stored.failure.params)}`)
}

/** A stored version; undefined when there is none of that id. */
export async function definitionOf(tx: Tx, versionId: FormVersionId): Promise<FormDefinition | undefined> {
  const row = await tx.q.selectFrom('form_version').select('definition').where('id', '=', versionId).executeTakeFirst()
  return row && JSON.parse(row.definition)
}

/** What a form that the program brings along is made of: its header, and its questions one by one. */
export const changesOfForm = (header: FormHeader, definition: FormDefinition): Change[] => [
  headerChange({ ...header, structure: structureDigest(definition) }),
  ...rowsOfDefinition(definition),
]

/** What of a questionnaire is counted with, in a few characters. */
export const structureDigest = (definition: Pick<FormDefinition, 'dimensions' | 'questions' | 'alerts'>): string =>
  createHash('sha256').update(structureOf(definition)).digest('base64url').slice(0, 22)
