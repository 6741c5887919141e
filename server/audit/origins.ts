import { randomBytes } from 'node:crypto'
import type { AuditTable } from '../db/schema.ts'
import type { AuditEdit } from './redactions.ts'

/** Acts that say from where somebody came, or what they typed in vain. */
export const cameKinds = ['session.signIn', 'session.failed'] as const
/** What they say of it: what is taken out of them, with what keeps it from being guessed. */
const origins: ReadonlySet<string> = new Set(['address', 'network', 'typed', 'salt'])

/**
 * Goes into the detail of an act that says from where somebody came. Addresses of networks are few enough to be tried one by one: with it,
 * what is taken out later is not found again by the digest that stays (LW4).
 */
export const salted = (): { readonly salt: string } => ({ salt: randomBytes(16).toString('base64url') })

/** An act without from where somebody came; undefined where it says nothing of it. */
export function withoutOrigin(row: AuditTable): AuditEdit | undefined {
  const detail: Record<string, unknown> = JSON.parse(row.detail)
  if (!Object.keys(detail).some((key) => origins.has(key))) return undefined
  const rest = Object.fromEntries(Object.entries(detail).filter(([key]) => !origins.has(key)))
  return { before: row, after: { subject_id: row.subject_id, detail: JSON.stringify(rest) } }
}
