import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'

/** What an institution may appeal: how many sub-dimensions it may open, and which ones nobody may. */
export const replicaConfigSchema = v.object({
  /** Sub-dimensions that one institution may open, a whole number from 1. */
  points: v.number(),
  excludedSubDimensionIds: is.list(is.dimensionId),
})
export type ReplicaConfig = Readonly<v.InferOutput<typeof replicaConfigSchema>>

/** The justification of an appeal: in whose words, and the mutation that wrote them, which a later edit names as its base. */
export const appealSchema = v.object({ text: v.string(), mid: is.mid, authorId: is.userId, at: is.instant })
export type Appeal = Readonly<v.InferOutput<typeof appealSchema>>
