import { parsedAs } from '#shared/kernel/parsed.ts'
import { failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import {
  mutationMaxCharacters,
  mutationMaxDepth,
  wireMutationSchema,
  wholeSchema,
  type PushEnvelope,
  type PushReply,
} from '#shared/protocol/push.ts'
import { minSchemaVersion, protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import * as v from 'valibot'
import { isWithinDepth, jsonTextOf } from '../http/json.ts'
import type { Session } from '../http/session.ts'
import type { Database } from '../db/open.ts'
import type { Asked } from './batch.ts'
import { openCursor } from './cursor.ts'
import type { Epochs } from './epoch.ts'
import type { Execute } from './execute.ts'
import { areForNewer } from './known-mutations.ts'
import { isNotable, midAt, wireResult } from './ledger.ts'

export interface PushDeps {
  readonly db: Database
  readonly execute: Execute
  readonly epochs: Epochs
  readonly secret: string
  readonly now: () => string
}

/** Takes one push. Its envelope is refused for bookkeeping only; a mutation never refuses the ones beside it. */
export async function push(deps: PushDeps, session: Session, request: PushEnvelope): Promise<Result<PushReply>> {
  const outdated = versionFailure(request)
  if (outdated) return { ok: false, failure: outdated }
  const cursor = request.cursor ? openCursor(deps.secret, request.cursor) : undefined
  const own = cursor?.u === session.user.id ? cursor : undefined
  const epoch = await deps.epochs.proven(own)
  if (request.epoch !== null && request.epoch !== epoch) return { ok: false, failure: failure('epoch_changed') }
  const asked = askedIn(request.mutations)
  if (!asked.ok) return asked
  if (await areForNewer(deps.db, asked.value)) return { ok: false, failure: failure('server_too_old') }
  const executed = await deps.execute({
    device: { id: request.deviceId, app: request.app, schema: request.schema, pending: request.pending },
    userId: session.user.id,
    known: own ? { deviceId: own.d ?? request.deviceId, contactAt: own.l ?? null } : undefined,
    asked: asked.value,
    after: request.after ?? undefined,
    door: 'sync',
  })
  if (!executed.ok) return executed
  const { lastSeq } = executed.value
  const ledger = { userId: session.user.id, deviceId: request.deviceId }
  return done({
    epoch,
    lastSeq,
    ...(asked.value.length === 0 ? { lastMid: await deps.db.read((tx) => midAt(tx, ledger, lastSeq)) } : {}),
    serverTime: deps.now(),
    minSchema: minSchemaVersion,
    results: executed.value.results.filter(isNotable).map(wireResult),
  })
}

/** Why this program and that one cannot talk; undefined when they can. */
export function versionFailure(request: { readonly protocol: number; readonly schema: number }): ReturnType<typeof failure> | undefined {
  if (request.protocol > protocolVersion || request.schema > schemaVersion) return failure('server_too_old')
  if (request.protocol < protocolVersion || request.schema < minSchemaVersion) return failure('client_too_old')
  return undefined
}

const sequenced = v.object({ seq: v.pipe(wholeSchema, v.minValue(1)) })
const named = v.object({ mid: wireMutationSchema.entries.mid })

/**
 * Mutations of a push, each read by itself: one that has not the shape of a mutation takes its place in the order, as what it
 * is. Fails: malformed, with the place of the first whose sequence neither it nor its neighbours tell.
 */
function askedIn(given: readonly unknown[]): Result<Asked[]> {
  const seqs = given.map((each) => {
    const parsed = v.safeParse(sequenced, each)
    return parsed.success ? parsed.output.seq : undefined
  })
  const first = seqs.findIndex((seq) => seq !== undefined)
  const base = (seqs[first] ?? 0) - first
  if (given.length > 0 && (first < 0 || base < 1)) return { ok: false, failure: failure('malformed', { field: 'mutations.0.seq' }) }
  return done(given.map((each, at) => askedFrom(each, seqs[at] ?? base + at)))
}

function askedFrom(given: unknown, seq: number): Asked {
  const parsed = isWithinDepth(given, mutationMaxDepth + 1) ? parsedAs(wireMutationSchema, given) : undefined
  const text = parsed?.success ? JSON.stringify(parsed.output.a ?? null) : jsonTextOf(given)
  if (parsed?.success && text.length <= mutationMaxCharacters) return { ...parsed.output, seq, text }
  const mid = v.safeParse(named, given)
  const code = parsed?.success ? 'too_large' : 'malformed'
  return {
    seq,
    mid: mid.success ? mid.output.mid : '',
    n: parsed?.success ? parsed.output.n : '',
    v: parsed?.success ? parsed.output.v : 0,
    s: parsed?.success ? parsed.output.s : '',
    a: null,
    t: parsed?.success ? parsed.output.t : '',
    spoiled: { text, code },
  }
}
