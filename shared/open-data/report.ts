import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'
import type { OpenReport } from './model.ts'

/** A public report as its row holds it. It stands apart from the model: a visitor's page knows what reports are and parses none. */
export const openReportSchema: v.GenericSchema<unknown, OpenReport> = v.object({
  id: v.string(),
  title: v.string(),
  description: v.string(),
  at: is.instant,
  by: is.userId,
  fileName: v.string(),
  sha256: v.string(),
  bytes: v.number(),
  public: v.boolean(),
  years: is.list(v.number()),
  institutions: v.number(),
  initiatives: v.number(),
  removed: v.boolean(),
})
