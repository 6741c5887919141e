import { useMemo } from 'react'
import { overviewShape, type Overview } from '#shared/evaluations/model.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { instScope, parseScope } from '#shared/protocol/scope.ts'
import type { Engine } from '#sync/face.ts'
import { useEngine, useTopic } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { useWorlds } from '#client/data/world/use-worlds.ts'
import { overviewsWith } from './overviews-with.ts'

/** An institution of a list: how it stands, and whether its answers are on this device. */
export interface ListedInstitution {
  readonly overview: Overview
  readonly onDevice: boolean
}

/**
 * The institutions of a form that the signed-in person of the lab follows, by name; null while the device is being read. Each as its
 * overview tells. Where changes wait on this device, as they leave it: those institutions alone are opened, and those whose
 * overview has not come yet, because an earlier program brought what is here.
 */
export function useOverviews(formId: FormId, now: Instant): readonly ListedInstitution[] | null {
  const engine = useEngine()
  const rows = useTable('overview')
  const participants = useTable('participant')
  const queue = useTopic('queue')
  const position = useTopic('position')
  const minute = now.slice(0, 16)
  const stored = useMemo(
    () =>
      new Map((rows ?? []).filter((row) => row.formId === formId && row.shape === overviewShape).map((row) => [row.institutionId, row])),
    [rows, formId],
  )
  const waiting = useMemo(
    () => waitingIn(engine, formId),
    // oxlint-disable-next-line react/exhaustive-deps
    [engine, formId, queue],
  )
  const lacking = useMemo(
    () =>
      (participants ?? []).filter(
        ({ institutionId, evaluatorId, ...each }) =>
          each.formId === formId &&
          !stored.has(institutionId) &&
          (engine.actor.kind === 'Administrator' || evaluatorId === engine.actor.id),
      ),
    [participants, stored, formId, engine],
  )
  const opened = useMemo(() => [...waiting, ...lacking.map((each) => each.institutionId)].toSorted(), [waiting, lacking])
  const worlds = useWorlds(opened, formId)
  return useMemo(() => {
    if (!rows || !participants) return null
    const held = new Set(engine.scopes())
    const live = opened.flatMap((id) => worlds.get(id) ?? [])
    return overviewsWith(stored, live, engine.actor, now)
      .map((overview): ListedInstitution => ({ overview, onDevice: held.has(instScope(overview.institutionId, formId)) }))
      .toSorted((a, b) => a.overview.name.localeCompare(b.overview.name, 'es'))
    // Within a minute nothing moves by itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, participants, stored, opened, worlds, engine, formId, minute, position])
}

/** Institutions of a form about which something waits on this device, in order. */
function waitingIn(engine: Engine, formId: FormId): InstitutionId[] {
  const found = new Set<InstitutionId>()
  for (const { kind, scope: text } of engine.queue()) {
    const scope = kind === 'mutation' ? parseScope(text) : undefined
    if ((scope?.kind === 'inst' || scope?.kind === 'eval') && scope.formId === formId) found.add(scope.institutionId)
  }
  return [...found].toSorted()
}
