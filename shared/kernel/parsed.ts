import * as v from 'valibot'

/** Values up to which every fault of what somebody sent is looked for. */
const looksAtMost = 2000

/**
 * What a schema makes of what somebody sent. Of something small every fault is looked for, because a union finds the right message only so;
 * of anything larger the first fault is enough, because each one costs an object. `sent`: of JSON, no deeper than a call may be.
 */
export function parsedAs<Schema extends v.GenericSchema>(schema: Schema, sent: unknown): v.SafeParseResult<Schema> {
  const parsed = v.safeParse(schema, sent, { abortEarly: true })
  if (parsed.success) return parsed
  let left = looksAtMost
  // Visits every value, and nothing inside what comes after the last that counts.
  JSON.stringify(sent, (_, each: unknown) => ((left -= 1) > 0 ? each : 0))
  return left > 0 ? v.safeParse(schema, sent) : parsed
}
