import { copySealSchema, type CopySeal } from '#shared/unsent/model.ts'
import * as v from 'valibot'

/** Where the device keeps what it seals copies with: it stays when the person's data is shut up. */
export const sealNote = 'copySeal'

/** The seal in a stored note; null when there is none. */
export function sealFrom(note: unknown): CopySeal | null {
  const parsed = v.safeParse(copySealSchema, note)
  return parsed.success ? parsed.output : null
}
