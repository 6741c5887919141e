import * as v from 'valibot'
import { applied, noop, questionnaireMutation, refused } from '../contract/mutation.ts'
import { fileNameSchema } from '../answers/model.ts'
import { idSchema } from '../forms/model.ts'
import * as is from '../kernel/schemas.ts'
import { roundPoints } from '../forms/round-points.ts'
import { pointsScope } from '../protocol/scope.ts'
import type { Change } from '../world.ts'
import { entry, isOutcome, markOf, moved, open } from './gate.ts'
import { manualPointsProblem, predatesReplica, saysWhatStands } from './manual-points.ts'
import type { PointsSheet } from './model.ts'

/**
 * Takes a table of obtained points, in place of the one that the person saw (MP3). Its bytes are kept beside, by their hash. Replies
 * {sheetId}. Fails: points_nothing, points_form_moved, points_out_of_bounds, changed_meanwhile.
 */
export const uploadPoints = questionnaireMutation({
  name: 'points.upload',
  version: 1,
  serverOnly: true,
  input: v.object({
    id: idSchema,
    /** The table in force that the person saw. */
    from: v.nullable(idSchema),
    file: v.object({ name: fileNameSchema, sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)), sizeBytes: v.number() }),
    questionIds: is.list(idSchema),
    points: is.dictionary(is.list(v.number())),
  }),
  entityOf: () => 'form:manualPoints',
  decide(state, { id, from, file, questionIds, points }, context) {
    const form = open(state, context)
    if (isOutcome(form)) return form
    const manual = state.facts?.manual
    if (!manual) return refused('unavailable')
    const problem = manualPointsProblem({ questionIds, points }, state.index, manual.institutions)
    if (problem) return refused(problem.code, problem.params)
    const { sheet } = manual
    // After the replica the same table says something new: that this is what stands in the end.
    const isOld = sheet !== undefined && predatesReplica(form, sheet) && !predatesReplica(form, { at: context.now })
    if (sheet && !isOld && (sheet.sha256 === file.sha256 || saysWhatStands({ questionIds, points }, sheet, manual.points)))
      return noop({ sheetId: sheet.id })
    if ((sheet?.id ?? null) !== from) return moved({ kind: 'moved', field: 'manualPoints', by: sheet?.by ?? '', at: sheet?.at ?? '' })
    const institutions = Object.entries(points)
    const row: PointsSheet = {
      id,
      turn: (sheet?.turn ?? 0) + 1,
      ...file,
      rows: institutions.length * questionIds.length,
      institutions: institutions.length,
      ...markOf(context),
    }
    const at = { scope: pointsScope(form.id), part: '' } as const
    return applied({
      changes: [
        { ...at, table: 'pointsSheet', id, row },
        ...institutions.map(([institutionId, own]): Change => ({
          ...at,
          table: 'manualPoints',
          id: institutionId,
          row: { sheetId: id, points: Object.fromEntries(questionIds.map((question, place) => [question, roundPoints(own[place] ?? 0)])) },
        })),
      ],
      history: [entry(context, 'Carga puntos', form.id, file.name, [{ field: 'manualPoints', from: sheet?.name ?? null, to: file.name }])],
      reply: { sheetId: id },
    })
  },
})
