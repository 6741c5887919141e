import { newTrace, type Trace } from '#shared/kernel/trace.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Log } from './server.ts'

/**
 * What a piece of work belongs to, held beside the work rather than handed on: whatever a request causes, down to the letter that a
 * transaction writes, is told by its trace, and no function in between has a word for it.
 */
const held = new AsyncLocalStorage<Trace>()

/** Bytes of a span's id. */
const spanBytes = 8

/** The trace of what runs now; undefined where nobody asked for it. */
export const currentTrace = (): Trace | undefined => held.getStore()

/** Runs work as a step of a trace: of one that came along, or else of a new one. */
export const inTrace = <T>(trace: string | null | undefined, work: () => T): T => held.run(stepOf(trace), work)

/** A new step of a trace, or the first one of a new trace. */
export function stepOf(trace: string | null | undefined): Trace {
  if (trace) return { trace, span: randomBytes(spanBytes).toString('hex') }
  return newTrace(() => randomUUID())
}

/** A log whose lines say to which trace they belong. */
export function traced(log: Log): Log {
  const named = (data: object): object => {
    const step = currentTrace()
    return step ? { ...data, trace: step.trace, span: step.span } : data
  }
  return {
    info: (data, message) => log.info(named(data), message),
    error: (data, message) => log.error(named(data), message),
  }
}
