import type { Examination, StorageReport } from '#sync/face.ts'
import type { AppFilesState } from '#client/data/app/app-worker.ts'

/** Less room than this keeps few files: a picture of an inspection is some megabytes. */
const littleRoomBytes = 100_000_000
/** A clock that is wrong by less shows the right day and deadline. */
const clockMostMs = 120_000

interface Found {
  readonly files: AppFilesState
  readonly examined: Examination
  readonly report: StorageReport
  /** Whether the next start knows who is signed in. */
  readonly remembered: boolean
}

/** One thing that a start and work without a network rest on. bad: without it there is none. weak: it may not last, or not do for all. */
export type Check = { readonly state: 'good' | 'weak' | 'bad' } & (
  | { readonly what: 'files'; readonly files: AppFilesState }
  | { readonly what: 'session' | 'disk' | 'rows' | 'kept' }
  | { readonly what: 'forms'; readonly lacking: number }
  | { readonly what: 'room'; readonly freeBytes: number }
  /** Positive: the device's clock is behind. */
  | { readonly what: 'clock'; readonly behindMs: number }
)

/** What a device was found to have for work without a network, what is wrong first within each kind (NV6). */
export function deviceChecks({ files, examined, report, remembered }: Found): readonly Check[] {
  const { keeps, hasRows, lackingForms, clockOffsetMs } = examined
  const freeBytes = report.quotaBytes - report.usageBytes
  const checks: Check[] = [
    { what: 'files', files, state: files.kind === 'whole' ? 'good' : 'bad' },
    { what: 'disk', state: keeps ? 'good' : 'bad' },
    ...(remembered ? [] : [{ what: 'session', state: 'bad' } as const]),
    { what: 'rows', state: hasRows ? 'good' : 'bad' },
    ...(hasRows ? [{ what: 'forms', lacking: lackingForms, state: lackingForms === 0 ? 'good' : 'bad' } as const] : []),
    { what: 'kept', state: report.persisted ? 'good' : 'weak' },
    // A browser that does not say how much there is says 0.
    ...(report.quotaBytes > 0 ? [{ what: 'room', freeBytes, state: freeBytes < littleRoomBytes ? 'weak' : 'good' } as const] : []),
    ...(clockOffsetMs === null
      ? []
      : [{ what: 'clock', behindMs: clockOffsetMs, state: Math.abs(clockOffsetMs) > clockMostMs ? 'weak' : 'good' } as const]),
  ]
  const rank = { bad: 0, weak: 1, good: 2 } as const
  return checks.toSorted((one, other) => rank[one.state] - rank[other.state])
}

/** Whether the device would open and keep what is written, without a network. */
export const isReady = (checks: readonly Check[]): boolean => checks.every(({ state }) => state !== 'bad')
