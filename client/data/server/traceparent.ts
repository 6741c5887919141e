import { newTrace, traceparentOf } from '#shared/kernel/trace.ts'

/** The header by which the server knows what one call belongs to: a new trace for each. */
export const traceparent = (): string => traceparentOf(newTrace(() => crypto.randomUUID()))
