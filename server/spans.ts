import { currentTrace, stepOf } from './trace.ts'
import type { SpansConfig } from './config.ts'
import type { Trace } from '#shared/kernel/trace.ts'

/** A step that has ended: what it was, when, and how it went. Names, codes and ids; never what anybody wrote. */
export interface Span {
  readonly step: Trace
  /** The step that asked for it, where that said so. */
  readonly parent?: string | undefined
  /** A route's name, or a job's. */
  readonly name: string
  readonly kind: 'server' | 'internal'
  /** Milliseconds since 1970. */
  readonly startMs: number
  readonly endMs: number
  readonly failed: boolean
  readonly attributes: Readonly<Record<string, string | number>>
}

/** Hears of every step that ended. */
export interface Spans {
  ended(span: Span): void
}

export const noSpans: Spans = { ended: () => undefined }

/** Milliseconds since 1970 of a clock that nobody sets meanwhile. */
export const spanNow = (): number => performance.timeOrigin + performance.now()

/** Runs work as a step of its own, of the trace that runs now. */
export async function asSpan<T>(
  spans: Spans,
  { name, attributes = {} }: { readonly name: string; readonly attributes?: Span['attributes'] },
  work: () => Promise<T>,
): Promise<T> {
  const startMs = spanNow()
  const around = currentTrace()
  const step = around ?? stepOf(null)
  let failed = true
  try {
    const value = await work()
    failed = false
    return value
  } finally {
    spans.ended({ step, name, kind: 'internal', startMs, endMs: spanNow(), failed, attributes })
  }
}

/** So many are sent together at most, and so many wait: beyond that they are dropped and counted. */
const togetherMost = 256
const waitingMost = 4_096
const everyMs = 2_000
/** A collector that does not answer in this time has not got them. */
const patienceMs = 5_000
const closeMs = 1_000

/** Sends spans to a collector, and never holds anything up for it. */
export interface SpanWriter extends Spans {
  sent(): number
  /** Those that no collector got: too many waited, or it did not take them. */
  dropped(): number
  /** Sends what waits, within a time, and ends. */
  close(): Promise<void>
}

interface WriterOptions {
  readonly config: SpansConfig
  readonly version: string
  readonly fetch?: typeof fetch | undefined
}

/**
 * OTLP over HTTP as JSON, the form that every collector of OpenTelemetry takes at `/v1/traces` (OX10). What a collector refuses or does not
 * hear is not sent again: a trace is worth less than the memory that would wait for it.
 */
export function openSpans({ config, version, fetch: send = fetch }: WriterOptions): SpanWriter {
  let waiting: Span[] = []
  let sent = 0
  let dropped = 0
  let sending: Promise<void> | undefined
  const post = async (spans: readonly Span[], signal: AbortSignal): Promise<boolean> => {
    try {
      const reply = await send(`${config.endpoint}/v1/traces`, {
        method: 'POST',
        headers: { ...config.headers, 'content-type': 'application/json' },
        body: JSON.stringify(otlpOf(spans, version)),
        signal,
        redirect: 'error',
      })
      await reply.arrayBuffer()
      return reply.ok
    } catch {
      // Not there, or too slow: counted below.
      return false
    }
  }
  const ending = new AbortController()
  const flush = async (): Promise<void> => {
    while (waiting.length > 0 && !ending.signal.aborted) {
      const spans = waiting.slice(0, togetherMost)
      waiting = waiting.slice(togetherMost)
      if (await post(spans, AbortSignal.any([ending.signal, AbortSignal.timeout(patienceMs)]))) sent += spans.length
      else dropped += spans.length
    }
  }
  const begin = (): Promise<void> => (sending ??= flush().finally(() => (sending = undefined)))
  const timer = setInterval(() => void begin(), everyMs)
  timer.unref()
  return {
    ended: (span) => {
      if (waiting.length >= waitingMost) {
        dropped += 1
        return
      }
      waiting.push(span)
      if (waiting.length >= togetherMost) void begin()
    },
    sent: () => sent,
    dropped: () => dropped,
    close: async () => {
      clearInterval(timer)
      const late = setTimeout(() => ending.abort(), closeMs)
      await begin()
      clearTimeout(late)
      dropped += waiting.length
      waiting = []
    },
  }
}

const kinds = { internal: 1, server: 2 } as const

/** The body of one sending. Times are nanoseconds in decimal digits, as JSON's numbers are too small for them. */
export function otlpOf(spans: readonly Span[], version: string): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'iip', 'service.version': version, 'process.pid': process.pid }) },
        scopeSpans: [
          {
            scope: { name: 'iip', version },
            spans: spans.map((span) => ({
              traceId: span.step.trace,
              spanId: span.step.span,
              ...(span.parent === undefined ? {} : { parentSpanId: span.parent }),
              name: span.name,
              kind: kinds[span.kind],
              startTimeUnixNano: nanosOf(span.startMs),
              endTimeUnixNano: nanosOf(span.endMs),
              attributes: attributesOf(span.attributes),
              status: span.failed ? { code: 2 } : {},
            })),
          },
        ],
      },
    ],
  }
}

const nanosOf = (ms: number): string => (BigInt(Math.round(ms * 1_000)) * 1_000n).toString()

const attributesOf = (values: Readonly<Record<string, string | number>>): object[] =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string' ? { stringValue: value } : Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value },
  }))
