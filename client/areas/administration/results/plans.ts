import type { ResultState } from '#shared/results/routes.ts'

/** What is kept and not shown to its institution yet. */
export const isToPublish = ({ state }: Pick<ResultState, 'state'>): boolean => state === 'calculated' || state === 'newer'

/** What publishing some institutions does, told before it is done. */
export function publishPlan(chosen: readonly ResultState[]) {
  const ready = chosen.filter(isToPublish)
  return {
    ready,
    /** Chosen, and left as they are. */
    skipped: chosen.length - ready.length,
    /** Those whose new result visitors see as well: they were shown to them before. */
    public: ready.filter(({ seenByVisitors }) => seenByVisitors),
    /** Those whose report says nothing but the form's texts. */
    unwritten: ready.filter(({ written }) => written === 0).length,
    /** Snapshots that were seen here, by institution: what somebody else works out meanwhile is not published unseen. */
    snapshots: Object.fromEntries(
      ready.flatMap(({ institutionId, snapshotId }) => (snapshotId === null ? [] : [[institutionId, snapshotId]])),
    ),
  }
}

/** Of some institutions those that are published as they were worked out last: another calculation of them needs a reason (RS12). */
export const needingReason = (chosen: readonly ResultState[]): number => chosen.filter(({ state }) => state === 'published').length
