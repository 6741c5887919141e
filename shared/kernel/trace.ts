/**
 * A request as it is named from the browser to the jobs that it causes: the trace is of everything that one press brings about, the span of
 * one step of it (W3C Trace Context). Both are random and tell nothing of anybody.
 */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly trace: string
  /** 16 hexadecimal digits. */
  readonly span: string
}

/** So much of a trace's id is read out to whoever helps: enough to find it in a log. */
const spokenDigits = 12

export const spokenTrace = (trace: string): string => trace.slice(0, spokenDigits)

/** The header `traceparent` of a step; the last digits say that it is recorded. */
export const traceparentOf = ({ trace, span }: Trace): string => `00-${trace}-${span}-01`

/** A new trace with its first span, out of random UUIDs: hexadecimal digits that are never all zero. */
export function newTrace(uuid: () => string): Trace {
  const digits = (): string => uuid().replaceAll('-', '')
  return { trace: digits(), span: digits().slice(0, 16) }
}

/** Longest header that is looked at: a later version may say more after what is known. */
const mostCharacters = 512

/** What a header `traceparent` says; undefined when it is not well formed, or names nothing. */
export function traceIn(header: string | null): Trace | undefined {
  if (header === null || header.length > mostCharacters) return undefined
  const [, version, trace, span, rest] = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/.exec(header) ?? []
  if (version === undefined || trace === undefined || span === undefined) return undefined
  if (version === 'ff' || (version === '00' && rest !== undefined) || /^0+$/.test(trace) || /^0+$/.test(span)) return undefined
  return { trace, span }
}
