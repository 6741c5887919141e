import type { ReactNode } from 'react'

export interface Fact {
  readonly id: string
  readonly label: ReactNode
  readonly value: ReactNode
}

/** Names with their values, one under the other; side by side where there is room. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-y-3">
      {facts.map(({ id, label, value }) => (
        <div key={id} className="flex flex-wrap gap-x-4 gap-y-0.5">
          <dt className="flex-[2_1_8rem] text-ink-600">{label}</dt>
          <dd className="tabular min-w-0 flex-[3_1_11rem] wrap-anywhere text-ink-950">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
