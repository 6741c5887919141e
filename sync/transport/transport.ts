import type { FormDefinition } from '#shared/forms/model.ts'
import type { Poke, PullReply, PullRequest } from '#shared/protocol/pull.ts'
import type { PushReply, PushRequest } from '#shared/protocol/push.ts'
import type { PresentEvent, Standing } from '#shared/presence/model.ts'
import type { CopyLock } from '#shared/unsent/model.ts'

/**
 * How a call ended. `offline`: nothing that can be trusted came back (no network, time out, a portal's page) ·
 * `refused`: the server said no, in its envelope.
 */
export type Reply<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'offline'; readonly reason: string }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string
      readonly params: Readonly<Record<string, string | number>>
      readonly retryAfterMs: number | null
    }

/** A file's standing at the server. */
export type UploadState = { readonly ready: true } | { readonly ready: false; readonly offset: number }

export interface UploadStart {
  readonly id: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly mime: string
}

export interface Transport {
  /** Gives up every call that is under way: the network it went over is gone. The live stream has a signal of its own. */
  hangUp(): void
  /** Says that this very request will be pushed soon, so that it can be packed meanwhile. */
  prepare(request: PushRequest): void
  push(request: PushRequest): Promise<Reply<PushReply>>
  pull(request: PullRequest): Promise<Reply<PullReply>>
  definition(versionId: string): Promise<Reply<FormDefinition>>
  startUpload(upload: UploadStart): Promise<Reply<UploadState>>
  uploadOffset(id: string): Promise<Reply<UploadState>>
  sendPart(id: string, offset: number, bytes: Uint8Array<ArrayBuffer>, sha256: string): Promise<Reply<UploadState>>
  /** Asks for the key to a sealed copy of one's own. */
  openCopy(lock: CopyLock): Promise<Reply<{ readonly contentKey: string }>>
  /** Says where the person is, or that they are nowhere any more. */
  stand(at: Standing | null): Promise<Reply<null>>
  /** Listens until the stream ends or the signal stops it; resolves with why it ended. */
  events(
    signal: AbortSignal,
    heard: {
      readonly opened: () => void
      /** `hearers`: how many devices hear of it at once; undefined where the server does not tell. */
      readonly poke: (poke: Poke, hearers?: number) => void
      readonly beat: () => void
      /** Who else is where the person is. */
      readonly present: (present: PresentEvent) => void
    },
  ): Promise<Reply<null>>
}
