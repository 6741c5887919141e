import type { ResultLine } from '#shared/results/routes.ts'
import type { Report } from './use-papers.ts'

/** The version that took the place of a kept report since; undefined while it is the newest that is known. */
export const newerThan = ({ formId: form, kind, version }: Report, lines: readonly ResultLine[]): ResultLine | undefined =>
  lines.find((line) => line.formId === form && line.kind === kind && line.version > version)
