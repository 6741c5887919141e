import { failure } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { PushReply, PushRequest } from '#shared/protocol/push.ts'
import { minSchemaVersion, protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import type { Session } from '../http/session.ts'
import type { Execute } from './execute.ts'
import { isNotable, wireResult } from './ledger.ts'

export interface PushDeps {
  readonly execute: Execute
  readonly epoch: string
  readonly now: () => string
}

/** Takes one push (sync.md §2.2). Its envelope is refused for bookkeeping only; a mutation never refuses the ones beside it. */
export async function push(deps: PushDeps, session: Session, request: PushRequest): Promise<Result<PushReply>> {
  const outdated = versionFailure(request)
  if (outdated) return { ok: false, failure: outdated }
  if (request.epoch !== null && request.epoch !== deps.epoch) return { ok: false, failure: failure('epoch_changed') }
  if (request.mutations.some(holdsNul)) return { ok: false, failure: failure('malformed', { field: 'mutations' }) }
  const executed = await deps.execute({
    device: { id: request.deviceId, app: request.app, schema: request.schema, pending: request.pending },
    userId: session.user.id,
    asked: request.mutations,
    door: 'sync',
  })
  if (!executed.ok) return executed
  return {
    ok: true,
    value: {
      epoch: deps.epoch,
      lastSeq: executed.value.lastSeq,
      serverTime: deps.now(),
      minSchema: minSchemaVersion,
      results: executed.value.results.filter(isNotable).map(wireResult),
    },
  }
}

/** Why this program and that one cannot talk; undefined when they can. */
export function versionFailure(request: { readonly protocol: number; readonly schema: number }): ReturnType<typeof failure> | undefined {
  if (request.protocol > protocolVersion || request.schema > schemaVersion) return failure('server_too_old')
  if (request.protocol < protocolVersion || request.schema < minSchemaVersion) return failure('client_too_old')
  return undefined
}

/** PostgreSQL's text has no NUL; a key that holds one was not made by any client. */
const holdsNul = (mutation: PushRequest['mutations'][number]): boolean =>
  [mutation.mid, mutation.n, mutation.s, mutation.t, mutation.b ?? '', mutation.l ?? ''].some((text) => text.includes('\0'))
