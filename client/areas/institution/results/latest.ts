import type { ResultLine } from '#shared/results/routes.ts'

/** One line of each form, the oldest first: its final result, or the preliminary while there is no other. */
export function latestOfEach(lines: readonly ResultLine[]): readonly ResultLine[] {
  const byForm = new Map<string, ResultLine>()
  for (const line of lines) {
    const known = byForm.get(line.formId)
    if (!known || (known.kind === 'preliminary' && line.kind === 'final')) byForm.set(line.formId, line)
  }
  return [...byForm.values()].toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1))
}
