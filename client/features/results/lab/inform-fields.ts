import type { ResultKind } from '#shared/results/model.ts'
import type { InformText } from '#shared/results/routes.ts'
import type { Draft } from '#sync/drafts/model.ts'

/** Under which the device keeps what is half written of a text: a colon has a meaning of its own there. */
export const subjectOf = (kind: ResultKind, field: string): string => `${kind}~${field.replace(':', '~')}`

/** Whose text a draft is. */
export function fieldOfSubject(subject: string): { readonly kind: ResultKind; readonly field: string } {
  const [kind, ...field] = subject.split('~')
  return { kind: kind === 'final' ? 'final' : 'preliminary', field: field.join(':') }
}

/** What somebody wants in the place of a text: null is the form's. */
export const wantedOf = ({ value }: Draft): string | null => (typeof value === 'string' ? value : null)

/** What a text says: what is half written of it, else what was written, else the form's. */
export const sayingOf = ({ own, usual }: Pick<InformText, 'own' | 'usual'>, draft: Draft | undefined): string =>
  (draft ? wantedOf(draft) : own) ?? usual

/** What was typed, as a wish: the very words of the form's are the form's. */
export const wishOf = ({ usual }: Pick<InformText, 'usual'>, html: string): string | null => (html === usual ? null : html)

/** Whether somebody else changed a text since what is half written was begun, and both differ: the person chooses. */
export const isClash = ({ own }: Pick<InformText, 'own'>, draft: Draft | undefined): draft is Draft =>
  draft !== undefined && draft.base !== own && wantedOf(draft) !== own
