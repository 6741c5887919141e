import * as v from 'valibot'

/** Values up to which every fault of what somebody sent is looked for. */
const looksAtMost = 2000

/**
 * What a schema makes of what somebody sent. Of something small every fault is looked for, because a union finds the right message only so;
 * of anything larger the first fault is enough, because each one costs an object.
 */
export function parsedAs<Schema extends v.GenericSchema>(schema: Schema, sent: unknown): v.SafeParseResult<Schema> {
  const parsed = v.safeParse(schema, sent, { abortEarly: true })
  return parsed.success || !isSmall(sent) ? parsed : v.safeParse(schema, sent)
}

function isSmall(sent: unknown): boolean {
  let left = looksAtMost
  const open = [sent]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === null || typeof next !== 'object') continue
    const inner: readonly unknown[] = Array.isArray(next) ? next : Object.values(next)
    left -= inner.length
    if (left < 0) return false
    // One at a time: a list is not spread into arguments.
    for (const each of inner) if (each !== undefined) open.push(each)
  }
  return true
}
