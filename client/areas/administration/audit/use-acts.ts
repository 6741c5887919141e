import type { AuditGroup } from '#shared/audit/model.ts'
import { auditActs, auditPageSchema } from '#shared/audit/routes.ts'
import type { AuditPage } from '#shared/audit/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useKeptPage } from '#client/data/server/use-kept-page.ts'
import type { KeptPage } from '#client/data/server/use-kept-page.ts'

/** What of the audit is looked for. */
export type SoughtActs = {
  readonly person?: string | undefined
  readonly institution?: string | undefined
  readonly form?: string | undefined
  readonly group?: AuditGroup | undefined
  readonly words?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly before?: string | undefined
}

const pageRows = 50

/** A page of the audit. */
export function useActs(sought: SoughtActs): { readonly found: KeptPage<AuditPage>; readonly again: () => void } {
  const { person, institution, form, group, words, from, until, before } = sought
  const number = before !== undefined && /^\d{1,9}$/.test(before) ? Number(before) : undefined
  return useKeptPage({
    name: `audit ${JSON.stringify([person, institution, form, group, words, from, until, before])}`,
    schema: auditPageSchema,
    ask: () => callRoute(auditActs, { query: { person, institution, form, group, words, from, until, before: number, limit: pageRows } }),
  })
}
