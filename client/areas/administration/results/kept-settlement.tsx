import { useState } from 'react'
import * as v from 'valibot'
import { resultsScope } from '#shared/protocol/scope.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { undecidedSchema } from '#shared/results/routes.ts'
import type { Undecided } from '#shared/results/routes.ts'
import { useWindowDraft } from '#client/data/world/use-kept-fields.ts'
import { SettleDialog } from './settle-dialog.tsx'

const keptSchema = v.object({ row: v.string() })

/** The answer that a draft is about; null of one that says none. */
function rowIn(value: unknown): Undecided | null {
  const kept = v.safeParse(keptSchema, value)
  const row = kept.success ? v.safeParse(undecidedSchema, JSON.parse(kept.output.row)) : null
  return row?.success ? row.output : null
}

interface Props {
  readonly formId: string
  readonly kind: ResultKind
  /** Institution and unit, as the address names them. */
  readonly named: string
  readonly onSettled: (row: Undecided) => void
  readonly onClose: () => void
}

/** The window of a decision that was left half written, about the answer as its person saw it; nothing where none was. */
export function KeptSettlement({ formId, kind, named, onSettled, onClose }: Props) {
  const [institution = '', unit = ''] = named.split('~')
  const { slot } = useWindowDraft({ kind: 'settlement', scope: resultsScope(institution, formId), subject: `${unit}~${kind}` })
  const [row, setRow] = useState<Undecided | null>(null)
  const kept = rowIn(slot?.draft?.value)
  // Once open, it stays whatever becomes of the draft.
  if (!row && kept) setRow(kept)
  if (!row) return null
  return <SettleDialog {...{ formId, kind, row }} onSettled={() => onSettled(row)} onClose={onClose} />
}
