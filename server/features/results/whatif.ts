import { fail } from '#shared/kernel/failure.ts'
import { questionIdOf, type Unit } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { readIn } from '#shared/forms/in-language.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import { replicasAllowed } from '#shared/replica/rules.ts'
import { addedByEach, appealable, computeResult } from '#shared/results/engine.ts'
import { sumPoints } from '#shared/forms/round-points.ts'
import { maturityOf } from '#shared/results/levels.ts'
import type { ResultKind } from '#shared/results/model.ts'
import type { WhatIf } from '#shared/results/routes.ts'
import { stageReached } from '#shared/results/reading.ts'
import { thresholdsOf } from '#shared/results/rules.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Language } from '../../http/failures.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { resultsOf } from '../../world/results.ts'
import type { WorldKey } from '../../world/store.ts'
import { readerOf, readsAll, readsPublished } from './reading.ts'

/** Whether something may still be appealed: not once the replica's input is over. */
const isAppealOpen = (form: Pick<FormHeader, 'stages'>, now: Instant): boolean => {
  const reached = stageReached(form, now)
  if (phaseAt(form, now) === 'Closed' || reached === undefined) return false
  return reached === 'SecondRevision' || reached === 'CalculateResults' || (reached === 'ReplicaInput' && phaseAt(form, now) !== 'Gap')
}

/**
 * What a replica would add (RS15): with these rejected units accepted, or all that may be appealed. An institution asks it of its
 * preliminary result, once that was published and its stage has come. Fails: not_found, forbidden, results_none, results_points_missing.
 */
export const whatIfOf = (
  server: Server,
  session: Session,
  key: WorldKey,
  kind: ResultKind,
  { units, language }: { readonly units?: readonly Unit[] | null | undefined; readonly language: Language },
): Promise<Result<WhatIf>> =>
  server.db.read(async (tx): Promise<Result<WhatIf>> => {
    const now = server.now()
    const reader = await readerOf(tx, session, key, now)
    if (!reader) return fail('not_found')
    if (reader.as === 'member') return fail('forbidden')
    const world = (await server.worlds.readOnce(tx, key))?.clone()
    if (!world) return fail('not_found')
    const results = await resultsOf(tx, world)
    const { index, form } = world
    const [published] = readsPublished(reader, kind, now) ? results.publications(kind) : []
    const snapshot = results.snapshots(kind).find(({ id }) => id === published?.snapshotId)
    if (!readsAll(reader) && (!snapshot || kind !== 'preliminary')) return fail('results_none', { institution: world.institution.name })
    const isOpen = form.replica !== undefined && isAppealOpen(form, now)
    if (form.calculatedBy === 2 || !isOpen) {
      // Nothing can be appealed, or no answer is what its points come from: what stands stands.
      const stands = snapshot ?? results.snapshots(kind)[0]
      if (!stands) return fail(form.calculatedBy === 2 ? 'results_points_missing' : 'results_none', { institution: world.institution.name })
      const { points, maturity } = stands.result
      return done({ points, would: points, maturity, allowed: null, subDimensions: [] })
    }
    const counting = { kind: 'preliminary', thresholds: thresholdsOf(form) } as const
    // An institution is told of what it was told: what was decided since is not published.
    const told = readsAll(reader) ? undefined : snapshot?.result
    const rejected = new Set(
      told?.questions.flatMap((each) => each.units.flatMap(({ unit, decision }) => (decision?.decision === 'Rejected' ? [unit] : []))),
    )
    const open = appealable(world, 'preliminary').filter((unit) => told === undefined || rejected.has(unit))
    const asked = new Set(units ?? open)
    const wanted = new Set(open.filter((unit) => asked.has(unit)))
    const base = computeResult(world, counting)
    const would = computeResult(world, { ...counting, asAccepted: wanted })
    const all = computeResult(world, { ...counting, asAccepted: new Set(open) })
    const adds = addedByEach(world, open, counting)
    const bySub = Map.groupBy(open, (unit) => index.question(questionIdOf(unit))?.dimensionId ?? '')
    const unitLine = (unit: Unit): WhatIf['subDimensions'][number]['units'][number] => {
      const question = index.question(questionIdOf(unit))
      const text = question ? readIn(language, question.text, question.en?.text).text : ''
      return { unit, number: index.numberOf(questionIdOf(unit)), text, adds: adds.get(unit) ?? 0 }
    }
    const points = told?.points ?? base.points
    /** What it would come to, counted from what its reader was told. */
    const from = (was: number, now: number, then: number): number => sumPoints([was, then, -now])
    const comesTo = from(points, base.points, would.points)
    return done({
      points,
      would: comesTo,
      maturity: maturityOf(comesTo),
      allowed: replicasAllowed(world),
      subDimensions: index.subDimensions.flatMap(({ id, name, en }) => {
        const found = bySub.get(id) ?? []
        const [is, could] = [base, all].map(({ dimensions }) => dimensions.find((each) => each.id === id))
        if (found.length === 0 || !is || !could) return []
        const was = told?.dimensions.find((each) => each.id === id)?.points ?? is.points
        return [
          {
            id,
            name: readIn(language, name, en?.name).text,
            points: was,
            max: is.max,
            would: from(was, is.points, could.points),
            units: found.map(unitLine),
          },
        ]
      }),
    })
  })
