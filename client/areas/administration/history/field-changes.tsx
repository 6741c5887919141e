import { DifferenceView } from '#client/features/form-history/difference-view.tsx'
import type { FieldLine } from '#client/features/form-history/event-words.ts'

/** Field by field, what each was and what it became. */
export function FieldChanges({ lines }: { readonly lines: readonly FieldLine[] }) {
  if (lines.length === 0) return null
  return (
    <dl className="mt-2 grid gap-2">
      {lines.map(({ key, label, from, to, long }) => (
        <div key={key}>
          <dt className="text-sm font-semibold text-ink-700">{label}</dt>
          <dd>
            <DifferenceView label={label} from={from} to={to} long={long} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
