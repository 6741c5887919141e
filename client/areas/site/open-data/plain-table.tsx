import { cx } from '#client/ui/cx.ts'

interface Props {
  readonly caption: string
  readonly head: readonly string[]
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly string[])[]
}

/** A small table that stands in sight below a chart. */
export function PlainTable({ caption, head, rows }: Props) {
  return (
    // A scroller that no key can reach would hide its right half from the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="relative mt-5 overflow-x-auto rounded-lg border border-ink-200" role="region" aria-label={caption} tabIndex={0}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-ink-200 bg-ink-50 text-sm text-ink-600">
            {head.map((each, at) => (
              <th key={each} scope="col" className={cx('px-4 py-2.5 font-semibold', at === 0 ? 'sticky left-0 bg-ink-50' : 'text-right')}>
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells]) => (
            <tr key={name} className="border-b border-ink-150 last:border-b-0">
              <th scope="row" className="sticky left-0 bg-white px-4 py-2.5 font-medium text-ink-950">
                {name}
              </th>
              {cells.map((cell, at) => (
                <td key={head[at + 1]} className="tabular px-4 py-2.5 text-right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
