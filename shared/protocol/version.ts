import { parseScope, type Scope } from './scope.ts'

/**
 * Version of what crosses the wire in sync. Append-only history:
 * 1: push, pull, events, resumable attachments.
 */
export const protocolVersion = 1
/**
 * Version of the mutation catalogue and the synced rows.
 * 1: first. 2: overviews; institutions come whole to the lab when they are opened, before it all of them did; questionnaires; notices; answers of an
 *    earlier form, to the lab and to the institution itself.
 */
export const schemaVersion = 2
/** First schema whose devices ask for what the lab opens. */
export const openingSchema = 2
/** Oldest schema whose pushes the server still takes. */
export const minSchemaVersion = 1

/** Schema since which devices read a kind of scope; whatever is not named, since the first. */
const readSince: Readonly<Partial<Record<Scope['kind'], number>>> = {
  overview: 2,
  questionnaire: 2,
  own: 2,
  former: 2,
  before: 2,
  notes: 2,
}

/** Whether a device of a schema knows what is in a scope: no other is sent to it. */
export function readsScope(schema: number, scope: string): boolean {
  const parsed = parseScope(scope)
  return parsed !== undefined && schema >= (readSince[parsed.kind] ?? 1)
}
