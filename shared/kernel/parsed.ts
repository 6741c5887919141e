import * as v from 'valibot'

/** Up to this size every fault of what somebody sent is looked for; an entry of a list counts twice. */
const looksAtMost = 4000

/**
 * What a schema makes of what somebody sent. Of something small every fault is looked for, because a union finds the right message only so;
 * of anything larger the first fault is enough, because each one costs an object. `sent`: of JSON, no deeper than a call may be.
 */
export function parsedAs<Schema extends v.GenericSchema>(schema: Schema, sent: unknown): v.SafeParseResult<Schema> {
  const parsed = v.safeParse(schema, sent, { abortEarly: true })
  if (parsed.success) return parsed
  let left = looksAtMost
  // A list is counted before it is entered, and nothing is entered after the last that counts.
  JSON.stringify(sent, (_, each: unknown) => ((left -= Array.isArray(each) ? each.length + 1 : 1) > 0 ? each : 0))
  return left > 0 ? v.safeParse(schema, sent) : parsed
}
