import type { Column } from '#client/ui/tables/table.tsx'

/** Who gets a letter, with the address below the name: whole, however narrow the page. */
export const personColumn = <Row extends { readonly name: string; readonly email: string }>(header: string): Column<Row> => ({
  id: 'person',
  header,
  rowHeader: true,
  cell: ({ name, email }) => (
    <span>
      <span className="block wrap-anywhere">{name}</span>
      <span className="block text-sm font-normal wrap-anywhere text-ink-600">
        {email.slice(0, email.indexOf('@') + 1)}
        <wbr />
        {email.slice(email.indexOf('@') + 1)}
      </span>
    </span>
  ),
  className: 'md:min-w-56',
})
